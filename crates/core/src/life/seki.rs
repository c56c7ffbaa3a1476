//! Seki: groups that stand only because neither side may fill a liberty that both share.

use super::benson::pass_alive;
use super::double_ko::double_ko_stones;
use super::reading::{Check, Goal, LifeReader, Problem, ReadingCache};
use super::regions::{Division, Region};
use crate::board::{Board, Color, Point, PointSet, Size, agreed, in_any, to_representative};

/// Positions that the reading of one group may visit. The question is asked whenever territory is
/// counted, so the limit is lower than that of a chain's status.
const ONE_SEKI_QUESTION: u32 = 4_000;
/// Positions that the reading of all groups of one board may visit together.
const ALL_SEKI_QUESTIONS: u32 = 12_000;
/// Maximal number of points that two groups share which may be in a seki too hard to read. Around
/// larger regions play is not over.
const LARGE_SEKI: usize = 9;
/// Points of an eye that is only one, whoever moves first.
const SMALL_EYE: usize = 2;
/// Most points of an eye that may be only one, if the opponent has stones in it: six, of which five
/// are a nakade.
const LARGE_EYE: usize = 6;

/// Reads the stones that stand only because neither side may fill a liberty that both share, once
/// `dead` are off the board: groups without room for two eyes which, even if they move first, get
/// neither two eyes nor a connection to a living group, and face an opposing group of that kind.
/// The ko stones of double kos in seki are among them. The reading has a budget.
#[must_use]
pub fn seki(board: &Board, dead: &PointSet) -> PointSet {
    seki_cached(board, dead, &mut ReadingCache::new())
}

/// Reads as [`seki`] does, and keeps what it reads in a cache of the caller's.
#[must_use]
pub fn seki_cached(board: &Board, dead: &PointSet, readings: &mut ReadingCache) -> PointSet {
    let kos = ko_stones_in_seki(board, dead, readings) - *dead;
    seki_of_groups(board, &(*dead | kos), readings).stones | kos
}

/// Returns the stones that [`seki`] takes for living without reading, though they have one eye at
/// most and face such a group of the opponent: they may be in seki.
#[must_use]
pub fn seki_in_doubt(board: &Board, dead: &PointSet, readings: &mut ReadingCache) -> PointSet {
    seki_of_groups(board, dead, readings).doubtful
}

/// Groups that stand by a seki.
struct Sekis {
    /// Their stones.
    stones: PointSet,
    /// Stones of groups that may be in seki, too, but were too hard to read.
    doubtful: PointSet,
}

impl Sekis {
    fn none(size: Size) -> Sekis {
        let none = PointSet::new(size);
        Sekis {
            stones: none,
            doubtful: none,
        }
    }
}

/// Reads the ko stones of the double kos in seki: of two groups in seki that face each other over
/// two kos, each holds one. Each of the two stones can be captured, but whoever takes one loses the
/// other, so they stand as the seki does. Stones of `dead` may be among them.
#[must_use]
pub fn ko_stones_in_seki(board: &Board, dead: &PointSet, readings: &mut ReadingCache) -> PointSet {
    let size = board.size();
    let mut kos = double_ko_stones(board, dead);
    while !kos.is_empty() {
        let seki = seki_of_groups(board, &(*dead | kos), readings).stones;
        let stands = |&stone: &Point| {
            let mut beside = size.neighbours(stone);
            beside.all(|next| board.get(next).is_none() || seki.contains(next))
                && board.last_liberty(stone).is_some_and(|liberty| {
                    let mut beside = size.neighbours(liberty);
                    beside.all(|next| next == stone || seki.contains(next))
                })
        };
        let standing = PointSet::of(size, kos.iter().filter(stands));
        if standing == kos {
            break;
        }
        kos = standing;
    }
    kos
}

/// Reads the groups in seki as [`seki`] does, without regard to double kos.
fn seki_of_groups(board: &Board, dead: &PointSet, readings: &mut ReadingCache) -> Sekis {
    // Most positions have no such group, so this test comes first.
    if candidates(board, dead).is_none() {
        return Sekis::none(board.size());
    }
    let images = to_representative(board, dead);
    let Some(image) = images.first() else {
        return Sekis::none(board.size());
    };
    let judged = seki_as_it_stands(&image.board(board), &image.set(dead), readings);
    Sekis {
        stones: agreed(&images, &judged.stones),
        doubtful: in_any(&images, &judged.doubtful),
    }
}

/// Returns the board without its dead stones, its division, and for each group whether it may be in
/// seki; `None` if no group may.
fn candidates(board: &Board, dead: &PointSet) -> Option<(Board, Division, Vec<bool>)> {
    let division = Division::new(board, dead);
    let strong = division.strong_groups(board.size(), |_| true);
    let mut weak: Vec<bool> = division
        .groups
        .iter()
        .zip(&strong)
        .map(|(group, strong)| group.open && !strong)
        .collect();
    if !weak.contains(&true) {
        return None;
    }
    let size = board.size();
    let stones = board.stones().filter(|&(point, _)| !dead.contains(point));
    let left = Board::with_stones(size, stones);
    for color in Color::BOTH {
        for stone in pass_alive(&left, color).stones.iter() {
            if let Some(group) = division.group_of(stone) {
                weak[group] = false;
            }
        }
    }
    weak.contains(&true).then_some((left, division, weak))
}

fn seki_as_it_stands(board: &Board, dead: &PointSet, readings: &mut ReadingCache) -> Sekis {
    let size = board.size();
    let Some((left, division, mut weak)) = candidates(board, dead) else {
        return Sekis::none(size);
    };
    let stones_of = |is_meant: &dyn Fn(usize) -> bool| {
        let of = |&(point, _): &(Point, Color)| division.group_of(point).is_some_and(is_meant);
        PointSet::of(size, left.stones().filter(of).map(|(point, _)| point))
    };
    let mut guessed = vec![false; weak.len()];
    // Groups that were read to have one eye at most when another one was guessed to live.
    let mut stuck = vec![false; weak.len()];
    let mut reader = LifeReader::new(readings, ALL_SEKI_QUESTIONS);
    // A group that is found to live is a wall for the others.
    loop {
        let wall = stones_of(&|group| !weak[group]);
        let (mut lives, mut unread) = (Vec::new(), Vec::new());
        for (group, _) in weak.iter().enumerate().filter(|(_, weak)| **weak) {
            let members = stones_of(&|other| other == group).iter();
            let longest = members.max_by_key(|&point| left.chain_len(point));
            match longest.and_then(|stone| lives_apart(board, &wall, stone, &mut reader)) {
                Some(true) => lives.push(group),
                None if !looks_stuck(&division, group) => unread.push(group),
                Some(false) | None => (),
            }
        }
        // More walls make smaller problems, so a guess comes after all that can be read: that the
        // group with the largest territory lives.
        if lives.is_empty() {
            for group in (0..weak.len()).filter(|&group| weak[group]) {
                match unread.contains(&group) {
                    true => guessed[group] |= may_have_few_eyes(&division, group, dead),
                    false => stuck[group] = true,
                }
            }
            lives.extend(
                unread
                    .into_iter()
                    .max_by_key(|&group| room(&division, group)),
            );
        }
        for group in &lives {
            weak[*group] = false;
        }
        // In a seki, each group must share a region with an opposing one.
        let is_alone = |&group: &usize| {
            weak[group] && !faces(&division, group, usize::MAX, &|other| weak[other])
        };
        let alone: Vec<usize> = (0..weak.len()).filter(is_alone).collect();
        for group in &alone {
            weak[*group] = false;
        }
        if lives.is_empty() && alone.is_empty() {
            break;
        }
    }
    let may_be_in_seki = |group: usize| {
        let faces_one =
            |is_wanted: &dyn Fn(usize) -> bool| faces(&division, group, LARGE_SEKI, is_wanted);
        (guessed[group] && faces_one(&|other| guessed[other] || stuck[other]))
            || (stuck[group] && faces_one(&|other| guessed[other]))
    };
    Sekis {
        stones: stones_of(&|group| weak[group]),
        doubtful: stones_of(&may_be_in_seki),
    }
}

/// Reads whether the chain on `stone` lives by itself if its owner moves first; `None` if that is
/// too hard. Dead stones stay on the board, since they take liberties until they are removed.
fn lives_apart(
    board: &Board,
    wall: &PointSet,
    stone: Point,
    reader: &mut LifeReader<'_>,
) -> Option<bool> {
    let problem = Problem::around(board, wall, stone)?;
    // Wherever sekis matter, the rules ban only simple ko, so no answer is checked.
    let (goal, check) = (Goal::Independence, Check::Nothing);
    let answer = reader.ask(&problem, goal, problem.owner, check, ONE_SEKI_QUESTION)?;
    Some(answer.reached)
}

/// Returns whether a group shares a region of at most `most` points with an opposing group that is
/// wanted.
fn faces(
    division: &Division,
    group: usize,
    most: usize,
    is_wanted: &dyn Fn(usize) -> bool,
) -> bool {
    let color = division.groups[group].color;
    regions_beside(division, group).any(|region| {
        let groups = region.border.iter();
        let mut groups = groups.filter_map(|stone| division.group_of(stone));
        region.owner().is_none()
            && region.points.len() <= most
            && groups.any(|other| division.groups[other].color != color && is_wanted(other))
    })
}

/// Returns the number of points that a group shares with no other colour.
fn room(division: &Division, group: usize) -> usize {
    let own = regions_beside(division, group).filter(|region| region.owner().is_some());
    own.map(|region| region.points.len()).sum()
}

/// Quick test for groups too hard to read: returns whether a group has few eyes and no way out
/// except over shared regions of at most three points.
fn looks_stuck(division: &Division, group: usize) -> bool {
    let mut shared = regions_beside(division, group).filter(|region| region.owner().is_none());
    has_few_eyes(division, group) && shared.all(|region| region.points.len() <= 3)
}

/// Returns whether a group has at most one eye, of at most two points.
fn has_few_eyes(division: &Division, group: usize) -> bool {
    has_one_eye(division, group, &|eye| eye.len() <= SMALL_EYE)
}

/// Returns whether a group may have few eyes: at most one, which is small or has `dead` stones in
/// it.
fn may_have_few_eyes(division: &Division, group: usize, dead: &PointSet) -> bool {
    has_one_eye(division, group, &|eye| {
        eye.len() <= SMALL_EYE || (eye.len() <= LARGE_EYE && eye.intersects(dead))
    })
}

fn has_one_eye(division: &Division, group: usize, is_one: &dyn Fn(&PointSet) -> bool) -> bool {
    let mut eyes = regions_beside(division, group).filter(|region| region.owner().is_some());
    eyes.next().is_none_or(|eye| is_one(&eye.points)) && eyes.next().is_none()
}

/// Returns the regions that a group borders.
fn regions_beside(division: &Division, group: usize) -> impl Iterator<Item = &Region> {
    division.regions.iter().filter(move |region| {
        let mut border = region.border.iter();
        border.any(|stone| division.group_of(stone) == Some(group))
    })
}
