//! Bounds for an exact search: the margin that is settled, a key of everything that can still
//! change, and the range of margins with which the game can end.

use crate::board::{Color, PointSet, ZobristKey};
use crate::game::{Position, Terms};
use crate::half_points::HalfPoints;
use crate::life::{Held, PassAlive, held, pass_alive};
use crate::rules::{ButtonRule, EndRule, Rules, ScoringRule, SuicideRule, TaxRule};

/// Length of a run of passes beyond which a further pass changes nothing.
const PASSES_TOLD_APART: u32 = 2;

/// Returns the margin that no later move can change, Black minus White: prisoners and ledger,
/// as far as the rules count them. The final margin is this one plus a part that depends on
/// [`situation`].
#[must_use]
pub fn settled_margin(position: &Position) -> HalfPoints {
    let state = position.state();
    match position.rules().scoring {
        ScoringRule::Area => {
            let [black, white] = state.ledger.buttons;
            black - white
        }
        ScoringRule::Territory => {
            let prisoners = state.captures[0] as i32 - state.captures[1] as i32;
            state.ledger.margin() + HalfPoints::from_points(prisoners)
        }
        // Prisoners in the bowls are moves to come, no points.
        ScoringRule::Spare => HalfPoints::ZERO,
    }
}

/// Returns everything besides the stones that the further game and its value depend on, except
/// [`settled_margin`] and bans by earlier positions: the player to move, whether the first token is
/// used, passes in a row as far as they matter, whether the last move was a full pass, who has the
/// ultimate stone in his bowl, and the other prisoners in the bowls.
#[must_use]
pub fn facts(position: &Position) -> [u32; 7] {
    let state = position.state();
    let color = |c: Option<Color>| c.map_or(0, |c| 1 + c as u32);
    [
        state.to_move as u32,
        u32::from(state.first_token.is_some()),
        state.consecutive_passes.min(PASSES_TOLD_APART),
        u32::from(state.after_full_pass),
        color(state.bowls.ultimate_in),
        state.bowls.regular[0] as u32,
        state.bowls.regular[1] as u32,
    ]
}

/// Returns a key of the stones and the [`facts`].
#[must_use]
pub fn situation(position: &Position) -> ZobristKey {
    let mut key = position.board().key();
    for (kind, value) in facts(position).into_iter().enumerate() {
        if value != 0 {
            key ^= ZobristKey::feature(kind as u32, value);
        }
    }
    key
}

/// Returns the smallest margin, in half-points, that is at least `target` and has the parity of
/// the margins with which the game can be counted. Points are whole, and the half-points that
/// are attached to the end of the game are always given, so half of the values are often
/// impossible.
#[must_use]
pub fn next_margin(position: &Position, target: i32, terms: Terms) -> i32 {
    let rules = position.rules();
    let state = position.state();
    let on_table = state.first_token.is_none();
    if rules.last_mover_wins() {
        return target;
    }
    let to_come = match rules.buttons {
        // The game may end with the button on the table, so that both parities are possible, and
        // the worth may differ by colour.
        ButtonRule::Take | ButtonRule::Give if on_table => return target,
        ButtonRule::None
        | ButtonRule::Take
        | ButtonRule::Give
        | ButtonRule::OnPasses
        | ButtonRule::OnLastPass
        | ButtonRule::AsMoves => match rules.has_last_token() {
            true => 1 + i32::from(rules.has_first_token() && on_table),
            false => 0,
        },
    };
    let known = settled_margin(position) - terms.komi;
    target + (target - known.halves() - to_come).rem_euclid(2)
}

/// Returns whether a search for the best play may leave out a pass: the third one in a row
/// where two buttons are moves, since those rules do not limit runs of passes.
///
/// If the first button is gone, a third pass is no better than the second button, which ends
/// the game: the pass costs a whole point instead of half a point, and the opponent could use
/// that button next. If the first button is still there, the pass returns to the situation of
/// two passes ago, and the player who began the cycle must deviate.
#[must_use]
pub fn is_idle_pass(position: &Position) -> bool {
    position.rules().ending == EndRule::SecondButton
        && position.state().consecutive_passes >= PASSES_TOLD_APART
}

/// Returns the smallest and the largest margin with which correct play can end from here, as
/// far as unconditionally alive chains prove them (Benson 1976).
///
/// Turns alternate, and at the end the stones that are proven dead are removed, where
/// the rules remove any.
/// Where nothing is counted, one half-point stands for a win. Bounds of the exact value are
/// those of [`Position::for_exact_value`].
///
/// A side that passes from now on keeps its pass-alive chains and the area that they enclose.
/// Under area scoring this is the bound. Where passes cost a stone, territory is area less the
/// difference in moves (section 5.6 of the rules), which depends only on the player to move.
/// Where passes are free, every other stone of that side may be captured and every other point
/// may become territory.
#[must_use]
pub fn score_bounds(position: &Position, terms: Terms) -> [HalfPoints; 2] {
    let [lower, upper] = proven_bounds(position, terms).margins;
    let bounds = match position.is_near_void() {
        true => [lower.min(0), upper.max(0)],
        false => [lower, upper],
    };
    bounds.map(HalfPoints::from_halves)
}

/// Bounds of a value that a position proves by itself, in half-points. They hold where the next
/// placement cannot make the game void ([`Position::is_near_void`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct ProvenBounds {
    /// Smallest and largest margin; see [`score_bounds`].
    pub margins: [i32; 2],
    /// Bounds by placements that earlier positions may ban, if there are such bounds.
    pub by_captures: Option<CaptureBounds>,
}

impl ProvenBounds {
    /// Returns bounds of the difference of the value and a margin.
    #[must_use]
    pub fn beyond(self, margin: i32) -> ProvenBounds {
        ProvenBounds {
            margins: self.margins.map(|bound| bound - margin),
            by_captures: self.by_captures.map(|captures| CaptureBounds {
                margins: captures.margins.map(|bound| bound - margin),
                ..captures
            }),
        }
    }
}

/// Bounds of a value that hold if some placements are not banned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaptureBounds {
    /// Smallest and largest margin, in half-points: the first by captures of Black, the second by
    /// captures of White.
    pub margins: [i32; 2],
    /// For each colour, the least number of its stones on the boards that its placements make.
    pub own_stones: [u16; 2],
}

/// Returns the bounds of the value that a position proves by itself.
#[must_use]
pub fn proven_bounds(position: &Position, terms: Terms) -> ProvenBounds {
    let rules = position.rules();
    if rules.last_mover_wins() {
        return ProvenBounds {
            margins: Color::BOTH.map(|color| color.sign() * sure_by_delays(position, color)),
            by_captures: None,
        };
    }
    let alive = Color::BOTH.map(|color| pass_alive(position.board(), color));
    let kept = if rules.stones_cost_points() {
        let kept = |color: Color| color.sign() * kept_by_passing(position, color, &alive[color]);
        let [lower, upper] = Color::BOTH.map(kept);
        let [low, high] = besides_board(position);
        ProvenBounds {
            margins: [lower + low, upper + high],
            by_captures: None,
        }
    } else {
        let kept = |color| {
            (
                kept_area(position, color, &alive[color]),
                alive[color].stones,
            )
        };
        ProvenBounds {
            margins: kept_by_area(position, Color::BOTH.map(kept)),
            by_captures: by_captures(position, &alive),
        }
    };
    kept.beyond(-sure(position, terms).halves())
}

/// Returns the smallest and the largest margin, less [`sure`], in half-points, for the points of
/// area that each colour keeps and its living stones, where the area of the board decides.
fn kept_by_area(position: &Position, kept: [(i32, PointSet); 2]) -> [i32; 2] {
    let points = position.board().size().area() as i32;
    let [lower, upper] = Color::BOTH.map(|color| {
        let (area, stones) = &kept[color];
        color.sign() * 2 * (2 * area - max_tax(position, stones) - points)
    });
    let [low, high] = besides_area(position);
    [lower + low, upper + high]
}

/// Returns bounds of the value, less [`sure`], that follow if each colour takes all stones that
/// enter what it [holds](held), where nothing but captures removes stones; `None` if it holds
/// nothing or the rules give no time for that.
fn by_captures(position: &Position, alive: &[PassAlive; 2]) -> Option<CaptureBounds> {
    let is_alive = alive.iter().any(|alive| alive.stones.first().is_some());
    if !is_captured_to_the_end(position.rules()) || !is_alive {
        return None;
    }
    let board = position.board();
    let kept = Color::BOTH.map(|color| {
        let Held { stones, enclosed } = held(board, color);
        let is_invaded = (enclosed & board.stones_of(!color)).first().is_some();
        let is_late = is_invaded && opponent_may_end(position, color);
        let enclosed = if is_late { 0 } else { enclosed.len() };
        ((stones.len() + enclosed) as i32, stones)
    });
    Some(CaptureBounds {
        own_stones: kept.each_ref().map(|(_, stones)| stones.len() as u16 + 1),
        margins: kept_by_area(position, kept),
    })
}

/// Returns whether nothing but captures removes stones and a player has time for these: no game
/// ends before two passes in a row, or a full pass and another one, so that it does not end while
/// the player goes on placing stones.
fn is_captured_to_the_end(rules: &Rules) -> bool {
    let has_time = match rules.ending {
        EndRule::TwoPasses
        | EndRule::TwoPassesWhiteLast
        | EndRule::PassAfterFullPass
        | EndRule::SecondButton => true,
        EndRule::LastMover => false,
    };
    has_time && !rules.removes_dead()
}

/// Returns whether the opponent of a colour is to move and can end the game by a pass.
fn opponent_may_end(position: &Position, color: Color) -> bool {
    let state = position.state();
    position.to_move() != color && (state.consecutive_passes > 0 || state.after_full_pass)
}

/// Returns the bounds of the value, in half-points, if a colour gets the whole board by placements
/// at each of its turns; `None` if the opponent can end the game before, or the rules do not say
/// what the board is worth then.
#[must_use]
pub fn whole_board(position: &Position, color: Color, terms: Terms) -> Option<[i32; 2]> {
    let (rules, size) = (position.rules(), position.board().size());
    let is_ended = position.state().over.is_some() || opponent_may_end(position, color);
    // A group tax depends on the number of groups at the end.
    let is_unclear = rules.stones_cost_points() || rules.tax == TaxRule::Group;
    if is_ended || is_unclear || !is_captured_to_the_end(rules) {
        return None;
    }
    let mut kept = [(0, PointSet::new(size)), (0, PointSet::new(size))];
    kept[color as usize].0 = size.area() as i32;
    let sure = sure(position, terms).halves();
    Some(kept_by_area(position, kept).map(|bound| bound + sure))
}

/// Returns the proven result of a colour that only delays from now on, where the last player
/// able to move wins: 1 for a win, 0 for at least a draw, −1 if nothing is proven.
///
/// The opponent's moves meanwhile are bounded. The opponent's stones are never captured, so the
/// opponent plays on each point at most once: on empty points, except small eyes of
/// unconditionally alive chains, and on points of captured stones, which are those that are not
/// unconditionally alive. One point remains empty as a liberty of the opponent's last stone.
/// Each stone captured in this way, and each prisoner in the opponent's bowl, gives the
/// opponent a delay.
fn sure_by_delays(position: &Position, color: Color) -> i32 {
    let (board, bowls) = (position.board(), &position.state().bowls);
    let other = color.opponent();
    let delays = bowls.regular[color];
    if position.rules().suicide != SuicideRule::Forbidden || delays == 0 {
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
    let to_answer = moves + i32::from(position.to_move() == color);
    // If this colour's bowl holds the ultimate stone alone, the opponent may declare a draw.
    let first_delay_is_ours = bowls.ultimate_in.is_none() && position.to_move() == color;
    let kept = i32::from(!first_delay_is_ours && bowls.ultimate_in != Some(other));
    match delays - to_answer {
        left if left >= kept => 1,
        0.. => 0,
        _ => -1,
    }
}

/// Returns the number of points of area that a colour keeps if it passes from now on.
fn kept_area(position: &Position, color: Color, alive: &PassAlive) -> i32 {
    let board = position.board();
    // Where nothing is removed at the end, an opposing stone may stay wherever two of them have
    // room.
    let is_kept = |&point: &_| {
        let mut around = board.size().neighbours(point);
        (position.rules().removes_dead() && alive.cramped.contains(point))
            || (board.get(point).is_none() && around.all(|next| board.get(next) == Some(color)))
    };
    let enclosed = alive.enclosed.iter().filter(is_kept).count();
    (alive.stones.iter().count() + enclosed) as i32
}

/// Returns an upper bound, in points, of the group tax on the points that pass-alive chains
/// keep. Groups that arise later are worth at least zero.
fn max_tax(position: &Position, alive: &PointSet) -> i32 {
    if position.rules().tax != TaxRule::Group {
        return 0;
    }
    let is_head = |&point: &_| position.board().head(point) == point;
    2 * alive.iter().filter(is_head).count() as i32
}

/// Returns the smallest lead on the board, in half-points, of a colour that passes from now on,
/// under territory scoring with free passes: enclosed points without room for the opponent and the
/// dead stones on them, minus everything that is neither enclosed nor alive, minus group tax.
fn kept_by_passing(position: &Position, color: Color, alive: &PassAlive) -> i32 {
    let (board, rules) = (position.board(), position.rules());
    let is_own = |point| board.get(point) == Some(color);
    let worth = board.size().points().map(|point| {
        let stone = board.get(point);
        if rules.removes_dead() && alive.cramped.contains(point) {
            // Territory, and a prisoner if a stone is there.
            1 + i32::from(stone.is_some())
        } else if stone.is_none()
            && alive.enclosed.contains(point)
            && board.size().neighbours(point).all(is_own)
        {
            // No opponent can play there. Where no dead stone is removed, the chains around may
            // count as in seki for one beside them.
            i32::from(rules.tax != TaxRule::Seki)
        } else if alive.stones.contains(point) || stone == Some(color.opponent()) {
            0
        } else {
            -1 - i32::from(stone.is_some())
        }
    });
    2 * (worth.sum::<i32>() - max_tax(position, &alive.stones))
}

/// Returns the sure part of the final margin besides the board: the settled margin less komi
/// and White's bonus.
fn sure(position: &Position, terms: Terms) -> HalfPoints {
    let bonus = position.rules().white_bonus.points(terms.handicap);
    settled_margin(position) - terms.komi - HalfPoints::from_points(bonus as i32)
}

/// Returns what the first token brings to the final margin, in half-points, if White takes it and
/// if Black does; nothing if it is gone. A token that is not taken is worth half a point, and so is
/// the usual worth.
fn by_first_token(position: &Position) -> [i32; 2] {
    let rules = position.rules();
    let [black, white] = rules.gain_of_first_token().map(HalfPoints::halves);
    match rules.has_first_token() && position.state().first_token.is_none() {
        true => [-white, black],
        false => [0, 0],
    }
}

/// Returns the range, in half-points, of the terms that the final margin may have besides [`sure`]
/// and what the board counts: those of tokens, of White's last stone, and under a territory rule
/// whose passes cost a stone the cost of the moves to come.
fn besides_board(position: &Position) -> [i32; 2] {
    let [low, high] = position.by_last_move();
    let [white, black] = by_first_token(position);
    [low + white, high + black]
}

/// Returns the range, in half-points, of the terms that the final margin may have besides [`sure`]
/// and twice the area margin.
fn besides_area(position: &Position) -> [i32; 2] {
    // Territory is area less the stones that were played.
    let played = match position.rules().scoring {
        ScoringRule::Territory => {
            let stones = position.board().stones().map(|(_, color)| color.sign());
            2 * stones.sum::<i32>()
        }
        ScoringRule::Area | ScoringRule::Spare => 0,
    };
    besides_board(position).map(|term| term - played)
}
