//! Statistics of games that a net played against itself: the komi at which they are even, the time
//! at which tokens are taken, the price of taking one early, and how often half a point decides.

mod even_komi;
mod mean;

use std::collections::BTreeMap;

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::{Game, PlayedMove, Token};
use halfpoint_core::rules::{CHINESE, NamedRules};
use halfpoint_core::score::{SCORE_TERMS, ScoreTerm};

use halfpoint_nn::{History, Net, NetReader};
use halfpoint_train::{LearnError, Replay, ShardGame, token_word};

pub use even_komi::{EvenKomi, KomiResult};
pub use mean::Mean;

/// Parts of a game for which the price of a token is measured, at a position in the middle of each.
pub const PARTS: usize = 10;

/// Rule set and size of the board (columns, rows).
pub type Class = (&'static str, (usize, usize));

/// Winning chances of one range and the results of their games, both for the player to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reliability {
    /// Chances that the searches found, 0 to 1.
    pub expected: Mean,
    /// Results: 1, ½ or 0.
    pub won: Mean,
}

impl Reliability {
    /// Adds the positions of another range to these.
    pub fn merge(&mut self, other: &Reliability) {
        self.expected.merge(&other.expected);
        self.won.merge(&other.won);
    }
}

/// Terms of a score that token moves bring.
const BY_TOKENS: [ScoreTerm; 3] = [
    ScoreTerm::Buttons,
    ScoreTerm::HalfPasses,
    ScoreTerm::PassStones,
];

/// Returns the terms that token moves bring, with the words of [`SCORE_TERMS`].
fn token_terms() -> impl Iterator<Item = (ScoreTerm, &'static str)> {
    let terms = SCORE_TERMS.into_iter();
    terms.filter(|(term, _)| BY_TOKENS.contains(term))
}

/// Games with another result without the points of one term, as shares (1 or 0 for each game).
#[derive(Clone, Copy, Debug, Default)]
pub struct Changed {
    /// The other side wins.
    pub winner: Mean,
    /// A win becomes a draw.
    pub to_draw: Mean,
    /// A draw becomes a win.
    pub from_draw: Mean,
}

impl Changed {
    /// Adds a game with two results of Black's: 1, ½ or 0.
    fn add(&mut self, result: f64, without: f64) {
        let is_draw = |result: f64| result == 0.5;
        let changes = [
            (&mut self.winner, (result - without).abs() == 1.0),
            (&mut self.to_draw, is_draw(without) && !is_draw(result)),
            (&mut self.from_draw, is_draw(result) && !is_draw(without)),
        ];
        for (share, is_change) in changes {
            share.add(f64::from(u8::from(is_change)));
        }
    }
}

/// Cost of a token move, in points for the mover.
#[derive(Clone, Copy, Debug, Default)]
pub struct Price {
    /// Lead before the move less that after it. Most of it is the turn that is given away.
    pub cost: Mean,
    /// Cost less that of a pass under `chinese` rules in the same position: that of the token
    /// alone.
    pub beyond_pass: Mean,
}

/// Statistics of the games of one class.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Number of games.
    pub games: usize,
    /// Results of the games that begin at the empty board without handicap, over komi, or under
    /// `ultimate` over the prisoners by which White's bowl exceeds Black's before the game.
    pub results: Vec<KomiResult>,
    /// Share (0 to 1) of a game's moves that were made before its first token move.
    pub first_token: Mean,
    /// Stones placed after the first token move.
    pub stones_after: Mean,
    /// Whether (1 or 0) a stone was placed after the first token move: the game was not over with
    /// it.
    pub resumed: Mean,
    /// Games with another result without the points of one term that token moves bring, by the
    /// words of [`SCORE_TERMS`].
    pub changed: BTreeMap<&'static str, Changed>,
    /// Winning chances that full searches found, by tenths, beside the results.
    pub reliability: [Reliability; PARTS],
    /// Cost of each token move, by part of the game.
    pub price: BTreeMap<&'static str, [Price; PARTS]>,
    /// Lead under another rule set less that under the one of the game, in points for the player to
    /// move, in positions before the first token move.
    pub other_lead: BTreeMap<&'static str, Mean>,
}

/// Examiner of games, one after the other.
pub struct Examiner<'n> {
    net: &'n Net,
    readers: BTreeMap<(usize, usize), NetReader<'n>>,
    others: Vec<NamedRules>,
    classes: BTreeMap<Class, Statistics>,
}

impl<'n> Examiner<'n> {
    /// Creates an examiner that judges positions by a net, also under `others`, other rule sets
    /// than that of a game. One in which spare moves decide is left out, since it has no lead in
    /// points that can be compared.
    #[must_use]
    pub fn new(net: &'n Net, others: &[NamedRules]) -> Examiner<'n> {
        Examiner {
            net,
            readers: BTreeMap::new(),
            others: others
                .iter()
                .filter(|named| !named.rules.last_mover_wins())
                .copied()
                .collect(),
            classes: BTreeMap::new(),
        }
    }

    /// Returns the statistics of each class.
    #[must_use]
    pub fn into_classes(self) -> BTreeMap<Class, Statistics> {
        self.classes
    }

    /// Adds a game. One that did not end by its rules is left out.
    ///
    /// # Errors
    /// If it cannot be replayed.
    pub fn add(&mut self, record: &ShardGame) -> Result<(), LearnError> {
        let Some(won) = won(record) else {
            return Ok(());
        };
        let start = record.start()?;
        let rules = *start.rules();
        let named = record
            .rules
            .parse()
            .map_or("custom", |named: NamedRules| named.id);
        let class = (named, (record.width, record.height));
        let mut statistics = self.classes.remove(&class).unwrap_or_default();
        statistics.games += 1;
        if record.origin.is_none() && record.handicap.is_empty() {
            let komi = match rules.has_komi() {
                true => f64::from(record.komi) / 2.0,
                false => f64::from(rules.bowl_handicap),
            };
            statistics.results.push(KomiResult { komi, won });
        }
        let examined = self.examine(record, won, start, &mut statistics);
        self.classes.insert(class, statistics);
        let end = examined?;
        if let (Some(margin), Some(statistics)) =
            (record.result.margin, self.classes.get_mut(&class))
        {
            let nothing = PointSet::new(end.board().size());
            let [black, white] = end.position().count(&nothing, end.terms()).sides;
            for (term, words) in token_terms() {
                let without = margin - (black.part(term) - white.part(term)).halves();
                statistics
                    .changed
                    .entry(words)
                    .or_default()
                    .add(won, result_of(without));
            }
        }
        Ok(())
    }

    /// Replays a game with Black's result and measures its positions. Returns its end.
    fn examine(
        &mut self,
        record: &ShardGame,
        won: f64,
        start: Game,
        statistics: &mut Statistics,
    ) -> Result<Game, LearnError> {
        let moves = record.moves.len();
        let mut replay = Replay::of(start);
        let mut first = None;
        let mut stones_after = 0;
        let middle = |part: usize| (2 * part + 1) * moves / (2 * PARTS);
        let mut parts = (0..PARTS).peekable();
        let mut rows = record.rows.iter().peekable();
        for played in 0..moves {
            if let Some(row) = rows.next_if(|row| row.at == played) {
                let [win, draw, _, void] = row.value.map(f64::from);
                let expected = win + 0.5 * (draw + void);
                let range = ((expected * PARTS as f64) as usize).min(PARTS - 1);
                let is_black = replay.game().to_move() == Color::Black;
                statistics.reliability[range].expected.add(expected);
                let result = if is_black { won } else { 1.0 - won };
                statistics.reliability[range].won.add(result);
            }
            while let Some(part) = parts.next_if(|&part| middle(part) == played) {
                self.measure(&replay, part, first.is_none(), statistics);
            }
            record.play(&mut replay, played)?;
            let last = replay.game().records().last();
            match last.map(|last| last.action) {
                Some(PlayedMove::Token(_)) if first.is_none() => first = Some(played),
                Some(PlayedMove::Place(_)) if first.is_some() => stones_after += 1,
                _ => (),
            }
        }
        if let Some(played) = first {
            statistics.first_token.add(played as f64 / moves as f64);
            statistics.stones_after.add(f64::from(stones_after));
            statistics
                .resumed
                .add(f64::from(u8::from(stones_after > 0)));
        }
        Ok(replay.into_game())
    }

    /// Measures the prices of tokens in a position, and before the first token move the leads under
    /// other rule sets.
    fn measure(
        &mut self,
        replay: &Replay,
        part: usize,
        is_before_tokens: bool,
        statistics: &mut Statistics,
    ) {
        let (game, history) = (replay.game(), replay.history());
        let lead = self.lead(game, history);
        let pass_cost = self.pass_cost(game);
        for token in game.position().token_effects(game.to_move()) {
            if let Some(after) = self.lead_after(game, token) {
                let prices = statistics.price.entry(token_word(token)).or_default();
                let price = &mut prices[part];
                price.cost.add(lead - after);
                if let Some(pass_cost) = pass_cost {
                    price.beyond_pass.add(lead - after - pass_cost);
                }
            }
        }
        if !is_before_tokens || game.rules().last_mover_wins() {
            return;
        }
        for index in 0..self.others.len() {
            let named = self.others[index];
            let Ok(other) = game.under(named.rules) else {
                continue;
            };
            if other.state().over.is_none() && named.rules != *game.rules() {
                let difference = self.lead(&other, &History::of(&other)) - lead;
                let leads = statistics.other_lead.entry(named.id).or_default();
                leads.add(difference);
            }
        }
    }

    /// Returns what a pass costs the player to move under `chinese` rules, in points; `None` if it
    /// ends the game, or the game has moves that those rules forbid.
    fn pass_cost(&mut self, game: &Game) -> Option<f64> {
        let by_area = game.under(CHINESE.rules).ok()?;
        let lead = self.lead(&by_area, &History::of(&by_area));
        Some(lead - self.lead_after(&by_area, Token::Pass)?)
    }

    /// Returns the lead after a token move, in points for the player who made it; `None` if it ends
    /// the game.
    fn lead_after(&mut self, game: &Game, token: Token) -> Option<f64> {
        let color = game.to_move();
        let play = game.position().move_for(color, PlayedMove::Token(token));
        let mut next = game.clone();
        next.play(color, &play).ok()?;
        if next.state().over.is_some() {
            return None;
        }
        let lead = self.lead(&next, &History::of(&next));
        let is_mover = next.to_move() == color;
        Some(if is_mover { lead } else { -lead })
    }

    /// Returns the lead of the player to move in points.
    fn lead(&mut self, game: &Game, history: &History) -> f64 {
        let size = game.board().size();
        let net = self.net;
        let reader = self.readers.entry((size.width(), size.height()));
        let reader = reader.or_insert_with(|| NetReader::new(net, size));
        let evaluation = reader.evaluate(game.position(), history, game.terms(), None);
        f64::from(evaluation.lead)
    }
}

/// Returns Black's result of a game: 1, ½ or 0; `None` if it has none.
fn won(record: &ShardGame) -> Option<f64> {
    match record.result.outcome.as_deref() {
        Some("B") => Some(1.0),
        Some("W") => Some(0.0),
        Some("0") => Some(0.5),
        _ => None,
    }
}

/// Returns Black's result for a margin in half-points.
fn result_of(margin: i32) -> f64 {
    0.5 + 0.5 * f64::from(margin.signum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_nn::Arithmetic;
    use halfpoint_train::{ResultRecord, RowRecord, VERSION};

    /// Returns a game of six moves on 3×3 under `two_button`, whose buttons are the fourth and the
    /// sixth move, that ended with a margin in half-points.
    fn record(komi: i32, margin: i32, outcome: &str) -> ShardGame {
        let moves = ["B2", "B1", "C1", "stone_pass", "A1", "stone_pass"];
        ShardGame {
            v: VERSION,
            id: format!("selfplay-1-{komi}"),
            kind: "selfplay".into(),
            net: "sample/8".into(),
            rules: "two_button".into(),
            width: 3,
            height: 3,
            komi,
            handicap: Vec::new(),
            origin: None,
            moves: moves.map(str::to_string).to_vec(),
            rows: vec![RowRecord {
                at: 1,
                value: [0.75, 0.0, 0.25, 0.0],
                ..RowRecord::default()
            }],
            result: ResultRecord {
                margin: Some(margin),
                outcome: Some(outcome.into()),
                own: None,
            },
        }
    }

    #[test]
    fn other_winners_draws_that_come_and_draws_that_go_are_told_apart() {
        let mut changed = Changed::default();
        let mut results = vec![(1.0, 1.0), (1.0, 0.0), (0.5, 1.0), (0.5, 0.0)];
        results.extend([(0.0, 0.5), (0.5, 0.5), (0.0, 0.0), (0.5, 1.0)]);
        for (result, without) in results {
            changed.add(result, without);
        }
        let shares = [changed.winner, changed.to_draw, changed.from_draw];
        let shares = shares.map(|share| share.mean());
        assert_eq!(shares, [Some(0.125), Some(0.125), Some(0.375)]);
    }

    /// White has the first button, half a point, and has handed two stones over.
    #[test]
    fn results_are_compared_without_each_term() {
        let net = Net::embedded(Arithmetic::Int8).expect("a net");
        let shares = |margin, outcome: &str| {
            let mut examiner = Examiner::new(&net, &[]);
            examiner.add(&record(0, margin, outcome)).expect("a game");
            let classes = examiner.into_classes();
            let statistics = classes.into_values().next().expect("a class");
            ["buttons", "half-passes", "pass stones"].map(|words| {
                let changed = statistics.changed[words];
                [changed.winner, changed.to_draw, changed.from_draw].map(|share| share.mean())
            })
        };
        let [same, drawn, other] =
            [[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]].map(|shares| shares.map(Some));
        assert_eq!(shares(-1, "W"), [drawn, same, same]);
        assert_eq!(shares(-2, "W"), [same, same, same]);
        assert_eq!(shares(1, "B"), [same, same, other]);
    }

    #[test]
    fn a_game_is_counted_measured_and_compared() {
        let net = Net::embedded(Arithmetic::Int8).expect("a net");
        let others: Vec<NamedRules> = ["chinese", "two_button", "ultimate"]
            .map(|name| name.parse().expect("rules"))
            .to_vec();
        let mut examiner = Examiner::new(&net, &others);
        examiner.add(&record(8, 9, "B")).expect("a game");
        let mut fork = record(18, -1, "W");
        fork.origin = Some("fork".into());
        examiner.add(&fork).expect("a game");
        let mut unknown = record(0, 0, "0");
        unknown.result.outcome = None;
        examiner.add(&unknown).expect("a game");
        let classes = examiner.into_classes();
        let statistics = &classes[&("two_button", (3, 3))];
        assert_eq!((classes.len(), statistics.games), (1, 2));
        let result = KomiResult {
            komi: 4.0,
            won: 1.0,
        };
        assert_eq!(statistics.results, [result]);
        assert_eq!(statistics.first_token.mean(), Some(0.5));
        assert_eq!(statistics.stones_after.mean(), Some(1.0));
        assert_eq!(statistics.resumed.mean(), Some(1.0));
        let names: Vec<_> = statistics.other_lead.keys().collect();
        assert_eq!(names, [&"chinese"]);
        // White expected three quarters, and won one of two games.
        let Reliability { expected, won } = statistics.reliability[7];
        assert_eq!((expected.mean(), won.mean()), (Some(0.75), Some(0.5)));
        let terms = ["buttons", "half-passes", "pass stones"];
        let counts = terms.map(|words| statistics.changed[words].winner.count());
        assert_eq!(counts, [2; 3]);
        let prices = &statistics.price["stone_pass"];
        let costs: usize = prices.iter().map(|price| price.cost.count()).sum();
        let beyond: usize = prices.iter().map(|price| price.beyond_pass.count()).sum();
        assert!(0 < beyond && beyond <= costs, "{statistics:?}");
    }
}
