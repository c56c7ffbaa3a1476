# Korean: territory without the points of seki, simple ko.

# The rules by name; komi and board stay as they are.
boardsize 5
komi 0
10 kgs-rules korean
#? []
20 halfpoint-state
#? [\{"rules":"korean","width":5,"height":5,"komi":0,"to_move":"black","moves":0,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"none","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":0,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
30 kata-get-rules
#? [.*"ko":"SIMPLE".*"scoring":"TERRITORY".*"suicide":false.*"tax":"SEKI".*"whiteHandicapBonus":"0".*]

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
#? [\{"rules":"korean","width":5,"height":5,"komi":0,"to_move":"black","moves":12,"over":"passes","captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"none","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":2,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
100 final_score
#? [W\+5]
110 halfpoint-score
#? [korean\tW\+5\t5\t10\tBlack: 5 territory; White: 10 territory]
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
#? [\{"rules":"korean","width":5,"height":5,"komi":0,"to_move":"white","moves":17,"over":"passes","captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"none","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":2,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
160 final_score
#? [0]
170 halfpoint-score
#? [korean\t0\t5\t5\tBlack: 5 territory; White: 5 territory]
180 halfpoint-pass_means
#? [pass]

# The empty board, passed out, with komi.
clear_board
komi 6.5
190 final_score
#? [W\+6.5]
komi 0

# A chain of two at A1 and A2 would be without liberties; A3 and B1 are of the other colour.
boardsize 3
gogui-setup b A3 b B1 b B2 w A1
gogui-setup_player w
200 halfpoint-legal w
#? [C1 C2 B3 C3]

# A ko: Black takes at C2. The start may not come back while Black was to move in it.
boardsize 4 3
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
210 play b C2
#? []
220 halfpoint-legal w
#? [D1 D3]

# Two passes later it may.
play w pass
play b pass
230 halfpoint-legal w
#? [D1 B2 D3]

# The same with White to move in the start: the stone may not be taken back at once.
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
gogui-setup_player w
play b C2
240 halfpoint-legal w
#? [D1 D3]

# Three kos in a circle: with the sixth taking the start would come back.
boardsize 4 7
gogui-setup b A2 b A4 b A6 b B1 b B3 b B5 b B7 w D2 w D4 w D6 w C1 w C3 w C5 w C7 b C2 w B4 w B6
250 gogui-play_sequence b C4 w B2 b C6 w B4 b C2
#? []
260 halfpoint-legal w
#? [D1 D3 C4 D5 B6 D7]

# The third time voids the game.
270 gogui-play_sequence w B6 b C4 w B2 b C6 w B4 b C2
#? []
280 halfpoint-state
#? [.*"to_move":"white".*"moves":11.*"over":null.*]
play w B6
290 halfpoint-state
#? [.*"to_move":"black".*"moves":12.*"over":"void".*]
300 final_score
#? [0]
310 halfpoint-score
#? [korean\tVoid\t.*]
320 genmove b
#? [pass]
330 halfpoint-state
#? [.*"to_move":"black".*"moves":12.*"over":"void".*]
undo
340 halfpoint-state
#? [.*"to_move":"white".*"moves":11.*"over":null.*]

# Passes break the run: the positions before them do not count for this.
play w pass
play b pass
play w B6
350 halfpoint-state
#? [.*"to_move":"black".*"moves":14.*"over":null.*]

# Two handicap stones: White moves first.
boardsize 5
halfpoint-dead none
360 set_free_handicap B2 D4
#? []
370 halfpoint-state
#? [.*"to_move":"white".*"moves":0.*]
play w pass
play b pass
380 final_score
#? [B\+23]
390 halfpoint-score
#? [korean\tB\+23\t23\t0\tBlack: 23 territory; White: 0]

# A white stone in Black's territory: dead by agreement.
boardsize 5
gogui-setup b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w A3
400 halfpoint-dead A3
#? [A3]
410 final_status_list dead
#? [A3]
420 halfpoint-score
#? [korean\tW\+4\t6\t10\tBlack: 5 territory \+ 1 dead stones; White: 10 territory; as if both passed now]
430 final_score
#? [W\+4]

# A seki with an eye on either side and shared liberties C1 and C2.
boardsize 6 2
gogui-setup b A2 b B1 b B2 w D1 w D2 w E2 w F1 w F2
halfpoint-dead none
440 halfpoint-score
#? [korean\t0\t0\t0\t.*]
450 final_status_list black_territory
#? []
460 final_status_list white_territory
#? []
470 final_status_list seki
#? [B1 A2 B2\nD1 F1 D2 E2 F2]

# A captured stone is a point.
boardsize 5
480 gogui-play_sequence b B1 w A1 b A2
#? []
490 halfpoint-state
#? [.*"moves":3.*"captures":\{"black":1,"white":0\}.*]
halfpoint-dead none
500 halfpoint-score
#? [korean\tB\+24\t24\t0\tBlack: 23 territory \+ 1 captures; White: 0; as if both passed now]

# Resigning ends the game.
boardsize 5
play b resign
510 halfpoint-state
#? [.*"moves":1.*"over":"resign".*]
520 final_score
#? [W\+R]
530 halfpoint-score
#? [korean\tW\+R\t.*]
540 halfpoint-legal
#? []
undo
550 halfpoint-state
#? [.*"to_move":"black".*"moves":0.*"over":null.*]
