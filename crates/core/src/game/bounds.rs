//! What a position holds in store, whatever is played: what is in the bank, what matters for the rest, and
//! the margins between which play must end. An exact search lives by it.

use super::position::{Position, Terms};
use crate::board::{Color, PointSet, ZobristKey};
use crate::half_points::HalfPoints;
use crate::rules::{Buttons, EndRule, PassRule, ScoringRule, SuicideRule, TaxRule};
use crate::score::{PassAlive, enclosed_stones, pass_alive};

/// More passes in a row than this are alike.
const PASSES_TOLD_APART: u32 = 2;

impl Position {
    /// What both have already, Black's less White's, and keep whatever comes: prisoners and what token
    /// moves gave, so far as the rules count them. The margin at the end is this and what depends on
    /// [`Position::situation`].
    #[must_use]
    pub fn settled_margin(&self) -> HalfPoints {
        let state = self.state();
        match self.rules().scoring {
            ScoringRule::Area => {
                let [black, white] = state.ledger.buttons;
                black - white
            }
            ScoringRule::Territory => {
                let prisoners = state.captures[0] as i32 - state.captures[1] as i32;
                state.ledger.margin() + HalfPoints::from_points(prisoners)
            }
            // Bowls are no score but moves to come.
            ScoringRule::Spare => HalfPoints::ZERO,
        }
    }

    /// A key of everything that matters for what may follow and for what it is worth, but for
    /// [`Position::settled_margin`] and for bans by earlier positions.
    #[must_use]
    pub fn situation(&self) -> ZobristKey {
        let state = self.state();
        let color = |c: Option<Color>| c.map_or(0, |c| 1 + c as u32);
        let facts = [
            state.to_move as u32,
            u32::from(state.first_token.is_some()),
            state.consecutive_passes.min(PASSES_TOLD_APART),
            u32::from(state.after_full_pass),
            color(state.bowls.ultimate_in),
            state.bowls.regular[0] as u32,
            state.bowls.regular[1] as u32,
        ];
        let mut key = self.board().key();
        for (kind, value) in facts.into_iter().enumerate() {
            if value != 0 {
                key ^= ZobristKey::feature(kind as u32, value);
            }
        }
        key
    }

    /// The least margin, in half-points, of at least `target` with which the game can be counted, since not
    /// every number of half-points can come up: the halves that ride on the end of the game are always given, and points are
    /// whole.
    #[must_use]
    pub fn next_margin(&self, target: i32, terms: Terms) -> i32 {
        let rules = self.rules();
        let state = self.state();
        let on_table = state.first_token.is_none();
        if rules.scoring == ScoringRule::Spare {
            return target;
        }
        let to_come = match rules.buttons {
            _ if rules.has_last_token() => 1 + i32::from(rules.has_first_token() && on_table),
            // The game may end with the button on the table.
            Buttons::Take | Buttons::Give if on_table => return target,
            _ => 0,
        };
        let known = self.settled_margin() - terms.komi;
        target + (target - known.halves() - to_come).rem_euclid(2)
    }

    /// The first of the situations so far, counted from 0 at the start of the game, that counts for
    /// repetition.
    #[must_use]
    pub fn bans_from(&self) -> usize {
        self.state().ban_start as usize
    }

    /// Whether a pass may be left out of a search for the best play: the third in a row where two buttons
    /// are moves, since there the rules set passes no bound. With the first button gone it does no better
    /// than the second one, which ends the game (a whole point instead of half of one, and the opponent
    /// would have that button next); before that it comes back to what stood two passes ago, and whoever
    /// began the circle must do something else.
    #[must_use]
    pub fn is_idle_pass(&self) -> bool {
        self.rules().ending == EndRule::SecondButton
            && self.state().consecutive_passes >= PASSES_TOLD_APART
    }

    /// This position in the game whose minimax value is its exact value ([`Rules::exact`](crate::rules::Rules::exact)). Only the count at the
    /// end may differ.
    #[must_use]
    pub fn for_exact_value(&self) -> Position {
        self.with_rules(self.rules().exact())
    }

    /// The dead stones that are proven, where the rules take dead stones off: those that have no room to live
    /// though their opponent always passes (Benson 1976).
    #[must_use]
    pub fn proven_dead(&self) -> PointSet {
        let board = self.board();
        if self.rules().removes_dead() {
            enclosed_stones(board)
        } else {
            PointSet::new(board.size())
        }
    }

    /// The least and the largest margin with which correct play can end from here, turns alternating, as
    /// far as chains that live without condition prove them (Benson 1976), if at the end the
    /// [proven dead](Position::proven_dead) stones are taken off. Where nothing is counted, one half-point stands
    /// for a win. Bounds of the exact value are those of [`Position::for_exact_value`].
    ///
    /// A side that passes from now on keeps its pass-alive chains and what they enclose. By area that is
    /// all. Where passes cost a stone, territory is area less the difference in moves (section 5.6 of the
    /// rules), and that is the turn's alone. Where they are free, every other stone of that side may be
    /// captured and every other point may become territory.
    #[must_use]
    pub fn score_bounds(&self, terms: Terms) -> [HalfPoints; 2] {
        let rules = self.rules();
        if rules.scoring == ScoringRule::Spare {
            let [least, most] = Color::BOTH.map(|color| color.sign() * self.sure_by_delays(color));
            return [least, most].map(HalfPoints::from_halves);
        }
        let points = self.board().size().area() as i32;
        let free_territory =
            rules.scoring == ScoringRule::Territory && rules.pass == PassRule::Free;
        let [least, most] = Color::BOTH.map(|color| {
            let alive = pass_alive(self.board(), color);
            let margin = if free_territory {
                self.kept_by_passing(color, &alive)
            } else {
                let tax = self.most_tax(&alive);
                2 * (2 * self.kept_area(color, &alive) - tax - points)
            };
            color.sign() * margin
        });
        let [low, high] = if free_territory {
            [0, 0]
        } else {
            self.besides_area()
        };
        let sure = self.sure(terms);
        [least + low, most + high].map(|margin| HalfPoints::from_halves(margin) + sure)
    }

    /// What is sure for a colour that does nothing but delay, where the last player able to move wins: 1 is
    /// a win, 0 at least a draw, −1 nothing.
    ///
    /// The opponent's moves meanwhile are bounded. Her stones are never taken, so that she plays on each
    /// point at most once: on empty points but for small eyes of chains that live without condition, and
    /// where stones that do not so live are captured. One point is left for a liberty of her last stone.
    /// Each of those stones, and each prisoner that she has, is a delay.
    fn sure_by_delays(&self, color: Color) -> i32 {
        let (board, bowls) = (self.board(), &self.state().bowls);
        let other = color.opponent();
        let delays = bowls.regular[color];
        if self.rules().suicide != SuicideRule::Forbidden || delays == 0 {
            return -1;
        }
        let alive = pass_alive(board, color).stones;
        let is_eye = |&&at: &&_| board.size().neighbours(at).all(|next| alive.contains(next));
        let open = board.empties().len() - board.empties().iter().filter(is_eye).count();
        let stones = board
            .stones()
            .filter(|&(at, of)| of == color && !alive.contains(at));
        let takeable = stones.count();
        let placements = (open + takeable).saturating_sub(1);
        let moves = bowls.regular[other] + (takeable + placements) as i32;
        let to_answer = moves + i32::from(self.to_move() == color);
        // With the ultimate stone alone in this colour's bowl the other one may declare a draw.
        let first_delay_is_ours = bowls.ultimate_in.is_none() && self.to_move() == color;
        let kept = i32::from(!first_delay_is_ours && bowls.ultimate_in != Some(other));
        match delays - to_answer {
            left if left >= kept => 1,
            0.. => 0,
            _ => -1,
        }
    }

    /// Points of the area that a colour keeps if it passes from now on.
    fn kept_area(&self, color: Color, alive: &PassAlive) -> i32 {
        let board = self.board();
        // Where nothing is taken off, an opposing stone may stay wherever there is room for two.
        let is_kept = |&point: &_| {
            let mut around = board.size().neighbours(point);
            self.rules().removes_dead()
                || (board.get(point).is_none() && around.all(|next| board.get(next) == Some(color)))
        };
        let enclosed = alive.enclosed.iter().filter(is_kept).count();
        (alive.stones.iter().count() + enclosed) as i32
    }

    /// The most that group tax takes of the points that pass-alive chains keep. Groups that may come besides
    /// are worth no less than nothing.
    fn most_tax(&self, alive: &PassAlive) -> i32 {
        if self.rules().tax != TaxRule::Group {
            return 0;
        }
        let is_head = |&point: &_| self.board().head(point) == point;
        2 * alive.stones.iter().filter(is_head).count() as i32
    }

    /// Half-points that a colour is ahead at least if it passes from now on and passes are free, under
    /// territory counting: what is enclosed and dead, less all that is neither.
    fn kept_by_passing(&self, color: Color, alive: &PassAlive) -> i32 {
        let board = self.board();
        let worth = board.size().points().map(|point| {
            let stone = board.get(point);
            if alive.enclosed.contains(point) {
                // Territory, and a prisoner.
                1 + i32::from(stone.is_some())
            } else if alive.stones.contains(point) || stone == Some(color.opponent()) {
                0
            } else {
                -1 - i32::from(stone.is_some())
            }
        });
        2 * worth.sum::<i32>()
    }

    /// What is sure to come to the count of the board: what is banked, less komi and White's bonus.
    fn sure(&self, terms: Terms) -> HalfPoints {
        let bonus = self.rules().white_bonus.points(terms.handicap);
        self.settled_margin() - terms.komi - HalfPoints::from_points(bonus as i32)
    }

    /// The least and the most, in half-points, that can come to twice the area margin besides what is
    /// [sure](Position::sure): buttons, half-passes, and the moves that a territory rule makes either side
    /// pay for.
    fn besides_area(&self) -> [i32; 2] {
        let rules = self.rules();
        let mut range = [0, 0];
        let mut widen = |low: i32, high: i32| {
            range[0] += low;
            range[1] += high;
        };
        if rules.has_first_token() && self.state().first_token.is_none() {
            widen(-1, 1);
        }
        if rules.has_last_token() {
            widen(-1, 1);
        }
        if rules.scoring == ScoringRule::Territory {
            // Territory is area less the stones that were played, ...
            let stones: i32 = self.board().stones().map(|(_, color)| color.sign()).sum();
            widen(-2 * stones, -2 * stones);
            // ... of which whoever is to move may have played one more in the end.
            match self.to_move() {
                Color::Black => widen(-2, 0),
                Color::White => widen(0, 2),
            }
            if rules.ending == EndRule::TwoPassesWhiteLast {
                // One stone more from White if Black passed last.
                widen(0, 2);
            }
        }
        range
    }
}
