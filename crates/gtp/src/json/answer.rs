//! Answers: the report of a search as JSON.

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, Outcome, PlayedMove};
use halfpoint_core::notation::color_letter;
use halfpoint_engine::player::{
    Basis, Decision, MoveInfo, Player, PointOwnership, Report, SearchFigures, Viewpoint,
};
use halfpoint_nn::Evaluation;
use halfpoint_report::json::end_word;
use serde_json::{Map, Value, json};

use super::hashes::hashes;
use super::query::Query;
use super::scores::scores_by_rules;
use crate::analysis::variation;
use crate::commands::meaning_of_pass;
use crate::judge::Judge;
use crate::opinion::Opinion;

/// Number of decimals of figures.
const DECIMALS: f64 = 1e6;

/// Position of a task, with what is known of it without a search.
pub(super) struct Subject<'a> {
    query: &'a Query,
    turn: usize,
    /// Result of a game that has ended; `None` if it goes on.
    result: Option<Outcome>,
    game: &'a Game,
    mover: Color,
    /// Opinion of the net; `None` where playouts evaluate.
    opinion: Option<Opinion>,
    /// Counts under every rule set; `None` if they are not asked for.
    scores: Option<Value>,
}

/// Returns a figure as a JSON number.
fn number(value: f64) -> Value {
    json!((value * DECIMALS).round() / DECIMALS)
}

impl<'a> Subject<'a> {
    /// Creates the subject of a turn of a query, which `game` has been played to. Costs one
    /// evaluation where a net evaluates, and counts the position where the query asks for that.
    pub fn new(
        query: &'a Query,
        turn: usize,
        game: &'a Game,
        player: &Player,
        judge: &mut Judge,
    ) -> Subject<'a> {
        let net = player.net();
        let net = net.filter(|_| !game.position().is_closed());
        let scores = || scores_by_rules(player, judge, game, query.rules);
        Subject {
            query,
            turn,
            result: None,
            game,
            mover: game.to_move(),
            opinion: net.map(|net| Opinion::of(game, net)),
            scores: query.wanted.scores.then(scores),
        }
    }

    /// Reports the result of the game as the figures of the position. A search shows moves by which
    /// the game would go on, but the value of a game that has ended is its result.
    pub fn with_result(self, result: Outcome) -> Subject<'a> {
        let result = Some(result);
        Subject { result, ..self }
    }

    /// Returns the answer for a report.
    pub fn answer(&self, report: &Report, is_during_search: bool) -> Value {
        let mut answer = self.frame(is_during_search);
        let decision = &report.decision;
        let moves = decision.considered.iter();
        let moves = moves.filter(|considered| !considered.line.is_empty());
        let moves = moves.enumerate();
        let moves = moves.map(|(order, one)| self.info(order, one, &report.ownership));
        answer.insert("moveInfos".to_string(), moves.collect());
        answer.insert("rootInfo".to_string(), self.root(decision));
        let wanted = self.query.wanted;
        let (mean, deviation) = (wanted.ownership, wanted.ownership_stdev);
        answer.extend(self.ownership(&report.ownership, mean, deviation));
        if let Some(opinion) = self.opinion.as_ref().filter(|_| wanted.policy) {
            let chances = opinion.placements.iter().copied();
            let chances = chances.chain([Some(opinion.pass)]);
            let chances = chances.map(|chance| chance.map_or(json!(-1), |c| number(c.into())));
            answer.insert("policy".to_string(), chances.collect());
        }
        Value::Object(answer)
    }

    /// Returns the answer for a game in which nothing can be played any more.
    pub fn ended(&self, outcome: &Outcome) -> Value {
        let mut answer = self.frame(false);
        answer.insert("moveInfos".to_string(), json!([]));
        let mut root = self.final_figures(outcome, Basis::Proven);
        root.insert("visits".to_string(), json!(0));
        answer.insert("rootInfo".to_string(), self.with_player(root));
        Value::Object(answer)
    }

    /// Returns the fields of every answer.
    fn frame(&self, is_during_search: bool) -> Map<String, Value> {
        let position = self.game.position();
        let tokens = position.tokens_iter(self.mover);
        let tokens: Vec<String> = tokens.map(|(kind, _)| kind.to_string()).collect();
        let ledger = |color| json!(position.state().ledger.total(color));
        let mut fields = fields([
            ("id", json!(self.query.id)),
            ("turnNumber", json!(self.turn)),
            ("isDuringSearch", json!(is_during_search)),
            ("rules", json!(self.query.rules.id)),
            ("passMeans", json!(meaning_of_pass(self.game, self.mover))),
            ("tokens", json!(tokens)),
            (
                "ledger",
                json!({"black": ledger(Color::Black), "white": ledger(Color::White)}),
            ),
        ]);
        if let Some(over) = position.state().over {
            fields.insert("over".to_string(), json!(end_word(over)));
        }
        if let Some(scores) = &self.scores {
            fields.insert("scoresByRules".to_string(), scores.clone());
        }
        fields
    }

    fn info(&self, order: usize, considered: &MoveInfo, of_search: &[PointOwnership]) -> Value {
        let size = self.game.board().size();
        let (wanted, length) = (self.query.wanted, self.query.settings.line + 1);
        let line = variation(size, considered, length);
        let visits = json!(considered.visits);
        let mut info = fields([
            ("move", json!(line.first())),
            ("visits", visits.clone()),
            ("edgeVisits", visits.clone()),
            ("weight", visits.clone()),
            ("edgeWeight", visits),
            ("order", json!(order)),
            ("lcb", self.chance(considered.lower_bound())),
        ]);
        info.extend(self.figures(considered.win_rate, considered.score, considered.basis));
        if let Some(lead) = info.get("scoreLead").cloned() {
            info.insert("scoreMean".to_string(), lead);
        }
        if let Some(figures) = &considered.figures {
            info.extend(self.search_figures(figures));
            if let Some(chance) = figures.no_result.filter(|_| wanted.no_result) {
                info.insert("noResultValue".to_string(), number(chance.into()));
            }
        }
        let action = considered.line.first().copied();
        if let (Some(opinion), Some(action)) = (&self.opinion, action) {
            let prior = opinion.prior(size, action);
            info.insert("prior".to_string(), number(prior.into()));
        }
        if let Some(PlayedMove::Token(token)) = action {
            info.insert("token".to_string(), json!(token.meaning()));
        }
        if wanted.line_visits {
            let visits = considered.line_visits.iter().take(length);
            let visits: Value = visits.copied().collect();
            info.insert("pvVisits".to_string(), visits.clone());
            info.insert("pvEdgeVisits".to_string(), visits);
        }
        info.insert("pv".to_string(), json!(line));
        let (mean, deviation) = (wanted.moves_ownership, wanted.moves_ownership_stdev);
        // A move that ends the game leaves the board as it is, and no position to evaluate.
        let owners = match considered.ownership.is_empty() {
            true => of_search,
            false => &considered.ownership,
        };
        info.extend(self.ownership(owners, mean, deviation));
        Value::Object(info)
    }

    fn root(&self, decision: &Decision) -> Value {
        let mut root = match &self.result {
            Some(outcome) => self.final_figures(outcome, Basis::Counted),
            None => self.searched_figures(decision),
        };
        root.insert("visits".to_string(), json!(decision.visits()));
        root.insert("weight".to_string(), json!(decision.visits()));
        if let Some(opinion) = &self.opinion {
            root.extend(self.raw(&opinion.evaluation));
        }
        self.with_player(root)
    }

    /// Returns the figures of a position that was searched.
    fn searched_figures(&self, decision: &Decision) -> Map<String, Value> {
        let mut root = self.figures(decision.win_rate, decision.score, decision.basis);
        let best = decision.considered.first();
        if let Some(figures) = best.and_then(|best| best.figures.as_ref()) {
            root.extend(self.search_figures(figures));
            root.shift_remove("utilityLcb");
        }
        if let Some(removed) = decision.removes_dead(self.game.rules()) {
            let word = if removed { "removed" } else { "stay" };
            root.insert("deadStones".to_string(), json!(word));
        }
        root
    }

    /// Returns the figures of a game that has ended.
    fn final_figures(&self, outcome: &Outcome, basis: Basis) -> Map<String, Value> {
        let own = Viewpoint::of(self.mover, Color::Black);
        let chance = own.chance(f64::from(outcome.sign() + 1) / 2.0);
        let margin = outcome.margin().map(|margin| own.points(margin.points()));
        self.figures(chance, margin, basis)
    }

    /// Returns the figures of a net before any search.
    fn raw(&self, evaluation: &Evaluation) -> Map<String, Value> {
        let mean = evaluation.score_mean;
        let variance = evaluation.score_mean_square - mean * mean;
        fields([
            ("rawWinrate", self.chance(evaluation.win_rate().into())),
            ("rawLead", self.points(evaluation.lead.into())),
            ("rawScoreSelfplay", self.points(mean.into())),
            (
                "rawScoreSelfplayStdev",
                number(variance.max(0.0).sqrt().into()),
            ),
            ("rawNoResultProb", number(evaluation.no_result.into())),
        ])
    }

    /// Returns `winrate`, `scoreLead` if something is counted, and the basis of settled figures. An
    /// exact margin has the deviation 0, which LizzieYzy needs.
    fn figures(&self, win_rate: f64, score: Option<f64>, basis: Basis) -> Map<String, Value> {
        let mut figures = fields([("winrate", self.chance(win_rate))]);
        if let Some(score) = score {
            figures.insert("scoreLead".to_string(), self.points(score));
        }
        if basis > Basis::Searched {
            figures.insert("basis".to_string(), json!(basis.text()));
            if score.is_some() {
                figures.insert("scoreStdev".to_string(), json!(0));
            }
        }
        figures
    }

    /// Returns the figures that a search has beside the winning chance and the margin.
    fn search_figures(&self, figures: &SearchFigures) -> Map<String, Value> {
        // KataGo's utility of a sure loss is −1.
        let utility = |value: f32| self.points(2.0 * f64::from(value) - 1.0);
        let mut found = fields([
            ("utility", utility(figures.value)),
            ("scoreStdev", number(figures.score_deviation.into())),
        ]);
        if let Some(bound) = figures.value_bound {
            found.insert("utilityLcb".to_string(), utility(bound));
        }
        if let Some(score) = figures.selfplay_score {
            found.insert("scoreSelfplay".to_string(), self.points(score.into()));
        }
        found
    }

    fn with_player(&self, mut root: Map<String, Value>) -> Value {
        let [this, shared] = hashes(self.game);
        // Not `thisHash`: Ogatak alerts its user where that is not KataGo's own hash.
        root.insert("positionHash".to_string(), json!(this.to_string()));
        root.insert("symHash".to_string(), json!(shared.to_string()));
        let player = color_letter(self.mover).to_string();
        root.insert("currentPlayer".to_string(), json!(player));
        Value::Object(root)
    }

    /// Returns the ownership of all points and its deviation, as far as they are asked for, row by
    /// row from the top.
    fn ownership(
        &self,
        owners: &[PointOwnership],
        mean: bool,
        deviation: bool,
    ) -> Map<String, Value> {
        let mut found = Map::new();
        // The points of a board come row by row, the lowest one first.
        let rows = || owners.chunks(self.game.board().size().width()).rev();
        if mean && !owners.is_empty() {
            let means = rows().flatten().map(|owner| self.points(owner.mean.into()));
            found.insert("ownership".to_string(), means.collect());
        }
        if deviation && !owners.is_empty() {
            let deviations = rows().flatten();
            let deviations = deviations.map(|owner| number(owner.deviation.into()));
            found.insert("ownershipStdev".to_string(), deviations.collect());
        }
        found
    }

    /// Returns a winning chance of the mover from the side that is reported.
    fn chance(&self, own: f64) -> Value {
        number(self.viewpoint().chance(own))
    }

    /// Returns points of the mover from the side that is reported.
    fn points(&self, own: f64) -> Value {
        number(self.viewpoint().points(own))
    }

    fn viewpoint(&self) -> Viewpoint {
        self.query.settings.perspective.viewpoint(self.mover)
    }
}

fn fields<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    let fields = fields.into_iter();
    fields
        .map(|(name, value)| (name.to_string(), value))
        .collect()
}

/// Returns the final answer of a turn that was not searched at all.
pub(super) fn without_results(id: &str, turn: usize) -> Value {
    json!({"id": id, "turnNumber": turn, "isDuringSearch": false, "noResults": true})
}
