//! Prediction of the ends of games by playouts from their last positions.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::{Game, GameEnd, PlayedMove, Record};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::score::Territory;

use halfpoint_engine::monte_carlo::Playouts;
use halfpoint_engine::player::{Player, Settings};
use halfpoint_system::parallel;

/// Minimum number of playouts from a position that come to the area of the game's end. With fewer,
/// the position says nothing about the margin.
const MIN_PLAYOUTS_AT_END: u32 = 10;

/// Settings for the examination of the ends of games.
#[derive(Clone, Copy, Debug)]
pub struct EndSettings {
    /// Maximum margin of the games that are examined; in others the loser may have gone on without
    /// purpose. `None` for all games.
    pub within: Option<HalfPoints>,
    /// Number of positions of a game, each before one of its last placements.
    pub last: usize,
    /// Number of playouts from each position.
    pub playouts: u32,
    /// Seed of the random generator (xoshiro256++); each game starts with it.
    pub seed: u64,
}

/// Success of the predictions from the positions that are equally far from the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EndRow {
    /// Number of the next placement, counted from the end; the last one of the game is 1.
    pub before: usize,
    /// Number of games of which enough playouts came to the area.
    pub games: usize,
    /// Share (0 to 1) of playouts that came to the area of the game's end, as the mean over those
    /// games.
    pub area: f64,
    /// Share (0 to 1) of those playouts that also came to its margin, and so predicted who moved
    /// last and who took tokens.
    pub margin: f64,
}

/// Plays games out from their last positions, on `threads` threads. Returns the number of games
/// examined, and a row for each distance from the end. A game is examined if it ended by passes,
/// was close enough, and had no placement after a pass or another token, so that the players shared
/// the last moves by turns.
#[must_use]
pub fn foretell(games: &[Game], settings: EndSettings, threads: usize) -> (usize, Vec<EndRow>) {
    let foretold = parallel::map(threads, games, |game| foretell_one(game, settings));
    let foretold: Vec<Vec<Foretold>> = foretold.into_iter().flatten().collect();
    let positions = foretold.iter().map(Vec::len).max().unwrap_or(0);
    let rows = (0..positions).filter_map(|back| {
        let enough = foretold.iter().filter_map(|game| game.get(back));
        let enough: Vec<_> = enough
            .filter(|one| one.area >= MIN_PLAYOUTS_AT_END)
            .collect();
        let mean = |share: &dyn Fn(&Foretold) -> f64| {
            enough.iter().map(|one| share(one)).sum::<f64>() / enough.len() as f64
        };
        (!enough.is_empty()).then(|| EndRow {
            before: back + 1,
            games: enough.len(),
            area: mean(&|one| f64::from(one.area) / f64::from(settings.playouts)),
            margin: mean(&|one| f64::from(one.margin) / f64::from(one.area)),
        })
    });
    let rows = rows.collect();
    (foretold.len(), rows)
}

/// Number of playouts from a position that came to the area of the game's end, and how many of
/// these came to its margin.
#[derive(Clone, Copy, Default)]
struct Foretold {
    area: u32,
    margin: u32,
}

/// Returns the predictions from the last positions of a game, the latest first; `None` if the game
/// is not examined.
fn foretell_one(game: &Game, settings: EndSettings) -> Option<Vec<Foretold>> {
    let places = |record: &Record| matches!(record.action, PlayedMove::Place(_));
    let ends_in_turn = game
        .records()
        .iter()
        .skip_while(|r| places(r))
        .all(|r| !places(r));
    if game.state().over != Some(GameEnd::Passes) || !ends_in_turn {
        return None;
    }
    let dead = Player::new(Settings::default()).judge_dead(game);
    let margin = game.outcome(&dead).margin()?;
    let distance = HalfPoints::from_halves(margin.halves().abs());
    if settings.within.is_some_and(|max| distance > max) {
        return None;
    }
    let area = area(game, &dead);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let mut game = game.clone();
    let mut foretold = Vec::new();
    while foretold.len() < settings.last
        && let Some(record) = game.undo()
    {
        if places(&record) {
            foretold.push(play_out(&game, area, margin, settings.playouts, &mut rng));
        }
    }
    Some(foretold)
}

/// Returns Black's area minus White's, in points.
fn area(game: &Game, dead: &PointSet) -> i32 {
    let none = PointSet::new(game.board().size());
    let territory = Territory::new(game.board(), dead, &none);
    let [black, white] = Color::BOTH.map(|color| territory.area(color));
    black as i32 - white as i32
}

fn play_out(
    game: &Game,
    area: i32,
    margin: HalfPoints,
    playouts: u32,
    rng: &mut Xoshiro256PlusPlus,
) -> Foretold {
    let mut played = Playouts::new(game.board());
    let mut foretold = Foretold::default();
    for _ in 0..playouts {
        played.rewind(game.last_placements());
        if played.run(game.to_move(), rng) != area {
            continue;
        }
        let position = game.position();
        let came_to = played.margin(position, area, game.terms());
        foretold.area += 1;
        foretold.margin += u32::from(came_to == margin.halves());
    }
    foretold
}
