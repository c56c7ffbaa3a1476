//! Rows of games under every rule set, read back and compared with the game.

use std::collections::HashMap;

use halfpoint_core::board::Symmetry;
use halfpoint_core::game::Terms;
use halfpoint_core::notation::parse_vertex;
use halfpoint_core::rules::{KoRule, ScoringRule};
use halfpoint_core::{HalfPoints, Token};

use super::super::label::tests::games_of_sample;
use super::super::moves::{parse_move, token_word};
use super::super::record::{RowRecord, ShardGame, unpacked};
use super::super::replay::Replay;
use super::super::shard::Shards;
use super::columns::UNKNOWN_MARGIN;
use super::*;
use crate::label;
use halfpoint_nn::katago;
use halfpoint_nn::own::{InputExtractor, Inputs, PLANES};
use halfpoint_nn::place;

/// Array of numpy, as bytes of its numbers.
struct Array {
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

impl Array {
    fn read(path: &Path) -> Array {
        let bytes = fs::read(path).expect("an array");
        let length = usize::from(bytes[8]) + 256 * usize::from(bytes[9]);
        let text = std::str::from_utf8(&bytes[10..10 + length]).expect("a header");
        let (_, shape) = text.split_once("'shape': (").expect("a shape");
        let (shape, _) = shape.split_once(')').expect("a shape");
        let sides = shape.split(',').filter(|side| !side.is_empty());
        Array {
            shape: sides.map(|side| side.parse().expect("a side")).collect(),
            bytes: bytes[10 + length..].to_vec(),
        }
    }

    /// Returns the bytes of a row.
    fn row(&self, index: usize) -> &[u8] {
        let width = self.bytes.len() / self.shape[0];
        &self.bytes[index * width..][..width]
    }

    fn floats(&self, index: usize) -> Vec<f32> {
        let four = self.row(index).chunks_exact(4);
        four.map(|bytes| f32::from_le_bytes(bytes.try_into().expect("four bytes")))
            .collect()
    }

    fn shorts(&self, index: usize) -> Vec<u16> {
        let two = self.row(index).chunks_exact(2);
        two.map(|bytes| u16::from_le_bytes(bytes.try_into().expect("two bytes")))
            .collect()
    }
}

fn is_set(bytes: &[u8], index: usize) -> bool {
    bytes[index / 8] & (0x80 >> (index % 8)) != 0
}

/// Parts of one size in turn.
struct Reader {
    folders: Vec<PathBuf>,
    arrays: HashMap<&'static str, Array>,
    next: usize,
}

const FIELDS: [&str; 11] = [
    "planes",
    "globals",
    "policy",
    "outcome",
    "lead",
    "uncertainty",
    "margin",
    "own",
    "legal",
    "reply",
    "weight",
];

impl Reader {
    fn new(dir: &Path, size: Size) -> Reader {
        let start = format!("{}x{}-", size.width(), size.height());
        let entries = fs::read_dir(dir).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let mut folders: Vec<PathBuf> = paths
            .filter(|path| name_of(path).starts_with(&start))
            .collect();
        folders.sort();
        folders.reverse();
        let (arrays, next) = (HashMap::new(), 0);
        Reader {
            folders,
            arrays,
            next,
        }
    }

    /// Goes to the next row.
    fn advance(&mut self) -> usize {
        if self
            .arrays
            .get("lead")
            .is_none_or(|lead| lead.shape[0] == self.next)
        {
            let folder = self.folders.pop().expect("a further part");
            let path = |field: &str| folder.join(format!("{field}.npy"));
            let read = |field| (field, Array::read(&path(field)));
            let teacher = TEACHER_FIELDS
                .into_iter()
                .filter(|field| path(field).exists());
            self.arrays = FIELDS.into_iter().chain(teacher).map(read).collect();
            self.next = 0;
        }
        self.next += 1;
        self.next - 1
    }
}

/// Checks all fields of a row under one symmetry; `Err` names a field that differs.
fn compare(
    reader: &Reader,
    index: usize,
    replay: &Replay,
    record: &ShardGame,
    row: &RowRecord,
    symmetry: Symmetry,
) -> Result<(), &'static str> {
    let game = replay.game();
    let (size, color) = (game.board().size(), game.to_move());
    let (area, sign) = (size.area(), color.sign());
    let of = |field: &str| reader.arrays[field].row(index);
    let check = |holds: bool, field: &'static str| if holds { Ok(()) } else { Err(field) };
    let mut inputs = Inputs::new(size);
    let mut extractor = InputExtractor::new(size);
    extractor.extract(game.position(), replay.history(), game.terms(), &mut inputs);
    let mut planes = vec![0.0; PLANES * area];
    inputs
        .image(symmetry)
        .write_planes(&mut planes, |point| place(size, point));
    for (plane, bytes) in planes
        .chunks(area)
        .zip(of("planes").chunks(area.div_ceil(8)))
    {
        let equal = |(at, &value): (usize, &f32)| is_set(bytes, at) == (value == 1.0);
        check(plane.iter().enumerate().all(equal), "planes")?;
    }
    let floats = |field: &str| reader.arrays[field].floats(index);
    check(floats("globals") == inputs.globals, "globals")?;
    check(
        floats("lead") == [row.lead] && floats("weight") == [row.weight],
        "lead",
    )?;
    let uncertainty = floats("uncertainty").into_iter();
    let known: Vec<Option<f32>> = uncertainty
        .map(|number| (!number.is_nan()).then_some(number))
        .collect();
    let expected = [row.deviation, row.value_error, row.score_error];
    check(known == expected, "uncertainty")?;
    check(floats("outcome") == row.value, "outcome")?;
    let margin = record
        .result
        .margin
        .map_or(UNKNOWN_MARGIN, |margin| (sign * margin) as i16);
    check(of("margin") == margin.to_le_bytes(), "margin")?;
    let own = unpacked(row.own.as_ref().expect("ownership"), area).expect("ownership");
    let next = record.rows.iter().find(|next| next.at == row.at + 1);
    let (policy, reply) = (
        reader.arrays["policy"].shorts(index),
        reader.arrays["reply"].shorts(index),
    );
    let expected = |row: Option<&RowRecord>, text: &str| {
        let share = row
            .and_then(|row| row.policy.get(text))
            .copied()
            .unwrap_or(0.0);
        (share * 65_535.0).round() as u16
    };
    for point in size.points() {
        let to = place(size, symmetry.point(point));
        check(of("own")[to] as i8 == own[place(size, point)], "own")?;
        let is_legal = game.position().may_place(color, point);
        check(is_set(of("legal"), to) == is_legal, "legal")?;
        let text = halfpoint_core::notation::vertex(size, point);
        assert_eq!(parse_vertex(size, &text), Some(point));
        check(policy[to] == expected(Some(row), &text), "policy")?;
        check(reply[to] == expected(next, &text), "reply")?;
    }
    for (number, token) in Token::ALL.into_iter().enumerate() {
        let text = token_word(token);
        let is_legal = parse_move(game, text).is_some();
        check(is_set(of("legal"), area + number) == is_legal, "legal")?;
        check(policy[area + number] == expected(Some(row), text), "policy")?;
        check(reply[area + number] == expected(next, text), "reply")?;
    }
    Ok(())
}

fn packing(symmetries: bool) -> Packing {
    Packing {
        teacher: None,
        symmetries,
        seed: 3,
        result_share: 0.5,
        threads: 2,
    }
}

fn run(from: &Path, to: &Path, symmetries: bool) -> Packed {
    let stop = AtomicBool::new(false);
    let paths = [from.to_path_buf()];
    let packed = pack(&paths, to, &packing(symmetries), &stop, &|_| ()).expect("rows");
    packed.expect("not stopped")
}

#[test]
fn rows_are_the_positions_of_the_games_under_every_rule_set() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut records = games_of_sample(dir.path());
    // Each number may be unknown by itself.
    for (index, row) in records.iter_mut().flat_map(|r| &mut r.rows).enumerate() {
        match index % 4 {
            0 => row.deviation = None,
            1 => row.value_error = None,
            2 => row.score_error = None,
            _ => (),
        }
    }
    let dir = tempfile::tempdir().expect("a folder");
    let shards = Shards::open(dir.path()).expect("a folder");
    shards.write("distill", 1, 0, &records).expect("written");
    for symmetries in [false, true] {
        let rows = tempfile::tempdir().expect("a folder");
        let packed = run(dir.path(), rows.path(), symmetries);
        let number: usize = records.iter().map(|record| record.rows.len()).sum();
        assert_eq!(packed.rows, number);
        let folder = rows.path().join("rows-0000");
        let mut readers: HashMap<Size, Reader> = HashMap::new();
        let mut turned = 0;
        for record in &records {
            let mut replay = Replay::of(record.start().expect("a start"));
            let size = replay.game().board().size();
            let reader = readers
                .entry(size)
                .or_insert_with(|| Reader::new(&folder, size));
            for played in 0..=record.moves.len() {
                if let Some(row) = record.rows.iter().find(|row| row.at == played) {
                    let index = reader.advance();
                    let compare = |symmetry| compare(reader, index, &replay, record, row, symmetry);
                    let mut all = Symmetry::symmetries(size);
                    let plain = compare(all.next().expect("the identity"));
                    if symmetries && plain.is_err() {
                        turned += 1;
                        assert!(
                            all.any(|other| compare(other).is_ok()),
                            "{plain:?} {}",
                            record.id
                        );
                    } else {
                        assert_eq!(plain, Ok(()), "{} {played}", record.id);
                    }
                }
                if played < record.moves.len() {
                    record.play(&mut replay, played).expect("a move");
                }
            }
        }
        assert_eq!(turned > number / 2, symmetries, "{turned} of {number}");
    }
}

/// Fields of rows that a net of KataGo will judge.
const TEACHER_FIELDS: [&str; 5] = [
    "teacher_planes",
    "teacher_globals",
    "teacher_pass",
    "teacher_void",
    "teacher_next",
];

/// Returns the inputs of a net of KataGo for a replay whose komi is `halves` half-points higher.
fn inputs_of_teacher(replay: &Replay, halves: i32) -> katago::features::Inputs {
    let game = replay.game();
    let terms = Terms {
        komi: game.komi() + HalfPoints::from_halves(halves),
        ..game.terms()
    };
    let mut inputs = katago::features::Inputs::new(game.board().size());
    let rules = katago::features::NetRules::of(game.position(), terms);
    let mut extractor = katago::features::InputExtractor::new(game.board().size());
    extractor.extract(game.position(), replay.history(), &rules, &mut inputs);
    inputs
}

#[test]
fn rows_for_a_teacher_have_its_inputs_besides() {
    let dir = tempfile::tempdir().expect("a folder");
    let records = games_of_sample(dir.path());
    let rows = tempfile::tempdir().expect("a folder");
    let packing = Packing {
        teacher: Some(Teacher {
            areas_under_suicide: false,
        }),
        ..packing(true)
    };
    let (stop, paths) = (AtomicBool::new(false), [dir.path().to_path_buf()]);
    let packed = pack(&paths, rows.path(), &packing, &stop, &|_| ()).expect("rows");
    assert!(packed.is_some());
    let folder = rows.path().join("rows-0000");
    let mut readers: HashMap<Size, Reader> = HashMap::new();
    // Games without a view, with one and with two.
    let mut seen = [0; 3];
    for record in &records {
        let mut replay = Replay::of(record.start().expect("a start"));
        let size = replay.game().board().size();
        let reader = (readers.entry(size)).or_insert_with(|| Reader::new(&folder, size));
        for played in 0..=record.moves.len() {
            if let Some(row) = record.rows.iter().find(|row| row.at == played) {
                let index = reader.advance();
                // The usual fields are there, and the board is not turned.
                let identity = Symmetry::symmetries(size).next().expect("the identity");
                let compared = compare(reader, index, &replay, record, row, identity);
                assert_eq!(compared, Ok(()), "{}", record.id);
                let of = |field: &str| reader.arrays[field].row(index);
                let game = replay.game();
                let sign = game.to_move().sign();
                let views: &[i32] = match game.rules().scoring {
                    ScoringRule::Spare => &[],
                    _ if label::may_be_drawn(game) => &[-sign, sign],
                    _ => &[0],
                };
                seen[views.len()] += 1;
                let found = reader.arrays["teacher_globals"].floats(index);
                for (number, found) in found.chunks(katago::GLOBALS).enumerate() {
                    let Some(&halves) = views.get(number) else {
                        assert!(found.iter().all(|number| number.is_nan()), "{}", record.id);
                        continue;
                    };
                    let inputs = inputs_of_teacher(&replay, halves);
                    assert_eq!(found, inputs.globals, "{} {played}", record.id);
                    let bits = of("teacher_planes").chunks(size.area().div_ceil(8));
                    for (plane, bits) in inputs.planes.chunks(size.area()).zip(bits) {
                        let mut values = plane.iter().enumerate();
                        assert!(values.all(|(at, &value)| is_set(bits, at) == (value == 1.0)));
                    }
                }
                let pass = game.position().plain_pass(game.to_move()).ok();
                let pass = pass.map_or(-1, |token| token as i8);
                assert_eq!(of("teacher_pass"), pass.to_le_bytes());
                let next = record.rows.iter().any(|next| next.at == played + 1);
                assert_eq!(of("teacher_next"), [u8::from(next)]);
                let may_be_void = game.rules().ko == KoRule::Simple
                    || game.position().area_equivalent(game.terms()).territory;
                assert_eq!(of("teacher_void"), [u8::from(may_be_void)]);
            }
            if played < record.moves.len() {
                record.play(&mut replay, played).expect("a move");
            }
        }
    }
    assert!(seen.into_iter().all(|count| count > 10), "{seen:?}");
}

#[test]
fn a_reply_without_a_target_is_the_move_that_was_played() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut records = games_of_sample(dir.path());
    for record in &mut records {
        record.rows.retain(|row| row.at % 2 == 0);
    }
    let thinned = tempfile::tempdir().expect("a folder");
    let shards = Shards::open(thinned.path()).expect("a folder");
    shards.write("distill", 1, 0, &records).expect("written");
    let rows = tempfile::tempdir().expect("a folder");
    run(thinned.path(), rows.path(), false);
    let mut readers: HashMap<Size, Reader> = HashMap::new();
    let mut replies = [0; 2];
    for record in &records {
        let size = Size::new(record.width, record.height).expect("a size");
        let folder = rows.path().join("rows-0000");
        let reader = (readers.entry(size)).or_insert_with(|| Reader::new(&folder, size));
        for row in &record.rows {
            let index = reader.advance();
            let reply = reader.arrays["reply"].shorts(index);
            let played = record.moves.get(row.at + 1).map_or("", String::as_str);
            let token = Token::ALL.into_iter().find(|&t| token_word(t) == played);
            let expected = match token {
                Some(token) => Some(size.area() + token as usize),
                None => parse_vertex(size, played).map(|point| place(size, point)),
            };
            let set: Vec<usize> = (0..reply.len()).filter(|&at| reply[at] > 0).collect();
            assert_eq!(set, Vec::from_iter(expected), "{} {played}", record.id);
            assert!(set.iter().all(|&at| reply[at] == u16::MAX));
            replies[usize::from(token.is_some())] += set.len();
        }
    }
    assert!(replies.into_iter().all(|count| count > 10), "{replies:?}");
}

#[test]
fn a_second_run_takes_new_shards_alone_and_repeats_what_it_did() {
    let dir = tempfile::tempdir().expect("a folder");
    let records = games_of_sample(dir.path());
    let rows = tempfile::tempdir().expect("a folder");
    let first = run(dir.path(), rows.path(), true);
    assert_eq!(run(dir.path(), rows.path(), true), Packed::default());
    Shards::open(dir.path())
        .expect("a folder")
        .write("distill", 99, 0, &records[..3])
        .expect("written");
    let second = run(dir.path(), rows.path(), true);
    assert_eq!((first.shards > 1, second.shards), (true, 1));
    assert!(rows.path().join("rows-0001").join(SHARDS).exists());
    assert!(!rows.path().join(UNFINISHED).exists());
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let dir = tempfile::tempdir().expect("a folder");
    games_of_sample(dir.path());
    let rows = [1, 2].map(|threads| {
        let rows = tempfile::tempdir().expect("a folder");
        let (stop, paths) = (AtomicBool::new(false), [dir.path().to_path_buf()]);
        let packing = Packing {
            threads,
            ..packing(true)
        };
        pack(&paths, rows.path(), &packing, &stop, &|_| ()).expect("rows");
        fs::read(rows.path().join("rows-0000/5x5-00000/planes.npy")).expect("planes")
    });
    assert_eq!(rows[0], rows[1]);
}

#[test]
fn games_with_faults_are_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let good = games_of_sample(dir.path())[0].clone();
    type Change = fn(&mut ShardGame);
    let changes: [(Change, &str); 10] = [
        (|game| game.v = 9, "version 9"),
        (|game| game.width = 99, "no board"),
        (|game| game.rules = "x".into(), "rules"),
        (|game| game.komi = i32::MIN, "komi"),
        (|game| game.rows[0].weight = -1.0, "weight"),
        (|game| game.rows[0].value[2] = -0.1, "no probability"),
        (|game| game.moves[0] = "Z9".into(), "move 1: Z9"),
        (|game| game.rows.reverse(), "out of order"),
        (
            |game| game.rows[0].own = Some("AAAA".into()),
            "no ownership",
        ),
        (
            |game| game.rows[0].policy = [("draw".to_string(), 1.0)].into(),
            "an illegal move",
        ),
    ];
    for (change, expected) in changes {
        let mut game = good.clone();
        change(&mut game);
        let faulty = tempfile::tempdir().expect("a folder");
        Shards::open(faulty.path())
            .expect("a folder")
            .write("distill", 1, 0, &[game])
            .expect("written");
        let rows = tempfile::tempdir().expect("a folder");
        let stop = AtomicBool::new(false);
        let error = pack(
            &[faulty.path().into()],
            rows.path(),
            &packing(false),
            &stop,
            &|_| (),
        );
        let error = error.expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
        assert!(!rows.path().join("rows-0000").exists());
        assert!(!rows.path().join(UNFINISHED).exists());
    }
}

/// Lines of 16 MiB are allowed, and threads have four each.
#[test]
fn lines_of_a_batch_are_bounded_in_bytes() {
    let line = [vec![b' '; MAX_LINES / 4], vec![b'\n']].concat();
    let lines = line.repeat(6);
    let mut shard = ShardReader::new(Path::new("a"), &lines[..]);
    let mut read = |most| {
        let lines = lines_of_batch(&mut shard, most).expect("lines");
        lines.len()
    };
    assert_eq!([read(64), read(1), read(64), read(64)], [4, 1, 1, 0]);
}

/// Returns a game on the largest board with a row for each position.
fn large_game(number: usize, moves: usize) -> ShardGame {
    let size = Size::square(25);
    let points = size.points().take(moves);
    let row = |at| RowRecord {
        at,
        value: [1.0, 0.0, 0.0, 0.0],
        weight: 1.0,
        ..RowRecord::default()
    };
    ShardGame {
        v: 2,
        id: format!("large-{number}"),
        kind: "distill".into(),
        net: "sample/8".into(),
        rules: "chinese".into(),
        width: 25,
        height: 25,
        komi: 15,
        handicap: Vec::new(),
        origin: None,
        moves: points
            .map(|point| halfpoint_core::PlayedMove::Place(point).text(size))
            .collect(),
        rows: (0..=moves).map(row).collect(),
        result: Default::default(),
    }
}

#[test]
fn rows_of_a_shard_are_written_before_all_are_made() {
    let dir = tempfile::tempdir().expect("a folder");
    let shards = Shards::open(dir.path()).expect("a folder");
    let games: Vec<ShardGame> = (0..40).map(|number| large_game(number, 60)).collect();
    shards.write("distill", 1, 0, &games).expect("written");
    let bytes = 40 * 61 * row_bytes(Size::square(25));
    let rows = tempfile::tempdir().expect("a folder");
    let packing = Packing {
        threads: 1,
        ..packing(false)
    };
    let (stop, paths) = (AtomicBool::new(false), [dir.path().to_path_buf()]);
    let memory = allocation_counter::measure(|| {
        let packed = pack(&paths, rows.path(), &packing, &stop, &|_| ()).expect("rows");
        assert_eq!(packed.map(|packed| packed.rows), Some(40 * 61));
    });
    // The part that is not full yet has all of them, in vectors that may have doubled.
    assert!(memory.bytes_max < bytes as u64 * 9 / 4, "{memory:?}");
}

#[test]
fn parts_of_many_sizes_are_bounded_together() {
    let rows = tempfile::tempdir().expect("a folder");
    let mut writer = RowWriter::new(rows.path()).expect("a folder");
    for width in [9, 13, 19] {
        let size = Size::square(width);
        let mut sizes = Sizes::new();
        let game = ShardGame {
            width,
            height: width,
            moves: Vec::new(),
            ..large_game(0, 0)
        };
        let packing = packing(false);
        Converter::new(&packing)
            .convert(&game, &mut sizes)
            .expect("rows");
        assert_eq!(writer.add(sizes).expect("rows"), 1);
        assert_eq!(writer.open[&(width, width)].rows, 1);
        assert!(!writer.parts.contains_key(&(width, width)), "{size:?}");
    }
    writer
        .write_largest(row_bytes(Size::square(13)))
        .expect("written");
    let open: Vec<_> = writer.open.keys().copied().collect();
    let written: Vec<_> = writer.parts.keys().copied().collect();
    assert_eq!((open, written), (vec![(9, 9)], vec![(13, 13), (19, 19)]));
}

#[test]
fn a_game_has_at_most_the_rows_of_a_part() {
    let mut game = large_game(0, 0);
    let rows = rows_of_part(Size::square(25)) + 1;
    game.moves = vec!["A1".into(); rows];
    game.rows = vec![game.rows[0].clone(); rows];
    let error = rows_of(&game, &packing(false))
        .expect_err("too many")
        .to_string();
    assert!(error.contains("more rows than a part has"), "{error}");
}

#[test]
fn margins_beyond_those_of_a_row_are_unknown() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut game = games_of_sample(dir.path())[0].clone();
    for margin in [i32::MIN, i32::MAX, 40_000] {
        game.result.margin = Some(margin);
        assert_eq!(rows_of(&game, &packing(false)).ok(), Some(game.rows.len()));
    }
}

#[test]
fn two_runs_do_not_write_to_one_folder_and_remains_are_removed() {
    let dir = tempfile::tempdir().expect("a folder");
    games_of_sample(dir.path());
    let rows = tempfile::tempdir().expect("a folder");
    let remains = rows.path().join(UNFINISHED).join("rows/9x9-00000");
    fs::create_dir_all(&remains).expect("a folder");
    let held = lock(rows.path()).expect("the lock");
    let stop = AtomicBool::new(false);
    let paths = [dir.path().to_path_buf()];
    let second = pack(&paths, rows.path(), &packing(false), &stop, &|_| ());
    assert!(matches!(second, Err(LearnError::Busy(_))), "{second:?}");
    drop(held);
    assert!(run(dir.path(), rows.path(), false).rows > 0);
    assert!(!rows.path().join("rows-0000/9x9-00000").exists());
    assert!(!rows.path().join(UNFINISHED).exists());
}

/// The rows that were written before would be missing for good.
#[test]
fn a_run_that_loses_its_folder_converts_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    games_of_sample(dir.path());
    let rows = tempfile::tempdir().expect("a folder");
    let unfinished = rows.path().join(UNFINISHED);
    let losses: [&dyn Fn(); 2] = [
        &|| fs::remove_dir_all(&unfinished).expect("a folder"),
        &|| {
            fs::remove_dir_all(&unfinished).expect("a folder");
            fs::create_dir_all(unfinished.join("rows")).expect("a folder");
        },
    ];
    for lose in losses {
        let stop = AtomicBool::new(false);
        let paths = [dir.path().to_path_buf()];
        let lost = pack(&paths, rows.path(), &packing(false), &stop, &|_| lose());
        let error = lost.expect_err("no folder").to_string();
        assert!(error.contains("renamed, replaced or removed"), "{error}");
        assert!(!rows.path().join("rows-0000").exists());
    }
    assert!(run(dir.path(), rows.path(), false).rows > 0);
}

/// Two folders can hold different shards of one name, and one shard can lie in two folders.
#[test]
fn shards_are_known_by_their_content_too() {
    let (one, two) = (tempfile::tempdir(), tempfile::tempdir());
    let (one, two) = (one.expect("a folder"), two.expect("a folder"));
    let games = games_of_sample(one.path());
    let written = list(&[one.path().into()]).expect("shards");
    let name = written[0].file_name().expect("a name");
    Shards::open(two.path())
        .expect("a folder")
        .write("distill", 1, 0, &games[..1])
        .expect("written");
    let other = list(&[two.path().into()]).expect("shards");
    fs::rename(&other[0], other[0].with_file_name(name)).expect("a shard");
    let rows = tempfile::tempdir().expect("a folder");
    let first = run(one.path(), rows.path(), false);
    assert_eq!(run(two.path(), rows.path(), false).shards, 1);
    fs::copy(&written[0], other[0].with_file_name(name)).expect("a shard");
    assert_eq!(run(two.path(), rows.path(), false), Packed::default());
    // Earlier versions wrote the names alone.
    let old = tempfile::tempdir().expect("a folder");
    fs::create_dir(old.path().join("rows-0000")).expect("a folder");
    let names: String = written.iter().map(|path| name_of(path) + "\n").collect();
    fs::write(old.path().join("rows-0000").join(SHARDS), names).expect("a file");
    assert_eq!(run(one.path(), old.path(), false), Packed::default());
    assert!(first.shards > 0);
    // Later ones added the last bytes of the file.
    let old = tempfile::tempdir().expect("a folder");
    fs::create_dir(old.path().join("rows-0000")).expect("a folder");
    let ids = written.iter().map(|path| ids_of(path).expect("ids"));
    let ids: String = ids.map(|[_, old]| old + "\n").collect();
    fs::write(old.path().join("rows-0000").join(SHARDS), ids).expect("a file");
    assert_eq!(run(one.path(), old.path(), false), Packed::default());
}

/// A shard may end in an empty member, after which each has the same last bytes, and its name may
/// hold an end of a line.
#[test]
fn shards_with_equal_ends_and_strange_names_are_told_apart() {
    let dirs = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let rows = tempfile::tempdir().expect("a folder");
    for (moves, dir) in dirs.iter().enumerate() {
        let shards = Shards::open(dir.path()).expect("a folder");
        shards
            .write("distill", 1, 0, &[large_game(moves, moves)])
            .expect("written");
        let written = list(&[dir.path().into()]).expect("shards");
        let mut bytes = fs::read(&written[0]).expect("bytes");
        let empty = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        bytes.extend(empty.finish().expect("bytes"));
        fs::remove_file(&written[0]).expect("a shard");
        let name = if cfg!(unix) {
            "a\nb.jsonl.gz"
        } else {
            "ab.jsonl.gz"
        };
        fs::write(written[0].with_file_name(name), bytes).expect("a shard");
        assert_eq!(run(dir.path(), rows.path(), false).shards, 1);
    }
    for dir in &dirs {
        assert_eq!(run(dir.path(), rows.path(), false), Packed::default());
    }
}

#[test]
fn the_number_after_the_largest_is_an_error() {
    let dir = tempfile::tempdir().expect("a folder");
    games_of_sample(dir.path());
    let rows = tempfile::tempdir().expect("a folder");
    let last = rows.path().join(format!("rows-{}", usize::MAX));
    fs::create_dir(&last).expect("a folder");
    fs::write(last.join(SHARDS), "").expect("a list");
    let stop = AtomicBool::new(false);
    let paths = [dir.path().to_path_buf()];
    let error = pack(&paths, rows.path(), &packing(false), &stop, &|_| ());
    let error = error.expect_err("no number").to_string();
    assert!(error.contains("no number is left"), "{error}");
}

#[cfg(unix)]
#[test]
fn files_of_a_folder_of_rows_are_regular_and_bounded() {
    let dir = tempfile::tempdir().expect("a folder");
    games_of_sample(dir.path());
    let stop = AtomicBool::new(false);
    let refused = |rows: &Path| {
        let paths = [dir.path().to_path_buf()];
        let refused = pack(&paths, rows, &packing(false), &stop, &|_| ());
        refused.expect_err("no regular file").to_string()
    };
    for name in [LOCK, "rows-0000/shards.txt"] {
        let rows = tempfile::tempdir().expect("a folder");
        fs::create_dir(rows.path().join("rows-0000")).expect("a folder");
        fs::write(rows.path().join("rows-0000").join(SHARDS), "").expect("a file");
        let path = rows.path().join(name);
        let _ = fs::remove_file(&path);
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("mkfifo").success());
        let error = refused(rows.path());
        assert!(error.ends_with("not a regular file"), "{error}");
        fs::remove_file(&path).expect("a pipe");
        let large = File::create(&path).and_then(|file| file.set_len(1 << 40));
        large.expect("a sparse file");
        if name != LOCK {
            let error = refused(rows.path());
            assert!(error.ends_with("more than 16777216 bytes"), "{error}");
        }
    }
}
