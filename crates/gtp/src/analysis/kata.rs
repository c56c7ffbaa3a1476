//! The line of a report in the dialects of Leela Zero and KataGo.

use std::fmt::Write;

use halfpoint_core::notation::decimal;
use halfpoint_engine::player::{Basis, Decision, MoveInfo, PointOwnership, Report, SearchFigures};

use super::format::{ReportFormat, variation};
use super::request::Dialect;

/// Divisor of the largest visit count that gives the visits a move needs to be reported.
///
/// Moves with fewer visits are reported only if their value is settled or `minmoves` asks for them.
/// A handful of visits is no estimate, and Sabaki draws its graph by the largest win rate in a
/// report, which could be that of such a move.
const FEW_VISITS: u32 = 10;
/// Number of decimals of scores and of ownership values.
const SCORE_DECIMALS: usize = 2;

/// Formats a report as one line; returns `None` if it is empty, since the answer would end there.
pub(super) fn line(format: &ReportFormat<'_>, report: &Report) -> Option<String> {
    let request = format.request;
    let moves = &report.decision.considered;
    let few = moves.iter().map(|one| one.visits).max()? / FEW_VISITS;
    let is_settled = |one: &MoveInfo| one.basis > Basis::Searched;
    let min_moves = request.min_moves.max(1);
    let mut line = String::new();
    let mut listed = 0;
    for considered in moves {
        if listed >= request.max_moves {
            break;
        }
        if listed < min_moves || is_settled(considered) || considered.visits >= few {
            if listed > 0 {
                line.push(' ');
            }
            line += &info(format, listed, considered);
            listed += 1;
        }
    }
    let parts = request.parts;
    if parts.root_info {
        line += &root_info(format, &report.decision);
    }
    let ownership = &report.ownership;
    if parts.ownership {
        line += &by_point(format, "ownership", ownership, |owner| owner.mean);
    }
    if parts.ownership_stdev {
        line += &by_point(format, "ownershipStdev", ownership, |owner| owner.deviation);
    }
    let line = line.trim_start();
    (!line.is_empty()).then(|| line.to_string())
}

fn info(format: &ReportFormat<'_>, order: usize, considered: &MoveInfo) -> String {
    let dialect = format.request.dialect;
    let (win_rate, bound) = (considered.win_rate, considered.lower_bound());
    let line = variation(format.size, considered, format.max_line);
    let name = line.first().map_or("", String::as_str);
    let action = considered.line.first();
    let prior = format.opinion.as_ref().zip(action);
    let prior = prior.map(|(opinion, &action)| opinion.prior(format.size, action));
    let mut text = format!("info move {name} visits {}", considered.visits);
    text += &match dialect {
        Dialect::Leela => {
            let share = |chance: f64| (chance * 10_000.0).round() as u32;
            let prior = prior.map(|chance| format!(" prior {}", share(chance.into())));
            format!(
                " winrate {}{} lcb {}",
                share(win_rate),
                prior.unwrap_or_default(),
                share(bound)
            )
        }
        Dialect::Kata | Dialect::Cgos => {
            let lead = score(&["scoreMean", "scoreLead"], considered.score);
            let prior = prior.map(|chance| format!(" prior {chance:.4}"));
            format!(
                " winrate {win_rate:.4}{lead}{}{} lcb {bound:.4}",
                figures(considered.figures.as_ref()),
                prior.unwrap_or_default(),
            )
        }
    };
    text += &basis(considered.basis);
    text += &format!(" order {order} pv {}", line.join(" "));
    text + &parts_of_move(format, considered)
}

/// Formats the parts that may be asked for beside the figures of a move.
fn parts_of_move(format: &ReportFormat<'_>, considered: &MoveInfo) -> String {
    let parts = format.request.parts;
    let mut text = String::new();
    // Every visit weighs one and no position is reached by two ways, so the visits of a
    // position are those of the move that leads to it.
    let visits = considered.line_visits.iter().take(format.max_line);
    let visits: String = visits.map(|visits| format!(" {visits}")).collect();
    for (is_wanted, name) in [
        (parts.line_visits, "pvVisits"),
        (parts.line_edge_visits, "pvEdgeVisits"),
    ] {
        if is_wanted {
            text += &format!(" {name}{visits}");
        }
    }
    let no_result = considered.figures.and_then(|figures| figures.no_result);
    if let Some(chance) = no_result.filter(|_| parts.no_result) {
        text += &format!(" noResultValue {chance:.4}");
    }
    let ownership = &considered.ownership;
    if parts.moves_ownership {
        text += &by_point(format, "movesOwnership", ownership, |owner| owner.mean);
    }
    if parts.moves_ownership_stdev {
        text += &by_point(format, "movesOwnershipStdev", ownership, |owner| {
            owner.deviation
        });
    }
    text
}

/// Formats `rootInfo`: the figures of the move that is decided on, and whether the count behind
/// an exact margin has dead stones removed. A draw has a chance where nothing is exact.
fn root_info(format: &ReportFormat<'_>, decision: &Decision) -> String {
    let draw_chance = format.draw_chance;
    let draw_chance = draw_chance.filter(|_| decision.basis == Basis::Searched);
    let draw = draw_chance.map_or(String::new(), |chance| format!(" drawChance {chance:.4}"));
    let dead = match decision.removes_dead(format.rules) {
        Some(true) => " deadStones removed",
        Some(false) => " deadStones stay",
        None => "",
    };
    let best = decision.considered.first();
    let found = best.and_then(|best| best.figures).map(|mut found| {
        // A bound is one of a move.
        found.value_bound = None;
        found
    });
    format!(
        " rootInfo visits {} winrate {:.4}{draw}{}{}{}{dead}",
        decision.visits(),
        decision.win_rate,
        score(&["scoreMean", "scoreLead"], decision.score),
        figures(found.as_ref()),
        basis(decision.basis)
    )
}

/// Formats a figure of all points, row by row from the upper left corner; returns an empty text
/// if it is not known.
fn by_point(
    format: &ReportFormat<'_>,
    name: &str,
    owners: &[PointOwnership],
    figure: impl Fn(&PointOwnership) -> f32,
) -> String {
    if owners.is_empty() {
        return String::new();
    }
    let mut text = format!(" {name}");
    // The points of a board come row by row, the lowest one first.
    for owner in owners.chunks(format.size.width()).rev().flatten() {
        text.push(' ');
        text += &decimal(f64::from(figure(owner)), SCORE_DECIMALS);
    }
    text
}

/// Formats a score once under each of `names`; returns an empty text if there is no score.
fn score(names: &[&str], score: Option<f64>) -> String {
    let fields = |score: f64| {
        let score = decimal(score, SCORE_DECIMALS);
        let named = names.iter().map(|name| format!(" {name} {score}"));
        named.collect::<String>()
    };
    score.map(fields).unwrap_or_default()
}

/// Formats the figures that a search has beside the winning chance and the margin; returns an empty
/// text if there are none.
fn figures(found: Option<&SearchFigures>) -> String {
    let Some(found) = found else {
        return String::new();
    };
    // KataGo's utility of a sure loss is −1.
    let utility = |value: f32| decimal(2.0 * f64::from(value) - 1.0, 4);
    let mut text = score(&["scoreStdev"], Some(found.score_deviation.into()));
    text += &score(&["scoreSelfplay"], found.selfplay_score.map(f64::from));
    // Writing to a text cannot fail.
    let _ = write!(text, " utility {}", utility(found.value));
    if let Some(bound) = found.value_bound {
        let _ = write!(text, " utilityLcb {}", utility(bound));
    }
    text
}

/// Formats the `basis` field; returns an empty text for figures that come from the search.
fn basis(basis: Basis) -> String {
    match basis {
        Basis::Searched => String::new(),
        settled => format!(" basis {}", settled.text()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use halfpoint_core::board::Size;
    use halfpoint_core::game::{Game, Move, PlayedMove, Token};
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules::{Rules, find};
    use halfpoint_engine::player::Reason;

    use super::super::format::MAX_VARIATION;
    use super::super::request::AnalysisRequest;
    use crate::arguments::Arguments;
    use crate::error::GtpError;

    /// Rules whose exact value leaves dead stones on the board, while a count removes them.
    fn rules() -> Rules {
        find("button").expect("a rule set").rules
    }

    fn read(dialect: Dialect, text: &str) -> Result<AnalysisRequest, GtpError> {
        let game = Game::new(rules(), Size::square(5), HalfPoints::ZERO);
        AnalysisRequest::read(dialect, None, &game, &Arguments::new(text))
    }

    fn format<'a>(size: Size, rules: &'a Rules, request: &'a AnalysisRequest) -> ReportFormat<'a> {
        ReportFormat {
            request,
            size,
            rules,
            draw_chance: None,
            max_line: MAX_VARIATION,
            opinion: None,
        }
    }

    #[test]
    fn exact_margins_name_their_basis_and_treatment_of_dead_stones() {
        let size = Size::new(2, 1).expect("a size");
        let report = |basis, score| Report {
            decision: Decision {
                chosen: Move::Pass,
                playouts: 0,
                win_rate: 1.0,
                score,
                basis,
                considered: vec![MoveInfo {
                    mv: Move::Pass,
                    visits: 0,
                    win_rate: 1.0,
                    score,
                    basis,
                    line: vec![PlayedMove::Token(Token::TakeButton)],
                    line_visits: vec![0],
                    figures: None,
                    ownership: Vec::new(),
                }],
                reason: Reason::Counted,
            },
            ownership: Vec::new(),
        };
        let request = read(Dialect::Kata, "b 10 rootInfo true").expect("understood");
        for (id, basis, end) in [
            (
                "button",
                Basis::Counted,
                " basis counted deadStones removed",
            ),
            ("button", Basis::Proven, " basis proven deadStones stay"),
            (
                "japanese",
                Basis::Proven,
                " basis proven deadStones removed",
            ),
            (
                "tromp_taylor",
                Basis::Counted,
                " basis counted deadStones stay",
            ),
            ("ultimate", Basis::Proven, " basis proven"),
            ("button", Basis::Searched, " scoreLead 0.50"),
        ] {
            let rules = find(id).expect("a rule set").rules;
            let score = (id != "ultimate").then_some(0.5);
            let line = super::line(&format(size, &rules, &request), &report(basis, score));
            let line = line.expect("a line");
            assert!(line.ends_with(end), "{id}, {basis:?}: {line}");
        }
    }

    #[test]
    fn reports_have_the_fields_of_their_dialect() {
        let size = Size::new(2, 1).expect("a size");
        let point = size.point(1, 0).expect("a point");
        let searched = |mv, visits, win_rate, score, line| MoveInfo {
            mv,
            visits,
            win_rate,
            score: Some(score),
            basis: Basis::Searched,
            line,
            line_visits: vec![visits],
            figures: None,
            ownership: Vec::new(),
        };
        let button = PlayedMove::Token(Token::TakeButton);
        let place = PlayedMove::Place(point);
        let place = searched(Move::Place(point), 75, 0.5, -1.25, vec![place, button]);
        let pass = searched(Move::Pass, 25, 0.1, -3.0, vec![button]);
        let report = Report {
            decision: Decision {
                chosen: Move::Place(point),
                playouts: 60,
                win_rate: 0.5,
                score: Some(-1.25),
                basis: Basis::Searched,
                considered: vec![place, pass],
                reason: Reason::Searched,
            },
            ownership: (size.points().zip([-0.004, 1.0]))
                .map(|(point, mean)| PointOwnership {
                    point,
                    mean,
                    deviation: 0.0,
                })
                .collect(),
        };
        let mut doubtful = report.clone();
        doubtful.decision.considered[1].visits = 6;
        let mut proven = doubtful.clone();
        for one in &mut proven.decision.considered {
            one.basis = Basis::Proven;
            one.win_rate = 0.0;
            one.score = None;
        }
        (proven.decision.win_rate, proven.decision.score) = (0.0, None);
        proven.decision.basis = Basis::Proven;
        let line = |dialect, text: &str| {
            let request = read(dialect, text).expect("understood");
            super::line(&format(size, &rules(), &request), &report).expect("a line")
        };
        assert_eq!(
            line(Dialect::Leela, "b 10"),
            "info move B1 visits 75 winrate 5000 lcb 3868 order 0 pv B1 pass \
             info move pass visits 25 winrate 1000 lcb 0 order 1 pv pass"
        );
        assert_eq!(
            line(
                Dialect::Kata,
                "b 10 maxmoves 1 ownership true rootInfo true"
            ),
            "info move B1 visits 75 winrate 0.5000 scoreMean -1.25 scoreLead -1.25 lcb 0.3868 \
             order 0 pv B1 pass rootInfo visits 100 winrate 0.5000 scoreMean -1.25 \
             scoreLead -1.25 ownership 0.00 1.00"
        );
        let request = read(Dialect::Kata, "b 10 rootInfo true").expect("understood");
        let rules = rules();
        let drawn = ReportFormat {
            draw_chance: Some(0.125),
            ..format(size, &rules, &request)
        };
        let searched = super::line(&drawn, &report).expect("a line");
        let root =
            "rootInfo visits 100 winrate 0.5000 drawChance 0.1250 scoreMean -1.25 scoreLead -1.25";
        assert!(searched.ends_with(root), "{searched}");
        let line = super::line(&drawn, &proven);
        assert_eq!(
            line.expect("a line"),
            "info move B1 visits 75 winrate 0.0000 lcb 0.0000 basis proven order 0 pv B1 pass \
             info move pass visits 6 winrate 0.0000 lcb 0.0000 basis proven order 1 pv pass \
             rootInfo visits 81 winrate 0.0000 basis proven"
        );
        let listed = |text: &str| {
            let request = read(Dialect::Leela, text).expect("understood");
            let line = super::line(&format(size, &rules, &request), &doubtful).expect("a line");
            line.matches("info").count()
        };
        assert_eq!(listed("b 10"), 1);
        assert_eq!(listed("b 10 minmoves 2"), 2);
    }
    #[test]
    fn parts_that_are_asked_for_follow_the_figures_of_each_move() {
        let size = Size::new(1, 2).expect("a size");
        let [lower, upper] = [0, 1].map(|y| size.point(0, y).expect("a point"));
        let owners = |means: [f32; 2]| {
            let owner = |(point, mean)| PointOwnership {
                point,
                mean,
                deviation: 0.25,
            };
            let owners = [lower, upper].into_iter().zip(means);
            owners.map(owner).collect::<Vec<_>>()
        };
        let line = vec![PlayedMove::Place(upper), PlayedMove::Place(lower)];
        let report = Report {
            decision: Decision {
                chosen: Move::Place(upper),
                playouts: 9,
                win_rate: 0.75,
                score: Some(2.0),
                basis: Basis::Searched,
                considered: vec![MoveInfo {
                    mv: Move::Place(upper),
                    visits: 9,
                    win_rate: 0.75,
                    score: Some(2.0),
                    basis: Basis::Searched,
                    line,
                    line_visits: vec![9, 4],
                    figures: Some(SearchFigures {
                        value: 0.75,
                        value_bound: Some(0.5),
                        score_deviation: 3.5,
                        selfplay_score: Some(1.5),
                        no_result: Some(0.125),
                    }),
                    ownership: owners([-1.0, 0.5]),
                }],
                reason: Reason::Searched,
            },
            ownership: owners([-0.5, 1.0]),
        };
        let rules = rules();
        let line = |text: &str| {
            let request = read(Dialect::Kata, text).expect("understood");
            let format = format(size, &rules, &request);
            super::line(&format, &report).expect("a line")
        };
        let figures = "info move A2 visits 9 winrate 0.7500 scoreMean 2.00 scoreLead 2.00 \
                       scoreStdev 3.50 scoreSelfplay 1.50 utility 0.5000 utilityLcb 0.0000";
        let plain = format!("{figures} lcb 0.4671 order 0 pv A2 A1");
        assert_eq!(line("b 10"), plain);
        for (key, rest) in [
            ("pvVisits", "pvVisits 9 4"),
            ("pvEdgeVisits", "pvEdgeVisits 9 4"),
            ("noResultValue", "noResultValue 0.1250"),
            ("movesOwnership", "movesOwnership 0.50 -1.00"),
            ("movesOwnershipStdev", "movesOwnershipStdev 0.25 0.25"),
            ("ownership", "ownership 1.00 -0.50"),
            ("ownershipStdev", "ownershipStdev 0.25 0.25"),
            (
                "rootInfo",
                "rootInfo visits 9 winrate 0.7500 scoreMean 2.00 scoreLead 2.00 scoreStdev 3.50 \
                 scoreSelfplay 1.50 utility 0.5000",
            ),
        ] {
            let expected = format!("{plain} {rest}");
            assert_eq!(line(&format!("b 10 {key} true")), expected);
        }
    }
}
