# Ultimate Go: no count; a delay costs a prisoner, and whoever cannot move has lost.

# The rules by name; komi and board stay as they are.
boardsize 5
komi 0
10 kgs-rules Ultimate Go
#? []
20 halfpoint-state
#? [\{"rules":"ultimate","width":5,"height":5,"komi":0,"to_move":"black","moves":0,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"none","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":1,"white":1\},"ultimate_stone_in":null,"consecutive_passes":0,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
30 kata-get-rules
#? [.*"ko":"POSITIONAL".*"suicide":false.*"tax":"ALL".*]

# What pass means, and the names besides.
40 halfpoint-pass_means
#? [delay]
50 halfpoint-pass_means w
#? [delay]
60 halfpoint-legal
#? [A1 B1 C1 D1 E1 A2 .* E5 delay]

# Example A: Black B1 to B5, White C1 to C5; Black passes, White passes.
clear_board
halfpoint-dead none
70 gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
#? []
80 halfpoint-pass_means
#? [delay]
play b pass
play w pass
90 halfpoint-state
#? [\{"rules":"ultimate","width":5,"height":5,"komi":0,"to_move":"black","moves":12,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"none","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":"white","consecutive_passes":0,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
100 final_score
#? [W\+5]
110 halfpoint-score
#? [ultimate\tW\+5\t4\t9\tBlack: 5 territory - 2 group tax \+ 1 bowl; White: 10 territory - 2 group tax \+ 1 bowl.*]
120 halfpoint-pass_means
#? [draw]

# The same with the moves by name.
gg-undo 2
130 gogui-play_sequence b delay w delay
#? []
140 halfpoint-state
#? [\{"rules":"ultimate","width":5,"height":5,"komi":0,"to_move":"black","moves":12,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"none","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":"white","consecutive_passes":0,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
150 halfpoint-score ultimate
#? [ultimate\tW\+5\t4\t9\tBlack: 5 territory - 2 group tax \+ 1 bowl; White: 10 territory - 2 group tax \+ 1 bowl.*]

# Example B: Black B1 to B5, White D1 to D5, then the column between; White passes, Black passes.
clear_board
halfpoint-dead none
160 gogui-play_sequence b B1 w D1 b B2 w D2 b B3 w D3 b B4 w D4 b B5 w D5 b C1 w C2 b C3 w C4 b C5
#? []
170 halfpoint-pass_means
#? [delay]
play w pass
play b pass
180 halfpoint-state
#? [\{"rules":"ultimate","width":5,"height":5,"komi":0,"to_move":"white","moves":17,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"none","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":"black","consecutive_passes":0,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
190 final_score
#? [0]
200 halfpoint-score
#? [ultimate\t0\t4\t4\tBlack: 5 territory - 2 group tax \+ 1 bowl; White: 5 territory - 2 group tax \+ 1 bowl.*]
210 halfpoint-pass_means
#? [draw]

# The same with the moves by name.
gg-undo 2
220 gogui-play_sequence w delay b delay
#? []
230 halfpoint-state
#? [\{"rules":"ultimate","width":5,"height":5,"komi":0,"to_move":"white","moves":17,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"none","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":"black","consecutive_passes":0,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
240 halfpoint-score ultimate
#? [ultimate\t0\t4\t4\tBlack: 5 territory - 2 group tax \+ 1 bowl; White: 5 territory - 2 group tax \+ 1 bowl.*]

# The empty board, passed out, with komi.
clear_board
komi 6.5
250 final_score
#? [0]
komi 0

# A chain of two at A1 and A2 would be without liberties; A3 and B1 are of the other colour.
boardsize 3
gogui-setup b A3 b B1 b B2 w A1
gogui-setup_player w
260 halfpoint-legal w
#? [C1 C2 B3 C3 delay]

# A ko: Black takes at C2. The start may not come back while Black was to move in it.
boardsize 4 3
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
270 play b C2
#? []
280 halfpoint-legal w
#? [D1 D3 delay]

# Passes do not change that.
play w pass
play b pass
290 halfpoint-legal w
#? [D1 D3]

# The same with White to move in the start: the position counts, not the turn.
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
gogui-setup_player w
play b C2
300 halfpoint-legal w
#? [D1 D3 delay]

# Three kos in a circle: with the sixth taking the start would come back.
boardsize 4 7
gogui-setup b A2 b A4 b A6 b B1 b B3 b B5 b B7 w D2 w D4 w D6 w C1 w C3 w C5 w C7 b C2 w B4 w B6
310 gogui-play_sequence b C4 w B2 b C6 w B4 b C2
#? []
320 halfpoint-legal w
#? [D1 D3 C4 D5 D7 delay]

# A white stone in Black's territory: dead by agreement.
boardsize 5
gogui-setup b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w A3
330 halfpoint-dead A3
#? [A3]
340 final_status_list dead
#? [A3]
350 halfpoint-score
#? [ultimate\tW\+4\t5\t9\tBlack: 5 territory - 2 group tax \+ 1 dead stones \+ 1 bowl; White: 10 territory - 2 group tax \+ 1 bowl.*]
360 final_score
#? [W\+4]

# Komi is stored and not used.
komi 6.5
370 get_komi
#? [6.5]
380 final_score
#? [W\+4]
komi 0

# The first delay makes the ultimate stone, the second gives a prisoner back; then Black may declare a draw.
boardsize 5
halfpoint-dead none
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
play b delay
390 halfpoint-state
#? [.*"to_move":"white".*"over":null.*"bowl":\{"black":0,"white":1\}.*"ultimate_stone_in":"white".*"consecutive_passes":0.*]
400 halfpoint-legal
#? [A1 .* E5 delay]
play w pass
410 halfpoint-state
#? [.*"to_move":"black".*"over":null.*"bowl":\{"black":0,"white":0\}.*"ultimate_stone_in":"white".*]
420 halfpoint-pass_means
#? [draw]
430 halfpoint-legal
#? [A1 D1 E1 A2 D2 E2 A3 D3 E3 A4 D4 E4 A5 D5 E5 draw]

# A placement instead: White has no prisoner and no right to a draw, and has to place a stone.
play b A1
440 halfpoint-pass_means
#? [illegal]
450 halfpoint-legal
#? [D1 E1 A2 D2 E2 A3 D3 E3 A4 D4 E4 A5 D5 E5]
460 halfpoint-state
#? [.*"to_move":"white".*"over":null.*]
undo
play b pass
470 halfpoint-state
#? [.*"over":"draw".*]
480 final_score
#? [0]
490 halfpoint-legal
#? []
500 halfpoint-pass_means
#? [illegal]

# A capture fills the bowl.
clear_board
510 gogui-play_sequence b B1 w A1 b A2
#? []
520 halfpoint-state
#? [.*"moves":3.*"captures":\{"black":1,"white":0\}.*"bowl":\{"black":2,"white":1\}.*]

# Handicap in prisoners.
clear_board
halfpoint-dead none
530 kata-set-rule bowlHandicap 2
#? []
540 halfpoint-state
#? [.*"rules":"ultimate".*"bowl":\{"black":1,"white":3\}.*]
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
550 final_score
#? [W\+7]
560 kata-set-rule bowlHandicap -3
#? []
570 halfpoint-state
#? [.*"moves":10.*"bowl":\{"black":4,"white":1\}.*]
580 final_score
#? [W\+2]
590 kata-set-rule bowlHandicap 0
#? []
600 final_score
#? [W\+5]

# The point for who is to move once the dame are filled: five dame, Black delayed.
boardsize 5
halfpoint-dead none
gogui-setup b B1 b B2 b B3 b B4 b B5 w D1 w D2 w D3 w D4 w D5
610 final_score
#? [0]
play b delay
620 final_score
#? [W\+1]
undo
play b C3
play w delay
630 final_score
#? [0]

# A player who cannot move has lost at once.
boardsize 5 2
gogui-setup b A2 b B1 b B2 b C2 b D1 b D2 b E2
640 gogui-play_sequence b delay w delay b A1
#? []
650 halfpoint-state
#? [.*"to_move":"white".*"over":"no_move".*]
660 final_score
#? [B\+R]
670 halfpoint-score
#? [ultimate\tB\+R\t.*]
680 genmove w
#? [resign]
690 halfpoint-state
#? [.*"moves":3.*"over":"no_move".*]

# Resigning ends the game.
boardsize 5
play b resign
700 halfpoint-state
#? [.*"moves":1.*"over":"resign".*]
710 final_score
#? [W\+R]
720 halfpoint-score
#? [ultimate\tW\+R\t.*]
730 halfpoint-legal
#? []
undo
740 halfpoint-state
#? [.*"to_move":"black".*"moves":0.*"over":null.*]
