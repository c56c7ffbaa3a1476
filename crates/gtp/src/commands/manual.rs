//! The manual of the engine's own commands: the text that `help` and `docs/gtp.md` add to the table
//! of commands.

/// The part of a command's manual that is not in its row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Name of the command.
    pub name: &'static str,
    /// A paragraph in Markdown.
    pub details: &'static str,
    /// A session: the command line, then commands with their answers. The tests run it as it stands
    /// in `docs/gtp.md`; `[..]` stands for any text.
    pub example: &'static str,
}

/// Returns the entry of a command, if it has one.
#[must_use]
pub fn entry(name: &str) -> Option<&'static Entry> {
    MANUAL.iter().find(|entry| entry.name == name)
}

/// The fields of `halfpoint-state` in their order, with their meaning.
pub static STATE_FIELDS: &[(&str, &str)] = &[
    ("rules", "the id of the rule set, or `custom`"),
    ("width", "points from left to right"),
    ("height", "points from bottom to top"),
    ("komi", "White's compensation, in points"),
    ("to_move", "the color to move"),
    ("moves", "how many moves were made, token moves among them"),
    (
        "over",
        "`null`, or how the game ended: `passes`, `draw`, `resign`, `void`, `no_move`",
    ),
    ("captures", "stones that each color captured in play"),
    ("ledger", "points that token moves gave each color so far"),
    (
        "button",
        "where the first or only button is: `table`, the color that took, gave or got it, or `none` where the rules have none",
    ),
    ("buttons_left", "buttons on the table"),
    (
        "half_pass_zone",
        "stones of each color in the half-pass zone",
    ),
    ("bowl", "`ultimate`: regular prisoners in each bowl"),
    (
        "ultimate_stone_in",
        "`ultimate`: the color in whose bowl the ultimate stone is, or `null`",
    ),
    (
        "consecutive_passes",
        "passes in a row up to now; a button or a delay is none",
    ),
    (
        "first_token",
        "who took, gave or got the first or only button, or made the first half-pass; `null` before that, and under `reverse_button`",
    ),
    (
        "last_token",
        "who ended the game with the second button, the button on the last pass, or a half-pass; else `null`",
    ),
    (
        "proposal",
        "`half_pass`: the stones proposed as dead, where a proposal waits or was accepted; else `null`",
    ),
    ("dead", "the dead stones in force"),
    (
        "hash",
        "a number for the position with everything that matters for what may follow",
    ),
];

/// All entries of the manual.
pub static MANUAL: &[Entry] = &[
    Entry {
        name: "halfpoint-list_rules",
        details: r#"A line for each rule set: its id, a tab, and its description."#,
        example: r#"$ halfpoint --rules chinese
halfpoint-list_rules
= tromp_taylor	area, nothing is dead unless captured, positional superko, suicide of chains
chinese	area, positional superko
new_zealand	area, situational superko, suicide of chains
aga	area; a pass hands over a stone and White passes last, so territory agrees
bga	as aga
stone_scoring	area less two points for each group, positional superko
japanese	territory, no points in seki, simple ko
korean	territory, no points in seki, simple ko
black_white	the Black&White server: as korean, komi by game type and board
button	area, and half a point to whoever takes the button instead of passing first
button_equivalence	Button Go counted as territory: the button is given, passes hand over stones
two_button	territory with pass stones; the first and the last pass get half a point back
reverse_button	territory with pass stones; the last pass gets half a point back
two_button_moves	as two_button with buttons as moves of their own; the second one ends the game
half_pass	naive territory; the first and the last pass cost half a stone, others a stone
ultimate	no counting: a pass costs a prisoner, and whoever cannot move has lost"#,
    },
    Entry {
        name: "halfpoint-reset_rules",
        details: r#"Goes back to the rules of the command line. Board, moves and komi stay; the moves are read again under those rules. With `--lock-rules` nothing happens."#,
        example: r#"$ halfpoint --rules button --size 5
kgs-rules japanese
=

halfpoint-reset_rules
=

halfpoint-pass_means
= button"#,
    },
    Entry {
        name: "halfpoint-legal",
        details: r#"The legal moves of a color, by default of the one to move: points from A1 row by row, then the token moves that may be named. Plain `pass` is not listed."#,
        example: r#"$ halfpoint --rules button --size 2
halfpoint-legal
= A1 B1 A2 B2 button fullpass

play b button
=

halfpoint-legal w
= A1 B1 A2 B2 fullpass"#,
    },
    Entry {
        name: "halfpoint-genmove",
        details: r#"As `genmove`, but the answer may also be one of the token moves that are named, so that a client that knows them is told which it is. Without a kind nothing is played: the answer lists the kinds that exist under the rules in force, one a line. An unknown kind is an error."#,
        example: r#"$ halfpoint --rules button --komi 0 --size 5 --playouts 2000
gogui-play_sequence b C1 w D1 b C2 w D2 b C3 w D3 b C4 w D4 b C5 w D5
=

halfpoint-genmove b
= button
fullpass

halfpoint-genmove b button
= button

halfpoint-genmove w spring
? unknown kind spring; kinds: button, fullpass"#,
    },
    Entry {
        name: "halfpoint-pass_means",
        details: r#"The token move that plain `pass` would be for a color, by default for the one to move: `pass`, `fullpass`, `button`, `halfpass`, `delay`, `draw` or `illegal`. It depends on the game so far."#,
        example: r#"$ halfpoint --rules half_pass --size 5
halfpoint-pass_means
= halfpass

play b pass
=

halfpoint-pass_means
= fullpass"#,
    },
    Entry {
        name: "halfpoint-state",
        details: r#"The whole state as one line of JSON. Points are decimal numbers, pairs are `{"black":…,"white":…}`, colors are `"black"` and `"white"`."#,
        example: r#"$ halfpoint --rules two_button --komi 6.5 --size 5
play b C3
=

play w pass
=

halfpoint-state
= {"rules":"two_button","width":5,"height":5,"komi":6.5,"to_move":"black","moves":2,"over":null,"captures":{"black":0,"white":0},"ledger":{"black":1,"white":0.5},"button":"white","buttons_left":1,"half_pass_zone":{"black":0,"white":0},"bowl":{"black":0,"white":0},"ultimate_stone_in":null,"consecutive_passes":1,"first_token":"white","last_token":null,"proposal":null,"dead":[],"hash":"[..]"}"#,
    },
    Entry {
        name: "halfpoint-score",
        details: r#"A line with tabs between its columns: id of the rule set, result, Black's points, White's points, how they are made up. A game that is not over is passed out first, and the line ends with `as if both passed now`. With a name or JSON the same moves are counted under those rules, with `all` under every rule set. `details` tells in sentences which count it is (dead stones removed, and which, or nothing removed that was not captured), why other rules differ, and how sure the count is."#,
        example: r#"$ halfpoint --rules button --komi 0 --size 5
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
=

halfpoint-score
= button	W+4.5	10.5	15	Black: 5 stones + 5 territory + 0.5 buttons; White: 5 stones + 10 territory; as if both passed now

halfpoint-score reverse_button
= reverse_button	W+5.5	6	11.5	Black: 5 territory + 1 pass stones; White: 10 territory + 1 pass stones + 0.5 buttons; as if both passed now"#,
    },
    Entry {
        name: "halfpoint-dead",
        details: r#"Sets the dead stones that both agree on, and answers the dead stones in force. A vertex stands for its chain and for all stones of its color in that enclosed territory. `auto`, the default, lets the engine judge, `none` says that nothing is dead; both last until `clear_board` or a new board size. A list holds until the next placement, and comes back with undo."#,
        example: r#"$ halfpoint --rules japanese --komi 0 --size 5
gogui-setup b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w A3
=

halfpoint-dead none
=

final_score
= W+10

halfpoint-dead A3
= A3

final_score
= W+4"#,
    },
    Entry {
        name: "halfpoint-propose_dead",
        details: r#"`half_pass`: makes the first pass of the game and proposes these stones as dead with it; none is a proposal, too. The opponent's `halfpass` right after it accepts and ends the game, any other move declines."#,
        example: r#"$ halfpoint --rules half_pass --komi 0 --size 5
gogui-setup b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w A3
=

halfpoint-propose_dead b A3
=

halfpoint-legal w
= A1 D1 E1 A2 D2 E2 D3 E3 A4 D4 E4 A5 D5 E5 halfpass fullpass

play w halfpass
=

final_score
= W+4"#,
    },
    Entry {
        name: "halfpoint-game_type",
        details: r#"`black_white`: sets komi and handicap stones of a game that is about to begin, by its type or by the ranks of both sides (White's is the higher one), and says what it has set. Ranks are 18k to 1k, 1d to 9d and 1p to 9p."#,
        example: r#"$ halfpoint --rules black_white
halfpoint-game_type jung_sun
= jung_sun komi 0.5

halfpoint-game_type handicap 4
= handicap 4 komi 0.5 stones D4 Q16 D16 Q4

get_komi
= 0.5"#,
    },
    Entry {
        name: "halfpoint-take_back",
        details: r#"Asks for the last move back in the name of a color. `accepted`, and the move is undone; or `refused`, as `--take-back` says."#,
        example: r#"$ halfpoint --take-back opponent --size 5
play b C3
=

halfpoint-take_back b
= refused

halfpoint-take_back w
= accepted"#,
    },
    Entry {
        name: "halfpoint-gfx",
        details: r#"A picture on the board in the words of GoGui's analysis commands. `moves`, `visits` and `line` tell the last search, the others the position."#,
        example: r#"$ halfpoint --rules button --size 3
play b B2
=

halfpoint-gfx legal
= MARK A1 B1 C1 A2 C2 A3 B3 C3
TEXT White: button fullpass"#,
    },
    Entry {
        name: "halfpoint-show",
        details: r#"The state of the game, the score part by part, or the result under every rule set, as short lines in columns: GoGui's *Game State*, *Score* and *Score in All Systems*. A count of a game that is not over says so; `*` marks it among the rule sets."#,
        example: r#"$ halfpoint --rules button --komi 0 --size 5
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
=

halfpoint-show score
= button: W+4.5
as if both passed now
 
                       Black   White
stones                     5       5
territory                  5      10
buttons                  0.5       0
points                  10.5      15"#,
    },
    Entry {
        name: "halfpoint-param",
        details: r#"The settings of a page as GoGui shows them, each with its kind, its name and its value; or changes one."#,
        example: r#"$ halfpoint --rules button --playouts 100 --seed 1 --size 5
halfpoint-param rules
= [list/tromp_taylor/chinese/new_zealand/aga/bga/stone_scoring/japanese/korean/black_white/button/button_equivalence/two_button/reverse_button/two_button_moves/half_pass/ultimate] rules button
[string] komi 7

halfpoint-param rules komi 6.5
=

get_komi
= 6.5"#,
    },
    Entry {
        name: "halfpoint-why",
        details: r#"Why the last generated move was chosen: a sentence, then a line for each fact with its name and value, then a line for each move that was looked at, with the token moves by name. `count` says of an exact margin whether it is with `dead stones removed`, or with `nothing removed that was not captured`."#,
        example: r#"$ halfpoint --rules button --komi 0 --size 5 --playouts 2000
gogui-play_sequence b C1 w D1 b C2 w D2 b C3 w D3 b C4 w D4 b C5 w D5
=

genmove b
= pass

halfpoint-why
= Black passes: takes the button.
reason counted: only neutral points and tokens are left, and this shares them best
move pass
visits [..]"#,
    },
    Entry {
        name: "help",
        details: r#"Without a name all commands with a line each; with a name what it is for, and an example."#,
        example: r#"$ halfpoint
help komi
= komi POINTS
set komi, a multiple of half a point"#,
    },
];
