# Ing, simplified: area, positional superko, suicide of chains, White gets n points for n handicap stones.

# The rules by name; komi and board stay as they are.
boardsize 5
komi 0
10 kgs-rules goe
#? []
20 halfpoint-state
#? [\{"rules":"ing","width":5,"height":5,"komi":0,"to_move":"black","moves":0,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"none","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":0,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
30 kata-get-rules
#? [.*"ko":"POSITIONAL".*"scoring":"AREA".*"suicide":true.*"tax":"NONE".*"whiteHandicapBonus":"N".*]

# What pass means, and the names besides.
40 halfpoint-pass_means
#? [pass]
50 halfpoint-pass_means w
#? [pass]
60 halfpoint-legal
#? [A1 B1 C1 D1 E1 A2 .* E5]

# Example A: Black B1 to B5, White C1 to C5; Black passes, White passes.
clear_board
halfpoint-dead none
70 gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
#? []
80 halfpoint-pass_means
#? [pass]
play b pass
play w pass
90 halfpoint-state
#? [\{"rules":"ing","width":5,"height":5,"komi":0,"to_move":"black","moves":12,"over":"passes","captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"none","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":2,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
100 final_score
#? [W\+5]
110 halfpoint-score
#? [ing\tW\+5\t10\t15\tBlack: 5 stones \+ 5 territory; White: 5 stones \+ 10 territory]
120 halfpoint-pass_means
#? [pass]

# Example B: Black B1 to B5, White D1 to D5, then the column between; White passes, Black passes.
clear_board
halfpoint-dead none
130 gogui-play_sequence b B1 w D1 b B2 w D2 b B3 w D3 b B4 w D4 b B5 w D5 b C1 w C2 b C3 w C4 b C5
#? []
140 halfpoint-pass_means
#? [pass]
play w pass
play b pass
150 halfpoint-state
#? [\{"rules":"ing","width":5,"height":5,"komi":0,"to_move":"white","moves":17,"over":"passes","captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"none","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":2,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
160 final_score
#? [B\+1]
170 halfpoint-score
#? [ing\tB\+1\t13\t12\tBlack: 8 stones \+ 5 territory; White: 7 stones \+ 5 territory]
180 halfpoint-pass_means
#? [pass]

# The empty board, passed out, with komi.
clear_board
komi 6.5
190 final_score
#? [W\+6.5]
komi 0

# A chain of two at A1 and A2 may be given up.
boardsize 3
gogui-setup b A3 b B1 b B2 w A1
gogui-setup_player w
200 halfpoint-legal w
#? [C1 A2 C2 B3 C3]
210 play w A2
#? []
220 halfpoint-state
#? [.*"moves":1.*"captures":\{"black":2,"white":0\}.*]
230 final_status A1
#? [black_territory]
undo

# A single stone may not.
gogui-setup b A2 b B1
240 halfpoint-legal w
#? [C1 B2 C2 A3 B3 C3]

# A ko: Black takes at C2. The start may not come back while Black was to move in it.
boardsize 4 3
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
250 play b C2
#? []
260 halfpoint-legal w
#? [D1 D3]

# Passes do not change that.
play w pass
play b pass
270 halfpoint-legal w
#? [D1 D3]

# The same with White to move in the start: the position did occur.
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
gogui-setup_player w
play b C2
280 halfpoint-legal w
#? [D1 D3]

# Three kos in a circle: with the sixth taking the start would come back.
boardsize 4 7
gogui-setup b A2 b A4 b A6 b B1 b B3 b B5 b B7 w D2 w D4 w D6 w C1 w C3 w C5 w C7 b C2 w B4 w B6
290 gogui-play_sequence b C4 w B2 b C6 w B4 b C2
#? []
300 halfpoint-legal w
#? [D1 D3 C4 D5 D7]

# Two handicap stones: White moves first.
boardsize 5
halfpoint-dead none
310 set_free_handicap B2 D4
#? []
320 halfpoint-state
#? [.*"to_move":"white".*"moves":0.*]
play w pass
play b pass
330 final_score
#? [B\+23]
340 halfpoint-score
#? [ing\tB\+23\t25\t2\tBlack: 2 stones \+ 23 territory; White: 2 handicap bonus]

# A white stone in Black's territory: dead by agreement.
boardsize 5
gogui-setup b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w A3
350 halfpoint-dead A3
#? [A3]
360 final_status_list dead
#? [A3]
370 halfpoint-score
#? [ing\tW\+5\t10\t15\t.*]
380 final_score
#? [W\+5]

# A seki with an eye on either side and shared liberties C1 and C2.
boardsize 6 2
gogui-setup b A2 b B1 b B2 w D1 w D2 w E2 w F1 w F2
halfpoint-dead none
390 halfpoint-score
#? [ing\tW\+2\t4\t6\t.*]
400 final_status_list black_territory
#? [A1]
410 final_status_list white_territory
#? [E1]

# Resigning ends the game.
boardsize 5
play b resign
420 halfpoint-state
#? [.*"moves":1.*"over":"resign".*]
430 final_score
#? [W\+R]
440 halfpoint-score
#? [ing\tW\+R\t.*]
450 halfpoint-legal
#? []
undo
460 halfpoint-state
#? [.*"to_move":"black".*"moves":0.*"over":null.*]
