# The button with equivalence scoring: the button is given, passes hand over stones, White passes last.

# The rules by name; komi and board stay as they are.
boardsize 5
komi 0
10 kgs-rules button equivalence
#? []
20 halfpoint-state
#? [\{"rules":"button_equivalence","width":5,"height":5,"komi":0,"to_move":"black","moves":0,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"table","buttons_left":1,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":0,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
30 kata-get-rules
#? [.*"ko":"SITUATIONAL".*"scoring":"TERRITORY".*"suicide":false.*"tax":"NONE".*]

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
#? [\{"rules":"button_equivalence","width":5,"height":5,"komi":0,"to_move":"black","moves":12,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":1,"white":0.5\},"button":"black","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":1,"first_token":"black","last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
100 final_score
#? [W\+4.5]
110 halfpoint-score
#? [button_equivalence\tW\+4.5\t7\t11.5\tBlack: 5 territory \+ 1 pass stones \+ 1 last pass stone; White: 10 territory \+ 1 pass stones \+ 0.5 buttons; as if both passed now]
120 halfpoint-pass_means
#? [fullpass]

# The same with the moves by name.
gg-undo 2
130 gogui-play_sequence b button w fullpass
#? []
140 halfpoint-state
#? [\{"rules":"button_equivalence","width":5,"height":5,"komi":0,"to_move":"black","moves":12,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":1,"white":0.5\},"button":"black","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":1,"first_token":"black","last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
150 halfpoint-score button_equivalence
#? [button_equivalence\tW\+4.5\t7\t11.5\tBlack: 5 territory \+ 1 pass stones \+ 1 last pass stone; White: 10 territory \+ 1 pass stones \+ 0.5 buttons; as if both passed now]

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
#? [\{"rules":"button_equivalence","width":5,"height":5,"komi":0,"to_move":"white","moves":17,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0.5,"white":1\},"button":"white","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":1,"first_token":"white","last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
190 final_score
#? [B\+0.5]
200 halfpoint-score
#? [button_equivalence\tB\+0.5\t6.5\t6\tBlack: 5 territory \+ 1 pass stones \+ 0.5 buttons; White: 5 territory \+ 1 pass stones; as if both passed now]
210 halfpoint-pass_means
#? [fullpass]

# The same with the moves by name.
gg-undo 2
220 gogui-play_sequence w button b fullpass
#? []
230 halfpoint-state
#? [\{"rules":"button_equivalence","width":5,"height":5,"komi":0,"to_move":"white","moves":17,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0.5,"white":1\},"button":"white","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":1,"first_token":"white","last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
240 halfpoint-score button_equivalence
#? [button_equivalence\tB\+0.5\t6.5\t6\tBlack: 5 territory \+ 1 pass stones \+ 0.5 buttons; White: 5 territory \+ 1 pass stones; as if both passed now]

# The empty board, passed out, with komi.
clear_board
komi 6.5
250 final_score
#? [W\+6]
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
#? [button_equivalence\tB\+23.5\t24.5\t1\tBlack: 23 territory \+ 1 pass stones \+ 0.5 buttons; White: 1 pass stones; as if both passed now]

# A white stone in Black's territory: dead by agreement.
boardsize 5
gogui-setup b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w A3
370 halfpoint-dead A3
#? [A3]
380 final_status_list dead
#? [A3]
390 halfpoint-score
#? [button_equivalence\tW\+3.5\t8\t11.5\t.*]
400 final_score
#? [W\+3.5]

# A teire: once White is at B3, Black has to answer at A3. Whenever the token moves are made, the margin is the same.
boardsize 5 6

# Black gives the button early.
clear_board
halfpoint-dead none
gogui-play_sequence b B1 w C1 b B2 w C2 b B4 w C3 b B5 w C4 b B6 w C5 b A2 w C6
410 gogui-play_sequence b pass w B3 b A3 w pass b pass
#? []
420 halfpoint-state
#? [.*"over":"passes".*"ledger":\{"black":1,"white":1.5\}.*"button":"black".*"consecutive_passes":2.*]
430 final_score
#? [W\+7.5]
440 halfpoint-score
#? [button_equivalence\tW\+7.5\t6\t13.5\tBlack: 4 territory \+ 1 pass stones \+ 1 last pass stone; White: 12 territory \+ 1 pass stones \+ 0.5 buttons]

# Black gives it late.
clear_board
halfpoint-dead none
gogui-play_sequence b B1 w C1 b B2 w C2 b B4 w C3 b B5 w C4 b B6 w C5 b A2 w C6
450 gogui-play_sequence b A3 w B3 b pass w pass b pass
#? []
460 halfpoint-state
#? [.*"over":"passes".*"ledger":\{"black":1,"white":1.5\}.*"button":"black".*"consecutive_passes":2.*]
470 final_score
#? [W\+7.5]
480 halfpoint-score
#? [button_equivalence\tW\+7.5\t6\t13.5\t.*]

# White makes the last pass herself.
clear_board
halfpoint-dead none
gogui-play_sequence b B1 w C1 b B2 w C2 b B4 w C3 b B5 w C4 b B6 w C5 b A2 w C6
490 gogui-play_sequence b A3 w B3 b pass w pass b pass w pass
#? []
500 halfpoint-state
#? [.*"over":"passes".*"ledger":\{"black":2,"white":1.5\}.*"button":"black".*"consecutive_passes":3.*]
510 final_score
#? [W\+7.5]
520 halfpoint-score
#? [button_equivalence\tW\+7.5\t6\t13.5\tBlack: 4 territory \+ 2 pass stones; White: 12 territory \+ 1 pass stones \+ 0.5 buttons]
530 halfpoint-score button
#? [button\tW\+7.5\t11.5\t19\t.*]

# Two full passes end the game with the button on the table, and nobody scores it.
boardsize 5
halfpoint-dead none
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
540 gogui-play_sequence b fullpass w fullpass
#? []
550 halfpoint-state
#? [.*"over":"passes".*"ledger":\{"black":1,"white":1\}.*"button":"table".*"buttons_left":1.*"consecutive_passes":2.*]
560 halfpoint-score
#? [button_equivalence\tW\+5\t6\t11\tBlack: 5 territory \+ 1 pass stones; White: 10 territory \+ 1 pass stones]

# Resigning ends the game.
boardsize 5
play b resign
570 halfpoint-state
#? [.*"moves":1.*"over":"resign".*]
580 final_score
#? [W\+R]
590 halfpoint-score
#? [button_equivalence\tW\+R\t.*]
600 halfpoint-legal
#? []
undo
610 halfpoint-state
#? [.*"to_move":"black".*"moves":0.*"over":null.*]
