//! The area against a model with flags and lists, which follows the definition alone.

use halfpoint_core::notation::parse_board;
use halfpoint_core::{Board, Color, Point, PointSet, Size};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::katago::features::area::AreaFinder;

fn parts(size: Size, inside: impl Fn(Point) -> bool) -> Vec<Vec<Point>> {
    let mut parts: Vec<Vec<Point>> = Vec::new();
    for start in size.points().filter(|&point| inside(point)) {
        if parts.iter().any(|part| part.contains(&start)) {
            continue;
        }
        let mut part = vec![start];
        let mut next = 0;
        while let Some(&at) = part.get(next) {
            next += 1;
            for near in size.neighbours(at) {
                if inside(near) && !part.contains(&near) {
                    part.push(near);
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// Marks what a colour owns in `owners`, in the order of KataGo: living stones and their
/// surroundings always, other empty regions where nobody owns anything yet.
fn mark(board: &Board, color: Color, suicide: bool, owners: &mut [Option<Color>]) {
    let size = board.size();
    let is_own = |point: Point| board.get(point) == Some(color);
    let is_empty = |point: Point| board.get(point).is_none();
    let beside = |chain: &[Point], point: Point| size.neighbours(point).any(|p| chain.contains(&p));
    if board.stones_of(color).is_empty() {
        return;
    }
    let regions = parts(size, |point| !is_own(point));
    let mut chains = parts(size, is_own);
    let border = |region: &[Point]| {
        let near = region.iter().flat_map(|&point| size.neighbours(point));
        near.filter(|&point| is_own(point)).collect::<Vec<_>>()
    };
    let is_enclosed = |region: &[Point], chains: &[Vec<Point>]| {
        let mut border = border(region).into_iter();
        border.all(|stone| chains.iter().any(|chain| chain.contains(&stone)))
    };
    loop {
        let before = chains.clone();
        chains.retain(|chain| {
            let is_vital = |region: &&Vec<Point>| {
                let mut points = region.iter().filter(|&&point| suicide || is_empty(point));
                is_enclosed(region, &before) && points.all(|&point| beside(chain, point))
            };
            regions.iter().filter(is_vital).count() >= 2
        });
        if chains.len() == before.len() {
            break;
        }
    }
    for stone in chains.iter().flatten() {
        owners[stone.index()] = Some(color);
    }
    for region in &regions {
        let has_opponents = region.iter().any(|&point| !is_empty(point));
        let far = |&&point: &&Point| !size.neighbours(point).any(is_own);
        let is_narrow = region.iter().filter(far).count() <= 1;
        if is_enclosed(region, &chains) && (is_narrow || !has_opponents) {
            region.iter().for_each(|p| owners[p.index()] = Some(color));
        } else if !has_opponents {
            for point in region {
                owners[point.index()].get_or_insert(color);
            }
        }
    }
}

fn model(board: &Board, suicide: bool) -> Vec<Option<Color>> {
    let mut owners = vec![None; board.size().array_len()];
    for color in Color::BOTH {
        mark(board, color, suicide, &mut owners);
    }
    for (stone, color) in board.stones() {
        owners[stone.index()].get_or_insert(color);
    }
    owners
}

/// Removes from the owners the territory of parts in seki.
fn without_seki(board: &Board, owners: &[Option<Color>]) -> Vec<Option<Color>> {
    let size = board.size();
    let mut left = owners.to_vec();
    for color in Color::BOTH {
        for part in parts(size, |point| owners[point.index()] == Some(color)) {
            let is_weak = part.iter().any(|&point| {
                let in_atari = board.get(point) == Some(color) && board.liberties(point).len() == 1;
                let mut near = size.neighbours(point);
                in_atari || near.any(|p| owners[p.index()].is_none())
            });
            for point in part {
                if is_weak && board.get(point) != Some(color) {
                    left[point.index()] = None;
                }
            }
        }
    }
    left
}

fn owners(area: [PointSet; 2]) -> Vec<Option<Color>> {
    let mut owners = vec![None; area[0].size().array_len()];
    for color in Color::BOTH {
        for point in area[color] {
            owners[point.index()] = Some(color);
        }
    }
    owners
}

fn random_board(rng: &mut Xoshiro256PlusPlus) -> Board {
    let size = Size::new(rng.random_range(2..=9), rng.random_range(2..=7)).expect("a size");
    let (thick, white) = (rng.random_range(40..=95), rng.random_range(10..=50));
    let mut board = Board::new(size);
    for point in size.points() {
        let color = if rng.random_ratio(white, 100) {
            Color::White
        } else {
            Color::Black
        };
        if board.get(point).is_none()
            && rng.random_ratio(thick, 100)
            && board.keeps_liberty(color, point)
        {
            board.play(color, point);
        }
    }
    board
}

#[test]
fn areas_agree_with_the_model_on_random_boards() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut finder = AreaFinder::default();
    let (mut by_suicide, mut in_seki) = (0, 0);
    for _ in 0..3000 {
        let board = random_board(&mut rng);
        let models = [false, true].map(|suicide| model(&board, suicide));
        for (suicide, model) in [false, true].into_iter().zip(&models) {
            assert_eq!(&owners(finder.whole(&board, suicide)), model, "{board:?}");
            let independent = without_seki(&board, model);
            let found = owners(finder.independent(&board, suicide));
            assert_eq!(found, independent, "{board:?}");
            in_seki += usize::from(independent != *model);
        }
        by_suicide += usize::from(models[0] != models[1]);
    }
    assert!(by_suicide > 5, "{by_suicide} boards where suicide matters");
    assert!(in_seki > 100, "{in_seki} boards with seki");
}

#[test]
fn a_prisoner_in_an_eye_is_the_area_of_its_captor() {
    let board = parse_board(&[".XO.X.", "XXXXXX", "OOOOOO", "......"]).expect("a board");
    let [black, white] = AreaFinder::default().whole(&board, false);
    assert_eq!((black.len(), white.len()), (12, 12));
    let [black, white] = AreaFinder::default().independent(&board, false);
    assert_eq!((black.len(), white.len()), (12, 12));
}

#[test]
fn a_group_beside_a_dame_has_no_independent_territory() {
    let board = parse_board(&[".X.OO.", ".X.OO.", ".X.OO."]).expect("a board");
    let mut finder = AreaFinder::default();
    let [black, white] = finder.whole(&board, false);
    assert_eq!((black.len(), white.len()), (6, 9));
    let [black, white] = finder.independent(&board, false);
    assert_eq!((black.len(), white.len()), (3, 6));
}
