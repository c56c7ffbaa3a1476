# What two of the source documents say, on positions of our own.

# Two Button Go, the teire: White b (here B3) threatens three stones, and Black has to answer at a (here A3).
# A pass or a button costs the same before the dame and the teire as after them.
boardsize 7
komi 0

# 1) B button, W b, B a, W pass, B pass, W button.
clear_board
halfpoint-dead none
10 kgs-rules two_button_moves
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B4 w C3 b B5 w C4 b B6 w C5 b B7 w C6 b A2 w C7
20 gogui-play_sequence b button w B3 b A3 w fullpass b fullpass w button
#? []
30 halfpoint-state
#? [.*"to_move":"black".*"moves":20.*"over":"passes".*"ledger":\{"black":1.5,"white":1.5\}.*"button":"black".*"buttons_left":0.*"consecutive_passes":0.*"first_token":"black".*"last_token":"white".*]
40 final_score
#? [W\+23]
50 halfpoint-score
#? [two_button_moves\tW\+23\t6.5\t29.5\tBlack: 5 territory \+ 1 pass stones \+ 0.5 buttons; White: 28 territory \+ 1 pass stones \+ 0.5 buttons]

# 2) B a, W b, B button, W pass, B pass, W button.
clear_board
halfpoint-dead none
60 kgs-rules two_button_moves
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B4 w C3 b B5 w C4 b B6 w C5 b B7 w C6 b A2 w C7
70 gogui-play_sequence b A3 w B3 b button w fullpass b fullpass w button
#? []
80 halfpoint-state
#? [.*"to_move":"black".*"moves":20.*"over":"passes".*"ledger":\{"black":1.5,"white":1.5\}.*"button":"black".*"buttons_left":0.*"consecutive_passes":0.*"first_token":"black".*"last_token":"white".*]
90 final_score
#? [W\+23]
100 halfpoint-score
#? [two_button_moves\tW\+23\t6.5\t29.5\tBlack: 5 territory \+ 1 pass stones \+ 0.5 buttons; White: 28 territory \+ 1 pass stones \+ 0.5 buttons]

# 1) with nothing but plain passes.
clear_board
halfpoint-dead none
110 kgs-rules two_button_moves
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B4 w C3 b B5 w C4 b B6 w C5 b B7 w C6 b A2 w C7
120 gogui-play_sequence b pass w B3 b A3 w pass b pass w pass
#? []
130 halfpoint-state
#? [.*"to_move":"black".*"moves":20.*"over":"passes".*"ledger":\{"black":1.5,"white":1.5\}.*"button":"black".*"buttons_left":0.*"consecutive_passes":0.*"first_token":"black".*"last_token":"white".*]
140 final_score
#? [W\+23]
150 halfpoint-score
#? [two_button_moves\tW\+23\t6.5\t29.5\tBlack: 5 territory \+ 1 pass stones \+ 0.5 buttons; White: 28 territory \+ 1 pass stones \+ 0.5 buttons]

# 2) with nothing but plain passes.
clear_board
halfpoint-dead none
160 kgs-rules two_button_moves
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B4 w C3 b B5 w C4 b B6 w C5 b B7 w C6 b A2 w C7
170 gogui-play_sequence b A3 w B3 b pass w pass b pass w pass
#? []
180 halfpoint-state
#? [.*"to_move":"black".*"moves":20.*"over":"passes".*"ledger":\{"black":1.5,"white":1.5\}.*"button":"black".*"buttons_left":0.*"consecutive_passes":0.*"first_token":"black".*"last_token":"white".*]
190 final_score
#? [W\+23]
200 halfpoint-score
#? [two_button_moves\tW\+23\t6.5\t29.5\tBlack: 5 territory \+ 1 pass stones \+ 0.5 buttons; White: 28 territory \+ 1 pass stones \+ 0.5 buttons]

# 1) with the button riding on the pass: B pass, W b, B a, W pass, B pass. Black gets both buttons and pays two stones.
clear_board
halfpoint-dead none
210 kgs-rules two_button
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B4 w C3 b B5 w C4 b B6 w C5 b B7 w C6 b A2 w C7
220 gogui-play_sequence b pass w B3 b A3 w pass b pass
#? []
230 halfpoint-state
#? [.*"to_move":"white".*"moves":19.*"over":"passes".*"ledger":\{"black":2,"white":2\}.*"button":"black".*"buttons_left":0.*"consecutive_passes":2.*"first_token":"black".*"last_token":"black".*]
240 final_score
#? [W\+23]
250 halfpoint-score
#? [two_button\tW\+23\t7\t30\tBlack: 5 territory \+ 1 pass stones \+ 1 buttons; White: 28 territory \+ 2 pass stones]

# 2) with the button riding on the pass: B a, W b, B pass, W pass.
clear_board
halfpoint-dead none
260 kgs-rules two_button
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B4 w C3 b B5 w C4 b B6 w C5 b B7 w C6 b A2 w C7
270 gogui-play_sequence b A3 w B3 b pass w pass
#? []
280 halfpoint-state
#? [.*"to_move":"black".*"moves":18.*"over":"passes".*"ledger":\{"black":1.5,"white":1.5\}.*"button":"black".*"buttons_left":0.*"consecutive_passes":2.*"first_token":"black".*"last_token":"white".*]
290 final_score
#? [W\+23]
300 halfpoint-score
#? [two_button\tW\+23\t6.5\t29.5\tBlack: 5 territory \+ 1 pass stones \+ 0.5 buttons; White: 28 territory \+ 1 pass stones \+ 0.5 buttons]

# 1) with half-passes.
clear_board
halfpoint-dead none
310 kgs-rules half_pass
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B4 w C3 b B5 w C4 b B6 w C5 b B7 w C6 b A2 w C7
320 gogui-play_sequence b halfpass w B3 b A3 w fullpass b halfpass
#? []
330 halfpoint-state
#? [.*"to_move":"white".*"moves":19.*"over":"passes".*"ledger":\{"black":1,"white":1\}.*"half_pass_zone":\{"black":2,"white":0\}.*]
340 final_score
#? [W\+23]
350 halfpoint-score
#? [half_pass\tW\+23\t6\t29\t.*]

# 2) with half-passes.
clear_board
halfpoint-dead none
360 kgs-rules half_pass
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B4 w C3 b B5 w C4 b B6 w C5 b B7 w C6 b A2 w C7
370 gogui-play_sequence b A3 w B3 b halfpass w fullpass b halfpass
#? []
380 halfpoint-state
#? [.*"to_move":"white".*"moves":19.*"over":"passes".*"ledger":\{"black":1,"white":1\}.*"half_pass_zone":\{"black":2,"white":0\}.*]
390 final_score
#? [W\+23]
400 halfpoint-score
#? [half_pass\tW\+23\t6\t29\t.*]

# 1) with one button, by area: Black has it either way.
clear_board
halfpoint-dead none
410 kgs-rules button
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B4 w C3 b B5 w C4 b B6 w C5 b B7 w C6 b A2 w C7
420 gogui-play_sequence b button w B3 b A3 w fullpass b fullpass
#? []
430 halfpoint-state
#? [.*"over":"passes".*"ledger":\{"black":0.5,"white":0\}.*"button":"black".*]
440 final_score
#? [W\+22.5]
450 halfpoint-score
#? [button\tW\+22.5\t13.5\t36\t.*]

# 2) with one button.
clear_board
halfpoint-dead none
460 kgs-rules button
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B4 w C3 b B5 w C4 b B6 w C5 b B7 w C6 b A2 w C7
470 gogui-play_sequence b A3 w B3 b button w fullpass b fullpass
#? []
480 halfpoint-state
#? [.*"over":"passes".*"ledger":\{"black":0.5,"white":0\}.*"button":"black".*]
490 final_score
#? [W\+22.5]
500 halfpoint-score
#? [button\tW\+22.5\t13.5\t36\t.*]

# Without the teire the three stones are lost: after White at b and a they cannot be saved at A1.
clear_board
kgs-rules two_button
gogui-play_sequence b B1 w C1 b B2 w C2 b B4 w C3 b B5 w C4 b B6 w C5 b B7 w C6 b A2 w C7
510 gogui-play_sequence b pass w B3 b pass w A3
#? []
520 halfpoint-legal b
#? [D1 .*]
530 gogui-play_sequence b A4 w A1
#? []
540 halfpoint-state
#? [.*"captures":\{"black":0,"white":3\}.*]

# The button with equivalence scoring: 28 and 23 points of territory, 15 living stones each, komi 7.
# Black takes the last dame, White moves the button, Black and White pass. One white stone was captured
# during the game, and two black stones are dead: Black holds 2 prisoners and White 3, pass stones included.
boardsize 9
komi 7
550 kgs-rules button_equivalence
#? []
560 gogui-play_sequence b E5 w F5 b D7 w D6 b C6 w F6 b D5 w F7 b E6 w F4 b E4 w G6 b C3 w F3 b H6 w H7
#? []
570 gogui-play_sequence b E3 w G3 b E7 w F2 b J3 w E8 b E2 w E9 b D8 w F8 b D9 w J5 b B5 w H2 b C8 w F1 b E1
#? []
580 halfpoint-state
#? [.*"to_move":"white".*"moves":33.*"over":null.*"captures":\{"black":1,"white":0\}.*"ledger":\{"black":0,"white":0\}.*"button":"table".*]
play w button
play b pass
play w pass
590 halfpoint-state
#? [.*"to_move":"black".*"moves":36.*"over":"passes".*"captures":\{"black":1,"white":0\}.*"ledger":\{"black":1.5,"white":1\}.*"button":"white".*"consecutive_passes":2.*]
600 halfpoint-dead H6
#? [J3 H6]
610 final_status_list dead
#? [J3\nH6]

# Equivalence scoring: 30.5 against 33.
620 final_score
#? [W\+2.5]
630 halfpoint-score
#? [button_equivalence\tW\+2.5\t30.5\t33\tBlack: 28 territory \+ 1 captures \+ 1 pass stones \+ 0.5 buttons; White: 23 territory \+ 2 dead stones \+ 1 pass stones \+ 7 komi]

# Area: 43 against 45.5.
640 halfpoint-score button
#? [button\tW\+2.5\t43\t45.5\tBlack: 15 stones \+ 28 territory; White: 15 stones \+ 23 territory \+ 0.5 buttons \+ 7 komi]

# The same without the button: by area White is half a point worse off, by territory half a point better.
650 halfpoint-score aga
#? [aga\tW\+2\t43\t45\t.*]
660 halfpoint-score japanese
#? [japanese\tW\+3\t29\t32\tBlack: 28 territory \+ 1 captures; White: 23 territory \+ 2 dead stones \+ 7 komi]

# Japanese rules with their usual komi, half a point less, agree again.
komi 6.5
670 halfpoint-score japanese
#? [japanese\tW\+2.5\t29\t31.5\t.*]
680 kgs-rules button
#? []
690 halfpoint-score
#? [button\tW\+2\t43\t45\t.*]
komi 7
700 final_score
#? [W\+2.5]

# Japanese fill-in: 25 against 20.5 + 7. The three black prisoners stand in Black's territory, the two white
# ones in White's, and the button there is worth half a point: komi 6.5.
clear_board
komi 6.5
kgs-rules japanese
gogui-setup b E5 b D7 b C6 b D5 b E6 b E4 b C3 b E3 b E7 b E2 b D8 b D9 b B5 b C8 b E1 b A1 b A2 b A3 w F5 w F6 w F7 w F4 w G6 w F3 w H7 w G3 w F2 w E8 w E9 w F8 w J5 w H2 w F1 w J1 w J2
halfpoint-dead none
710 halfpoint-score
#? [japanese\tW\+2.5\t25\t27.5\tBlack: 25 territory; White: 21 territory \+ 6.5 komi; as if both passed now]
