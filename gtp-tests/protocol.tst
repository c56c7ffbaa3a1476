# The protocol itself, and what stays between games.

# Who we are.
10 protocol_version
#? [2]
20 name
#? [[Hh]alfpoint]
30 version
#? [[0-9]+\.[0-9]+.*]

# Every command of the documentation is known and listed.
40 known_command protocol_version
#? [true]
50 known_command name
#? [true]
60 known_command version
#? [true]
70 known_command known_command
#? [true]
80 known_command list_commands
#? [true]
90 known_command quit
#? [true]
100 known_command echo
#? [true]
110 known_command boardsize
#? [true]
120 known_command rectangular_boardsize
#? [true]
130 known_command clear_board
#? [true]
140 known_command komi
#? [true]
150 known_command get_komi
#? [true]
160 known_command play
#? [true]
170 known_command genmove
#? [true]
180 known_command undo
#? [true]
190 known_command gg-undo
#? [true]
200 known_command fixed_handicap
#? [true]
210 known_command place_free_handicap
#? [true]
220 known_command set_free_handicap
#? [true]
230 known_command time_settings
#? [true]
240 known_command kgs-time_settings
#? [true]
250 known_command kata-time_settings
#? [true]
260 known_command time_left
#? [true]
270 known_command cputime
#? [true]
280 known_command final_score
#? [true]
290 known_command final_status
#? [true]
300 known_command final_status_list
#? [true]
310 known_command showboard
#? [true]
320 known_command reg_genmove
#? [true]
330 known_command loadsgf
#? [true]
340 known_command printsgf
#? [true]
350 known_command clear_cache
#? [true]
360 known_command set_random_seed
#? [true]
370 known_command get_random_seed
#? [true]
380 known_command kgs-rules
#? [true]
390 known_command kata-set-rules
#? [true]
400 known_command kata-set-rule
#? [true]
410 known_command kata-get-rules
#? [true]
420 known_command gogui-play_sequence
#? [true]
430 known_command gogui-setup
#? [true]
440 known_command gogui-setup_player
#? [true]
450 known_command gogui-interrupt
#? [true]
460 known_command gogui-title
#? [true]
470 known_command gogui-version
#? [true]
480 known_command kgs-game_over
#? [true]
490 known_command halfpoint-list_rules
#? [true]
500 known_command halfpoint-reset_rules
#? [true]
510 known_command halfpoint-legal
#? [true]
520 known_command halfpoint-genmove
#? [true]
530 known_command halfpoint-pass_means
#? [true]
540 known_command halfpoint-state
#? [true]
550 known_command halfpoint-score
#? [true]
560 known_command halfpoint-dead
#? [true]
570 known_command halfpoint-propose_dead
#? [true]
580 list_commands
#? [(.*\n)?protocol_version(\n.*)?]
590 list_commands
#? [(.*\n)?name(\n.*)?]
600 list_commands
#? [(.*\n)?version(\n.*)?]
610 list_commands
#? [(.*\n)?known_command(\n.*)?]
620 list_commands
#? [(.*\n)?list_commands(\n.*)?]
630 list_commands
#? [(.*\n)?quit(\n.*)?]
640 list_commands
#? [(.*\n)?echo(\n.*)?]
650 list_commands
#? [(.*\n)?boardsize(\n.*)?]
660 list_commands
#? [(.*\n)?rectangular_boardsize(\n.*)?]
670 list_commands
#? [(.*\n)?clear_board(\n.*)?]
680 list_commands
#? [(.*\n)?komi(\n.*)?]
690 list_commands
#? [(.*\n)?get_komi(\n.*)?]
700 list_commands
#? [(.*\n)?play(\n.*)?]
710 list_commands
#? [(.*\n)?genmove(\n.*)?]
720 list_commands
#? [(.*\n)?undo(\n.*)?]
730 list_commands
#? [(.*\n)?gg-undo(\n.*)?]
740 list_commands
#? [(.*\n)?fixed_handicap(\n.*)?]
750 list_commands
#? [(.*\n)?place_free_handicap(\n.*)?]
760 list_commands
#? [(.*\n)?set_free_handicap(\n.*)?]
770 list_commands
#? [(.*\n)?time_settings(\n.*)?]
780 list_commands
#? [(.*\n)?kgs-time_settings(\n.*)?]
790 list_commands
#? [(.*\n)?kata-time_settings(\n.*)?]
800 list_commands
#? [(.*\n)?time_left(\n.*)?]
810 list_commands
#? [(.*\n)?cputime(\n.*)?]
820 list_commands
#? [(.*\n)?final_score(\n.*)?]
830 list_commands
#? [(.*\n)?final_status(\n.*)?]
840 list_commands
#? [(.*\n)?final_status_list(\n.*)?]
850 list_commands
#? [(.*\n)?showboard(\n.*)?]
860 list_commands
#? [(.*\n)?reg_genmove(\n.*)?]
870 list_commands
#? [(.*\n)?loadsgf(\n.*)?]
880 list_commands
#? [(.*\n)?printsgf(\n.*)?]
890 list_commands
#? [(.*\n)?clear_cache(\n.*)?]
900 list_commands
#? [(.*\n)?set_random_seed(\n.*)?]
910 list_commands
#? [(.*\n)?get_random_seed(\n.*)?]
920 list_commands
#? [(.*\n)?kgs-rules(\n.*)?]
930 list_commands
#? [(.*\n)?kata-set-rules(\n.*)?]
940 list_commands
#? [(.*\n)?kata-set-rule(\n.*)?]
950 list_commands
#? [(.*\n)?kata-get-rules(\n.*)?]
960 list_commands
#? [(.*\n)?gogui-play_sequence(\n.*)?]
970 list_commands
#? [(.*\n)?gogui-setup(\n.*)?]
980 list_commands
#? [(.*\n)?gogui-setup_player(\n.*)?]
990 list_commands
#? [(.*\n)?gogui-interrupt(\n.*)?]
1000 list_commands
#? [(.*\n)?gogui-title(\n.*)?]
1010 list_commands
#? [(.*\n)?gogui-version(\n.*)?]
1020 list_commands
#? [(.*\n)?kgs-game_over(\n.*)?]
1030 list_commands
#? [(.*\n)?halfpoint-list_rules(\n.*)?]
1040 list_commands
#? [(.*\n)?halfpoint-reset_rules(\n.*)?]
1050 list_commands
#? [(.*\n)?halfpoint-legal(\n.*)?]
1060 list_commands
#? [(.*\n)?halfpoint-genmove(\n.*)?]
1070 list_commands
#? [(.*\n)?halfpoint-pass_means(\n.*)?]
1080 list_commands
#? [(.*\n)?halfpoint-state(\n.*)?]
1090 list_commands
#? [(.*\n)?halfpoint-score(\n.*)?]
1100 list_commands
#? [(.*\n)?halfpoint-dead(\n.*)?]
1110 list_commands
#? [(.*\n)?halfpoint-propose_dead(\n.*)?]

# What clients misread is not listed.
1120 known_command analyze
#? [false]
1130 known_command kgs-chat
#? [false]
1140 known_command nonsense
#? [false]
1150 known_command gogui-rules_game_id
#? [false]
1160 list_commands
#? [!(.*\n)?analyze(\n.*)?]
1170 list_commands
#? [!(.*\n)?kgs-chat(\n.*)?]

# Lines: spaces, tabs, comments behind the command.
1180   echo   a  b
#? [a +b]
1190 echo	a
#? [a]
1200 echo a # not this
#? [a]
1210 echo
#? []

# Any number up to the largest of the protocol can be the id.
2147483647 echo largest
#? [largest]
0 echo zero
#? [zero]
007 echo seven
#? [seven]

# A session starts under chinese rules on 19x19 with the usual komi.
1220 halfpoint-state
#? [\{"rules":"chinese","width":19,"height":19,"komi":7.5,"to_move":"black","moves":0,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"none","buttons_left":0,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":0,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
1230 get_komi
#? [7.5]

# Boards: square, rectangular, from 2 to 25 a side.
1240 boardsize 2
#? []
1250 halfpoint-state
#? [.*"width":2,"height":2,.*]
1260 boardsize 25
#? []
1270 halfpoint-state
#? [.*"width":25,"height":25,.*]
1280 boardsize 9 13
#? []
1290 halfpoint-state
#? [.*"width":9,"height":13,.*]
1300 rectangular_boardsize 13 9
#? []
1310 halfpoint-state
#? [.*"width":13,"height":9,.*]
1320 rectangular_boardsize 2 25
#? []
1330 halfpoint-state
#? [.*"width":2,"height":25,.*]
1340 boardsize 9
#? []
1350 halfpoint-state
#? [.*"width":9,"height":9,.*]

# Columns have no I, and names are read in either case.
boardsize 25
1360 gogui-play_sequence b J1 WHITE z25 Black h1 W k1
#? []
1370 final_status J1
#? [alive|dead|seki|dame|black_territory|white_territory]
1380 undo
#? []
1390 play w K1
#? []
1400 halfpoint-state
#? [.*"to_move":"black".*"moves":4.*]

# komi, rules and time settings survive boardsize and clear_board; rules never touch komi or the board.
boardsize 9
komi 3.5
kgs-rules japanese
play b C3
1410 kgs-rules two_button
#? []
1420 get_komi
#? [3.5]
1430 halfpoint-state
#? [.*"rules":"two_button","width":9,"height":9,"komi":3.5,"to_move":"white","moves":1,.*]
clear_board
1440 halfpoint-state
#? [\{"rules":"two_button","width":9,"height":9,"komi":3.5,"to_move":"black","moves":0,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"table","buttons_left":2,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":0,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
boardsize 7
1450 halfpoint-state
#? [\{"rules":"two_button","width":7,"height":7,"komi":3.5,"to_move":"black","moves":0,"over":null,"captures":\{"black":0,"white":0\},"ledger":\{"black":0,"white":0\},"button":"table","buttons_left":2,"half_pass_zone":\{"black":0,"white":0\},"bowl":\{"black":0,"white":0\},"ultimate_stone_in":null,"consecutive_passes":0,"first_token":null,"last_token":null,"proposal":null,"dead":\[\],"hash":"[^"]+"\}]
1460 komi 0
#? []
1470 get_komi
#? [0]
1480 komi -7
#? []
1490 get_komi
#? [-7]
1500 komi 6.5
#? []
1510 get_komi
#? [6.5]
1520 komi 6.50
#? []
1530 get_komi
#? [6.5]
1540 komi +0.5
#? []
1550 get_komi
#? [0.5]
1560 komi 7.0
#? []
1570 get_komi
#? [7]

# Sabaki sends komi before boardsize.
komi 6.5
boardsize 9
clear_board
1580 get_komi
#? [6.5]

# Rule sets have one line each: the id, a tab, a description.
1590 halfpoint-list_rules
#? [tromp_taylor\t[^\t\n]+\nchinese\t[^\t\n]+\nnew_zealand\t[^\t\n]+\naga\t[^\t\n]+\nbga\t[^\t\n]+\nstone_scoring\t[^\t\n]+\ning\t[^\t\n]+\njapanese\t[^\t\n]+\nkorean\t[^\t\n]+\nblack_white\t[^\t\n]+\nbutton\t[^\t\n]+\nwhite_button\t[^\t\n]+\nbutton_equivalence\t[^\t\n]+\ntwo_button\t[^\t\n]+\nreverse_button\t[^\t\n]+\ntwo_button_moves\t[^\t\n]+\nhalf_pass\t[^\t\n]+\nultimate\t[^\t\n]+]

# Names without regard to case, underlines, hyphens and spaces; other names for the same.
1600 kgs-rules tromp_taylor
#? []
1610 halfpoint-state
#? [.*"rules":"tromp_taylor",.*]
1620 kgs-rules chinese
#? []
1630 halfpoint-state
#? [.*"rules":"chinese",.*]
1640 kgs-rules new_zealand
#? []
1650 halfpoint-state
#? [.*"rules":"new_zealand",.*]
1660 kgs-rules aga
#? []
1670 halfpoint-state
#? [.*"rules":"aga",.*]
1680 kgs-rules bga
#? []
1690 halfpoint-state
#? [.*"rules":"bga",.*]
1700 kgs-rules stone_scoring
#? []
1710 halfpoint-state
#? [.*"rules":"stone_scoring",.*]
1720 kgs-rules japanese
#? []
1730 halfpoint-state
#? [.*"rules":"japanese",.*]
1740 kgs-rules korean
#? []
1750 halfpoint-state
#? [.*"rules":"korean",.*]
1760 kgs-rules black_white
#? []
1770 halfpoint-state
#? [.*"rules":"black_white",.*]
1780 kgs-rules button
#? []
1790 halfpoint-state
#? [.*"rules":"button",.*]
1800 kgs-rules button_equivalence
#? []
1810 halfpoint-state
#? [.*"rules":"button_equivalence",.*]
1820 kgs-rules two_button
#? []
1830 halfpoint-state
#? [.*"rules":"two_button",.*]
1840 kgs-rules two_button_moves
#? []
1850 halfpoint-state
#? [.*"rules":"two_button_moves",.*]
1860 kgs-rules half_pass
#? []
1870 halfpoint-state
#? [.*"rules":"half_pass",.*]
1880 kgs-rules ultimate
#? []
1890 halfpoint-state
#? [.*"rules":"ultimate",.*]
1900 kata-set-rules TROMPTAYLOR
#? []
1910 halfpoint-state
#? [.*"rules":"tromp_taylor",.*]
1920 kgs-rules tromp-taylor
#? []
1930 halfpoint-state
#? [.*"rules":"tromp_taylor",.*]
1940 kata-set-rules Tromp Taylor
#? []
1950 halfpoint-state
#? [.*"rules":"tromp_taylor",.*]
1960 kata-set-rules New-Zealand
#? []
1970 halfpoint-state
#? [.*"rules":"new_zealand",.*]
1980 kgs-rules new zealand
#? []
1990 halfpoint-state
#? [.*"rules":"new_zealand",.*]
2000 kgs-rules aga-button
#? []
2010 halfpoint-state
#? [.*"rules":"button",.*]
2020 kata-set-rules AGA_Button
#? []
2030 halfpoint-state
#? [.*"rules":"button",.*]
2040 kgs-rules twobutton
#? []
2050 halfpoint-state
#? [.*"rules":"two_button",.*]
2060 kata-set-rules Two-Button-Moves
#? []
2070 halfpoint-state
#? [.*"rules":"two_button_moves",.*]
2080 kata-set-rules HalfPass
#? []
2090 halfpoint-state
#? [.*"rules":"half_pass",.*]
2100 kata-set-rules Button Equivalence
#? []
2110 halfpoint-state
#? [.*"rules":"button_equivalence",.*]
2120 kgs-rules stonescoring
#? []
2130 halfpoint-state
#? [.*"rules":"stone_scoring",.*]
2140 kgs-rules japanese
#? []
2150 halfpoint-state
#? [.*"rules":"japanese",.*]
2160 kata-set-rules Chinese
#? []
2170 halfpoint-state
#? [.*"rules":"chinese",.*]
2180 kata-set-rules AGA
#? []
2190 halfpoint-state
#? [.*"rules":"aga",.*]
2191 kata-set-rules koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1fpok1
#? []
2192 halfpoint-state
#? [.*"rules":"button",.*]
2193 kgs-rules koSIMPLEscoreTERRITORYtaxNONEsui1
#? []
2194 kata-get-rules
#? [.*"ko":"SIMPLE".*"scoring":"TERRITORY".*"suicide":true,"tax":"NONE".*"id":"custom".*]
2195 halfpoint-score koPOSITIONALscoreAREAtaxALLsui0fpok1
#? [stone_scoring\t.*]
2196 halfpoint-score koSIMPLEscoreAREAtaxALLsui0
#? [custom\t.*]
2197 kata-set-rules ancient-territory
#? []
2198 kata-get-rules
#? [.*"ko":"SIMPLE".*"scoring":"TERRITORY".*"suicide":false,"tax":"ALL".*]
kata-set-rules ancient-area
2199 halfpoint-state
#? [.*"rules":"stone_scoring",.*]
2200 kata-set-rules stone-scoring
#? []
2210 halfpoint-state
#? [.*"rules":"stone_scoring",.*]
2220 kata-set-rules bga
#? []
2230 halfpoint-state
#? [.*"rules":"bga",.*]
2240 kata-set-rules chinese-kgs
#? []
2250 halfpoint-state
#? [.*"rules":"chinese",.*]
2260 kata-set-rules chinese-ogs
#? []
2270 halfpoint-state
#? [.*"rules":"chinese",.*]
2280 kata-set-rules tromp-taylor
#? []
2290 halfpoint-state
#? [.*"rules":"tromp_taylor",.*]
2300 kata-set-rules new-zealand
#? []
2310 halfpoint-state
#? [.*"rules":"new_zealand",.*]
2320 kata-set-rules korean
#? []
2330 halfpoint-state
#? [.*"rules":"korean",.*]

# Rules as JSON and by parts; what is no rule set of the table is custom.
2340 kata-set-rules {"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":true}
#? []
2350 kata-get-rules
#? [.*"hasButton":false.*"ko":"SIMPLE".*"scoring":"TERRITORY".*"suicide":false.*"tax":"SEKI".*"whiteHandicapBonus":"0".*]
2360 kata-set-rules {"ko":"SITUATIONAL","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":true,"whiteHandicapBonus":"N-1","friendlyPassOk":true}
#? []
2370 halfpoint-state
#? [.*"rules":"button",.*]
2380 kgs-rules chinese
#? []
2390 halfpoint-state
#? [.*"rules":"chinese",.*]
2400 kata-set-rule ko SITUATIONAL
#? []
2410 kata-get-rules
#? [.*"ko":"SITUATIONAL".*"scoring":"AREA".*]
2420 halfpoint-state
#? [.*"rules":"custom",.*]
2430 kata-set-rule suicide true
#? []
2440 kata-set-rule whiteHandicapBonus 0
#? []
2450 halfpoint-state
#? [.*"rules":"new_zealand",.*]
2460 kata-set-rule ko POSITIONAL
#? []
2470 kata-set-rule suicide false
#? []
2480 kata-set-rule whiteHandicapBonus N
#? []
2490 halfpoint-state
#? [.*"rules":"chinese",.*]
2500 kgs-rules ultimate
#? []
2510 halfpoint-state
#? [.*"rules":"ultimate",.*]
2520 kata-set-rule bowlHandicap 2
#? []
2530 kata-get-rules
#? [.*"bowlHandicap":2.*]
2540 halfpoint-state
#? [.*"rules":"ultimate",.*"bowl":\{"black":1,"white":3\}.*]
2550 kata-set-rules {"id":"ultimate","bowlHandicap":-1}
#? []
2560 halfpoint-state
#? [.*"rules":"ultimate",.*"bowl":\{"black":2,"white":1\}.*]

# Back to the rules of the command line.
2570 halfpoint-reset_rules
#? []
2580 halfpoint-state
#? [.*"rules":"chinese",.*]

# Other rules read the moves anew.
boardsize 5
komi 0
kgs-rules button
play b pass
2590 halfpoint-state
#? [.*"ledger":\{"black":0.5,"white":0\}.*"button":"black".*]
2600 kgs-rules aga
#? []
2610 halfpoint-state
#? [.*"moves":1.*"ledger":\{"black":0,"white":1\}.*"button":"none".*"consecutive_passes":1.*]
2620 kgs-rules chinese
#? []
2630 halfpoint-state
#? [.*"moves":1.*"ledger":\{"black":0,"white":0\}.*"consecutive_passes":1.*]

# Play, undo, sequences.
clear_board
2640 play b A1
#? []
2650 play white pass
#? []
2660 play B PASS
#? []
2670 undo
#? []
2680 undo
#? []
2690 undo
#? []
2700 halfpoint-state
#? [.*"to_move":"black".*"moves":0.*"over":null.*"consecutive_passes":0.*]
2710 gogui-play_sequence b A1 w B1 b pass w C1
#? []
2720 halfpoint-state
#? [.*"to_move":"black".*"moves":4.*]
2730 gg-undo 3
#? []
2740 halfpoint-state
#? [.*"to_move":"white".*"moves":1.*]
2750 gg-undo
#? []
2760 halfpoint-state
#? [.*"to_move":"black".*"moves":0.*]
2770 gg-undo 0
#? []
2780 gogui-play_sequence
#? []

# Any colour may play at any time; its opponent moves next.
play w A1
2790 halfpoint-state
#? [.*"to_move":"black".*"moves":1.*]
play w B1
2800 halfpoint-state
#? [.*"to_move":"black".*"moves":2.*]
play b C1
play b D1
2810 halfpoint-state
#? [.*"to_move":"white".*"moves":4.*]

# What plain pass means does not depend on how the position came about: replayed, it is the same.
kgs-rules half_pass
clear_board
play b pass
play w A1
play b pass
2820 halfpoint-pass_means
#? [halfpass]
clear_board
gogui-play_sequence b pass w A1 b pass
2830 halfpoint-pass_means
#? [halfpass]
2840 halfpoint-pass_means b
#? [halfpass]
kgs-rules chinese

# Setting up a position: its stones are neither moves nor handicap.
clear_board
2850 gogui-setup b A1 b B2 w C3
#? []
2860 halfpoint-state
#? [.*"to_move":"black".*"moves":0.*"captures":\{"black":0,"white":0\}.*]
2870 gogui-setup_player w
#? []
2880 halfpoint-state
#? [.*"to_move":"white".*"moves":0.*]
2890 halfpoint-legal
#? [B1 C1 .* E5]
2900 gogui-setup
#? []
2910 halfpoint-legal
#? [A1 B1 C1 .* E5]

# Handicap.
boardsize 9
2920 fixed_handicap 2
#? [C3 G7]
2930 halfpoint-state
#? [.*"to_move":"white".*"moves":0.*]
clear_board
2940 fixed_handicap 9
#? [(([CEG][357]) ?){9}]
clear_board
2950 place_free_handicap 3
#? [[A-HJ][1-9]( [A-HJ][1-9]){2}]
2960 halfpoint-state
#? [.*"to_move":"white".*"moves":0.*]
clear_board
2970 set_free_handicap A1 J9 E5
#? []
2980 halfpoint-state
#? [.*"to_move":"white".*"moves":0.*]
boardsize 19
2990 fixed_handicap 4
#? [D4 Q16 D16 Q4]

# Time.
3000 time_settings 300 30 5
#? []
3010 time_settings 0 30 1
#? []
3020 time_settings 60 0 0
#? []
3030 time_settings 0 0 0
#? []
3040 kgs-time_settings none
#? []
3050 kgs-time_settings absolute 300
#? []
3060 kgs-time_settings byoyomi 300 30 5
#? []
3070 kgs-time_settings canadian 300 300 25
#? []
3080 kata-time_settings none
#? []
3090 kata-time_settings absolute 60
#? []
3100 kata-time_settings byoyomi 60 10 3
#? []
3110 kata-time_settings fischer 60 5
#? []
3120 kata-time_settings fischer-capped 60 5 120 20
#? []
3130 time_left b 100.5 0
#? []
3140 time_left white 10 3
#? []
3150 kgs-time_settings none
#? []
3160 cputime
#? [[0-9]+\.[0-9]+]

# Dead stones: by judgement, or none.
boardsize 5
3170 halfpoint-dead auto
#? []
3180 halfpoint-dead NONE
#? []
3190 halfpoint-dead
#? []

# Results: one bare token. An unfinished game is passed out.
boardsize 5
komi 0.5
halfpoint-dead none
3200 final_score
#? [W\+0.5]
play b C3
3210 final_score
#? [B\+24.5]
komi 25
3220 final_score
#? [0]
komi 0
3230 final_status C3
#? [alive]
3240 final_status_list alive
#? [C3]
3250 final_status_list dead
#? []
3260 final_status_list seki
#? []
3270 final_score
#? [B\+25]
3280 showboard
#? [.*A B C D E.*]

# Moves: decided on and played, or only decided on. Plain genmove knows vertices, pass and resign.
set_random_seed 7
3290 get_random_seed
#? [7]
3300 clear_cache
#? []
clear_board
3310 reg_genmove b
#? [([A-E][1-5]|pass|resign)]
3320 halfpoint-state
#? [.*"to_move":"black".*"moves":0.*]
3330 genmove b
#? [[A-E][1-5]]
3340 halfpoint-state
#? [.*"to_move":"white".*"moves":1.*]
3350 genmove w
#? [([A-E][1-5]|pass|resign)]
3360 halfpoint-genmove b
#? []
kgs-rules button
3362 halfpoint-genmove b
#? [button\nfullpass]
kgs-rules half_pass
3364 halfpoint-genmove b
#? [halfpass\nfullpass]
kgs-rules chinese
3370 halfpoint-genmove b button delay
#? [([A-E][1-5]|pass|resign)]

# When nothing is left but the button, it is called by its name only for clients that asked for it.
boardsize 5
komi 0
kgs-rules two_button_moves
gogui-setup b A2 b A4 b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w D1 w D3 w D5 w E3
3380 reg_genmove b
#? [pass]
3390 halfpoint-genmove b button
#? [button|pass]
3400 halfpoint-state
#? [.*"to_move":"white".*"moves":1.*"ledger":\{"black":0,"white":0.5\}.*"button":"black".*]
undo
3410 halfpoint-genmove b delay
#? [pass]
3420 halfpoint-state
#? [.*"to_move":"white".*"moves":1.*"ledger":\{"black":0,"white":0.5\}.*"button":"black".*]
undo
kgs-rules chinese

# SGF: token moves are passes with the private property HPM, the rules are in HPR.
boardsize 5
komi 6.5
kgs-rules two_button_moves
play b B2
play w button
play b fullpass
3430 printsgf
#? [\(;.*SZ\[5\].*]
3440 printsgf
#? [.*KM\[6\.5\].*]
3450 printsgf
#? [.*HPR\[.*]
3460 printsgf
#? [.*;B\[bd\]\s*;W\[\]HPM\[button\]\s*;B\[\]HPM\[fullpass\].*]
3470 printsgf
#? [!.*W\[button\].*]
kgs-rules chinese

# The rest of what clients send.
3480 kgs-game_over
#? []
3490 gogui-interrupt
#? []
3495 gogui-version 1.5.1
#? [\d+\.\d+\.\d+]
3500 gogui-version
#? [[0-9]+\.[0-9]+.*]
3510 gogui-title
#? [.*]

# Time systems and positions as the bridge of OGS and LizGoban send them.
3520 known_command kata-list_time_settings
#? [true]
3530 kata-list_time_settings
#? [none absolute byoyomi canadian fischer fischer-capped]
3540 kata-time_settings fischer-capped 180 30 300 -1
#? []
3550 time_left black 179 0
#? []
kgs-time_settings none
boardsize 5
komi 3.5
kgs-rules japanese
play b A1
3560 known_command set_position
#? [true]
3570 set_position b A1 b B2 w C3
#? []
3580 halfpoint-state
#? [.*"rules":"japanese".*"komi":3\.5,"to_move":"black","moves":0.*"captures":\{"black":0,"white":0\}.*]
3590 halfpoint-legal
#? [B1 C1 .* E5]
3600 set_position
#? []
3610 halfpoint-legal
#? [A1 B1 C1 .* E5]
kgs-rules chinese

# Parameters by KataGo's names, and the speed.
3620 kata-list-params
#? [maxVisits maxPlayouts maxTime numSearchThreads ponderingEnabled allowResignation analysisPVLen]
3630 kata-set-param maxVisits 30
#? []
3640 kata-get-param maxPlayouts
#? [30]
3650 kata-get-param maxVisits
#? [30]
3660 kata-get-param numSearchThreads
#? [1]
3670 kata-set-param maxTime 2.5
#? []
3680 kata-get-param maxTime
#? [2\.5]
3690 kata-set-param maxTime 1e20
#? []
3700 kata-get-param maxTime
#? [[0-9.]+]
3710 kata-get-param allowResignation
#? [true]
3720 kata-set-param analysisPVLen 3
#? []
3730 kata-get-param analysisPVLen
#? [3]
3740 kata-set-param analysisPVLen 29
#? []
3750 kata-benchmark 20
#? [visits 20\nseconds [0-9.]+\nvisits_per_second [0-9.]+\nthreads [0-9]+]
clear_board
3760 set_free_handicap C3
#? []
3770 halfpoint-state
#? [.*"to_move":"white","moves":0.*]
clear_board
3780 kata-get-models
#? [\[.*\]]
