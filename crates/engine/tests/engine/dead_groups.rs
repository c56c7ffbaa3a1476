//! The judgement of dead groups compared with the set in `gtp-tests/groups.txt`, on which
//! independent referees agree.

use std::fmt::Write;
use std::thread;

use halfpoint_core::board::{Board, Point};
use halfpoint_core::life::ReadingCache;
use halfpoint_core::notation::{parse_board, parse_vertex};
use halfpoint_engine::player::Judgement;
use halfpoint_nn::{Arithmetic, Net};

/// Playouts for a judgement, as many as `final_score` makes.
const PLAYOUTS: u32 = 150;

const SET: &str = include_str!("../../../../gtp-tests/groups.txt");

/// A group of a position.
struct Group {
    name: String,
    dead: bool,
    size: usize,
    /// One stone of each of its chains.
    chains: Vec<Point>,
}

struct Position {
    rows: String,
    board: Board,
    groups: Vec<Group>,
}

/// Counts of groups, and a line for each that is judged wrongly.
#[derive(Default)]
struct Tally {
    groups: usize,
    right: usize,
    certain: usize,
    certain_and_wrong: usize,
    report: String,
}

impl Tally {
    fn plus(self, other: Tally) -> Tally {
        Tally {
            groups: self.groups + other.groups,
            right: self.right + other.right,
            certain: self.certain + other.certain,
            certain_and_wrong: self.certain_and_wrong + other.certain_and_wrong,
            report: self.report + &other.report,
        }
    }
}

fn positions() -> Vec<Position> {
    let mut positions: Vec<Position> = Vec::new();
    for line in SET.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["board", _, rows] => positions.push(Position {
                rows: (*rows).to_string(),
                board: parse_board(&rows.split('/').collect::<Vec<_>>()).expect("a board"),
                groups: Vec::new(),
            }),
            ["group", name, status, size, _, stones @ ..] => {
                let position = positions.last_mut().expect("a board before its groups");
                let board_size = position.board.size();
                let point = |text: &&str| parse_vertex(board_size, text).expect("a point");
                position.groups.push(Group {
                    name: (*name).to_string(),
                    dead: match *status {
                        "dead" => true,
                        "alive" => false,
                        other => panic!("no status: {other}"),
                    },
                    size: size.parse().expect("a number"),
                    chains: stones.iter().map(point).collect(),
                });
            }
            ["#", ..] | [] => {}
            _ => panic!("no line of the set: {line}"),
        }
    }
    positions
}

fn judge(positions: &[Position], net: Option<&Net>) -> Tally {
    let mut tally = Tally::default();
    let mut readings = ReadingCache::new();
    for position in positions {
        let judgement = Judgement::with_net(&position.board, PLAYOUTS, net, &mut readings);
        for group in &position.groups {
            let is_wrong = |stone: &&Point| judgement.dead.contains(**stone) != group.dead;
            let is_certain = |stone: &&Point| !judgement.unsettled.contains(**stone);
            let right = !group.chains.iter().any(|stone| is_wrong(&stone));
            let certain = group.chains.iter().all(|stone| is_certain(&stone));
            let both = |stone: &&Point| is_wrong(stone) && is_certain(stone);
            let certain_and_wrong = group.chains.iter().any(|stone| both(&stone));
            tally.groups += 1;
            tally.right += usize::from(right);
            tally.certain += usize::from(certain);
            tally.certain_and_wrong += usize::from(certain_and_wrong);
            if !right {
                let is = if group.dead { "dead" } else { "alive" };
                let sure = if certain_and_wrong { "surely " } else { "" };
                let _ = writeln!(
                    tally.report,
                    "{} is {is}, {sure}judged otherwise: {}",
                    group.name, position.rows
                );
            }
        }
    }
    tally
}

#[test]
fn the_set_has_enough_dead_groups_of_valid_stones() {
    let positions = positions();
    let groups = positions.iter().flat_map(|position| &position.groups);
    assert!(groups.filter(|group| group.dead).count() >= 250);
    for position in &positions {
        for group in &position.groups {
            let stones = group.chains.iter().map(|&stone| {
                assert!(position.board.get(stone).is_some(), "{}", group.name);
                position.board.chain_len(stone)
            });
            assert_eq!(stones.sum::<usize>(), group.size, "{}", position.rows);
            assert!((5..=40).contains(&group.size), "{}", position.rows);
        }
    }
}

/// Judges all positions on as many threads as there are processors, and returns the sum.
fn judge_all(positions: &[Position], net: Option<&Net>) -> Tally {
    let threads = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        let part = positions.len().div_ceil(threads);
        let parts = positions.chunks(part);
        let running: Vec<_> = parts
            .map(|part| scope.spawn(move || judge(part, net)))
            .collect();
        let tallies = running
            .into_iter()
            .map(|running| running.join().expect("a tally"));
        tallies.fold(Tally::default(), Tally::plus)
    })
}

#[test]
fn groups_are_judged_as_the_referees_judge_them() {
    let positions = positions();
    let net = Net::embedded(Arithmetic::Int8).expect("a net");
    let tallies = [None, Some(&net)].map(|net| judge_all(&positions, net));
    // Per cent of the groups that are certain.
    let by = [("playouts", 70), ("playouts and net", 92)];
    for (tally, (judged_by, enough)) in tallies.iter().zip(by) {
        let Tally { groups, right, .. } = *tally;
        let (certain, wrong) = (tally.certain, tally.certain_and_wrong);
        let report = format!(
            "{judged_by}: {groups} groups, {right} right, {certain} certain, {wrong} certain and \
             wrong\n{}",
            tally.report
        );
        println!("{report}");
        assert!(right * 100 >= groups * 95, "{report}");
        assert!(certain * 100 >= groups * enough, "{report}");
        assert_eq!(wrong, 0, "{report}");
    }
    let [playouts, net] = tallies;
    assert!(net.right >= playouts.right, "the net judges worse");
}
