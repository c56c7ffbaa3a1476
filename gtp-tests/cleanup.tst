# Cleaning up: what is dead is captured, then comes a pass, whatever the rules.

# Walls on C and D with two eyes and more behind each; the stones A4 and F4 are dead.
boardsize 7
komi 0
gogui-setup b C1 b C2 b C3 b C4 b C5 b C6 b C7 b A2 b B2 b A6 b B6 b F4 w D1 w D2 w D3 w D4 w D5 w D6 w D7 w E2 w F2 w G2 w E6 w F6 w G6 w A4
10 final_status_list dead
#? [A4\s+F4|F4\s+A4]
20 final_score
#? [W\+7]

# A move that takes a liberty from the dead stone; the others follow, for White passes.
30 kgs-genmove_cleanup b
#? [A3|B4|A5]
play w pass
40 kgs-genmove_cleanup b
#? [A3|B4|A5]
play w pass
50 kgs-genmove_cleanup b
#? [A3|B4|A5]
60 final_status A4
#? [black_territory]
70 final_score
#? [W\+7]

# White captures F4 while Black, who has nothing left to capture, passes.
80 kgs-genmove_cleanup w
#? [E4|F3|F5|G4]
90 kgs-genmove_cleanup b
#? [pass]
100 kgs-genmove_cleanup w
#? [E4|F3|F5|G4]
play b pass
110 kgs-genmove_cleanup w
#? [E4|F3|F5|G4]
play b pass
115 kgs-genmove_cleanup w
#? [E4|F3|F5|G4]
play b pass
120 kgs-genmove_cleanup w
#? [pass]
130 final_status_list dead
#? []
140 final_score
#? [W\+7]

# After a resignation nothing is cleaned up.
undo
play b resign
150 halfpoint-legal
#? []

# A seki by nakade: who captures the stones inside has one eye and dies, so nobody does, and there is nothing to clean up.
boardsize 5 6
komi 0
kgs-rules chinese
gogui-setup b B6 b C6 b D6 b A5 b B5 w C5 w D5 w E5 b A4 w C4 b E4 b A3 b B3 w C3 w D3 b E3 b B2 w C2 b E2 b A1 b B1 w C1 w D1 w E1
play b pass
play w pass
1000 final_status_list dead
#? []
1010 final_score
#? [B\+6]
1020 kgs-genmove_cleanup b
#? [pass]
1030 kgs-genmove_cleanup w
#? [pass]
kgs-rules japanese
1040 final_score
#? [B\+2]
1050 kgs-genmove_cleanup w
#? [pass]
boardsize 6
komi 0
kgs-rules chinese
gogui-setup b A6 b C6 b D6 b E6 b A5 b B5 b C5 w D5 w E5 w F5 b B4 w D4 b F4 b A3 b B3 b C3 w D3 w E3 b F3 b B2 w D2 b F2 b A1 b B1 b C1 w D1 w E1 w F1
play b pass
play w pass
1060 final_status_list dead
#? []
1070 final_score
#? [B\+11]
1080 kgs-genmove_cleanup b
#? [pass]
1090 kgs-genmove_cleanup w
#? [pass]
kgs-rules japanese
1100 final_score
#? [B\+3]
1110 kgs-genmove_cleanup w
#? [pass]

# White's shape inside is dead, whatever the net thinks of it.
boardsize 7
kgs-rules chinese
gogui-setup b C7 b D7 b E7 b F7 b A6 b B6 b C6 w D6 w E6 w F6 w G6 b A5 w C5 w D5 b E5 b F5 w G5 b A4 w C4 b E4 b F4 b A3 w C3 w D3 w E3 b F3 w G3 b A2 b B2 b C2 b D2 w E2 w F2 w G2 b D1 b E1 b F1
gogui-setup_player w
play w pass
play b pass
1120 final_score
#? [B\+49]
