# Counting: komi, handicap, dead stones, seki; one game under all rule sets.

# Komi belongs to White, in halves, and may be negative.
boardsize 5
komi 0
halfpoint-dead none
10 kgs-rules chinese
#? []
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5 b pass w pass
komi 0
20 final_score
#? [W\+5]
komi 0.5
30 final_score
#? [W\+5.5]
komi 7
40 final_score
#? [W\+12]
komi 7.5
50 final_score
#? [W\+12.5]
komi -5
60 final_score
#? [0]
komi -5.5
70 final_score
#? [B\+0.5]
komi -20
80 final_score
#? [B\+15]
komi 6.5
90 halfpoint-score
#? [chinese\tW\+11.5\t10\t21.5\tBlack: 5 stones \+ 5 territory; White: 5 stones \+ 10 territory \+ 6.5 komi]

# Worked example A under all rule sets: the same moves, the token moves as plain passes.
komi 0
100 halfpoint-score all
#? [tromp_taylor\tW\+5\t10\t15\t[^\n]*\nchinese\tW\+5\t10\t15\t[^\n]*\nnew_zealand\tW\+5\t10\t15\t[^\n]*\naga\tW\+5\t10\t15\t[^\n]*\nbga\tW\+5\t10\t15\t[^\n]*\nstone_scoring\tW\+5\t8\t13\t[^\n]*\ning\tW\+5\t10\t15\t[^\n]*\njapanese\tW\+5\t5\t10\t[^\n]*\nkorean\tW\+5\t5\t10\t[^\n]*\nblack_white\tW\+5\t5\t10\t[^\n]*\nbutton\tW\+4.5\t10.5\t15\t[^\n]*\nwhite_button\tW\+5\t10\t15\t[^\n]*\nbutton_equivalence\tW\+4.5\t7\t11.5\t[^\n]*\ntwo_button\tW\+5\t6.5\t11.5\t[^\n]*\nreverse_button\tW\+5.5\t6\t11.5\t[^\n]*\ntwo_button_moves\tW\+5\t6.5\t11.5\t[^\n]*\nhalf_pass\tW\+5\t6\t11\t[^\n]*\nultimate\tW\+5\t4\t9\t[^\n]*]

# The same from a game that was played with buttons by name.
clear_board
halfpoint-dead none
kgs-rules two_button_moves
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5 b button w fullpass
110 halfpoint-score all
#? [tromp_taylor\tW\+5\t10\t15\t[^\n]*\nchinese\tW\+5\t10\t15\t[^\n]*\nnew_zealand\tW\+5\t10\t15\t[^\n]*\naga\tW\+5\t10\t15\t[^\n]*\nbga\tW\+5\t10\t15\t[^\n]*\nstone_scoring\tW\+5\t8\t13\t[^\n]*\ning\tW\+5\t10\t15\t[^\n]*\njapanese\tW\+5\t5\t10\t[^\n]*\nkorean\tW\+5\t5\t10\t[^\n]*\nblack_white\tW\+5\t5\t10\t[^\n]*\nbutton\tW\+4.5\t10.5\t15\t[^\n]*\nwhite_button\tW\+5\t10\t15\t[^\n]*\nbutton_equivalence\tW\+4.5\t7\t11.5\t[^\n]*\ntwo_button\tW\+5\t6.5\t11.5\t[^\n]*\nreverse_button\tW\+5.5\t6\t11.5\t[^\n]*\ntwo_button_moves\tW\+5\t6.5\t11.5\t[^\n]*\nhalf_pass\tW\+5\t6\t11\t[^\n]*\nultimate\tW\+5\t4\t9\t[^\n]*]

# The same from a game that nobody has passed in: the players pass out from there.
gg-undo 2
120 halfpoint-score all
#? [tromp_taylor\tW\+5\t10\t15\t[^\n]*\nchinese\tW\+5\t10\t15\t[^\n]*\nnew_zealand\tW\+5\t10\t15\t[^\n]*\naga\tW\+5\t10\t15\t[^\n]*\nbga\tW\+5\t10\t15\t[^\n]*\nstone_scoring\tW\+5\t8\t13\t[^\n]*\ning\tW\+5\t10\t15\t[^\n]*\njapanese\tW\+5\t5\t10\t[^\n]*\nkorean\tW\+5\t5\t10\t[^\n]*\nblack_white\tW\+5\t5\t10\t[^\n]*\nbutton\tW\+4.5\t10.5\t15\t[^\n]*\nwhite_button\tW\+5\t10\t15\t[^\n]*\nbutton_equivalence\tW\+4.5\t7\t11.5\t[^\n]*\ntwo_button\tW\+5\t6.5\t11.5\t[^\n]*\nreverse_button\tW\+5.5\t6\t11.5\t[^\n]*\ntwo_button_moves\tW\+5\t6.5\t11.5\t[^\n]*\nhalf_pass\tW\+5\t6\t11\t[^\n]*\nultimate\tW\+5\t4\t9\t[^\n]*]

# Komi counts in every row but the last.
komi 6.5
130 halfpoint-score all
#? [tromp_taylor\tW\+11.5\t10\t21.5\t[^\n]*\nchinese\tW\+11.5\t10\t21.5\t[^\n]*\nnew_zealand\tW\+11.5\t10\t21.5\t[^\n]*\naga\tW\+11.5\t10\t21.5\t[^\n]*\nbga\tW\+11.5\t10\t21.5\t[^\n]*\nstone_scoring\tW\+11.5\t8\t19.5\t[^\n]*\ning\tW\+11.5\t10\t21.5\t[^\n]*\njapanese\tW\+11.5\t5\t16.5\t[^\n]*\nkorean\tW\+11.5\t5\t16.5\t[^\n]*\nblack_white\tW\+11.5\t5\t16.5\t[^\n]*\nbutton\tW\+11\t10.5\t21.5\t[^\n]*\nwhite_button\tW\+11.5\t10\t21.5\t[^\n]*\nbutton_equivalence\tW\+11\t7\t18\t[^\n]*\ntwo_button\tW\+11.5\t6.5\t18\t[^\n]*\nreverse_button\tW\+12\t6\t18\t[^\n]*\ntwo_button_moves\tW\+11.5\t6.5\t18\t[^\n]*\nhalf_pass\tW\+11.5\t6\t17.5\t[^\n]*\nultimate\tW\+5\t4\t9\t[^\n]*]
komi 0

# Worked example B.
clear_board
halfpoint-dead none
kgs-rules chinese
gogui-play_sequence b B1 w D1 b B2 w D2 b B3 w D3 b B4 w D4 b B5 w D5 b C1 w C2 b C3 w C4 b C5 w pass b pass
140 halfpoint-score all
#? [tromp_taylor\tB\+1\t13\t12\t[^\n]*\nchinese\tB\+1\t13\t12\t[^\n]*\nnew_zealand\tB\+1\t13\t12\t[^\n]*\naga\tB\+1\t13\t12\t[^\n]*\nbga\tB\+1\t13\t12\t[^\n]*\nstone_scoring\tB\+1\t11\t10\t[^\n]*\ning\tB\+1\t13\t12\t[^\n]*\njapanese\t0\t5\t5\t[^\n]*\nkorean\t0\t5\t5\t[^\n]*\nblack_white\t0\t5\t5\t[^\n]*\nbutton\tB\+0.5\t13\t12.5\t[^\n]*\nwhite_button\tB\+0.5\t13\t12.5\t[^\n]*\nbutton_equivalence\tB\+0.5\t6.5\t6\t[^\n]*\ntwo_button\t0\t6.5\t6.5\t[^\n]*\nreverse_button\tB\+0.5\t6.5\t6\t[^\n]*\ntwo_button_moves\t0\t6.5\t6.5\t[^\n]*\nhalf_pass\t0\t6\t6\t[^\n]*\nultimate\t0\t4\t4\t[^\n]*]

# Two handicap stones: n, n - 1, nothing, or what the ledger gives by itself.
clear_board
halfpoint-dead none
set_free_handicap B2 D4
150 halfpoint-score all
#? [tromp_taylor\tB\+25\t25\t0\t[^\n]*\nchinese\tB\+23\t25\t2\t[^\n]*\nnew_zealand\tB\+25\t25\t0\t[^\n]*\naga\tB\+24\t25\t1\t[^\n]*\nbga\tB\+24\t25\t1\t[^\n]*\nstone_scoring\tB\+23\t23\t0\t[^\n]*\ning\tB\+23\t25\t2\t[^\n]*\njapanese\tB\+23\t23\t0\t[^\n]*\nkorean\tB\+23\t23\t0\t[^\n]*\nblack_white\tB\+23\t23\t0\t[^\n]*\nbutton\tB\+23.5\t25\t1.5\t[^\n]*\nwhite_button\tB\+23.5\t25\t1.5\t[^\n]*\nbutton_equivalence\tB\+23.5\t24.5\t1\t[^\n]*\ntwo_button\tB\+23\t24.5\t1.5\t[^\n]*\nreverse_button\tB\+23.5\t24.5\t1\t[^\n]*\ntwo_button_moves\tB\+23\t24.5\t1.5\t[^\n]*\nhalf_pass\tB\+23\t24\t1\t[^\n]*\nultimate\t[^\n]*]
play w pass
play b pass
160 halfpoint-score all
#? [tromp_taylor\tB\+25\t25\t0\t[^\n]*\nchinese\tB\+23\t25\t2\t[^\n]*\nnew_zealand\tB\+25\t25\t0\t[^\n]*\naga\tB\+24\t25\t1\t[^\n]*\nbga\tB\+24\t25\t1\t[^\n]*\nstone_scoring\tB\+23\t23\t0\t[^\n]*\ning\tB\+23\t25\t2\t[^\n]*\njapanese\tB\+23\t23\t0\t[^\n]*\nkorean\tB\+23\t23\t0\t[^\n]*\nblack_white\tB\+23\t23\t0\t[^\n]*\nbutton\tB\+23.5\t25\t1.5\t[^\n]*\nwhite_button\tB\+23.5\t25\t1.5\t[^\n]*\nbutton_equivalence\tB\+23.5\t24.5\t1\t[^\n]*\ntwo_button\tB\+23\t24.5\t1.5\t[^\n]*\nreverse_button\tB\+23.5\t24.5\t1\t[^\n]*\ntwo_button_moves\tB\+23\t24.5\t1.5\t[^\n]*\nhalf_pass\tB\+23\t24\t1\t[^\n]*\nultimate\t[^\n]*]

# Four stones.
clear_board
halfpoint-dead none
set_free_handicap B2 D4 B4 D2
170 halfpoint-score all
#? [tromp_taylor\tB\+25\t25\t0\t[^\n]*\nchinese\tB\+21\t25\t4\t[^\n]*\nnew_zealand\tB\+25\t25\t0\t[^\n]*\naga\tB\+22\t25\t3\t[^\n]*\nbga\tB\+22\t25\t3\t[^\n]*\nstone_scoring\tB\+23\t23\t0\t[^\n]*\ning\tB\+21\t25\t4\t[^\n]*\njapanese\tB\+21\t21\t0\t[^\n]*\nkorean\tB\+21\t21\t0\t[^\n]*\nblack_white\tB\+21\t21\t0\t[^\n]*\nbutton\tB\+21.5\t25\t3.5\t[^\n]*\nwhite_button\tB\+21.5\t25\t3.5\t[^\n]*\nbutton_equivalence\tB\+21.5\t22.5\t1\t[^\n]*\ntwo_button\tB\+21\t22.5\t1.5\t[^\n]*\nreverse_button\tB\+21.5\t22.5\t1\t[^\n]*\ntwo_button_moves\tB\+21\t22.5\t1.5\t[^\n]*\nhalf_pass\tB\+21\t22\t1\t[^\n]*\nultimate\t[^\n]*]

# Stones that are set up are no handicap.
clear_board
halfpoint-dead none
gogui-setup b B2 b D4
gogui-setup_player w
180 halfpoint-score chinese
#? [chinese\tB\+25\t25\t0\tBlack: 2 stones \+ 23 territory; White: 0; as if both passed now]
190 halfpoint-score aga
#? [aga\tB\+25\t25\t0\t.*]

# Handicap stones on the star points count the same.
boardsize 9
halfpoint-dead none
komi 0.5
200 fixed_handicap 3
#? [C3 G7 C7|C3 G7 G3]
210 halfpoint-score
#? [chinese\tB\+77.5\t81\t3.5\tBlack: 3 stones \+ 78 territory; White: 0.5 komi \+ 3 handicap bonus; as if both passed now]
komi 0

# A white stone in Black's territory, dead by agreement, under all rule sets.
boardsize 5
gogui-setup b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w A3
220 halfpoint-dead A3
#? [A3]
230 halfpoint-score all
#? [tromp_taylor\tW\+11\t5\t16\t[^\n]*\nchinese\tW\+5\t10\t15\t[^\n]*\nnew_zealand\tW\+5\t10\t15\t[^\n]*\naga\tW\+5\t10\t15\t[^\n]*\nbga\tW\+5\t10\t15\t[^\n]*\nstone_scoring\tW\+5\t8\t13\t[^\n]*\ning\tW\+5\t10\t15\t[^\n]*\njapanese\tW\+4\t6\t10\t[^\n]*\nkorean\tW\+4\t6\t10\t[^\n]*\nblack_white\tW\+4\t6\t10\t[^\n]*\nbutton\tW\+4.5\t10.5\t15\t[^\n]*\nwhite_button\tW\+5\t10\t15\t[^\n]*\nbutton_equivalence\tW\+3.5\t8\t11.5\t[^\n]*\ntwo_button\tW\+4\t7.5\t11.5\t[^\n]*\nreverse_button\tW\+4.5\t7\t11.5\t[^\n]*\ntwo_button_moves\tW\+4\t7.5\t11.5\t[^\n]*\nhalf_pass\tW\+10\t1\t11\t[^\n]*\nultimate\tW\+4\t5\t9\t[^\n]*]

# final_status_list tells what final_score counts.
240 kgs-rules japanese
#? []
250 final_status_list dead
#? [A3]
260 final_status A3
#? [dead]
270 final_status_list alive
#? [B1 B2 B3 B4 B5\nC1 C2 C3 C4 C5]
280 final_status_list black_territory
#? [A1 A2 (A3 )?A4 A5]
290 final_status_list white_territory
#? [D1 E1 D2 E2 D3 E3 D4 E4 D5 E5]
300 final_score
#? [W\+4]
310 kgs-rules chinese
#? []
320 final_status_list dead
#? [A3]
330 final_status A3
#? [dead]
340 final_status_list alive
#? [B1 B2 B3 B4 B5\nC1 C2 C3 C4 C5]
350 final_status_list black_territory
#? [A1 A2 (A3 )?A4 A5]
360 final_status_list white_territory
#? [D1 E1 D2 E2 D3 E3 D4 E4 D5 E5]
370 final_score
#? [W\+5]
380 kgs-rules two_button
#? []
390 final_status_list dead
#? [A3]
400 final_status A3
#? [dead]
410 final_status_list alive
#? [B1 B2 B3 B4 B5\nC1 C2 C3 C4 C5]
420 final_status_list black_territory
#? [A1 A2 (A3 )?A4 A5]
430 final_status_list white_territory
#? [D1 E1 D2 E2 D3 E3 D4 E4 D5 E5]
440 final_score
#? [W\+4]
450 kgs-rules button_equivalence
#? []
460 final_status_list dead
#? [A3]
470 final_status A3
#? [dead]
480 final_status_list alive
#? [B1 B2 B3 B4 B5\nC1 C2 C3 C4 C5]
490 final_status_list black_territory
#? [A1 A2 (A3 )?A4 A5]
500 final_status_list white_territory
#? [D1 E1 D2 E2 D3 E3 D4 E4 D5 E5]
510 final_score
#? [W\+3.5]
520 kgs-rules ultimate
#? []
530 final_status_list dead
#? [A3]
540 final_status A3
#? [dead]
550 final_status_list alive
#? [B1 B2 B3 B4 B5\nC1 C2 C3 C4 C5]
560 final_status_list black_territory
#? [A1 A2 (A3 )?A4 A5]
570 final_status_list white_territory
#? [D1 E1 D2 E2 D3 E3 D4 E4 D5 E5]
580 final_score
#? [W\+4]
590 kgs-rules tromp_taylor
#? []
600 final_status_list dead
#? []
610 final_status A3
#? [alive|seki]
620 final_status_list black_territory
#? []
630 halfpoint-dead
#? []
640 final_score
#? [W\+11]
650 kgs-rules chinese
#? []
660 halfpoint-dead
#? [A3]

# No stone dead: what tromp_taylor counts.
670 halfpoint-dead none
#? []
680 halfpoint-score all
#? [tromp_taylor\tW\+11\t5\t16\t[^\n]*\nchinese\tW\+11\t5\t16\t[^\n]*\nnew_zealand\tW\+11\t5\t16\t[^\n]*\naga\tW\+11\t5\t16\t[^\n]*\nbga\tW\+11\t5\t16\t[^\n]*\nstone_scoring\tW\+9\t5\t14\t[^\n]*\ning\tW\+11\t5\t16\t[^\n]*\njapanese\tW\+10\t0\t10\t[^\n]*\nkorean\tW\+10\t0\t10\t[^\n]*\nblack_white\tW\+10\t0\t10\t[^\n]*\nbutton\tW\+10.5\t5.5\t16\t[^\n]*\nwhite_button\tW\+11\t5\t16\t[^\n]*\nbutton_equivalence\tW\+9.5\t2\t11.5\t[^\n]*\ntwo_button\tW\+10\t1.5\t11.5\t[^\n]*\nreverse_button\tW\+10.5\t1\t11.5\t[^\n]*\ntwo_button_moves\tW\+10\t1.5\t11.5\t[^\n]*\nhalf_pass\tW\+10\t1\t11\t[^\n]*\nultimate\t[^\n]*]

# A stone marks all of its colour in that enclosed territory, and whole chains.
boardsize 5
gogui-setup b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w A1 w A2 w A5
690 halfpoint-dead A5
#? [A1 A2 A5]
700 final_status_list dead
#? [A1 A2\nA5]
710 halfpoint-score japanese
#? [japanese\tW\+2\t8\t10\tBlack: 5 territory \+ 3 dead stones; White: 10 territory; as if both passed now]

# A list holds until the next placement, passes or not, and comes back with undo.
halfpoint-dead none
720 halfpoint-dead A1
#? [A1 A2 A5]
play b pass
play w pass
730 halfpoint-dead
#? [A1 A2 A5]
740 final_score
#? [W\+5]
play b A3
750 halfpoint-dead
#? []
undo
760 halfpoint-dead
#? [A1 A2 A5]
gg-undo 2
770 halfpoint-dead
#? [A1 A2 A5]
780 halfpoint-state
#? [.*"moves":0.*"dead":\["A1","A2","A5"\].*]

# Dead stones of both colours.
boardsize 5
gogui-setup b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w A3 b E2 b E3
790 halfpoint-dead A3 E2
#? [E2 A3 E3]
800 final_status_list dead
#? [E2 E3\nA3|A3\nE2 E3]
810 halfpoint-score japanese
#? [japanese\tW\+6\t6\t12\tBlack: 5 territory \+ 1 dead stones; White: 10 territory \+ 2 dead stones; as if both passed now]
820 halfpoint-score chinese
#? [chinese\tW\+5\t10\t15\t.*]

# A seki with an eye of one point on either side: area counts the eyes, stone scoring taxes them, only japanese,
# korean and black_white leave them out.
boardsize 6 2
gogui-setup b A2 b B1 b B2 w D1 w D2 w E2 w F1 w F2
halfpoint-dead none
830 halfpoint-score all
#? [tromp_taylor\tW\+2\t4\t6\t[^\n]*\nchinese\tW\+2\t4\t6\t[^\n]*\nnew_zealand\tW\+2\t4\t6\t[^\n]*\naga\tW\+2\t4\t6\t[^\n]*\nbga\tW\+2\t4\t6\t[^\n]*\nstone_scoring\tW\+2\t3\t5\t[^\n]*\ning\tW\+2\t4\t6\t[^\n]*\njapanese\t0\t0\t0\t[^\n]*\nkorean\t0\t0\t0\t[^\n]*\nblack_white\t0\t0\t0\t[^\n]*\nbutton\tW\+1.5\t4.5\t6\t[^\n]*\nwhite_button\tW\+2\t4\t6\t[^\n]*\nbutton_equivalence\tB\+0.5\t3\t2.5\t[^\n]*\ntwo_button\t0\t2.5\t2.5\t[^\n]*\nreverse_button\tW\+0.5\t2\t2.5\t[^\n]*\ntwo_button_moves\t0\t2.5\t2.5\t[^\n]*\nhalf_pass\t0\t2\t2\t[^\n]*\nultimate\t0\t1\t1\t[^\n]*]
840 kgs-rules japanese
#? []
850 final_status_list seki
#? [B1 A2 B2\nD1 F1 D2 E2 F2]
860 final_status_list alive
#? []
870 final_status_list dead
#? []
880 final_status C1
#? [dame]
890 kgs-rules chinese
#? []
900 final_status_list black_territory
#? [A1]
910 final_status_list white_territory
#? [E1]
920 final_status_list dame
#? [C1 C2]

# No seki, though A3 B3 C3 and B4 C4 D4 share the liberties D3 and A4 and have no eyes: whoever moves first
# joins his chain to the living group beside it and takes the other. Left as it is, all of it stays on the board.
boardsize 4 6
gogui-setup w B1 w D1 w A2 w B2 w C2 w D2 b A3 b B3 b C3 w B4 w C4 w D4 b A5 b B5 b C5 b D5 b B6
halfpoint-dead none
930 halfpoint-score all
#? [tromp_taylor\t0\t11\t11\t[^\n]*\nchinese\t0\t11\t11\t[^\n]*\nnew_zealand\t0\t11\t11\t[^\n]*\naga\t0\t11\t11\t[^\n]*\nbga\t0\t11\t11\t[^\n]*\nstone_scoring\t0\t9\t9\t[^\n]*\ning\t0\t11\t11\t[^\n]*\njapanese\tB\+1\t3\t2\t[^\n]*\nkorean\tB\+1\t3\t2\t[^\n]*\nblack_white\tB\+1\t3\t2\t[^\n]*\nbutton\tB\+0.5\t11.5\t11\t[^\n]*\nwhite_button\t0\t11\t11\t[^\n]*\nbutton_equivalence\tB\+1.5\t5\t3.5\t[^\n]*\ntwo_button\tB\+1\t4.5\t3.5\t[^\n]*\nreverse_button\tB\+0.5\t4\t3.5\t[^\n]*\ntwo_button_moves\tB\+1\t4.5\t3.5\t[^\n]*\nhalf_pass\tB\+1\t4\t3\t[^\n]*\nultimate\tB\+1\t2\t1\t[^\n]*]
940 kgs-rules japanese
#? []
950 final_status_list seki
#? []
960 final_status_list alive
#? [B1 D1 A2 B2 C2 D2\nA3 B3 C3\nB4 C4 D4\nA5 B5 C5 D5 B6]
970 final_status_list dead
#? []
980 final_status_list black_territory
#? [A6 C6 D6]
990 final_status_list white_territory
#? [A1 C1]
1000 final_status_list dame
#? [D3 A4]
1010 kgs-rules chinese
#? []
1020 final_status_list dead
#? []

# Points that touch both colours are nobody's, and so is an empty board.
boardsize 5
gogui-setup b B1 b B2 b B3 b B4 b B5 w D1 w D2 w D3 w D4 w D5
halfpoint-dead none
1030 halfpoint-score chinese
#? [chinese\t0\t10\t10\t.*]
1040 final_status_list dame
#? [C1 C2 C3 C4 C5]
clear_board
halfpoint-dead none
1050 halfpoint-score all
#? [tromp_taylor\t0\t0\t0\t[^\n]*\nchinese\t0\t0\t0\t[^\n]*\nnew_zealand\t0\t0\t0\t[^\n]*\naga\t0\t0\t0\t[^\n]*\nbga\t0\t0\t0\t[^\n]*\nstone_scoring\t0\t0\t0\t[^\n]*\ning\t0\t0\t0\t[^\n]*\njapanese\t0\t0\t0\t[^\n]*\nkorean\t0\t0\t0\t[^\n]*\nblack_white\t0\t0\t0\t[^\n]*\nbutton\tB\+0.5\t0.5\t0\t[^\n]*\nwhite_button\t0\t0\t0\t[^\n]*\nbutton_equivalence\tB\+0.5\t2\t1.5\t[^\n]*\ntwo_button\t0\t1.5\t1.5\t[^\n]*\nreverse_button\tW\+0.5\t1\t1.5\t[^\n]*\ntwo_button_moves\t0\t1.5\t1.5\t[^\n]*\nhalf_pass\t0\t1\t1\t[^\n]*\nultimate\t0\t1\t1\t[^\n]*]

# Captured stones are points where territory is counted.
clear_board
halfpoint-dead none
1060 gogui-play_sequence b B1 w A1 b A2
#? []
1070 halfpoint-state
#? [.*"moves":3.*"captures":\{"black":1,"white":0\}.*]
1080 halfpoint-score all
#? [tromp_taylor\tB\+25\t25\t0\t[^\n]*\nchinese\tB\+25\t25\t0\t[^\n]*\nnew_zealand\tB\+25\t25\t0\t[^\n]*\naga\tB\+25\t25\t0\t[^\n]*\nbga\tB\+25\t25\t0\t[^\n]*\nstone_scoring\tB\+23\t23\t0\t[^\n]*\ning\tB\+25\t25\t0\t[^\n]*\njapanese\tB\+24\t24\t0\t[^\n]*\nkorean\tB\+24\t24\t0\t[^\n]*\nblack_white\tB\+24\t24\t0\t[^\n]*\nbutton\tB\+24.5\t25\t0.5\t[^\n]*\nwhite_button\tB\+24.5\t25\t0.5\t[^\n]*\nbutton_equivalence\tB\+24.5\t25.5\t1\t[^\n]*\ntwo_button\tB\+24\t25.5\t1.5\t[^\n]*\nreverse_button\tB\+24.5\t25.5\t1\t[^\n]*\ntwo_button_moves\tB\+24\t25.5\t1.5\t[^\n]*\nhalf_pass\tB\+24\t25\t1\t[^\n]*\nultimate\t[^\n]*]

# A move that is illegal elsewhere: that row says which, the others stand.
boardsize 3
kgs-rules tromp_taylor
gogui-setup b A3 b B1 b B2 w A1
gogui-setup_player w
play w A2
1090 halfpoint-score all
#? [tromp_taylor\tB\+9\t9\t0\t[^\n]*\nchinese\t\? [^\n]*1[^\n]*A2[^\n]*suicide\nnew_zealand\tB\+9\t9\t0\t[^\n]*\naga\t\? [^\n]*1[^\n]*A2[^\n]*suicide\nbga\t\? [^\n]*1[^\n]*A2[^\n]*suicide\nstone_scoring\t\? [^\n]*1[^\n]*A2[^\n]*suicide\ning\tB\+9\t9\t0\t[^\n]*\njapanese\t\? [^\n]*1[^\n]*A2[^\n]*suicide\nkorean\t\? [^\n]*1[^\n]*A2[^\n]*suicide\nblack_white\t\? [^\n]*1[^\n]*A2[^\n]*suicide\nbutton\t\? [^\n]*1[^\n]*A2[^\n]*suicide\nwhite_button\t\? [^\n]*1[^\n]*A2[^\n]*suicide\nbutton_equivalence\t\? [^\n]*1[^\n]*A2[^\n]*suicide\ntwo_button\t\? [^\n]*1[^\n]*A2[^\n]*suicide\nreverse_button\t\? [^\n]*1[^\n]*A2[^\n]*suicide\ntwo_button_moves\t\? [^\n]*1[^\n]*A2[^\n]*suicide\nhalf_pass\t\? [^\n]*1[^\n]*A2[^\n]*suicide\nultimate\t\? [^\n]*1[^\n]*A2[^\n]*suicide]
