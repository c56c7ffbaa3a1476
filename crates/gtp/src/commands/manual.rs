//! The manual of the engine's own commands: the text that `help` and `docs/gtp.md` add to the table
//! of commands.

/// The part of a command's manual that is not in its row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Name of the command.
    pub name: &'static str,
    /// Paragraphs and lists in Markdown.
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
    ("rules", "id of the rule set, or `custom`"),
    ("width", "points from left to right"),
    ("height", "points from bottom to top"),
    ("komi", "White's compensation, in points"),
    ("to_move", "color to move"),
    ("moves", "number of moves so far, token moves included"),
    (
        "over",
        "end of the game: `passes`, `draw`, `resign`, `void` or `no_move`; `null` if it goes on",
    ),
    ("captures", "stones that each color captured in play"),
    ("ledger", "points that token moves have given each color"),
    (
        "button",
        "place of the first or only button: `table`, or the color that took, gave or got it; `none` if the rules have no button",
    ),
    ("buttons_left", "number of buttons on the table"),
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
        "passes in a row up to now, those with a button included; a button move or a delay is no pass",
    ),
    (
        "first_token",
        "color that took, gave or got the first or only button, or made the first half-pass; `null` before that, and under `reverse_button`",
    ),
    (
        "last_token",
        "color that ended the game with the second button, the button on the last pass, or a half-pass; else `null`",
    ),
    (
        "proposal",
        "`half_pass`: stones proposed as dead, while the proposal waits or once it is accepted; else `null`",
    ),
    ("dead", "dead stones in force"),
    (
        "hash",
        "hash of the position and of all state that affects later moves",
    ),
];

/// All entries of the manual.
pub static MANUAL: &[Entry] = &[
    Entry {
        name: "halfpoint-list_rules",
        details: r#"Prints a line for each rule set: id, a tab, description."#,
        example: r#"$ halfpoint --rules chinese
halfpoint-list_rules
= tromp_taylor	area, nothing is dead unless captured, positional superko, suicide of chains
chinese	area, positional superko
new_zealand	area, situational superko, suicide of chains
aga	area; a pass hands over a stone and White passes last, so territory agrees
bga	as aga
stone_scoring	area less two points for each group, positional superko
ing	area, suicide of chains; simplified: positional superko in place of Ing's ko rule
japanese	territory, no points in seki, simple ko
korean	territory, no points in seki, simple ko
black_white	the Black&White server: as korean, komi by game type and board
button	area, and half a point to whoever takes the button instead of passing first
white_button	as button, but the button is worth half a point to White and nothing to Black
button_equivalence	Button Go counted as territory: the button is given, passes hand over stones
two_button	territory with pass stones; the first and the last pass get half a point back
reverse_button	territory with pass stones; the last pass gets half a point back
two_button_moves	as two_button with buttons as moves of their own; the second one ends the game
half_pass	naive territory; the first and the last pass cost half a stone, others a stone
ultimate	no counting: a pass costs a prisoner, and whoever cannot move has lost"#,
    },
    Entry {
        name: "halfpoint-reset_rules",
        details: r#"Restores the rules of the command line. Board, moves and komi stay; the moves are read again under these rules. With `--lock-rules` the command has no effect."#,
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
        details: r#"Lists the legal moves of a color, by default of the color to move: points row by row from A1, then token moves by name. Plain `pass` is not listed."#,
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
        details: r#"Works as `genmove`, but may answer the token moves that are named as KIND. A client names the kinds that it understands. Without a kind no move is played: the answer lists the kinds of the rules in force, one a line. An unknown kind is an error."#,
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
        details: r#"Answers the token move that a plain `pass` would be for a color, by default for the color to move: `pass`, `fullpass`, `button`, `halfpass`, `delay`, `draw` or `illegal`. The answer depends on the moves before it."#,
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
        details: r#"Prints the state of the game as one line of JSON. Points are decimal numbers; pairs are `{"black":…,"white":…}`; colors are `"black"` and `"white"`."#,
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
        details: r#"Prints one line with tabs: id of the rule set, result, Black's points, White's points, and their parts. An unfinished game is counted as if both sides passed now, and the line says so.

- `RULES` (a name or JSON) counts the same moves under other rules.
- `all` counts them under every rule set.
- `details` adds sentences: which dead stones were removed, why other rules give another result, and whether the count is certain."#,
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
        details: r#"Sets the dead stones and answers the list in force. Without arguments it only answers.

- `VERTEX...` names dead stones on which both players agree. A vertex stands for its chain and for all stones of that color in the same enclosed territory. The list holds until the next placement; undo restores it.
- `auto` (the setting at the start) lets the engine judge.
- `none` declares that nothing is dead.

`auto` and `none` last until `clear_board` or a new board size."#,
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
        details: r#"Only under `half_pass`: makes the first pass of the game and proposes that these stones are dead. The list may be empty. If the opponent answers `halfpass`, the proposal is accepted and the game is over. Any other move declines it."#,
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
        details: r#"Only under `black_white`, before the first move: sets komi and handicap stones by game type or by the two ranks, the higher one being White's, and answers the settings. Ranks are 18k to 1k, 1d to 9d and 1p to 9p."#,
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
        details: r#"Asks, in the name of a color, to take back the last move. The answer is `accepted`, and the move is undone, or `refused`. The option `--take-back` decides."#,
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
        details: r#"Prints marks for the board in the language of GoGui's analysis commands. `moves`, `visits` and `line` show the last search; the others show the position."#,
        example: r#"$ halfpoint --rules button --size 3
play b B2
=

halfpoint-gfx legal
= MARK A1 B1 C1 A2 C2 A3 B3 C3
TEXT White: button fullpass"#,
    },
    Entry {
        name: "halfpoint-show",
        details: r#"Prints the state of the game, the parts of the score, or the result under every rule set, in columns. These are GoGui's *Game State*, *Score* and *Score in All Systems*. `*` marks the counts that assume that both sides pass now."#,
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
        details: r#"Lists the settings of a page in GoGui's format, a line each with type, name and value. With NAME VALUE it changes one of them."#,
        example: r#"$ halfpoint --rules button --playouts 100 --seed 1 --size 5
halfpoint-param rules
= [list/tromp_taylor/chinese/new_zealand/aga/bga/stone_scoring/ing/japanese/korean/black_white/button/white_button/button_equivalence/two_button/reverse_button/two_button_moves/half_pass/ultimate] rules button
[string] komi 7

halfpoint-param rules komi 6.5
=

get_komi
= 6.5"#,
    },
    Entry {
        name: "halfpoint-why",
        details: r#"Explains the last generated move: a sentence, then a line for each fact (name and value), then a line for each move that the search considered, token moves by name. For an exact margin, `count` says `dead stones removed` or `nothing removed that was not captured`. With a net, `draw_chance` is the probability of a draw, where one is possible."#,
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
        details: r#"Without a name, prints a line for each command. With a name, prints its purpose and an example."#,
        example: r#"$ halfpoint
help komi
= komi POINTS
set komi, a multiple of half a point"#,
    },
];
