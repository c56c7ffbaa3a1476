//! Final positions with known verdicts, `gtp-tests/final-positions.txt`: dead stones and stones in
//! seki, the owner of each empty point, and the score. `gtp-tests/README.md` explains the format.
//!
//! Each position is tested over GTP as it stands and in its fifteen images (rotated, reflected,
//! colours reversed). All differences are reported in one table; the test fails if there is any.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use halfpoint_core::half_points::HalfPoints;
use halfpoint_gtp::{Options, Session};

use crate::talk::{self, STATUSES};

/// Letters of columns.
const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Rules without points in seki.
const NO_SEKI_POINTS: [&str; 3] = ["japanese", "korean", "black_white"];

/// A diagram, the top row first.
type Grid = Vec<Vec<char>>;

/// A position with its expected statuses and scores.
#[derive(Clone, Default)]
struct Case {
    name: String,
    category: String,
    source: String,
    white_to_move: bool,
    /// Komi in half-points.
    komi: i32,
    board: Grid,
    /// Expected statuses by area, and by territory without points in seki.
    verdicts: [Grid; 2],
    /// Handicap stones that begin the game.
    handicap: Vec<String>,
    /// Moves from the position shown, each in the form `B:C3`.
    moves: Vec<String>,
    /// Rules with Black's expected margin in half-points; `None` where the game is void.
    scores: Vec<(String, Option<i32>)>,
    /// Stones that are not sure to be dead or alive, each with the rules under which it is tested.
    doubts: Vec<(String, String)>,
    /// Whether colours can be reversed.
    reversible: bool,
}

/// Returns the letter of a diagram with colours reversed.
fn reversed(c: char) -> char {
    let pairs = ["XO", "xo", "#@", "+-", "bw"];
    for pair in pairs {
        let (a, b) = (pair.as_bytes()[0] as char, pair.as_bytes()[1] as char);
        if c == a {
            return b;
        }
        if c == b {
            return a;
        }
    }
    c
}

/// One of the eight symmetries of the board, possibly with colours reversed.
#[derive(Clone, Copy)]
struct Image {
    number: usize,
}

impl Image {
    const IDENTITY: Image = Image { number: 0 };

    fn reverses(self) -> bool {
        self.number >= 8
    }

    /// Returns the image of column `x` and row `y`, both counted from the top left.
    fn place(self, (width, height): (usize, usize), (x, y): (usize, usize)) -> (usize, usize) {
        let x = if self.number & 1 == 0 {
            x
        } else {
            width - 1 - x
        };
        let y = if self.number & 2 == 0 {
            y
        } else {
            height - 1 - y
        };
        if self.number & 4 == 0 { (x, y) } else { (y, x) }
    }

    fn grid(self, grid: &Grid) -> Grid {
        let (width, height) = shape(grid);
        let (w, h) = if self.number & 4 == 0 {
            (width, height)
        } else {
            (height, width)
        };
        let mut image = vec![vec!['.'; w]; h];
        for (y, row) in grid.iter().enumerate() {
            for (x, &c) in row.iter().enumerate() {
                let (to_x, to_y) = self.place((width, height), (x, y));
                image[to_y][to_x] = if self.reverses() { reversed(c) } else { c };
            }
        }
        image
    }

    /// Returns the image of a vertex of a board of this shape; names of tokens stay as they are.
    fn vertex(self, (width, height): (usize, usize), name: &str) -> String {
        let Some((x, y)) = parse_vertex(height, name) else {
            return name.to_string();
        };
        let (x, y) = self.place((width, height), (x, y));
        let height = if self.number & 4 == 0 { height } else { width };
        vertex(height, x, y)
    }

    /// Returns the image of a position with everything expected of it.
    fn of(self, case: &Case) -> Case {
        let shape = shape(&case.board);
        let mut image = case.clone();
        image.board = self.grid(&case.board);
        image.verdicts = [0, 1].map(|i| self.grid(&case.verdicts[i]));
        for (_, name) in &mut image.doubts {
            *name = self.vertex(shape, name);
        }
        let handicap = case.handicap.iter();
        image.handicap = handicap.map(|name| self.vertex(shape, name)).collect();
        for text in &mut image.moves {
            let (color, name) = text.split_once(':').expect("COLOUR:VERTEX");
            let color = match (color, self.reverses()) {
                ("B", false) | ("W", true) => "B",
                _ => "W",
            };
            *text = format!("{color}:{}", self.vertex(shape, name));
        }
        if self.reverses() {
            image.white_to_move = !case.white_to_move;
            image.komi = -case.komi;
            image
                .scores
                .iter_mut()
                .for_each(|(_, margin)| *margin = margin.map(|margin| -margin));
        }
        image
    }
}

/// Returns width and height.
fn shape(grid: &Grid) -> (usize, usize) {
    (grid[0].len(), grid.len())
}

fn vertex(height: usize, x: usize, y: usize) -> String {
    format!("{}{}", COLUMNS[x] as char, height - y)
}

fn parse_vertex(height: usize, name: &str) -> Option<(usize, usize)> {
    let x = COLUMNS.iter().position(|&c| c == name.as_bytes()[0])?;
    let row: usize = name[1..].parse().ok()?;
    Some((x, height.checked_sub(row)?))
}

/// Parses `B+3.5`, `W+2` or `0` as Black's margin in half-points, and `Void` as `None`.
fn parse_margin(text: &str) -> Result<Option<i32>, String> {
    match text {
        "0" => return Ok(Some(0)),
        "Void" => return Ok(None),
        _ => (),
    }
    let points = |text: &str| {
        text.parse::<HalfPoints>()
            .map_err(|e| format!("{text}: {e}"))
    };
    match text.split_once('+') {
        Some(("B", number)) => Ok(Some(points(number)?.halves())),
        Some(("W", number)) => Ok(Some(-points(number)?.halves())),
        _ => Err(format!("no score: {text}")),
    }
}

/// Parses a block of lines that describes a position.
fn parse_case(block: &[&str]) -> Result<Case, String> {
    let mut case = Case {
        reversible: true,
        ..Case::default()
    };
    for line in block {
        if line.starts_with(' ') {
            let columns: Vec<&str> = line.split_whitespace().collect();
            if columns[0] == "board" {
                continue;
            }
            let [board, area, rest @ ..] = columns.as_slice() else {
                return Err(format!("a row of diagrams: {line}"));
            };
            let row = |text: &str| text.chars().collect::<Vec<char>>();
            case.board.push(row(board));
            case.verdicts[0].push(row(area));
            case.verdicts[1].push(row(rest.first().unwrap_or(area)));
            continue;
        }
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        let value = value.trim();
        let words = || value.split_whitespace().map(str::to_string);
        match key {
            "position" => case.name = value.to_string(),
            "category" => case.category = value.to_string(),
            "source" => case.source = value.to_string(),
            "note" => (),
            "to_move" => case.white_to_move = value == "white",
            "komi" => {
                case.komi = value
                    .parse::<HalfPoints>()
                    .map_err(|e| e.to_string())?
                    .halves()
            }
            "handicap" => case.handicap = words().collect(),
            "moves" => case.moves.extend(words()),
            "doubt" => {
                for entry in value.split(", ") {
                    let (rules, stone) = entry.split_once(' ').ok_or(format!("doubt {entry}"))?;
                    case.doubts.push((rules.to_string(), stone.to_string()));
                }
            }
            "one_way" => case.reversible = false,
            "score" => {
                for entry in value.split(", ") {
                    let (rules, score) = entry.split_once(' ').ok_or(format!("score {entry}"))?;
                    case.scores.push((rules.to_string(), parse_margin(score)?));
                }
            }
            _ => return Err(format!("unknown line: {line}")),
        }
    }
    let is_asked = !case.scores.is_empty() || !case.doubts.is_empty();
    if case.board.is_empty() || !is_asked || case.source.is_empty() {
        return Err("a position has a source, a diagram and scores".to_string());
    }
    let width = case.board[0].len();
    let grids = [&case.board, &case.verdicts[0], &case.verdicts[1]];
    if grids
        .iter()
        .any(|grid| grid.iter().any(|row| row.len() != width))
    {
        return Err("a diagram is ragged".to_string());
    }
    case.reversible &= case.handicap.is_empty();
    Ok(case)
}

fn read_cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gtp-tests/final-positions.txt");
    let text = fs::read_to_string(path).expect("gtp-tests/final-positions.txt");
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("//"))
        .collect();
    let blocks = lines.split(|line| line.trim().is_empty());
    let blocks = blocks.filter(|block| !block.is_empty());
    blocks
        .map(|block| parse_case(block).unwrap_or_else(|error| panic!("{}: {error}", block[0])))
        .collect()
}

/// A question whose answer differs from the expected one.
struct Difference {
    /// Description of the question, without the image.
    what: String,
    wanted: String,
    found: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: wanted {}, got {}",
            self.what, self.wanted, self.found
        )
    }
}

/// A client of a session.
struct Client {
    session: Session,
}

impl Client {
    fn new() -> Client {
        Client {
            session: Session::new(Options::default()),
        }
    }

    fn send(&mut self, command: &str) -> String {
        talk::answer(&mut self.session, command).unwrap_or_else(|reason| format!("? {reason}"))
    }

    fn must(&mut self, command: &str) {
        talk::ok(&mut self.session, command);
    }

    /// Sets up a position and plays its moves.
    fn begin(&mut self, rules: &str, case: &Case, board: &Grid) {
        let (width, height) = shape(board);
        self.must(&format!("kgs-rules {rules}"));
        self.must(&format!("boardsize {width} {height}"));
        self.must(&format!("komi {}", HalfPoints::from_halves(case.komi)));
        if case.handicap.is_empty() {
            let mut stones = String::new();
            for (name, c) in points(board) {
                match c {
                    'X' => stones.push_str(&format!(" B {name}")),
                    'O' => stones.push_str(&format!(" W {name}")),
                    _ => (),
                }
            }
            self.must(&format!("gogui-setup{stones}"));
            let to_move = if case.white_to_move { "white" } else { "black" };
            self.must(&format!("gogui-setup_player {to_move}"));
        } else {
            self.must(&format!("set_free_handicap {}", case.handicap.join(" ")));
        }
        for text in &case.moves {
            let (color, name) = text.split_once(':').expect("COLOUR:VERTEX");
            self.must(&format!("play {color} {name}"));
        }
    }

    /// Compares the status of every point with the expected one.
    fn check_statuses(&mut self, rules: &str, verdict: &Grid, differences: &mut Vec<Difference>) {
        let mut found = BTreeMap::new();
        for name in STATUSES {
            let answer = self.send(&format!("final_status_list {name}"));
            for point in answer.split_whitespace() {
                found.insert(point.to_string(), name);
            }
        }
        let no_seki_points = NO_SEKI_POINTS.contains(&rules);
        // Points with the same expected and the same found status are reported together.
        let mut wrong: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
        for (point, c) in points(verdict) {
            let wanted = match c {
                'X' | 'O' => "alive",
                'x' | 'o' => "dead",
                '#' | '@' => "seki",
                '+' => "black_territory",
                '-' => "white_territory",
                'b' if !no_seki_points => "black_territory",
                'w' if !no_seki_points => "white_territory",
                'b' | 'w' | '.' => "dame",
                '?' => continue,
                other => panic!("a verdict of {other}"),
            };
            let got = found.get(&point).copied().unwrap_or("nothing");
            if got != wanted {
                wrong.entry((wanted, got)).or_default().push(point);
            }
        }
        for ((wanted, got), points) in wrong {
            differences.push(Difference {
                what: format!("{rules}, status of {}", points.join(" ")),
                wanted: wanted.to_string(),
                found: got.to_string(),
            });
        }
    }

    /// Compares the score with the expected one.
    fn check_score(&mut self, what: String, margin: i32, differences: &mut Vec<Difference>) {
        let found = self.send("final_score");
        let wanted = score(margin);
        if found != wanted {
            differences.push(Difference {
                what,
                wanted,
                found,
            });
        }
    }

    /// Tests that the details of a score call a stone unsettled, by name or, among many stones, by
    /// colour.
    fn check_doubt(
        &mut self,
        rules: &str,
        stone: &str,
        color: &str,
        differences: &mut Vec<Difference>,
    ) {
        const NOTE: &str = "not sure to be dead or alive: ";
        let answer = self.send("halfpoint-score details");
        let noted = answer.split_once(NOTE).map_or("", |(_, rest)| rest);
        let noted = noted.split(['.', '\n']).next().unwrap_or("");
        let mut words = noted.split_whitespace();
        let is_many = noted.contains("stones");
        if !words.any(|word| word == stone || is_many && word == color) {
            differences.push(Difference {
                what: format!("{rules}, doubt about {stone}"),
                wanted: format!("{NOTE}{stone}"),
                found: answer,
            });
        }
    }

    /// Tests that the game is void: `halfpoint-score` says so, and `final_score`, of which clients
    /// expect a score, answers `0`.
    fn check_void(&mut self, rules: &str, differences: &mut Vec<Difference>) {
        self.check_score(format!("{rules}, score"), 0, differences);
        let answer = self.send(&format!("halfpoint-score {rules}"));
        let found = answer.split('\t').nth(1).unwrap_or(&answer);
        if found != "Void" {
            differences.push(Difference {
                what: format!("{rules}, halfpoint-score"),
                wanted: "Void".to_string(),
                found: found.to_string(),
            });
        }
    }
}

/// Returns the points of a diagram with their letters.
fn points(grid: &Grid) -> impl Iterator<Item = (String, char)> + '_ {
    let height = grid.len();
    let row = move |(y, row): (usize, &'_ Vec<char>)| {
        let row = row.clone();
        row.into_iter()
            .enumerate()
            .map(move |(x, c)| (vertex(height, x, y), c))
    };
    grid.iter().enumerate().flat_map(row)
}

fn score(margin: i32) -> String {
    let points = HalfPoints::from_halves(margin.abs());
    match margin.signum() {
        0 => "0".to_string(),
        1 => format!("B+{points}"),
        _ => format!("W+{points}"),
    }
}

/// Returns the expected statuses under these rules.
fn of_counting<'a>(case: &'a Case, rules: &str) -> &'a Grid {
    &case.verdicts[usize::from(NO_SEKI_POINTS.contains(&rules))]
}

/// Returns whether prisoners count under these rules.
fn counts_prisoners(rules: &str) -> bool {
    NO_SEKI_POINTS.contains(&rules)
}

/// Tests one image of a position.
fn check(case: &Case, image: Image) -> Vec<Difference> {
    let mut differences = Vec::new();
    let mut client = Client::new();
    let plain = image.number == 0;
    let case = image.of(case);
    for (rules, stone) in &case.doubts {
        client.begin(rules, &case, &case.board);
        let is_black = points(&case.board).any(|(name, c)| name == *stone && c == 'X');
        let color = if is_black { "black" } else { "white" };
        client.check_doubt(rules, stone, color, &mut differences);
    }
    for (rules, margin) in &case.scores {
        let main = matches!(rules.as_str(), "chinese" | "japanese") || case.scores.len() == 1;
        if !plain && !main {
            continue;
        }
        client.begin(rules, &case, &case.board);
        let Some(margin) = margin else {
            client.check_void(rules, &mut differences);
            continue;
        };
        client.check_score(format!("{rules}, score"), *margin, &mut differences);
        let verdict = of_counting(&case, rules);
        let nothing_is_dead = matches!(rules.as_str(), "tromp_taylor" | "half_pass");
        if main && !nothing_is_dead {
            client.check_statuses(rules, verdict, &mut differences);
        }
        if !plain || nothing_is_dead || !main {
            continue;
        }
        // With the dead stones agreed on: tests the count without the judgement.
        let dead: Vec<(String, char)> =
            points(verdict).filter(|(_, c)| "xo".contains(*c)).collect();
        let mut names: Vec<String> = dead.iter().map(|(name, _)| name.clone()).collect();
        if names.is_empty() {
            names.push("none".to_string());
        }
        client.must(&format!("halfpoint-dead {}", names.join(" ")));
        let what = format!("{rules}, score with the dead agreed on");
        client.check_score(what, *margin, &mut differences);
        // With the dead stones taken off the board: no further stone may be found dead.
        if dead.is_empty() || !case.moves.is_empty() {
            continue;
        }
        let mut cleaned = case.board.clone();
        for (y, row) in cleaned.iter_mut().enumerate() {
            for (x, c) in row.iter_mut().enumerate() {
                if "xo".contains(verdict[y][x]) {
                    *c = '.';
                }
            }
        }
        let mut left = *margin;
        if counts_prisoners(rules) {
            let of = |color: char| dead.iter().filter(|(_, c)| *c == color).count() as i32;
            left -= 2 * (of('o') - of('x'));
        }
        client.begin(rules, &case, &cleaned);
        let what = format!("{rules}, score after the dead were taken off");
        client.check_score(what, left, &mut differences);
    }
    differences
}

/// Returns the number of images of a position.
fn images(case: &Case) -> usize {
    if case.reversible { 16 } else { 8 }
}

#[test]
fn final_positions_have_their_known_statuses_and_scores() {
    let cases = read_cases();
    let mut tasks = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        // A large board takes long to judge: it is tested as it stands, rotated, and reflected with
        // colours reversed.
        let (width, height) = shape(&case.board);
        let large = width * height > 120;
        for number in 0..images(case) {
            if !large || matches!(number, 0 | 5 | 10) {
                tasks.push((index, Image { number }));
            }
        }
    }
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let mut found: Vec<(usize, usize, Vec<Difference>)> = thread::scope(|scope| {
        let work = || {
            let mut found = Vec::new();
            while let Some(&(index, image)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                let differences = check(&cases[index], image);
                if !differences.is_empty() {
                    found.push((index, image.number, differences));
                }
            }
            found
        };
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let results = workers
            .into_iter()
            .map(|worker| worker.join().expect("no panic"));
        results.flatten().collect()
    });
    found.sort_by_key(|(index, image, _)| (*index, *image));

    // One part for each position: the differences of its first failing image, and the number of
    // failing images.
    let mut report = String::new();
    let mut by_category: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (index, case) in cases.iter().enumerate() {
        let of_case: Vec<_> = found.iter().filter(|(i, _, _)| *i == index).collect();
        let entry = by_category.entry(&case.category).or_default();
        entry.1 += 1;
        let Some((_, image, differences)) = of_case.first() else {
            continue;
        };
        entry.0 += 1;
        report.push_str(&format!(
            "{} ({}): {} of {} images fail\n",
            case.name,
            case.category,
            of_case.len(),
            images(case)
        ));
        let how = if *image == Image::IDENTITY.number {
            String::new()
        } else {
            format!("image {image}: ")
        };
        for difference in differences {
            report.push_str(&format!("    {how}{difference}\n"));
        }
    }
    if report.is_empty() {
        return;
    }
    for (category, (failing, all)) in by_category {
        report.push_str(&format!("{category}: {failing} of {all} fail\n"));
    }
    panic!("final positions that come out otherwise\n{report}");
}

#[test]
fn final_positions_are_distinct() {
    let cases = read_cases();
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for case in &cases {
        // The smallest of all images represents them.
        let texts = (0..16).map(|number| {
            let image = Image { number }.of(case);
            let rows: Vec<String> = image.board.iter().map(|row| row.iter().collect()).collect();
            let rules = if case.scores.len() == 1 {
                case.scores[0].0.as_str()
            } else {
                ""
            };
            format!(
                "{} {:?} {rules} {}",
                rows.join("/"),
                image.handicap,
                image.moves.join(" ")
            )
        });
        let key = texts.min().expect("sixteen images");
        let name = case.name.clone();
        if let Some(other) = seen.insert(key, name) {
            panic!("{} and {other} are one position", case.name);
        }
    }
    let names: std::collections::BTreeSet<&str> = cases.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names.len(), cases.len(), "names are distinct");
}

/// Whole games, `gtp-tests/games`: the result in the record, the dead stones, and the results of
/// the moves under other rules.
#[test]
fn whole_games_end_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gtp-tests/games");
    let table = fs::read_to_string(folder.join("expected.tsv")).expect("games/expected.tsv");
    let mut report = Vec::new();
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    for row in rows {
        let [file, dead, scores] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three columns: {row}");
        };
        let path = folder.join(file);
        let text = fs::read_to_string(&path).expect("a game");
        let recorded = text
            .split_once("RE[")
            .and_then(|(_, rest)| rest.split_once(']'));
        let (recorded, _) = recorded.expect("a result");
        let mut client = Client::new();
        client.must(&format!("loadsgf {}", path.display()));
        let mut ask = |command: &str, wanted: &str, found: &dyn Fn(&str) -> String| {
            let found = found(&client.send(command));
            if found != wanted {
                report.push(format!("{file}, {command}: wanted {wanted}, got {found}"));
            }
        };
        ask("final_score", recorded, &str::to_string);
        ask("final_status_list dead", dead, &|answer| {
            let mut stones: Vec<&str> = answer.split_whitespace().collect();
            stones.sort_unstable();
            if stones.is_empty() {
                "-".to_string()
            } else {
                stones.join(",")
            }
        });
        for entry in scores.split(", ") {
            let (rules, wanted) = entry.split_once(' ').expect("rules and a score");
            ask(&format!("halfpoint-score {rules}"), wanted, &|answer| {
                answer.split('\t').nth(1).unwrap_or(answer).to_string()
            });
        }
    }
    assert!(
        report.is_empty(),
        "{} differences\n{}",
        report.len(),
        report.join("\n")
    );
}
