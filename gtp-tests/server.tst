# The Black&White server's games: game types, komi, handicap, dead stones, taking back. How they are counted is in
# black_white.tst; what is refused, in bad-input.tst.
kgs-rules black_white
10 known_command halfpoint-game_type
#? [true]

# Komi by game type and board; equal ranks guess for colours.
boardsize 19
komi 3
20 halfpoint-game_type ho_sun
#? [ho_sun komi 6\.5]
30 get_komi
#? [6\.5]
boardsize 13
komi 3
40 halfpoint-game_type ho_sun
#? [ho_sun komi 0\.5]
50 get_komi
#? [0\.5]
boardsize 9
komi 3
60 halfpoint-game_type ho_sun
#? [ho_sun komi 0\.5]
70 get_komi
#? [0\.5]
boardsize 11
komi 3
80 halfpoint-game_type ho_sun
#? [ho_sun komi 0\.5]
90 get_komi
#? [0\.5]
boardsize 19 9
komi 3
100 halfpoint-game_type ho_sun
#? [ho_sun komi 0\.5]
110 get_komi
#? [0\.5]
boardsize 19
komi 3
120 halfpoint-game_type jung_sun
#? [jung_sun komi 0\.5]
130 get_komi
#? [0\.5]
140 halfpoint-state
#? [.*"komi":0\.5,"to_move":"black","moves":0,.*]

# By two ranks: none, one, two and three apart; the lower one has Black.
150 halfpoint-game_type 5k 5k
#? [ho_sun komi 6\.5 colors by guess]
160 halfpoint-game_type 5k 4k
#? [jung_sun komi 0\.5 black 5k white 4k]
170 halfpoint-game_type 1D 2K
#? [jung_sun komi 0\.5 black 2k white 1d]
180 halfpoint-game_type 9d 1d[P]
#? [jung_sun komi 0\.5 black 9d white 1p]
190 halfpoint-game_type 1d 3k
#? [handicap 3 komi 0\.5 black 3k white 1d stones D4 Q16 D16]
200 halfpoint-state
#? [.*"komi":0\.5,"to_move":"white","moves":0,.*]
clear_board
210 halfpoint-game_type 10k 2k
#? [handicap 7 komi 0\.5 black 10k white 2k stones .*]
clear_board
220 halfpoint-game_type 18k 9p
#? [handicap 25 komi 0\.5 black 18k white 9p stones .*]

# The points of each number of stones; White moves first.
clear_board
komi 3
230 halfpoint-game_type handicap 2
#? [handicap 2 komi 0\.5 stones D4 Q16]
240 halfpoint-state
#? [.*"komi":0\.5,"to_move":"white","moves":0,.*]
clear_board
komi 3
250 halfpoint-game_type handicap 3
#? [handicap 3 komi 0\.5 stones D4 Q16 D16]
260 halfpoint-state
#? [.*"komi":0\.5,"to_move":"white","moves":0,.*]
clear_board
komi 3
270 halfpoint-game_type handicap 4
#? [handicap 4 komi 0\.5 stones D4 Q16 D16 Q4]
280 halfpoint-state
#? [.*"komi":0\.5,"to_move":"white","moves":0,.*]
clear_board
komi 3
290 halfpoint-game_type handicap 5
#? [handicap 5 komi 0\.5 stones D4 Q16 D16 Q4 K10]
300 halfpoint-state
#? [.*"komi":0\.5,"to_move":"white","moves":0,.*]
clear_board
komi 3
310 halfpoint-game_type handicap 6
#? [handicap 6 komi 0\.5 stones D4 Q16 D16 Q4 D10 Q10]
320 halfpoint-state
#? [.*"komi":0\.5,"to_move":"white","moves":0,.*]
clear_board
komi 3
330 halfpoint-game_type handicap 7
#? [handicap 7 komi 0\.5 stones D4 Q16 D16 Q4 D10 Q10 K10]
340 halfpoint-state
#? [.*"komi":0\.5,"to_move":"white","moves":0,.*]
clear_board
komi 3
350 halfpoint-game_type handicap 9
#? [handicap 9 komi 0\.5 stones D4 Q16 D16 Q4 D10 Q10 K4 K16 K10]
360 halfpoint-state
#? [.*"komi":0\.5,"to_move":"white","moves":0,.*]
clear_board
komi 3
370 halfpoint-game_type handicap 13
#? [handicap 13 komi 0\.5 stones D4 K4 Q4 G7 N7 D10 K10 Q10 G13 N13 D16 K16 Q16]
380 halfpoint-state
#? [.*"komi":0\.5,"to_move":"white","moves":0,.*]
clear_board
komi 3
390 halfpoint-game_type handicap 21
#? [handicap 21 komi 0\.5 stones D4 G4 K4 N4 Q4 D7 K7 Q7 D10 G10 K10 N10 Q10 D13 K13 Q13 D16 G16 K16 N16 Q16]
400 halfpoint-state
#? [.*"komi":0\.5,"to_move":"white","moves":0,.*]
clear_board
komi 3
410 halfpoint-game_type handicap 25
#? [handicap 25 komi 0\.5 stones D4 G4 K4 N4 Q4 D7 G7 K7 N7 Q7 D10 G10 K10 N10 Q10 D13 G13 K13 N13 Q13 D16 G16 K16 N16 Q16]
420 halfpoint-state
#? [.*"komi":0\.5,"to_move":"white","moves":0,.*]

# The same names in other spellings, and handicap on the smaller boards.
clear_board
430 halfpoint-game_type Ho-Sun
#? [ho_sun komi 6\.5]
boardsize 9
440 halfpoint-game_type handicap 9
#? [handicap 9 komi 0\.5 stones C3 G7 C7 G3 C5 G5 E3 E7 E5]
boardsize 13
450 halfpoint-game_type 18k 1d
#? [handicap 9 komi 0\.5 black 18k white 1d stones D4 K10 D10 K4 D7 K7 G4 G10 G7]

# A number of stones that two ranks give is at most what the board has points for.
boardsize 8
460 halfpoint-game_type 18k 1d
#? [handicap 4 komi 0\.5 .* stones C3 F6 C6 F3]
boardsize 6
470 halfpoint-game_type 2k 1d
#? [jung_sun komi 0\.5 .*]

# Moves are not taken back unless that was agreed on (--take-back).
boardsize 9
play b C3
480 halfpoint-take_back b
#? [refused]
490 halfpoint-take_back w
#? [refused]
500 halfpoint-state
#? [.*"moves":1,.*]

# Marking one stone marks every stone of its colour in that enclosed territory, and no other.
boardsize 9
komi 0.5
gogui-setup b C1 w G1 b C2 w G2 b C3 w G3 b C4 w G4 b C5 w G5 b C6 w G6 b C7 w G7 b C8 w G8 b C9 w G9 w A2 w A8 w B5 b J5
510 halfpoint-dead A2
#? [A2 B5 A8]
520 final_status_list dead
#? [A2\nB5\nA8]
530 halfpoint-dead A2 J5
#? [A2 B5 J5 A8]
540 halfpoint-score
#? [black_white\tB\+1\.5\t21\t19\.5\tBlack: 18 territory \+ 3 dead stones; White: 18 territory \+ 1 dead stones \+ 0\.5 komi; as if both passed now]

# After two passes the dead stones are marked; either side may return to play, and the marks are gone.
halfpoint-dead none
gogui-setup b C1 w G1 b C2 w G2 b C3 w G3 b C4 w G4 b C5 w G5 b C6 w G6 b C7 w G7 b C8 w G8 b C9 w G9 w A2
play b pass
play w pass
550 halfpoint-state
#? [.*"over":"passes".*]
560 halfpoint-dead A2
#? [A2]
570 halfpoint-state
#? [.*"over":"passes".*"dead":\["A2"\].*]
play w A8
580 halfpoint-state
#? [.*"to_move":"black".*"moves":3.*"over":null.*"dead":\[\].*]
undo
590 halfpoint-state
#? [.*"over":"passes".*"dead":\["A2"\].*]
play b A1
600 halfpoint-state
#? [.*"to_move":"white".*"over":null.*]
halfpoint-dead auto

# Rights to capture: bent four in the corner is dead as it stands.
boardsize 7
komi 0
gogui-setup w A7 b C7 w D7 w F7 w A6 b B6 b C6 w D6 w E6 w F6 w G6 w A5 b C5 w D5 w F5 w G5 b A4 b B4 b C4 w D4 w E4 w F4 w G4 w A3 w B3 w C3 w D3 w E3 w F3 w G3 b A2 b B2 b C2 b D2 b E2 b F2 b G2 b B1 b E1 b G1
610 halfpoint-dead auto
#? [A4 B4 C4 C5 B6 C6 C7]
620 final_score
#? [W\+15]

# Neutral points: the shared liberties of a seki count for nobody.
boardsize 6 2
gogui-setup b A2 b B1 b B2 w D1 w D2 w E2 w F1 w F2
630 final_status_list dame
#? [A1 C1 E1 C2]
640 final_score
#? [0]

# Resigning loses, as do leaving and exceeding the time, which are the business of whoever keeps the clock.
boardsize 9
komi 0.5
halfpoint-game_type handicap 2
play w resign
650 final_score
#? [B\+R]
