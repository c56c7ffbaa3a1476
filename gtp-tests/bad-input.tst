# What cannot be done is answered with ? and a short reason, and changes nothing.
# An expectation that begins with \? is that of an error. (gogui-regress itself takes every error for a failure;
# this is the one suite that it cannot run.)
boardsize 9
komi 6.5

# No such command.
10 nonsense
#? [\? unknown command]
20 analyze
#? [\? unknown command]
30 kgs-chat
#? [\? unknown command]
40 Play b C3
#? [\? unknown command]
50 play_b C3
#? [\? unknown command]
60 =
#? [\? unknown command]
70 ?
#? [\? unknown command]
80 99999999999 name
#? [\? unknown command]
90 -1 name
#? [\? unknown command]
100 3.5
#? [\? unknown command]
110 halfpoint-
#? [\? unknown command]
120 ünknown
#? [\? unknown command]
130 b C3
#? [\? unknown command]
140 999999999999999999999999999999 quit
#? [\? unknown command]
150 halfpoint-state
#? [.*"rules":"chinese","width":9,"height":9,"komi":6.5,"to_move":"black","moves":0,.*]

# Too few arguments, or too many.
160 play
#? [\? syntax error.*]
170 play b
#? [\? syntax error.*]
180 play b C3 D4
#? [\? syntax error.*]
190 genmove
#? [\? syntax error.*]
200 genmove b w
#? [\? syntax error.*]
210 reg_genmove
#? [\? syntax error.*]
220 known_command
#? [\? syntax error.*]
230 boardsize
#? [\? syntax error.*]
240 boardsize 9 9 9
#? [\? syntax error.*]
250 rectangular_boardsize 9
#? [\? syntax error.*]
260 komi
#? [\? syntax error.*]
270 komi 6.5 7
#? [\? syntax error.*]
280 get_komi 6.5
#? [\? syntax error.*]
290 undo 1
#? [\? syntax error.*]
300 clear_board now
#? [\? syntax error.*]
310 fixed_handicap
#? [\? syntax error.*]
320 place_free_handicap
#? [\? syntax error.*]
330 set_free_handicap
#? [\? syntax error.*]
340 time_settings
#? [\? syntax error.*]
350 time_settings 1 2
#? [\? syntax error.*]
360 time_left b
#? [\? syntax error.*]
370 final_status
#? [\? syntax error.*]
380 final_status_list
#? [\? syntax error.*]
390 kgs-rules
#? [\? syntax error.*]
400 kata-set-rules
#? [\? syntax error.*]
410 kata-set-rule
#? [\? syntax error.*]
420 kata-set-rule ko
#? [\? syntax error.*]
430 kgs-time_settings
#? [\? syntax error.*]
440 gogui-setup_player
#? [\? syntax error.*]
450 halfpoint-propose_dead
#? [\? syntax error.*]
460 halfpoint-genmove
#? [\? syntax error.*]
470 set_random_seed
#? [\? syntax error.*]
480 loadsgf
#? [\? syntax error.*]
490 list_commands all
#? [\? syntax error.*]
500 name me
#? [\? syntax error.*]
510 halfpoint-state
#? [.*"rules":"chinese","width":9,"height":9,"komi":6.5,"to_move":"black","moves":0,.*]

# Colours and vertices.
520 play green C3
#? [\? syntax error.*]
530 play bw C3
#? [\? syntax error.*]
540 play 1 C3
#? [\? syntax error.*]
550 play c3 b
#? [\? syntax error.*]
560 play b
#? [\? syntax error.*]
570 play b I5
#? [\? syntax error.*]
580 play b A0
#? [\? syntax error.*]
590 play b A10
#? [\? syntax error.*]
600 play b K1
#? [\? syntax error.*]
610 play b Z1
#? [\? syntax error.*]
620 play b A-1
#? [\? syntax error.*]
630 play b A+1
#? [\? syntax error.*]
640 play b A1.0
#? [\? syntax error.*]
650 play b A01
#? [\? syntax error.*]
660 play b 1A
#? [\? syntax error.*]
670 play b AA
#? [\? syntax error.*]
680 play b A
#? [\? syntax error.*]
690 play b 5
#? [\? syntax error.*]
700 play b tt
#? [\? syntax error.*]
710 play b C3C
#? [\? syntax error.*]
720 play b passs
#? [\? syntax error.*]
730 play b ½
#? [\? syntax error.*]
740 play b é1
#? [\? syntax error.*]
750 play b A99999999999999999999
#? [\? syntax error.*]
760 play b swap
#? [\? syntax error.*]
770 play black
#? [\? syntax error.*]
780 genmove green
#? [\? syntax error.*]
790 genmove C3
#? [\? syntax error.*]
800 reg_genmove c
#? [\? syntax error.*]
810 final_status Z9
#? [\? syntax error.*]
820 final_status pass
#? [\? syntax error.*]
830 final_status_list nonsense
#? [\? syntax error.*]
840 halfpoint-legal green
#? [\? syntax error.*]
850 halfpoint-pass_means 3
#? [\? syntax error.*]
860 halfpoint-dead Z9
#? [\? syntax error.*]
870 halfpoint-dead pass
#? [\? syntax error.*]
880 gogui-setup_player green
#? [\? syntax error.*]
890 halfpoint-genmove green button
#? [\? syntax error.*]
900 halfpoint-state
#? [.*"rules":"chinese","width":9,"height":9,"komi":6.5,"to_move":"black","moves":0,.*]

# Board sizes.
910 boardsize 1
#? [\? unacceptable size]
920 boardsize 0
#? [\? unacceptable size]
930 boardsize 26
#? [\? unacceptable size]
940 boardsize 9 26
#? [\? unacceptable size]
950 boardsize 1 9
#? [\? unacceptable size]
960 boardsize 1000
#? [\? unacceptable size]
970 rectangular_boardsize 26 9
#? [\? unacceptable size]
980 rectangular_boardsize 9 1
#? [\? unacceptable size]
990 boardsize -9
#? [\? .+]
1000 boardsize nine
#? [\? .+]
1010 boardsize 9.5
#? [\? .+]
1020 boardsize 9x
#? [\? .+]
1030 boardsize 99999999999999999999
#? [\? .+]
1040 boardsize 0x9
#? [\? .+]
1050 rectangular_boardsize 9 b
#? [\? .+]
1060 halfpoint-state
#? [.*"rules":"chinese","width":9,"height":9,"komi":6.5,"to_move":"black","moves":0,.*]

# Komi: finite multiples of half a point.
1070 komi abc
#? [\? .+]
1080 komi inf
#? [\? .+]
1090 komi -inf
#? [\? .+]
1100 komi nan
#? [\? .+]
1110 komi NaN
#? [\? .+]
1120 komi infinity
#? [\? .+]
1130 komi 6.25
#? [\? .+]
1140 komi 6.75
#? [\? .+]
1150 komi 0.1
#? [\? .+]
1160 komi 1e3
#? [\? .+]
1170 komi 1e400
#? [\? .+]
1180 komi 6,5
#? [\? .+]
1190 komi 6.5.0
#? [\? .+]
1200 komi --1
#? [\? .+]
1210 komi ½
#? [\? .+]
1220 komi .
#? [\? .+]
1230 komi -
#? [\? .+]
1240 komi 0x7
#? [\? .+]
1250 komi 99999999999999999999
#? [\? .+]
1260 halfpoint-state
#? [.*"rules":"chinese","width":9,"height":9,"komi":6.5,"to_move":"black","moves":0,.*]
1270 get_komi
#? [6.5]

# Handicap.
1280 fixed_handicap 1
#? [\? .+]
1290 fixed_handicap 10
#? [\? .+]
1300 fixed_handicap 0
#? [\? .+]
1310 fixed_handicap -2
#? [\? .+]
1320 fixed_handicap two
#? [\? .+]
1330 place_free_handicap 1
#? [\? .+]
1340 place_free_handicap 0
#? [\? .+]
1350 place_free_handicap 81
#? [\? .+]
1360 place_free_handicap 9999999
#? [\? .+]
1370 set_free_handicap pass
#? [\? .+]
1380 set_free_handicap C3 C3
#? [\? .+]
1390 set_free_handicap C3 Z9
#? [\? .+]
1400 set_free_handicap C3 pass
#? [\? .+]
1410 halfpoint-state
#? [.*"rules":"chinese","width":9,"height":9,"komi":6.5,"to_move":"black","moves":0,.*]
play b C3
1420 fixed_handicap 2
#? [\? .+]
1430 place_free_handicap 2
#? [\? .+]
1440 set_free_handicap C3 D4
#? [\? .+]
1450 set_free_handicap A1 A2
#? [\? .+]
1460 halfpoint-state
#? [.*"to_move":"white".*"moves":1.*]
undo
gogui-setup w C3
1470 fixed_handicap 2
#? [\? .+]
1480 set_free_handicap A1 A2
#? [\? .+]
clear_board
boardsize 6
1490 fixed_handicap 2
#? [\? .+]
boardsize 8
1500 fixed_handicap 5
#? [\? .+]
boardsize 9
1510 halfpoint-state
#? [.*"rules":"chinese","width":9,"height":9,"komi":6.5,"to_move":"black","moves":0,.*]

# Setting up.
1520 gogui-setup b
#? [\? .+]
1530 gogui-setup C3
#? [\? .+]
1540 gogui-setup b C3 b C3
#? [\? .+]
1550 gogui-setup b C3 w C3
#? [\? .+]
1560 gogui-setup b Z1
#? [\? .+]
1570 gogui-setup b pass
#? [\? .+]
1580 gogui-setup w A1 b A2 b B1
#? [\? .+]
1590 gogui-setup b C3 D4
#? [\? .+]
1600 halfpoint-state
#? [.*"rules":"chinese","width":9,"height":9,"komi":6.5,"to_move":"black","moves":0,.*]
play b E5
1601 set_position b
#? [\? .+]
1602 set_position C3
#? [\? .+]
1603 set_position b C3 w C3
#? [\? repeated vertex]
1604 set_position b pass
#? [\? .+]
1605 set_position w A1 b A2 b B1
#? [\? a chain has no liberty]
1606 halfpoint-state
#? [.*"rules":"chinese","width":9,"height":9,"komi":6.5,"to_move":"white","moves":1,.*]
1607 kata-time_settings fischer-capped 60 5 --1 -1
#? [\? .+]
1608 kata-time_settings fischer-capped -60 5 -1 -1
#? [\? .+]
1609 kata-list_time_settings all
#? [\? .+]
1611 kata-get-param
#? [\? .+]
1612 kata-get-param humanSLProfile
#? [\? .+]
1613 kata-set-param maxVisits
#? [\? .+]
1614 kata-set-param maxVisits 0
#? [\? .+]
1615 kata-set-param maxTime -1
#? [\? .+]
1625 kata-set-param maxTime 90000
#? [\? .+]
1626 kata-set-param maxTime 1e308
#? [\? .+]
1616 kata-set-param numSearchThreads 257
#? [\? .+]
1617 kata-set-param ponderingEnabled 1
#? [\? .+]
1618 kata-set-param rootNoiseEnabled true
#? [\? .+]
1619 kata-benchmark
#? [\? .+]
1621 kata-benchmark 0
#? [\? .+]
1622 cgos-genmove_analyze
#? [\? .+]
1623 cgos-genmove_analyze green
#? [\? .+]
1624 cgos-genmove_analyze b 10
#? [\? .+]
undo

# Sequences: all or nothing.
1610 gogui-play_sequence b
#? [\? .+]
1620 gogui-play_sequence b C3 w
#? [\? .+]
1630 gogui-play_sequence b C3 w C3
#? [\? .+]
1640 gogui-play_sequence b C3 w Z9
#? [\? .+]
1650 gogui-play_sequence b C3 w D4 b button
#? [\? .+]
1660 gogui-play_sequence b C3 w resign b D4
#? [\? .+]
1670 gogui-play_sequence b C3 green D4
#? [\? .+]
1680 halfpoint-state
#? [.*"rules":"chinese","width":9,"height":9,"komi":6.5,"to_move":"black","moves":0,.*]

# Nothing to take back.
1690 undo
#? [\? cannot undo]
1700 gg-undo
#? [\? cannot undo]
1710 gg-undo 1
#? [\? cannot undo]
play b C3
play w D4
1720 gg-undo 3
#? [\? cannot undo]
1730 gg-undo -1
#? [\? .+]
1740 gg-undo many
#? [\? .+]
1750 gg-undo 1.5
#? [\? .+]
1760 gg-undo 99999999999999
#? [\? .+]
1770 halfpoint-state
#? [.*"moves":2.*]
gg-undo 2
1780 halfpoint-state
#? [.*"rules":"chinese","width":9,"height":9,"komi":6.5,"to_move":"black","moves":0,.*]

# Time.
1790 time_settings -1 0 0
#? [\? .+]
1800 time_settings a b c
#? [\? .+]
1810 time_settings nan 0 0
#? [\? .+]
1820 time_settings inf 1 1
#? [\? .+]
1830 time_settings 1 1 -1
#? [\? .+]
1840 time_settings 1 1 1.5
#? [\? .+]
1850 kgs-time_settings nonsense
#? [\? .+]
1860 kgs-time_settings absolute
#? [\? .+]
1870 kgs-time_settings byoyomi 1 2
#? [\? .+]
1880 kgs-time_settings canadian 1 2 -3
#? [\? .+]
1890 kata-time_settings fischer 60
#? [\? .+]
1900 time_left green 1 1
#? [\? .+]
1910 time_left b -1 1
#? [\? .+]
1920 time_left b x 1
#? [\? .+]

# Rules.
1930 kgs-rules nonsense
#? [\? unknown rules nonsense; rule sets: .*ultimate]
1940 kata-set-rules nonsense
#? [\? unknown rules nonsense; rule sets: .*ultimate]
1950 kgs-rules no such rules
#? [\? unknown rules no such rules; rule sets: .*ultimate]
1960 halfpoint-score nonsense
#? [\? unknown rules nonsense; rule sets: .*ultimate]
1970 kata-set-rules {
#? [\? .+]
1980 kata-set-rules {}x
#? [\? .+]
1990 kata-set-rules []
#? [\? .+]
2000 kata-set-rules {"ko":"ETERNAL"}
#? [\? .+]
2010 kata-set-rules {"nonsense":1}
#? [\? .+]
2020 kata-set-rules {"id":"nonsense"}
#? [\? .+]
2030 kata-set-rules {"ko":7}
#? [\? .+]
2040 kata-set-rules {"pass":"DELAY"}
#? [\? .+]
2050 kata-set-rule ko ETERNAL
#? [\? .+]
2060 kata-set-rule nonsense true
#? [\? .+]
2070 kata-set-rule suicide maybe
#? [\? .+]
2080 kata-set-rule bowlHandicap 2
#? [\? .+]
2090 kata-set-rule tax HALF
#? [\? .+]
2100 halfpoint-state
#? [.*"rules":"chinese","width":9,"height":9,"komi":6.5,"to_move":"black","moves":0,.*]

# Moves that are illegal under the rules asked for: the error names the move, the rules stay.
boardsize 3
kgs-rules tromp_taylor
gogui-setup b A3 b B1 b B2 w A1
gogui-setup_player w
play w A2
2110 kgs-rules chinese
#? [\? .*A2.*suicide.*]
2120 kata-set-rule suicide false
#? [\? .*A2.*suicide.*]
2130 halfpoint-score chinese
#? [\? .*A2.*suicide.*]
2140 halfpoint-state
#? [.*"rules":"tromp_taylor",.*"moves":1,.*"captures":\{"black":2,"white":0\}.*]
boardsize 9
kgs-rules chinese
2150 halfpoint-state
#? [.*"rules":"chinese","width":9,"height":9,"komi":6.5,"to_move":"black","moves":0,.*]

# Files.
2160 loadsgf no-such-file.sgf
#? [\? .+]
2170 loadsgf /
#? [\? .+]
2180 printsgf /no/such/folder/game.sgf
#? [\? .+]
2190 halfpoint-state
#? [.*"rules":"chinese","width":9,"height":9,"komi":6.5,"to_move":"black","moves":0,.*]

# Seeds.
2200 set_random_seed x
#? [\? .+]
2210 set_random_seed -1
#? [\? .+]
2220 set_random_seed 1.5
#? [\? .+]
2230 set_random_seed 99999999999999999999
#? [\? .+]

# Illegal moves.
play b C3
2240 play w C3
#? [\? illegal move: occupied]
2250 play b C3
#? [\? illegal move: occupied]
undo
komi 0

# tromp_taylor: occupied, suicide, repetition, and names that are not its own.
boardsize 4 3
kgs-rules tromp_taylor
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
2260 play b B2
#? [\? illegal move: occupied]
2270 play b button
#? [\? illegal move: .+]
2280 play b halfpass
#? [\? illegal move: .+]
2290 play b fullpass
#? [\? illegal move: .+]
2300 play b delay
#? [\? illegal move: .+]
2310 play b draw
#? [\? illegal move: .+]
play b C2
2320 play w A1
#? [\? illegal move: suicide]
2330 play w B2
#? [\? illegal move: superko]
2340 halfpoint-state
#? [.*"rules":"tromp_taylor",.*"to_move":"white","moves":1,"over":null,"captures":\{"black":1,"white":0\}.*]

# chinese: occupied, suicide, repetition, and names that are not its own.
boardsize 4 3
kgs-rules chinese
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
2350 play b B2
#? [\? illegal move: occupied]
2360 play b button
#? [\? illegal move: .+]
2370 play b halfpass
#? [\? illegal move: .+]
2380 play b fullpass
#? [\? illegal move: .+]
2390 play b delay
#? [\? illegal move: .+]
2400 play b draw
#? [\? illegal move: .+]
play b C2
2410 play w A1
#? [\? illegal move: suicide]
2420 play w B2
#? [\? illegal move: superko]
2430 halfpoint-state
#? [.*"rules":"chinese",.*"to_move":"white","moves":1,"over":null,"captures":\{"black":1,"white":0\}.*]

# new_zealand: occupied, suicide, repetition, and names that are not its own.
boardsize 4 3
kgs-rules new_zealand
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
2440 play b B2
#? [\? illegal move: occupied]
2450 play b button
#? [\? illegal move: .+]
2460 play b halfpass
#? [\? illegal move: .+]
2470 play b fullpass
#? [\? illegal move: .+]
2480 play b delay
#? [\? illegal move: .+]
2490 play b draw
#? [\? illegal move: .+]
play b C2
2500 play w A1
#? [\? illegal move: suicide]
2510 play w B2
#? [\? illegal move: superko]
2520 halfpoint-state
#? [.*"rules":"new_zealand",.*"to_move":"white","moves":1,"over":null,"captures":\{"black":1,"white":0\}.*]

# aga: occupied, suicide, repetition, and names that are not its own.
boardsize 4 3
kgs-rules aga
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
2530 play b B2
#? [\? illegal move: occupied]
2540 play b button
#? [\? illegal move: no button under aga; tokens: fullpass]
2550 play b halfpass
#? [\? illegal move: .+]
2560 play b delay
#? [\? illegal move: .+]
2570 play b draw
#? [\? illegal move: .+]
play b C2
2580 play w A1
#? [\? illegal move: suicide]
2590 play w B2
#? [\? illegal move: superko]
2600 halfpoint-state
#? [.*"rules":"aga",.*"to_move":"white","moves":1,"over":null,"captures":\{"black":1,"white":0\}.*]

# bga: occupied, suicide, repetition, and names that are not its own.
boardsize 4 3
kgs-rules bga
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
2610 play b B2
#? [\? illegal move: occupied]
2620 play b button
#? [\? illegal move: no button under bga; tokens: fullpass]
2630 play b halfpass
#? [\? illegal move: .+]
2640 play b delay
#? [\? illegal move: .+]
2650 play b draw
#? [\? illegal move: .+]
play b C2
2660 play w A1
#? [\? illegal move: suicide]
2670 play w B2
#? [\? illegal move: superko]
2680 halfpoint-state
#? [.*"rules":"bga",.*"to_move":"white","moves":1,"over":null,"captures":\{"black":1,"white":0\}.*]

# stone_scoring: occupied, suicide, repetition, and names that are not its own.
boardsize 4 3
kgs-rules stone_scoring
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
2690 play b B2
#? [\? illegal move: occupied]
2700 play b button
#? [\? illegal move: .+]
2710 play b halfpass
#? [\? illegal move: .+]
2720 play b fullpass
#? [\? illegal move: .+]
2730 play b delay
#? [\? illegal move: .+]
2740 play b draw
#? [\? illegal move: .+]
play b C2
2750 play w A1
#? [\? illegal move: suicide]
2760 play w B2
#? [\? illegal move: superko]
2770 halfpoint-state
#? [.*"rules":"stone_scoring",.*"to_move":"white","moves":1,"over":null,"captures":\{"black":1,"white":0\}.*]

# japanese: occupied, suicide, repetition, and names that are not its own.
boardsize 4 3
kgs-rules japanese
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
2780 play b B2
#? [\? illegal move: occupied]
2790 play b button
#? [\? illegal move: .+]
2800 play b halfpass
#? [\? illegal move: .+]
2810 play b fullpass
#? [\? illegal move: .+]
2820 play b delay
#? [\? illegal move: .+]
2830 play b draw
#? [\? illegal move: .+]
play b C2
2840 play w A1
#? [\? illegal move: suicide]
2850 play w B2
#? [\? illegal move: ko]
2860 halfpoint-state
#? [.*"rules":"japanese",.*"to_move":"white","moves":1,"over":null,"captures":\{"black":1,"white":0\}.*]

# korean: occupied, suicide, repetition, and names that are not its own.
boardsize 4 3
kgs-rules korean
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
2870 play b B2
#? [\? illegal move: occupied]
2880 play b button
#? [\? illegal move: .+]
2890 play b halfpass
#? [\? illegal move: .+]
2900 play b fullpass
#? [\? illegal move: .+]
2910 play b delay
#? [\? illegal move: .+]
2920 play b draw
#? [\? illegal move: .+]
play b C2
2930 play w A1
#? [\? illegal move: suicide]
2940 play w B2
#? [\? illegal move: ko]
2950 halfpoint-state
#? [.*"rules":"korean",.*"to_move":"white","moves":1,"over":null,"captures":\{"black":1,"white":0\}.*]

# black_white: occupied, suicide, repetition, and names that are not its own.
boardsize 4 3
kgs-rules black_white
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
2960 play b B2
#? [\? illegal move: occupied]
2970 play b button
#? [\? illegal move: .+]
2980 play b halfpass
#? [\? illegal move: .+]
2990 play b fullpass
#? [\? illegal move: .+]
3000 play b delay
#? [\? illegal move: .+]
3010 play b draw
#? [\? illegal move: .+]
play b C2
3020 play w A1
#? [\? illegal move: suicide]
3030 play w B2
#? [\? illegal move: ko]
3040 halfpoint-state
#? [.*"rules":"black_white",.*"to_move":"white","moves":1,"over":null,"captures":\{"black":1,"white":0\}.*]

# button: occupied, suicide, repetition, and names that are not its own.
boardsize 4 3
kgs-rules button
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
3050 play b B2
#? [\? illegal move: occupied]
3060 play b halfpass
#? [\? illegal move: .+]
3070 play b delay
#? [\? illegal move: .+]
3080 play b draw
#? [\? illegal move: .+]
play b C2
3090 play w A1
#? [\? illegal move: suicide]
3100 play w B2
#? [\? illegal move: superko]
3110 halfpoint-state
#? [.*"rules":"button",.*"to_move":"white","moves":1,"over":null,"captures":\{"black":1,"white":0\}.*]

# button_equivalence: occupied, suicide, repetition, and names that are not its own.
boardsize 4 3
kgs-rules button_equivalence
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
3120 play b B2
#? [\? illegal move: occupied]
3130 play b halfpass
#? [\? illegal move: .+]
3140 play b delay
#? [\? illegal move: .+]
3150 play b draw
#? [\? illegal move: .+]
play b C2
3160 play w A1
#? [\? illegal move: suicide]
3170 play w B2
#? [\? illegal move: superko]
3180 halfpoint-state
#? [.*"rules":"button_equivalence",.*"to_move":"white","moves":1,"over":null,"captures":\{"black":1,"white":0\}.*]

# two_button: occupied, suicide, repetition, and names that are not its own.
boardsize 4 3
kgs-rules two_button
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
3190 play b B2
#? [\? illegal move: occupied]
3200 play b button
#? [\? illegal move: no button under two_button; tokens: fullpass]
3210 play b halfpass
#? [\? illegal move: .+]
3220 play b delay
#? [\? illegal move: .+]
3230 play b draw
#? [\? illegal move: .+]
play b C2
3240 play w A1
#? [\? illegal move: suicide]
3250 play w B2
#? [\? illegal move: superko]
3260 halfpoint-state
#? [.*"rules":"two_button",.*"to_move":"white","moves":1,"over":null,"captures":\{"black":1,"white":0\}.*]

# two_button_moves: occupied, suicide, repetition, and names that are not its own.
boardsize 4 3
kgs-rules two_button_moves
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
3270 play b B2
#? [\? illegal move: occupied]
3280 play b halfpass
#? [\? illegal move: .+]
3290 play b delay
#? [\? illegal move: .+]
3300 play b draw
#? [\? illegal move: .+]
play b C2
3310 play w A1
#? [\? illegal move: suicide]
3320 play w B2
#? [\? illegal move: superko]
3330 halfpoint-state
#? [.*"rules":"two_button_moves",.*"to_move":"white","moves":1,"over":null,"captures":\{"black":1,"white":0\}.*]

# half_pass: occupied, suicide, repetition, and names that are not its own.
boardsize 4 3
kgs-rules half_pass
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
3340 play b B2
#? [\? illegal move: occupied]
3350 play b button
#? [\? illegal move: no button under half_pass; tokens: halfpass, fullpass]
3360 play b fullpass
#? [\? illegal move: .+]
3370 play b delay
#? [\? illegal move: .+]
3380 play b draw
#? [\? illegal move: .+]
play b C2
3390 play w A1
#? [\? illegal move: suicide]
3400 play w B2
#? [\? illegal move: superko]
3410 halfpoint-state
#? [.*"rules":"half_pass",.*"to_move":"white","moves":1,"over":null,"captures":\{"black":1,"white":0\}.*]

# ultimate: occupied, suicide, repetition, and names that are not its own.
boardsize 4 3
kgs-rules ultimate
gogui-setup b A2 b B1 b B3 w B2 w C1 w C3 w D2
3420 play b B2
#? [\? illegal move: occupied]
3430 play b button
#? [\? illegal move: no button under ultimate; tokens: delay, draw]
3440 play b halfpass
#? [\? illegal move: .+]
3450 play b fullpass
#? [\? illegal move: .+]
3460 play b draw
#? [\? illegal move: no draw]
play b C2
3470 play w A1
#? [\? illegal move: suicide]
3480 play w B2
#? [\? illegal move: superko]
3490 halfpoint-state
#? [.*"rules":"ultimate",.*"to_move":"white","moves":1,"over":null,"captures":\{"black":1,"white":0\}.*]

# A chain of two may be given up where multi-stone suicide is allowed, a single stone never.
boardsize 3
kgs-rules tromp_taylor
gogui-setup b A3 b B1 b B2 w A1
3500 play w A2
#? []
boardsize 3
kgs-rules chinese
gogui-setup b A3 b B1 b B2 w A1
3510 play w A2
#? [\? illegal move: suicide]
boardsize 3
kgs-rules new_zealand
gogui-setup b A3 b B1 b B2 w A1
3520 play w A2
#? []
boardsize 3
kgs-rules aga
gogui-setup b A3 b B1 b B2 w A1
3530 play w A2
#? [\? illegal move: suicide]
boardsize 3
kgs-rules bga
gogui-setup b A3 b B1 b B2 w A1
3540 play w A2
#? [\? illegal move: suicide]
boardsize 3
kgs-rules stone_scoring
gogui-setup b A3 b B1 b B2 w A1
3550 play w A2
#? [\? illegal move: suicide]
boardsize 3
kgs-rules japanese
gogui-setup b A3 b B1 b B2 w A1
3560 play w A2
#? [\? illegal move: suicide]
boardsize 3
kgs-rules korean
gogui-setup b A3 b B1 b B2 w A1
3570 play w A2
#? [\? illegal move: suicide]
boardsize 3
kgs-rules black_white
gogui-setup b A3 b B1 b B2 w A1
3580 play w A2
#? [\? illegal move: suicide]
boardsize 3
kgs-rules button
gogui-setup b A3 b B1 b B2 w A1
3590 play w A2
#? [\? illegal move: suicide]
boardsize 3
kgs-rules button_equivalence
gogui-setup b A3 b B1 b B2 w A1
3600 play w A2
#? [\? illegal move: suicide]
boardsize 3
kgs-rules two_button
gogui-setup b A3 b B1 b B2 w A1
3610 play w A2
#? [\? illegal move: suicide]
boardsize 3
kgs-rules two_button_moves
gogui-setup b A3 b B1 b B2 w A1
3620 play w A2
#? [\? illegal move: suicide]
boardsize 3
kgs-rules half_pass
gogui-setup b A3 b B1 b B2 w A1
3630 play w A2
#? [\? illegal move: suicide]
boardsize 3
kgs-rules ultimate
gogui-setup b A3 b B1 b B2 w A1
3640 play w A2
#? [\? illegal move: suicide]
boardsize 3
kgs-rules tromp_taylor
gogui-setup b A2 b B1
3650 play w A1
#? [\? illegal move: suicide]

# Longer cycles: three kos.
boardsize 4 7
kgs-rules tromp_taylor
gogui-setup b A2 b A4 b A6 b B1 b B3 b B5 b B7 w D2 w D4 w D6 w C1 w C3 w C5 w C7 b C2 w B4 w B6
gogui-play_sequence b C4 w B2 b C6 w B4 b C2
3660 play w B6
#? [\? illegal move: superko]
boardsize 4 7
kgs-rules chinese
gogui-setup b A2 b A4 b A6 b B1 b B3 b B5 b B7 w D2 w D4 w D6 w C1 w C3 w C5 w C7 b C2 w B4 w B6
gogui-play_sequence b C4 w B2 b C6 w B4 b C2
3670 play w B6
#? [\? illegal move: superko]
boardsize 4 7
kgs-rules stone_scoring
gogui-setup b A2 b A4 b A6 b B1 b B3 b B5 b B7 w D2 w D4 w D6 w C1 w C3 w C5 w C7 b C2 w B4 w B6
gogui-play_sequence b C4 w B2 b C6 w B4 b C2
3680 play w B6
#? [\? illegal move: superko]
boardsize 4 7
kgs-rules ultimate
gogui-setup b A2 b A4 b A6 b B1 b B3 b B5 b B7 w D2 w D4 w D6 w C1 w C3 w C5 w C7 b C2 w B4 w B6
gogui-play_sequence b C4 w B2 b C6 w B4 b C2
3690 play w B6
#? [\? illegal move: superko]
boardsize 4 7
kgs-rules new_zealand
gogui-setup b A2 b A4 b A6 b B1 b B3 b B5 b B7 w D2 w D4 w D6 w C1 w C3 w C5 w C7 b C2 w B4 w B6
gogui-play_sequence b C4 w B2 b C6 w B4 b C2
3700 play w B6
#? [\? illegal move: superko]
boardsize 4 7
kgs-rules aga
gogui-setup b A2 b A4 b A6 b B1 b B3 b B5 b B7 w D2 w D4 w D6 w C1 w C3 w C5 w C7 b C2 w B4 w B6
gogui-play_sequence b C4 w B2 b C6 w B4 b C2
3710 play w B6
#? [\? illegal move: superko]
boardsize 4 7
kgs-rules bga
gogui-setup b A2 b A4 b A6 b B1 b B3 b B5 b B7 w D2 w D4 w D6 w C1 w C3 w C5 w C7 b C2 w B4 w B6
gogui-play_sequence b C4 w B2 b C6 w B4 b C2
3720 play w B6
#? [\? illegal move: superko]
boardsize 4 7
kgs-rules button
gogui-setup b A2 b A4 b A6 b B1 b B3 b B5 b B7 w D2 w D4 w D6 w C1 w C3 w C5 w C7 b C2 w B4 w B6
gogui-play_sequence b C4 w B2 b C6 w B4 b C2
3730 play w B6
#? [\? illegal move: superko]
boardsize 4 7
kgs-rules button_equivalence
gogui-setup b A2 b A4 b A6 b B1 b B3 b B5 b B7 w D2 w D4 w D6 w C1 w C3 w C5 w C7 b C2 w B4 w B6
gogui-play_sequence b C4 w B2 b C6 w B4 b C2
3740 play w B6
#? [\? illegal move: superko]
boardsize 4 7
kgs-rules two_button
gogui-setup b A2 b A4 b A6 b B1 b B3 b B5 b B7 w D2 w D4 w D6 w C1 w C3 w C5 w C7 b C2 w B4 w B6
gogui-play_sequence b C4 w B2 b C6 w B4 b C2
3750 play w B6
#? [\? illegal move: superko]
boardsize 4 7
kgs-rules two_button_moves
gogui-setup b A2 b A4 b A6 b B1 b B3 b B5 b B7 w D2 w D4 w D6 w C1 w C3 w C5 w C7 b C2 w B4 w B6
gogui-play_sequence b C4 w B2 b C6 w B4 b C2
3760 play w B6
#? [\? illegal move: superko]
boardsize 4 7
kgs-rules half_pass
gogui-setup b A2 b A4 b A6 b B1 b B3 b B5 b B7 w D2 w D4 w D6 w C1 w C3 w C5 w C7 b C2 w B4 w B6
gogui-play_sequence b C4 w B2 b C6 w B4 b C2
3770 play w B6
#? [\? illegal move: superko]

# Tokens out of their time.
boardsize 5
kgs-rules button
play b button
3780 play w button
#? [\? illegal move: no button]
3790 play b button
#? [\? illegal move: no button]
3800 play w halfpass
#? [\? illegal move: .+]
3810 halfpoint-state
#? [.*"to_move":"white".*"moves":1.*"ledger":\{"black":0.5,"white":0\}.*"button":"black".*]
kgs-rules two_button_moves
3820 play w button
#? [\? illegal move: no button]
play w fullpass
3830 play b button
#? [\? illegal move: no button]
play b fullpass

# The second button is for the player to move.
3840 play b button
#? [\? illegal move: no button]
play w A1
3850 play b button
#? [\? illegal move: no button]
clear_board
kgs-rules half_pass
3860 play b fullpass
#? [\? illegal move: .+]
play b halfpass
3870 play w halfpass
#? [\? illegal move: .+]
3880 halfpoint-propose_dead w
#? [\? illegal move: .+]
play w fullpass
3890 play b fullpass
#? [\? illegal move: .+]
3900 halfpoint-state
#? [.*"to_move":"black".*"moves":2.*"over":null.*"ledger":\{"black":1,"white":0.5\}.*"half_pass_zone":\{"black":1,"white":0\}.*]
clear_board
play b C3
3910 halfpoint-propose_dead w A1
#? [\? illegal move: .+]
3920 halfpoint-propose_dead w Z9
#? [\? syntax error.*]
kgs-rules chinese
3930 halfpoint-propose_dead w C3
#? [\? illegal move: .+]
3940 halfpoint-dead A1
#? [\? .+]
3950 halfpoint-state
#? [.*"to_move":"white".*"moves":1.*]

# ultimate: delays need a prisoner, and a draw what the rules say.
clear_board
kgs-rules ultimate
3960 play b draw
#? [\? illegal move: no draw]
play b delay
3970 play w draw
#? [\? illegal move: no draw]
3980 play b delay
#? [\? illegal move: no prisoner]
3990 play b draw
#? [\? illegal move: no draw]
play w delay
4000 play b delay
#? [\? illegal move: no prisoner]

# The ultimate stone is no prisoner.
play b A1
4010 play w pass
#? [\? illegal move: .+]
4020 play w delay
#? [\? illegal move: no prisoner]
4030 play w draw
#? [\? illegal move: no draw]
4040 halfpoint-state
#? [.*"to_move":"white".*"moves":3.*"over":null.*"bowl":\{"black":0,"white":0\}.*"ultimate_stone_in":"white".*]

# The game is over for good: after a draw, a resignation, a void game, or without a move.
undo
play b draw
4050 play w C3
#? [\? game over]
4060 play w pass
#? [\? game over]
4070 play w delay
#? [\? game over]
4080 genmove w
#? [\? game over]
4090 genmove b
#? [\? game over]
4100 play w draw
#? [\? game over]
4110 gogui-play_sequence w C3
#? [\? .*game over]
4120 halfpoint-state
#? [.*"moves":3.*"over":"draw".*]
undo
4130 play b A1
#? []
boardsize 5 2
gogui-setup b A2 b B1 b B2 b C2 b D1 b D2 b E2
gogui-play_sequence b delay w delay b A1
4140 play w pass
#? [\? game over]
4150 play w C1
#? [\? game over]
4160 play b C1
#? [\? game over]
4170 genmove w
#? [resign]
4180 halfpoint-state
#? [.*"moves":3.*"over":"no_move".*]
boardsize 5
clear_board
kgs-rules tromp_taylor
play b C3
play w resign
4190 play b D4
#? [\? game over]
4200 play b pass
#? [\? game over]
4210 genmove b
#? [\? game over]
4220 halfpoint-state
#? [.*"moves":2.*"over":"resign".*]
clear_board
kgs-rules chinese
play b C3
play w resign
4230 play b D4
#? [\? game over]
4240 play b pass
#? [\? game over]
4250 genmove b
#? [\? game over]
4260 halfpoint-state
#? [.*"moves":2.*"over":"resign".*]
clear_board
kgs-rules new_zealand
play b C3
play w resign
4270 play b D4
#? [\? game over]
4280 play b pass
#? [\? game over]
4290 genmove b
#? [\? game over]
4300 halfpoint-state
#? [.*"moves":2.*"over":"resign".*]
clear_board
kgs-rules aga
play b C3
play w resign
4310 play b D4
#? [\? game over]
4320 play b pass
#? [\? game over]
4330 genmove b
#? [\? game over]
4340 halfpoint-state
#? [.*"moves":2.*"over":"resign".*]
clear_board
kgs-rules bga
play b C3
play w resign
4350 play b D4
#? [\? game over]
4360 play b pass
#? [\? game over]
4370 genmove b
#? [\? game over]
4380 halfpoint-state
#? [.*"moves":2.*"over":"resign".*]
clear_board
kgs-rules stone_scoring
play b C3
play w resign
4390 play b D4
#? [\? game over]
4400 play b pass
#? [\? game over]
4410 genmove b
#? [\? game over]
4420 halfpoint-state
#? [.*"moves":2.*"over":"resign".*]
clear_board
kgs-rules japanese
play b C3
play w resign
4430 play b D4
#? [\? game over]
4440 play b pass
#? [\? game over]
4450 genmove b
#? [\? game over]
4460 halfpoint-state
#? [.*"moves":2.*"over":"resign".*]
clear_board
kgs-rules korean
play b C3
play w resign
4470 play b D4
#? [\? game over]
4480 play b pass
#? [\? game over]
4490 genmove b
#? [\? game over]
4500 halfpoint-state
#? [.*"moves":2.*"over":"resign".*]
clear_board
kgs-rules black_white
play b C3
play w resign
4510 play b D4
#? [\? game over]
4520 play b pass
#? [\? game over]
4530 genmove b
#? [\? game over]
4540 halfpoint-state
#? [.*"moves":2.*"over":"resign".*]
clear_board
kgs-rules button
play b C3
play w resign
4550 play b D4
#? [\? game over]
4560 play b pass
#? [\? game over]
4570 genmove b
#? [\? game over]
4580 halfpoint-state
#? [.*"moves":2.*"over":"resign".*]
clear_board
kgs-rules button_equivalence
play b C3
play w resign
4590 play b D4
#? [\? game over]
4600 play b pass
#? [\? game over]
4610 genmove b
#? [\? game over]
4620 halfpoint-state
#? [.*"moves":2.*"over":"resign".*]
clear_board
kgs-rules two_button
play b C3
play w resign
4630 play b D4
#? [\? game over]
4640 play b pass
#? [\? game over]
4650 genmove b
#? [\? game over]
4660 halfpoint-state
#? [.*"moves":2.*"over":"resign".*]
clear_board
kgs-rules two_button_moves
play b C3
play w resign
4670 play b D4
#? [\? game over]
4680 play b pass
#? [\? game over]
4690 genmove b
#? [\? game over]
4700 halfpoint-state
#? [.*"moves":2.*"over":"resign".*]
clear_board
kgs-rules half_pass
play b C3
play w resign
4710 play b D4
#? [\? game over]
4720 play b pass
#? [\? game over]
4730 genmove b
#? [\? game over]
4740 halfpoint-state
#? [.*"moves":2.*"over":"resign".*]
clear_board
kgs-rules ultimate
play b C3
play w resign
4750 play b D4
#? [\? game over]
4760 play b pass
#? [\? game over]
4770 genmove b
#? [\? game over]
4780 halfpoint-state
#? [.*"moves":2.*"over":"resign".*]

# Other rules, undo and clear_board end that.
undo
4790 play w D4
#? []
boardsize 4 7
kgs-rules japanese
gogui-setup b A2 b A4 b A6 b B1 b B3 b B5 b B7 w D2 w D4 w D6 w C1 w C3 w C5 w C7 b C2 w B4 w B6
gogui-play_sequence b C4 w B2 b C6 w B4 b C2 w B6 b C4 w B2 b C6 w B4 b C2 w B6
4800 play b C4
#? [\? game over]
4810 play b pass
#? [\? game over]
4820 play b D1
#? [\? game over]
4830 halfpoint-state
#? [.*"moves":12.*"over":"void".*]
undo
4840 play w pass
#? []

# Game types: only under black_white, only before the game, only what the server and the board have.
boardsize 19
kgs-rules korean
komi 3
8010 halfpoint-game_type ho_sun
#? [\? game types belong to black_white]
kgs-rules black_white
8020 halfpoint-game_type
#? [\? syntax error: usage: halfpoint-game_type .*]
8030 halfpoint-game_type handicap 2 3
#? [\? syntax error: usage: .*]
8040 halfpoint-game_type even
#? [\? syntax error: game type or two ranks .*expected]
8050 halfpoint-game_type ho_sun 2
#? [\? syntax error: game type or two ranks .*]
8060 halfpoint-game_type 5k
#? [\? syntax error: game type or two ranks .*]
8070 halfpoint-game_type 5k 19k
#? [\? syntax error: game type or two ranks .*]
8080 halfpoint-game_type 0k 5k
#? [\? syntax error: game type or two ranks .*]
8090 halfpoint-game_type handicap
#? [\? handicap stones are 2, 3, 4, 5, 6, 7, 9, 13, 21 or 25]
8100 halfpoint-game_type handicap 1
#? [\? handicap stones are 2, 3, 4, 5, 6, 7, 9, 13, 21 or 25]
8110 halfpoint-game_type handicap 8
#? [\? handicap stones are 2, 3, 4, 5, 6, 7, 9, 13, 21 or 25]
8120 halfpoint-game_type handicap 10
#? [\? handicap stones are 2, 3, 4, 5, 6, 7, 9, 13, 21 or 25]
8130 halfpoint-game_type handicap 26
#? [\? handicap stones are 2, 3, 4, 5, 6, 7, 9, 13, 21 or 25]
8140 halfpoint-game_type handicap -2
#? [\? handicap stones are 2, 3, 4, 5, 6, 7, 9, 13, 21 or 25]
8150 halfpoint-game_type handicap x
#? [\? handicap stones are 2, 3, 4, 5, 6, 7, 9, 13, 21 or 25]
boardsize 13
8160 halfpoint-game_type handicap 13
#? [\? a board of 13x13 has no points for 13 handicap stones]
8170 halfpoint-game_type handicap 21
#? [\? a board of 13x13 has no points for 21 handicap stones]
8180 halfpoint-game_type handicap 25
#? [\? a board of 13x13 has no points for 25 handicap stones]
boardsize 8
8190 halfpoint-game_type handicap 5
#? [\? a board of 8x8 has no points for 5 handicap stones]
boardsize 5
8200 halfpoint-game_type 18k 1d
#? [\? a board of 5x5 has no points for 2 handicap stones]
8210 halfpoint-state
#? [.*"rules":"black_white","width":5,"height":5,"komi":3,"to_move":"black","moves":0,.*]
boardsize 9
halfpoint-game_type handicap 4
komi 3
8220 halfpoint-game_type ho_sun
#? [\? board not empty]
8230 halfpoint-state
#? [.*"komi":3,"to_move":"white","moves":0,.*]
clear_board
play b pass
8240 halfpoint-game_type handicap 2
#? [\? board not empty]
8250 halfpoint-take_back c
#? [\? syntax error: color expected]
8260 halfpoint-take_back
#? [\? syntax error: usage: .*]
undo
8270 halfpoint-take_back b
#? [\? cannot undo]

# A long line, long names, and many arguments.
boardsize 9
kgs-rules chinese
komi 6.5
4850 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
#? [\? unknown command]
4860 play b CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC
#? [\? syntax error.*]
4870 komi 99999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999
#? [\? .+]
4880 kgs-rules xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
#? [\? unknown rules x.*]
4890 gogui-play_sequence b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 b C3 w D4 
#? [\? .+]
4900 boardsize 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 
#? [\? syntax error.*]
4910 halfpoint-state
#? [.*"rules":"chinese","width":9,"height":9,"komi":6.5,"to_move":"black","moves":0,.*]

# And the engine is still there.
4920 name
#? [[Hh]alfpoint]
