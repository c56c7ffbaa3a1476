# Stone scoring: area less up to two points for each group.

# The rules by name; komi and board stay as they are.
boardsize 5
komi 0
10 kgs-rules Stone Scoring
#? []
20 halfpoint-state
#? [\{"rules":"stone_scoring","width":5,"height":5,"komi":0,"to_move":"black","moves":0,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"none","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":0,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
30 kata-get-rules
#? [.*"ko":"POSITIONAL".*"scoring":"AREA".*"suicide":false.*"tax":"ALL".*"whiteHandicapBonus":"0".*]

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
#? [\{"rules":"stone_scoring","width":5,"height":5,"komi":0,"to_move":"black","moves":12,"over":"passes","captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"none","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":2,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
100 final_score
#? [W\+5]
110 halfpoint-score
#? [stone_scoring\tW\+5\t8\t13\tBlack: 5 stones \+ 5 territory - 2 group tax; White: 5 stones \+ 10 territory - 2 group tax]
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
#? [\{"rules":"stone_scoring","width":5,"height":5,"komi":0,"to_move":"white","moves":17,"over":"passes","captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"none","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":2,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
160 final_score
#? [B\+1]
170 halfpoint-score
#? [stone_scoring\tB\+1\t11\t10\tBlack: 8 stones \+ 5 territory - 2 group tax; White: 7 stones \+ 5 territory - 2 group tax]
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

# Passes do not change that.
play w pass
play b pass
230 halfpoint-legal w
#? [D1 D3]

# The same with White to move in the start: the position counts, not the turn.
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
#? [D1 D3 C4 D5 D7]

# Two handicap stones: White moves first.
boardsize 5
halfpoint-dead none
270 set_free_handicap B2 D4
#? []
280 halfpoint-state
#? [.*"to_move":"white".*"moves":0.*]
play w pass
play b pass
290 final_score
#? [B\+23]
300 halfpoint-score
#? [stone_scoring\tB\+23\t23\t0\tBlack: 2 stones \+ 23 territory - 2 group tax; White: 0]

# A white stone in Black's territory: dead by agreement.
boardsize 5
gogui-setup b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w A3
310 halfpoint-dead A3
#? [A3]
320 final_status_list dead
#? [A3]
330 halfpoint-score
#? [stone_scoring\tW\+5\t8\t13\t.*]
340 final_score
#? [W\+5]

# A seki with an eye on either side and shared liberties C1 and C2.
boardsize 6 2
gogui-setup b A2 b B1 b B2 w D1 w D2 w E2 w F1 w F2
halfpoint-dead none
350 halfpoint-score
#? [stone_scoring\tW\+2\t3\t5\tBlack: 3 stones \+ 1 territory - 1 group tax; White: 5 stones \+ 1 territory - 1 group tax; as if both passed now]
360 final_status_list black_territory
#? [A1]
370 final_status_list white_territory
#? [E1]

# Black has two groups and pays twice; White's chains are joined by the territory between them.
boardsize 7 5
gogui-setup b B1 b B2 b B3 b B4 b B5 b F1 b F2 b F3 b F4 b F5 w C1 w C2 w C3 w C4 w C5 w E1 w E2 w E3 w E4 w E5
halfpoint-dead none
380 halfpoint-score
#? [stone_scoring\tB\+3\t16\t13\tBlack: 10 stones \+ 10 territory - 4 group tax; White: 10 stones \+ 5 territory - 2 group tax; as if both passed now]
390 halfpoint-score chinese
#? [chinese\tB\+5\t20\t15\t.*]

# Resigning ends the game.
boardsize 5
play b resign
400 halfpoint-state
#? [.*"moves":1.*"over":"resign".*]
410 final_score
#? [W\+R]
420 halfpoint-score
#? [stone_scoring\tW\+R\t.*]
430 halfpoint-legal
#? []
undo
440 halfpoint-state
#? [.*"to_move":"black".*"moves":0.*"over":null.*]
