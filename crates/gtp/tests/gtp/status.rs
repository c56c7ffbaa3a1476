//! Status of stones and points: known positions in all their symmetries, and the status lists of
//! random positions.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::Symmetry;
use halfpoint_core::board::{Board, Color, Point, PointSet, Size};
use halfpoint_core::notation::parse_board;
use halfpoint_core::rules::find;
use halfpoint_core::score::{PointOwner, Territory};
use halfpoint_engine::player::Judgement;
use halfpoint_gtp::{Options, Session};

use crate::talk::{STATUSES, ok};

/// Number of playouts of a judgement.
const PLAYOUTS: u32 = 200;

/// Positions with the expected status of each point: `X O` alive, `x o` dead, `# @` in seki, `+ -`
/// Black's and White's territory, `b w` their eyes in a seki, `.` dame.
const KNOWN: [(&str, &[(&str, &str)]); 11] = [
    (
        "a straight three with the attacker on the vital point",
        &[
            (".O.XO.O", "-O-xO-O"),
            ("XXXXOO.", "xxxxOO-"),
            ("OOOOOOO", "OOOOOOO"),
            ("XXXXXXX", "XXXXXXX"),
            (".X..X.X", "+X++X+X"),
        ],
    ),
    (
        "a straight four lives without a move",
        &[
            ("....XO.", "++++XO-"),
            ("XXXXXOO", "XXXXXOO"),
            ("OOOOOO.", "OOOOOO-"),
            ("O.OOOOO", "O-OOOOO"),
        ],
    ),
    (
        "a square four is dead",
        &[
            ("..XO.O.", "--xO-O-"),
            ("..XOOOO", "--xOOOO"),
            ("XXXO.O.", "xxxO-O-"),
            ("OOOOOOO", "OOOOOOO"),
            ("XXXXXXX", "XXXXXXX"),
            (".X..X.X", "+X++X+X"),
        ],
    ),
    (
        "three in a row inside: who fills loses",
        &[
            (".OOO.", ".@@@."),
            ("XXXXX", "#####"),
            ("OOOOO", "OOOOO"),
            ("O.O.O", "O-O-O"),
            ("OOOOO", "OOOOO"),
        ],
    ),
    (
        "an eye each and one shared liberty",
        &[
            (".X.O.", "b#.@w"),
            ("XXXOO", "###@@"),
            ("OOOXX", "OOOXX"),
            ("O.OXX", "O-OXX"),
            ("OOOX.", "OOOX+"),
            ("O.OXX", "O-OXX"),
            ("OOOX.", "OOOX+"),
        ],
    ),
    (
        "an eye against none is a win",
        &[
            (".X.OX.", "+X+oX+"),
            ("XXXOXX", "XXXoXX"),
            ("OOOXX.", "OOOXX+"),
            ("O.OXXX", "O-OXXX"),
            ("OOOX.X", "OOOX+X"),
            (".OOXXX", "-OOXXX"),
        ],
    ),
    (
        "two shared liberties, no eyes",
        &[
            ("XX.OX.", "##.@X+"),
            ("X.OOXX", "#.@@XX"),
            ("XXOOX.", "##@@X+"),
            ("OOXXXX", "OOXXXX"),
            ("O.OX.X", "O-OX+X"),
            (".OOXXX", "-OOXXX"),
            ("OOOX.X", "OOOX+X"),
        ],
    ),
    (
        "dame not filled, walls on both sides",
        &[
            (".X.O.", "+X.O-"),
            ("XX.OO", "XX.OO"),
            (".X.O.", "+X.O-"),
            ("XX.OO", "XX.OO"),
            (".X.O.", "+X.O-"),
        ],
    ),
    (
        "a lone stone in a large territory",
        &[
            ("...XO....", "+++XO----"),
            ("...XO....", "+++XO----"),
            ("...XO.X..", "+++XO-x--"),
            ("...XO....", "+++XO----"),
            ("...XO....", "+++XO----"),
            (".O.XO....", "+o+XO----"),
            ("...XO....", "+++XO----"),
            ("...XO....", "+++XO----"),
            ("...XO....", "+++XO----"),
        ],
    ),
    (
        "a stone in a corner eye is dead",
        &[
            ("O.XO.O.", "o+XO-O-"),
            ("XXXOOOO", "XXXOOOO"),
            (".X.XO.O", "+X+XO-O"),
            ("XXXXOOO", "XXXXOOO"),
        ],
    ),
    ("nothing on the board", &[("...", "..."), ("...", "...")]),
];

fn board(rows: &[&str]) -> Board {
    parse_board(rows).expect("a board")
}

/// Writes a judgement in the letters of [`KNOWN`].
fn verdict(board: &Board, judgement: &Judgement) -> Vec<String> {
    let size = board.size();
    let territory = Territory::new(board, &judgement.dead, &judgement.seki);
    let letter = |point: Point| match (board.get(point), territory.owner(point)) {
        (Some(color), _) => {
            let pair = if judgement.dead.contains(point) {
                ['x', 'o']
            } else if judgement.seki.contains(point) {
                ['#', '@']
            } else {
                ['X', 'O']
            };
            pair[color.index()]
        }
        (None, PointOwner::Territory(color)) => ['+', '-'][color.index()],
        (None, PointOwner::SekiEye(color)) => ['b', 'w'][color.index()],
        _ => '.',
    };
    let row = |y| (0..size.width()).map(move |x| size.point(x, y).map_or('?', letter));
    (0..size.height()).rev().map(|y| row(y).collect()).collect()
}

#[test]
fn known_positions_have_the_expected_status() {
    let mut wrong = Vec::new();
    for (name, rows) in KNOWN {
        let (position, expected): (Vec<&str>, Vec<&str>) = rows.iter().copied().unzip();
        let board = board(&position);
        let found = verdict(&board, &Judgement::of(&board, PLAYOUTS));
        if found != expected {
            wrong.push(format!("{name}: {found:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn assert_same_in_all_images(board: &Board, name: &str) {
    let judged = Judgement::of(board, PLAYOUTS);
    assert_eq!(
        judged,
        Judgement::of(&board.canonical(), PLAYOUTS),
        "{name}"
    );
    for image in Symmetry::all(board.size()) {
        let there = Judgement::of(&image.board(board), PLAYOUTS);
        assert_eq!(image.set(&judged.dead), there.dead, "{name}: {image:?}");
        assert_eq!(image.set(&judged.seki), there.seki, "{name}: {image:?}");
        assert_eq!(
            image.set(&judged.unsettled),
            there.unsettled,
            "{name}: {image:?}"
        );
    }
}

#[test]
fn judgement_commutes_with_symmetries() {
    for (name, rows) in KNOWN {
        let rows: Vec<&str> = rows.iter().map(|row| row.0).collect();
        assert_same_in_all_images(&board(&rows), name);
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for number in 0..6 {
        let size = [Size::square(5), Size::new(6, 4).expect("a board")][number % 2];
        let board = random_board(size, size.area(), &mut rng);
        assert_same_in_all_images(&board, "random");
    }
}

/// Plays random moves by turns that leave the chain a liberty and do not fill a point surrounded by
/// own stones.
fn random_board(size: Size, moves: usize, rng: &mut Xoshiro256PlusPlus) -> Board {
    let mut board = Board::new(size);
    let mut color = Color::Black;
    for _ in 0..moves {
        let free: Vec<Point> = board.empties().to_vec();
        for _ in 0..8 {
            let point = free[rng.random_range(0..free.len())];
            let alive = board.placement(color, point) == halfpoint_core::board::Placement::Alive;
            let eye = size.neighbours(point).all(|p| board.get(p) == Some(color));
            if alive && !eye {
                board.play(color, point);
                break;
            }
        }
        color = color.opponent();
    }
    board
}

fn name(size: Size, point: Point) -> String {
    halfpoint_core::notation::vertex(size, point)
}

/// The lists of a session are a partition of the board, agree with the answers for single points,
/// and add up to the score.
#[test]
fn status_lists_are_a_partition_and_add_up_to_the_score() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    for number in 0..12 {
        let size = [Size::square(5), Size::square(7), Size::square(9)][number % 3];
        let board = random_board(size, 2 * size.area() / 3, &mut rng);
        let rules = ["chinese", "japanese", "stone_scoring", "tromp_taylor"][number % 4];
        let mut session = Session::new(Options::of(find(rules).expect("a rule set")));
        ok(&mut session, &format!("boardsize {}", size.width()));
        ok(&mut session, "komi 0");
        let stones: Vec<String> = board
            .stones()
            .map(|(point, color)| format!("{} {}", ["B", "W"][color.index()], name(size, point)))
            .collect();
        ok(&mut session, &format!("gogui-setup {}", stones.join(" ")));
        let mut seen = PointSet::new(size);
        let mut counted = [0i32; 2];
        let mut dead = String::new();
        for status in STATUSES {
            let list = ok(&mut session, &format!("final_status_list {status}"));
            if status == "dead" {
                dead.clone_from(&list);
            }
            for vertex in list.split_whitespace() {
                let point = size.points().find(|&p| name(size, p) == vertex);
                let point = point.expect("a point");
                assert!(seen.insert(point), "{vertex} is in two lists");
                assert_eq!(ok(&mut session, &format!("final_status {vertex}")), status);
                let stone = board.get(point);
                assert_eq!(stone.is_some(), ["alive", "seki", "dead"].contains(&status));
                let color = match status {
                    "black_territory" => Some(Color::Black),
                    "white_territory" => Some(Color::White),
                    "dead" => stone.map(Color::opponent),
                    "alive" | "seki" if rules != "japanese" => stone,
                    _ => None,
                };
                if let Some(color) = color {
                    // A dead stone's point is territory, and under Japanese rules the stone is also
                    // a prisoner.
                    counted[color] += 1;
                    counted[color] += i32::from(status == "dead" && rules == "japanese");
                }
            }
        }
        assert!(size.points().all(|point| seen.contains(point)));
        let mut judged: Vec<String> = dead.split_whitespace().map(str::to_string).collect();
        let mut in_force: Vec<String> = ok(&mut session, "halfpoint-dead")
            .split_whitespace()
            .map(str::to_string)
            .collect();
        judged.sort();
        in_force.sort();
        assert!(rules == "tromp_taylor" || judged == in_force);
        if ["chinese", "tromp_taylor"].contains(&rules) {
            let score = match counted[0] - counted[1] {
                0 => "0".to_string(),
                more if more > 0 => format!("B+{more}"),
                less => format!("W+{}", -less),
            };
            // A dead stone's point may lie in a dame region of a board that is not finished.
            if dead.is_empty() {
                assert_eq!(ok(&mut session, "final_score"), score);
            }
        }
    }
}
