# Two Button Go: territory with pass stones; the first pass and the one that ends the game get a button.

# The rules by name; komi and board stay as they are.
boardsize 5
komi 0
10 kgs-rules Two Button
#? []
20 halfpoint-state
#? [\{"rules":"two_button","width":5,"height":5,"komi":0,"to_move":"black","moves":0,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"table","buttons_left":2,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":0,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
30 kata-get-rules
#? [.*"ko":"SITUATIONAL".*"scoring":"TERRITORY".*"suicide":false.*"tax":"NONE".*]

# What pass means, and the names besides.
40 halfpoint-pass_means
#? [fullpass]
50 halfpoint-pass_means w
#? [fullpass]
60 halfpoint-legal
#? [A1 B1 C1 D1 E1 A2 .* E5 fullpass]

# Example A: Black B1 to B5, White C1 to C5; Black passes, White passes.
clear_board
halfpoint-dead none
70 gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
#? []
80 halfpoint-pass_means
#? [fullpass]
play b pass
play w pass
90 halfpoint-state
#? [\{"rules":"two_button","width":5,"height":5,"komi":0,"to_move":"black","moves":12,"over":"passes","captures":\{"black":0,"white":0\},"ledger":\{"black":1.5,"white":1.5\},"button":"black","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":2,"first_token":"black","last_token":"white","proposal":null,"dead":\[\],"hash":"[^"]+"\}]
100 final_score
#? [W\+5]
110 halfpoint-score
#? [two_button\tW\+5\t6.5\t11.5\tBlack: 5 territory \+ 1 pass stones \+ 0.5 buttons; White: 10 territory \+ 1 pass stones \+ 0.5 buttons]
120 halfpoint-pass_means
#? [fullpass]

# The same with the moves by name.
gg-undo 2
130 gogui-play_sequence b fullpass w fullpass
#? []
140 halfpoint-state
#? [\{"rules":"two_button","width":5,"height":5,"komi":0,"to_move":"black","moves":12,"over":"passes","captures":\{"black":0,"white":0\},"ledger":\{"black":1.5,"white":1.5\},"button":"black","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":2,"first_token":"black","last_token":"white","proposal":null,"dead":\[\],"hash":"[^"]+"\}]
150 halfpoint-score two_button
#? [two_button\tW\+5\t6.5\t11.5\tBlack: 5 territory \+ 1 pass stones \+ 0.5 buttons; White: 10 territory \+ 1 pass stones \+ 0.5 buttons]

# Example B: Black B1 to B5, White D1 to D5, then the column between; White passes, Black passes.
clear_board
halfpoint-dead none
160 gogui-play_sequence b B1 w D1 b B2 w D2 b B3 w D3 b B4 w D4 b B5 w D5 b C1 w C2 b C3 w C4 b C5
#? []
170 halfpoint-pass_means
#? [fullpass]
play w pass
play b pass
180 halfpoint-state
#? [\{"rules":"two_button","width":5,"height":5,"komi":0,"to_move":"white","moves":17,"over":"passes","captures":\{"black":0,"white":0\},"ledger":\{"black":1.5,"white":1.5\},"button":"white","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":2,"first_token":"white","last_token":"black","proposal":null,"dead":\[\],"hash":"[^"]+"\}]
190 final_score
#? [0]
200 halfpoint-score
#? [two_button\t0\t6.5\t6.5\tBlack: 5 territory \+ 1 pass stones \+ 0.5 buttons; White: 5 territory \+ 1 pass stones \+ 0.5 buttons]
210 halfpoint-pass_means
#? [fullpass]

# The same with the moves by name.
gg-undo 2
220 gogui-play_sequence w fullpass b fullpass
#? []
230 halfpoint-state
#? [\{"rules":"two_button","width":5,"height":5,"komi":0,"to_move":"white","moves":17,"over":"passes","captures":\{"black":0,"white":0\},"ledger":\{"black":1.5,"white":1.5\},"button":"white","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":2,"first_token":"white","last_token":"black","proposal":null,"dead":\[\],"hash":"[^"]+"\}]
240 halfpoint-score two_button
#? [two_button\t0\t6.5\t6.5\tBlack: 5 territory \+ 1 pass stones \+ 0.5 buttons; White: 5 territory \+ 1 pass stones \+ 0.5 buttons]

# The empty board, passed out, with komi.
clear_board
komi 6.5
250 final_score
#? [W\+6.5]
komi 0

# A chain of two at A1 and A2 would be without liberties; A3 and B1 are of the other colour.
boardsize 3
gogui-setup b A3 b B1 b B2 w A1
gogui-setup_player w
260 halfpoint-legal w
#? [C1 C2 B3 C3 fullpass]

# A ko: Black takes at C2. The start may not come back while Black was to move in it.
boardsize 4 3
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
270 play b C2
#? []
280 halfpoint-legal w
#? [D1 D3 fullpass]

# Passes do not change that.
play w pass
play b pass
290 halfpoint-legal w
#? [D1 D3 fullpass]

# The same with White to move in the start: as a situation it did not occur.
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
gogui-setup_player w
play b C2
300 halfpoint-legal w
#? [D1 B2 D3 fullpass]

# Three kos in a circle: with the sixth taking the start would come back.
boardsize 4 7
gogui-setup b A2 b A4 b A6 b B1 b B3 b B5 b B7 w D2 w D4 w D6 w C1 w C3 w C5 w C7 b C2 w B4 w B6
310 gogui-play_sequence b C4 w B2 b C6 w B4 b C2
#? []
320 halfpoint-legal w
#? [D1 D3 C4 D5 D7 fullpass]

# Two handicap stones: White moves first.
boardsize 5
halfpoint-dead none
330 set_free_handicap B2 D4
#? []
340 halfpoint-state
#? [.*"to_move":"white".*"moves":0.*]
play w pass
play b pass
350 final_score
#? [B\+23]
360 halfpoint-score
#? [two_button\tB\+23\t24.5\t1.5\tBlack: 23 territory \+ 1 pass stones \+ 0.5 buttons; White: 1 pass stones \+ 0.5 buttons]

# A white stone in Black's territory: dead by agreement.
boardsize 5
gogui-setup b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w A3
370 halfpoint-dead A3
#? [A3]
380 final_status_list dead
#? [A3]
390 halfpoint-score
#? [two_button\tW\+4\t7.5\t11.5\tBlack: 5 territory \+ 1 dead stones \+ 1 pass stones \+ 0.5 buttons; White: 10 territory \+ 1 pass stones \+ 0.5 buttons; as if both passed now]
400 final_score
#? [W\+4]

# A seki with an eye on either side and shared liberties C1 and C2.
boardsize 6 2
gogui-setup b A2 b B1 b B2 w D1 w D2 w E2 w F1 w F2
halfpoint-dead none
410 halfpoint-score
#? [two_button\t0\t2.5\t2.5\t.*]
420 final_status_list black_territory
#? [A1]
430 final_status_list white_territory
#? [E1]

# A teire: once White is at B3, Black has to answer at A3. Whenever the token moves are made, the margin is the same.
boardsize 5 6

# The button rides on the pass, early.
clear_board
halfpoint-dead none
gogui-play_sequence b B1 w C1 b B2 w C2 b B4 w C3 b B5 w C4 b B6 w C5 b A2 w C6
440 gogui-play_sequence b pass w B3 b A3 w pass b pass
#? []
450 halfpoint-state
#? [.*"over":"passes".*"ledger":\{"black":2,"white":2\}.*"button":"black".*"buttons_left":0.*"first_token":"black".*"last_token":"black".*]
460 final_score
#? [W\+8]
470 halfpoint-score
#? [two_button\tW\+8\t6\t14\tBlack: 4 territory \+ 1 pass stones \+ 1 buttons; White: 12 territory \+ 2 pass stones]

# Late.
clear_board
halfpoint-dead none
gogui-play_sequence b B1 w C1 b B2 w C2 b B4 w C3 b B5 w C4 b B6 w C5 b A2 w C6
480 gogui-play_sequence b A3 w B3 b pass w pass
#? []
490 halfpoint-state
#? [.*"over":"passes".*"ledger":\{"black":1.5,"white":1.5\}.*"button":"black".*"buttons_left":0.*"first_token":"black".*"last_token":"white".*]
500 final_score
#? [W\+8]
510 halfpoint-score
#? [two_button\tW\+8\t5.5\t13.5\tBlack: 4 territory \+ 1 pass stones \+ 0.5 buttons; White: 12 territory \+ 1 pass stones \+ 0.5 buttons]

# The pass between has no button; who makes the first and the last is a point better off.
boardsize 5
halfpoint-dead none
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
520 gogui-play_sequence b pass w D1 b pass w pass
#? []
530 halfpoint-state
#? [.*"over":"passes".*"ledger":\{"black":1.5,"white":2.5\}.*"first_token":"black".*"last_token":"white".*]
540 halfpoint-score
#? [two_button\tW\+5\t6.5\t11.5\t.*]
gg-undo 2
550 gogui-play_sequence b A1 w pass b pass
#? []
560 halfpoint-state
#? [.*"over":"passes".*"ledger":\{"black":2,"white":2\}.*"first_token":"black".*"last_token":"black".*]
570 halfpoint-score
#? [two_button\tW\+5\t6\t11\tBlack: 4 territory \+ 1 pass stones \+ 1 buttons; White: 9 territory \+ 2 pass stones]

# Resigning ends the game.
boardsize 5
play b resign
580 halfpoint-state
#? [.*"moves":1.*"over":"resign".*]
590 final_score
#? [W\+R]
600 halfpoint-score
#? [two_button\tW\+R\t.*]
610 halfpoint-legal
#? []
undo
620 halfpoint-state
#? [.*"to_move":"black".*"moves":0.*"over":null.*]
