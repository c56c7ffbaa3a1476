# White's button: Button Go in which the button is worth half a point to White and nothing to Black.
# The expected results follow from those of button.tst without Black's half point.

# The rules by name; komi and board stay as they are.
boardsize 5
komi 0
10 kgs-rules unilateral-button
#? []
20 halfpoint-state
#? [\{"rules":"white_button","width":5,"height":5,"komi":0,"to_move":"black","moves":0,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"table","buttons_left":1,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":0,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
30 kata-get-rules
#? [.*"ko":"SITUATIONAL".*"scoring":"AREA".*"suicide":false.*"tax":"NONE".*"whiteHandicapBonus":"N-1".*"buttonWorth":\{"black":0,"white":1\}.*]

# What pass means, and the names besides.
40 halfpoint-pass_means
#? [button]
50 halfpoint-pass_means w
#? [button]
60 halfpoint-legal
#? [A1 B1 C1 D1 E1 A2 .* E5 button fullpass]

# Example A: Black B1 to B5, White C1 to C5; Black passes, White passes.
clear_board
halfpoint-dead none
70 gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
#? []
80 halfpoint-pass_means
#? [button]
play b pass
play w pass
90 halfpoint-state
#? [\{"rules":"white_button","width":5,"height":5,"komi":0,"to_move":"black","moves":12,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"black","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":1,"first_token":"black","last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
100 final_score
#? [W\+5]
110 halfpoint-score
#? [white_button\tW\+5\t10\t15\tBlack: 5 stones \+ 5 territory; White: 5 stones \+ 10 territory; as if both passed now]
120 halfpoint-pass_means
#? [pass]

# The same with the moves by name.
gg-undo 2
130 gogui-play_sequence b button w fullpass
#? []
140 halfpoint-state
#? [\{"rules":"white_button","width":5,"height":5,"komi":0,"to_move":"black","moves":12,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"black","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":1,"first_token":"black","last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
150 halfpoint-score white_button
#? [white_button\tW\+5\t10\t15\tBlack: 5 stones \+ 5 territory; White: 5 stones \+ 10 territory; as if both passed now]

# Example B: Black B1 to B5, White D1 to D5, then the column between; White passes, Black passes.
clear_board
halfpoint-dead none
160 gogui-play_sequence b B1 w D1 b B2 w D2 b B3 w D3 b B4 w D4 b B5 w D5 b C1 w C2 b C3 w C4 b C5
#? []
170 halfpoint-pass_means
#? [button]
play w pass
play b pass
180 halfpoint-state
#? [\{"rules":"white_button","width":5,"height":5,"komi":0,"to_move":"white","moves":17,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0.5\},"button":"white","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":1,"first_token":"white","last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
190 final_score
#? [B\+0.5]
200 halfpoint-score
#? [white_button\tB\+0.5\t13\t12.5\tBlack: 8 stones \+ 5 territory; White: 7 stones \+ 5 territory \+ 0.5 buttons; as if both passed now]
210 halfpoint-pass_means
#? [pass]

# The same with the moves by name.
gg-undo 2
220 gogui-play_sequence w button b fullpass
#? []
230 halfpoint-state
#? [\{"rules":"white_button","width":5,"height":5,"komi":0,"to_move":"white","moves":17,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0.5\},"button":"white","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":1,"first_token":"white","last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
240 halfpoint-score white_button
#? [white_button\tB\+0.5\t13\t12.5\tBlack: 8 stones \+ 5 territory; White: 7 stones \+ 5 territory \+ 0.5 buttons; as if both passed now]

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
#? [C1 C2 B3 C3 button fullpass]

# A ko: Black takes at C2. The start may not come back while Black was to move in it.
boardsize 4 3
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
270 play b C2
#? []
280 halfpoint-legal w
#? [D1 D3 button fullpass]

# White's pass moves the button, which lifts the ban.
play w pass
play b pass
290 halfpoint-legal w
#? [D1 B2 D3 fullpass]

# The same with White to move in the start: as a situation it did not occur.
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
gogui-setup_player w
play b C2
300 halfpoint-legal w
#? [D1 B2 D3 button fullpass]

# Three kos in a circle: with the sixth taking the start would come back.
boardsize 4 7
gogui-setup b A2 b A4 b A6 b B1 b B3 b B5 b B7 w D2 w D4 w D6 w C1 w C3 w C5 w C7 b C2 w B4 w B6
310 gogui-play_sequence b C4 w B2 b C6 w B4 b C2
#? []
320 halfpoint-legal w
#? [D1 D3 C4 D5 D7 button fullpass]

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
#? [B\+23.5]
360 halfpoint-score
#? [white_button\tB\+23.5\t25\t1.5\tBlack: 2 stones \+ 23 territory; White: 0.5 buttons \+ 1 handicap bonus; as if both passed now]

# A white stone in Black's territory: dead by agreement.
boardsize 5
gogui-setup b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w A3
370 halfpoint-dead A3
#? [A3]
380 final_status_list dead
#? [A3]
390 halfpoint-score
#? [white_button\tW\+5\t10\t15\t.*]
400 final_score
#? [W\+5]

# A seki with an eye on either side and shared liberties C1 and C2.
boardsize 6 2
gogui-setup b A2 b B1 b B2 w D1 w D2 w E2 w F1 w F2
halfpoint-dead none
410 halfpoint-score
#? [white_button\tW\+2\t4\t6\t.*]
420 final_status_list black_territory
#? [A1]
430 final_status_list white_territory
#? [E1]

# A teire: once White is at B3, Black has to answer at A3. Whenever the token moves are made, the margin is the same.
boardsize 5 6

# Black takes the button early.
clear_board
halfpoint-dead none
gogui-play_sequence b B1 w C1 b B2 w C2 b B4 w C3 b B5 w C4 b B6 w C5 b A2 w C6
440 gogui-play_sequence b pass w B3 b A3 w pass b pass
#? []
450 halfpoint-state
#? [.*"over":"passes".*"ledger":\{"black":0,"white":0\}.*"button":"black".*"consecutive_passes":2.*]
460 final_score
#? [W\+8]
470 halfpoint-score
#? [white_button\tW\+8\t11\t19\t.*]

# Black takes it late.
clear_board
halfpoint-dead none
gogui-play_sequence b B1 w C1 b B2 w C2 b B4 w C3 b B5 w C4 b B6 w C5 b A2 w C6
480 gogui-play_sequence b A3 w B3 b pass w pass b pass
#? []
490 halfpoint-state
#? [.*"over":"passes".*"ledger":\{"black":0,"white":0\}.*"button":"black".*"consecutive_passes":2.*]
500 final_score
#? [W\+8]
510 halfpoint-score
#? [white_button\tW\+8\t11\t19\t.*]

# Two full passes end the game with the button on the table, and nobody scores it.
boardsize 5
halfpoint-dead none
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
520 gogui-play_sequence b fullpass w fullpass
#? []
530 halfpoint-state
#? [.*"over":"passes".*"ledger":\{"black":0,"white":0\}.*"button":"table".*"buttons_left":1.*"consecutive_passes":2.*"first_token":null.*]
540 halfpoint-score
#? [white_button\tW\+5\t10\t15\tBlack: 5 stones \+ 5 territory; White: 5 stones \+ 10 territory]
550 halfpoint-legal
#? [A1 .* E5 button fullpass]

# The name is good once.
play b button
560 halfpoint-legal
#? [A1 .* E5 fullpass]
570 halfpoint-pass_means
#? [pass]
580 final_score
#? [W\+5]

# Resigning ends the game.
boardsize 5
play b resign
590 halfpoint-state
#? [.*"moves":1.*"over":"resign".*]
600 final_score
#? [W\+R]
610 halfpoint-score
#? [white_button\tW\+R\t.*]
620 halfpoint-legal
#? []
undo
630 halfpoint-state
#? [.*"to_move":"black".*"moves":0.*"over":null.*]
