# Games that go on after their end, and moves taken back, under the rule sets whose passes cost something.
# Everywhere the same ten moves first: Black B1 to B5, White C1 to C5, 5 points against 10, Black to move.

# Without any price on passes: a third pass, a placement, and back.
boardsize 5
komi 0
halfpoint-dead none
10 kgs-rules japanese
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
play b pass
play w pass
20 halfpoint-state
#? [.*"to_move":"black".*"over":"passes".*"ledger":\{"black":0,"white":0\}.*"consecutive_passes":2.*]
play b pass
30 halfpoint-state
#? [.*"to_move":"white".*"moves":13.*"over":"passes".*"ledger":\{"black":0,"white":0\}.*"consecutive_passes":3.*]
play w D1
40 halfpoint-state
#? [.*"to_move":"black".*"moves":14.*"over":null.*"consecutive_passes":0.*]
50 final_score
#? [W\+4]
gg-undo 2
60 halfpoint-state
#? [.*"to_move":"black".*"moves":12.*"over":"passes".*"consecutive_passes":2.*]
70 final_score
#? [W\+5]

# AGA: a third pass hands over a stone like any other.
boardsize 5
komi 0
halfpoint-dead none
80 kgs-rules aga
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
play b pass
play w pass
90 halfpoint-state
#? [.*"to_move":"black".*"over":"passes".*"ledger":\{"black":1,"white":1\}.*"consecutive_passes":2.*]
play b pass
100 halfpoint-state
#? [.*"to_move":"white".*"moves":13.*"over":"passes".*"ledger":\{"black":1,"white":2\}.*"consecutive_passes":3.*]
110 final_score
#? [W\+5]
undo
120 halfpoint-state
#? [.*"to_move":"black".*"moves":12.*"over":"passes".*"ledger":\{"black":1,"white":1\}.*"consecutive_passes":2.*]
play b A1
130 halfpoint-state
#? [.*"to_move":"white".*"moves":13.*"over":null.*"ledger":\{"black":1,"white":1\}.*"consecutive_passes":0.*]
140 final_score
#? [W\+5]
undo
150 halfpoint-state
#? [.*"to_move":"black".*"moves":12.*"over":"passes".*"ledger":\{"black":1,"white":1\}.*"consecutive_passes":2.*]
gg-undo 2
160 halfpoint-state
#? [.*"to_move":"black".*"moves":10.*"over":null.*"ledger":\{"black":0,"white":0\}.*"consecutive_passes":0.*]

# BGA: a third pass hands over a stone like any other.
boardsize 5
komi 0
halfpoint-dead none
170 kgs-rules bga
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
play b pass
play w pass
180 halfpoint-state
#? [.*"to_move":"black".*"over":"passes".*"ledger":\{"black":1,"white":1\}.*"consecutive_passes":2.*]
play b pass
190 halfpoint-state
#? [.*"to_move":"white".*"moves":13.*"over":"passes".*"ledger":\{"black":1,"white":2\}.*"consecutive_passes":3.*]
200 final_score
#? [W\+5]
undo
210 halfpoint-state
#? [.*"to_move":"black".*"moves":12.*"over":"passes".*"ledger":\{"black":1,"white":1\}.*"consecutive_passes":2.*]
play b A1
220 halfpoint-state
#? [.*"to_move":"white".*"moves":13.*"over":null.*"ledger":\{"black":1,"white":1\}.*"consecutive_passes":0.*]
230 final_score
#? [W\+5]
undo
240 halfpoint-state
#? [.*"to_move":"black".*"moves":12.*"over":"passes".*"ledger":\{"black":1,"white":1\}.*"consecutive_passes":2.*]
gg-undo 2
250 halfpoint-state
#? [.*"to_move":"black".*"moves":10.*"over":null.*"ledger":\{"black":0,"white":0\}.*"consecutive_passes":0.*]

# button: the button stays with its taker when the game goes on; undo puts it back.
boardsize 5
komi 0
halfpoint-dead none
260 kgs-rules button
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
play b pass
play w pass
270 halfpoint-state
#? [.*"to_move":"black".*"over":null.*"ledger":\{"black":0.5,"white":0\}.*"button":"black".*"buttons_left":0.*"consecutive_passes":1.*]
play b pass
280 halfpoint-state
#? [.*"to_move":"white".*"over":"passes".*"ledger":\{"black":0.5,"white":0\}.*"button":"black".*"consecutive_passes":2.*]
290 final_score
#? [W\+4.5]
play w pass
300 halfpoint-state
#? [.*"to_move":"black".*"moves":14.*"over":"passes".*"ledger":\{"black":0.5,"white":0\}.*"button":"black".*"consecutive_passes":3.*]
undo
play w D1
310 halfpoint-state
#? [.*"to_move":"black".*"moves":14.*"over":null.*"ledger":\{"black":0.5,"white":0\}.*"button":"black".*"buttons_left":0.*"consecutive_passes":0.*]
320 halfpoint-pass_means
#? [pass]
330 final_score
#? [W\+4.5]
undo
340 halfpoint-state
#? [.*"to_move":"white".*"moves":13.*"over":"passes".*"button":"black".*"consecutive_passes":2.*]
gg-undo 3
350 halfpoint-state
#? [.*"to_move":"black".*"moves":10.*"over":null.*"ledger":\{"black":0,"white":0\}.*"button":"table".*"buttons_left":1.*"consecutive_passes":0.*"first_token":null.*]

# Ended with the button on the table, gone on with by taking it, and back.
play b fullpass
play w fullpass
360 halfpoint-state
#? [.*"over":"passes".*"ledger":\{"black":0,"white":0\}.*"button":"table".*"buttons_left":1.*"consecutive_passes":2.*]
370 final_score
#? [W\+5]
play b pass
380 halfpoint-state
#? [.*"to_move":"white".*"over":null.*"ledger":\{"black":0.5,"white":0\}.*"button":"black".*"buttons_left":0.*"consecutive_passes":0.*]
390 final_score
#? [W\+4.5]
undo
400 halfpoint-state
#? [.*"to_move":"black".*"over":"passes".*"ledger":\{"black":0,"white":0\}.*"button":"table".*"buttons_left":1.*"consecutive_passes":2.*]
410 final_score
#? [W\+5]
play b fullpass
420 halfpoint-state
#? [.*"to_move":"white".*"over":"passes".*"button":"table".*"consecutive_passes":3.*]
430 final_score
#? [W\+5]
play w button
440 halfpoint-state
#? [.*"to_move":"black".*"over":null.*"ledger":\{"black":0,"white":0.5\}.*"button":"white".*"consecutive_passes":0.*]
450 final_score
#? [W\+5.5]

# button_equivalence: the extra stone of White is counted at the end only and never recorded.
boardsize 5
komi 0
halfpoint-dead none
460 kgs-rules button_equivalence
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
play b pass
play w pass
play b pass
470 halfpoint-state
#? [.*"to_move":"white".*"over":"passes".*"ledger":\{"black":1,"white":1.5\}.*"button":"black".*"consecutive_passes":2.*]
480 halfpoint-score
#? [button_equivalence\tW\+4.5\t7\t11.5\t.*]
play w pass
490 halfpoint-state
#? [.*"to_move":"black".*"over":"passes".*"ledger":\{"black":2,"white":1.5\}.*"consecutive_passes":3.*]
500 halfpoint-score
#? [button_equivalence\tW\+4.5\t7\t11.5\t.*]
undo
510 halfpoint-state
#? [.*"to_move":"white".*"over":"passes".*"ledger":\{"black":1,"white":1.5\}.*"consecutive_passes":2.*]
play w D1
520 halfpoint-state
#? [.*"to_move":"black".*"over":null.*"ledger":\{"black":1,"white":1.5\}.*"button":"black".*"consecutive_passes":0.*]
530 halfpoint-score
#? [button_equivalence\tW\+4.5\t7\t11.5\t.*]
gg-undo 4
540 halfpoint-state
#? [.*"to_move":"black".*"moves":10.*"over":null.*"ledger":\{"black":0,"white":0\}.*"button":"table".*"buttons_left":1.*"first_token":null.*]

# Ended with the button on the table; the next plain pass gives it and the game goes on.
play b fullpass
play w fullpass
550 halfpoint-state
#? [.*"over":"passes".*"ledger":\{"black":1,"white":1\}.*"button":"table".*"consecutive_passes":2.*]
560 final_score
#? [W\+5]
play b pass
570 halfpoint-state
#? [.*"to_move":"white".*"over":null.*"ledger":\{"black":1,"white":1.5\}.*"button":"black".*"consecutive_passes":0.*]
580 halfpoint-score
#? [button_equivalence\tW\+4.5\t8\t12.5\t.*]
undo
590 halfpoint-state
#? [.*"to_move":"black".*"over":"passes".*"ledger":\{"black":1,"white":1\}.*"button":"table".*"buttons_left":1.*]

# two_button: the button of the pass that had ended the game returns to the table.
boardsize 5
komi 0
halfpoint-dead none
600 kgs-rules two_button
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
play b pass
610 halfpoint-state
#? [.*"to_move":"white".*"over":null.*"ledger":\{"black":0.5,"white":1\}.*"button":"black".*"buttons_left":1.*"consecutive_passes":1.*"first_token":"black".*"last_token":null.*]
play w pass
620 halfpoint-state
#? [.*"to_move":"black".*"over":"passes".*"ledger":\{"black":1.5,"white":1.5\}.*"buttons_left":0.*"consecutive_passes":2.*"first_token":"black".*"last_token":"white".*]
630 final_score
#? [W\+5]

# A third pass ends it again, and its maker gets that button.
play b pass
640 halfpoint-state
#? [.*"to_move":"white".*"over":"passes".*"ledger":\{"black":2,"white":2\}.*"buttons_left":0.*"consecutive_passes":3.*"first_token":"black".*"last_token":"black".*]
650 halfpoint-score
#? [two_button\tW\+5\t7\t12\t.*]
play w pass
660 halfpoint-state
#? [.*"to_move":"black".*"over":"passes".*"ledger":\{"black":2.5,"white":2.5\}.*"buttons_left":0.*"consecutive_passes":4.*"first_token":"black".*"last_token":"white".*]
gg-undo 2
670 halfpoint-state
#? [.*"to_move":"black".*"over":"passes".*"ledger":\{"black":1.5,"white":1.5\}.*"buttons_left":0.*"consecutive_passes":2.*"last_token":"white".*]

# A placement leaves it on the table.
play b A1
680 halfpoint-state
#? [.*"to_move":"white".*"over":null.*"ledger":\{"black":1.5,"white":1\}.*"button":"black".*"buttons_left":1.*"consecutive_passes":0.*"first_token":"black".*"last_token":null.*]
690 halfpoint-score
#? [two_button\tW\+5\t7\t12\t.*]
undo
700 halfpoint-state
#? [.*"to_move":"black".*"over":"passes".*"ledger":\{"black":1.5,"white":1.5\}.*"buttons_left":0.*"last_token":"white".*]
undo
710 halfpoint-state
#? [.*"to_move":"white".*"over":null.*"ledger":\{"black":0.5,"white":1\}.*"buttons_left":1.*"consecutive_passes":1.*]
undo
720 halfpoint-state
#? [.*"to_move":"black".*"over":null.*"ledger":\{"black":0,"white":0\}.*"button":"table".*"buttons_left":2.*"consecutive_passes":0.*"first_token":null.*]

# two_button_moves: the button that had ended the game is a stone pass when play goes on.
boardsize 5
komi 0
halfpoint-dead none
730 kgs-rules two_button_moves
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
play b pass
play w pass
play b pass
740 halfpoint-state
#? [.*"to_move":"white".*"over":null.*"ledger":\{"black":1,"white":1.5\}.*"button":"black".*"buttons_left":1.*"consecutive_passes":2.*"last_token":null.*]
play w pass
750 halfpoint-state
#? [.*"to_move":"black".*"over":"passes".*"ledger":\{"black":1.5,"white":1.5\}.*"buttons_left":0.*"consecutive_passes":0.*"first_token":"black".*"last_token":"white".*]
760 final_score
#? [W\+5]

# It counts as the third pass in a row, so the next player may give that button at once.
770 halfpoint-pass_means
#? [button]
780 halfpoint-legal
#? [A1 .* E5 button fullpass]
play b button
790 halfpoint-state
#? [.*"to_move":"white".*"over":"passes".*"ledger":\{"black":2,"white":2\}.*"buttons_left":0.*"consecutive_passes":0.*"last_token":"black".*]
800 halfpoint-score
#? [two_button_moves\tW\+5\t7\t12\t.*]
undo
810 halfpoint-state
#? [.*"to_move":"black".*"over":"passes".*"ledger":\{"black":1.5,"white":1.5\}.*"buttons_left":0.*"consecutive_passes":0.*"last_token":"white".*]
play b fullpass
820 halfpoint-state
#? [.*"to_move":"white".*"over":null.*"ledger":\{"black":2,"white":2.5\}.*"buttons_left":1.*"consecutive_passes":4.*"last_token":null.*]
undo

# A placement breaks the run of passes.
play b A1
830 halfpoint-state
#? [.*"to_move":"white".*"over":null.*"ledger":\{"black":2,"white":1.5\}.*"buttons_left":1.*"consecutive_passes":0.*"last_token":null.*]
840 halfpoint-pass_means
#? [fullpass]
850 halfpoint-score
#? [two_button_moves\tW\+5\t7.5\t12.5\t.*]
undo
860 halfpoint-state
#? [.*"to_move":"black".*"over":"passes".*"ledger":\{"black":1.5,"white":1.5\}.*"buttons_left":0.*"last_token":"white".*]
undo
870 halfpoint-state
#? [.*"to_move":"white".*"over":null.*"ledger":\{"black":1,"white":1.5\}.*"buttons_left":1.*"consecutive_passes":2.*]
gg-undo 3
880 halfpoint-state
#? [.*"to_move":"black".*"moves":10.*"over":null.*"ledger":\{"black":0,"white":0\}.*"button":"table".*"buttons_left":2.*"first_token":null.*]

# The bans that the ending button lifted return, those that the first one lifted do not.
boardsize 4 3
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
890 gogui-play_sequence b button w pass b C2
#? []
900 halfpoint-legal w
#? [D1 D3 fullpass]
910 gogui-play_sequence w pass b pass w button
#? []
920 halfpoint-legal w
#? [D1 D3 fullpass]
play b fullpass
930 halfpoint-legal w
#? [D1 D3 button fullpass]
gg-undo 7
940 gogui-play_sequence b C2 w button
#? []
950 halfpoint-legal w
#? [D1 B2 D3 fullpass]

# half_pass: the half-pass that had ended the game is a full pass when play goes on.
boardsize 5
komi 0
halfpoint-dead none
960 kgs-rules half_pass
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
play b pass
play w pass
970 halfpoint-state
#? [.*"to_move":"black".*"over":null.*"ledger":\{"black":1,"white":0.5\}.*"half_pass_zone":\{"black":1,"white":0\}.*"consecutive_passes":2.*"first_token":"black".*"last_token":null.*]
play b pass
980 halfpoint-state
#? [.*"to_move":"white".*"over":"passes".*"ledger":\{"black":1,"white":1\}.*"half_pass_zone":\{"black":2,"white":0\}.*"consecutive_passes":3.*"last_token":"black".*]
990 final_score
#? [W\+5]
play w pass
1000 halfpoint-state
#? [.*"to_move":"black".*"over":"passes".*"ledger":\{"black":1.5,"white":1.5\}.*"half_pass_zone":\{"black":1,"white":1\}.*"consecutive_passes":4.*"last_token":"white".*]
1010 final_score
#? [W\+5]
undo
1020 halfpoint-state
#? [.*"to_move":"white".*"over":"passes".*"ledger":\{"black":1,"white":1\}.*"half_pass_zone":\{"black":2,"white":0\}.*"consecutive_passes":3.*"last_token":"black".*]
play w D1
1030 halfpoint-state
#? [.*"to_move":"black".*"over":null.*"ledger":\{"black":1,"white":1.5\}.*"half_pass_zone":\{"black":1,"white":0\}.*"consecutive_passes":0.*"first_token":"black".*"last_token":null.*]
1040 halfpoint-pass_means
#? [fullpass]
1050 halfpoint-score
#? [half_pass\tW\+5\t6.5\t11.5\t.*]
undo
1060 halfpoint-state
#? [.*"to_move":"white".*"over":"passes".*"ledger":\{"black":1,"white":1\}.*"half_pass_zone":\{"black":2,"white":0\}.*"last_token":"black".*]
gg-undo 3
1070 halfpoint-state
#? [.*"to_move":"black".*"moves":10.*"over":null.*"ledger":\{"black":0,"white":0\}.*"half_pass_zone":\{"black":0,"white":0\}.*"first_token":null.*]
1080 halfpoint-pass_means
#? [halfpass]

# half_pass: an accepted proposal becomes void when play goes on, and its stones return.
boardsize 5
gogui-setup b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w A3
1090 halfpoint-propose_dead b A3
#? []
play w halfpass
1100 halfpoint-state
#? [.*"to_move":"black".*"over":"passes".*"ledger":\{"black":0.5,"white":0.5\}.*"half_pass_zone":\{"black":1,"white":1\}.*"consecutive_passes":2.*"proposal":\["A3"\].*]
1110 final_status_list dead
#? [A3]
1120 final_score
#? [W\+4]
play b A2
1130 halfpoint-state
#? [.*"to_move":"white".*"over":null.*"ledger":\{"black":1,"white":0.5\}.*"half_pass_zone":\{"black":1,"white":0\}.*"consecutive_passes":0.*"proposal":null.*]
1140 final_status_list dead
#? []
1150 halfpoint-score
#? [half_pass\tW\+8\t3\t11\t.*]
undo
1160 halfpoint-state
#? [.*"to_move":"black".*"over":"passes".*"ledger":\{"black":0.5,"white":0.5\}.*"half_pass_zone":\{"black":1,"white":1\}.*"consecutive_passes":2.*"proposal":\["A3"\].*]
1170 final_score
#? [W\+4]
play b pass
1180 halfpoint-state
#? [.*"to_move":"white".*"over":"passes".*"ledger":\{"black":1,"white":1\}.*"half_pass_zone":\{"black":2,"white":0\}.*"consecutive_passes":3.*"proposal":null.*]
1190 final_score
#? [W\+10]
gg-undo 2
1200 halfpoint-state
#? [.*"to_move":"white".*"over":null.*"ledger":\{"black":0,"white":0.5\}.*"half_pass_zone":\{"black":1,"white":0\}.*"consecutive_passes":1.*"proposal":\["A3"\].*]

# A placement in answer to a proposal lets it lapse.
play w A4
1210 halfpoint-state
#? [.*"to_move":"black".*"over":null.*"ledger":\{"black":0,"white":0.5\}.*"proposal":null.*]
1220 halfpoint-pass_means
#? [fullpass]
gg-undo 2
1230 halfpoint-state
#? [.*"to_move":"black".*"moves":0.*"over":null.*"ledger":\{"black":0,"white":0\}.*"half_pass_zone":\{"black":0,"white":0\}.*"proposal":null.*]

# An empty proposal, accepted.
1240 halfpoint-propose_dead b
#? []
1250 halfpoint-state
#? [.*"to_move":"white".*"over":null.*"proposal":\[\].*]
play w halfpass
1260 halfpoint-state
#? [.*"to_move":"black".*"over":"passes".*"ledger":\{"black":0.5,"white":0.5\}.*]
1270 final_score
#? [W\+10]

# ultimate: a declared draw is final, and can be taken back.
boardsize 5
komi 0
halfpoint-dead none
1280 kgs-rules ultimate
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
play b delay
play w delay
1290 halfpoint-state
#? [.*"to_move":"black".*"over":null.*"bowl":\{"black":0,"white":0\}.*"ultimate_stone_in":"white".*]
1300 final_score
#? [W\+5]
play b draw
1310 halfpoint-state
#? [.*"moves":13.*"over":"draw".*]
1320 final_score
#? [0]
undo
1330 halfpoint-state
#? [.*"to_move":"black".*"moves":12.*"over":null.*"bowl":\{"black":0,"white":0\}.*"ultimate_stone_in":"white".*]
1340 final_score
#? [W\+5]
undo
1350 halfpoint-state
#? [.*"to_move":"white".*"over":null.*"bowl":\{"black":0,"white":1\}.*"ultimate_stone_in":"white".*]
1360 final_score
#? [W\+5]
undo
1370 halfpoint-state
#? [.*"to_move":"black".*"over":null.*"bowl":\{"black":1,"white":1\}.*"ultimate_stone_in":null.*]

# The ultimate stone goes the other way when White is the first to delay.
play b A1
play w delay
1380 halfpoint-state
#? [.*"to_move":"black".*"over":null.*"bowl":\{"black":1,"white":0\}.*"ultimate_stone_in":"black".*]
1390 halfpoint-pass_means
#? [delay]

# A lost position, taken back.
boardsize 5 2
gogui-setup b A2 b B1 b B2 b C2 b D1 b D2 b E2
1400 gogui-play_sequence b delay w delay b A1
#? []
1410 halfpoint-state
#? [.*"to_move":"white".*"over":"no_move".*]
1420 final_score
#? [B\+R]
undo
1430 halfpoint-state
#? [.*"to_move":"black".*"moves":2.*"over":null.*"bowl":\{"black":0,"white":0\}.*"ultimate_stone_in":"white".*]
1440 halfpoint-legal
#? [A1 C1 E1 draw]

# A resignation is taken back like a move, also one after an end by passes.
boardsize 5
komi 0
halfpoint-dead none
1450 kgs-rules two_button
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
play b pass
play w pass
play b resign
1460 halfpoint-state
#? [.*"moves":13.*"over":"resign".*]
1470 final_score
#? [W\+R]
undo
1480 halfpoint-state
#? [.*"to_move":"black".*"moves":12.*"over":"passes".*"ledger":\{"black":1.5,"white":1.5\}.*"buttons_left":0.*"consecutive_passes":2.*"last_token":"white".*]
1490 final_score
#? [W\+5]

# Other rules read the same game anew: the end under one is none under another, and back.
1500 kgs-rules button
#? []
1510 halfpoint-state
#? [.*"over":null.*"ledger":\{"black":0.5,"white":0\}.*"button":"black".*"consecutive_passes":1.*]
1520 kgs-rules half_pass
#? []
1530 halfpoint-state
#? [.*"over":null.*"ledger":\{"black":1,"white":0.5\}.*"half_pass_zone":\{"black":1,"white":0\}.*"consecutive_passes":2.*]
1540 kgs-rules ultimate
#? []
1550 halfpoint-state
#? [.*"over":null.*"bowl":\{"black":0,"white":0\}.*"ultimate_stone_in":"white".*]
1560 kgs-rules chinese
#? []
1570 halfpoint-state
#? [.*"over":"passes".*"ledger":\{"black":0,"white":0\}.*"consecutive_passes":2.*]
1580 kgs-rules two_button
#? []
1590 halfpoint-state
#? [.*"over":"passes".*"ledger":\{"black":1.5,"white":1.5\}.*"buttons_left":0.*"consecutive_passes":2.*"first_token":"black".*"last_token":"white".*]
