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
