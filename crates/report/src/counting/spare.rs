//! Counting of spare moves, under rules where whoever cannot move has lost.

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::State;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::color_name;
use halfpoint_core::score::{PointOwner, Score, ScoreTerm, Territory};

use super::super::phrases::number;
use super::naive::{Way, tally};
use super::steps::{Steps, stones};

/// Adds the steps from the board without dead stones to the current score. `state` is that of the
/// position that is counted, `score` the count of the library, of which only the number of
/// prisoners that a search found is taken: no count comes to it.
pub(super) fn count(steps: &mut Steps, territory: &Territory, state: &State, score: &Score) {
    let searched = Color::BOTH.map(|color| score.sides[color].part(ScoreTerm::Search));
    if searched != [HalfPoints::ZERO; 2] {
        balance(steps, score.margin());
        steps.say_sum("They are the score. ");
        return;
    }
    steps.cover(
        Color::BOTH.map(|color| territory.taxed(color)),
        "two of each group can never be filled, and are no moves to spare",
    );
    if let Some(other) = state.bowls.ultimate_in {
        fill_dame(steps, territory, state.to_move, other);
        may_declare_draw(steps, state, other);
    }
    let doubt = match score.certain {
        true => "",
        false => "The position is not settled, so this is an estimate. ",
    };
    steps.say_sum(&format!(
        "{doubt}Free points and prisoners are moves to spare. "
    ));
}

/// Lays prisoners beside a bowl, as many as make a draw of correct play: what Black is ahead goes
/// to White.
fn balance(steps: &mut Steps, margin: HalfPoints) {
    let [black, white] = [-margin, margin].map(|ahead| (ahead.halves() / 2).max(0) as u32);
    steps.desk.balance = Some([black, white]);
    let needs = |color: Color, count: u32| {
        let taken = stones(count as usize, color.opponent());
        format!("{taken} beside {}'s bowl", color_name(color))
    };
    let needed = match (black, white) {
        (0, 0) => "with the bowls as they are".to_string(),
        (0, count) => format!("with {}", needs(Color::White, count)),
        (count, _) => format!("with {}", needs(Color::Black, count)),
    };
    steps.say(format!(
        "Nobody can count what is left. By a search to the end of the game, correct play ends in a draw \
         {needed}."
    ));
}

/// Fills the dame in turn, and finds who has to spend a spare move first. `other` is the opponent
/// of the player who delayed first.
fn fill_dame(steps: &mut Steps, territory: &Territory, to_move: Color, other: Color) {
    let size = steps.desk.size();
    let all = |wanted: PointOwner| {
        let points = size.points();
        PointSet::of(
            size,
            points.filter(|&point| territory.owner(point) == wanted),
        )
    };
    let dame = all(PointOwner::Dame);
    // Without the dame a liberty of a seki might seem to be surrounded.
    steps.desk.nobodys |= all(PointOwner::SekiLiberty);
    let mut mover = to_move;
    for point in dame.iter() {
        steps.put(point, mover);
        mover = mover.opponent();
    }
    let filled = match dame.len() {
        0 => "There are no dame left".to_string(),
        count => format!("{} filled in turn", number(count, "dame is", "dame are")),
    };
    let first = color_name(other.opponent());
    let name = color_name(mover);
    if mover == other {
        steps.desk.ahead = Some(other.opponent());
        steps.say(format!(
            "{filled}. {name} is to move then, and has to spend a move first: {first}, who delayed \
             first, is a move ahead."
        ));
    } else {
        steps.say(format!(
            "{filled}. {name}, who delayed first, is to move then."
        ));
    }
}

/// Lets the player who delayed first declare a draw, where that saves a lost game.
fn may_declare_draw(steps: &mut Steps, state: &State, other: Color) {
    let sides = tally(&steps.desk, Way::Territory).sides;
    let first = other.opponent();
    if state.bowls.regular[other] == 0 && sides[other] > sides[first] {
        steps.desk.drawn = true;
        let (first, other) = (color_name(first), color_name(other));
        steps.say(format!(
            "{other}'s bowl holds nothing but the ultimate stone: {first}, who would lose, may \
             declare a draw."
        ));
    }
}
