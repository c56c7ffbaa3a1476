//! Commands about results and scores.

use halfpoint_core::board::{Color, Point, PointSet, Size};
use halfpoint_core::game::{Game, GameEnd, Outcome};
use halfpoint_core::notation::color_word;
use halfpoint_core::rules::{NamedRules, PRESETS, Rules, TaxRule};
use halfpoint_core::score::{PointOwner, Territory};
use halfpoint_report::Table;
use halfpoint_report::words::{self, Heading, made_up};

use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::super::session::Session;
use super::command::{ANY, Command};
use super::rules;
use super::state::vertices;

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "final_score",
        "",
        (0, 0),
        final_score,
        "result of the game; of an unfinished one, as if both passed now",
    ),
    Command::new(
        "final_status",
        "VERTEX",
        (1, 1),
        final_status,
        "status of a point in the count: see final_status_list",
    ),
    Command::new(
        "final_status_list",
        "alive | seki | dead | black_territory | white_territory | dame",
        (1, 1),
        final_status_list,
        "list the points of this status in the count",
    )
    .menu(&[("plist", "Dead Stones", "dead")]),
    Command::new(
        "halfpoint-score",
        "[RULES | all | details]",
        (0, ANY),
        score,
        "score, part by part; under other rules; with reasons",
    )
    .manual(
        r#"Prints one line with tabs: id of the rule set, result, Black's points, White's points, and their parts. An unfinished game is counted as if both sides passed now, and the line says so.

- `RULES` (a name or JSON) counts the same moves under other rules.
- `all` counts them under every rule set.
- `details` adds sentences: which dead stones were removed, why other rules give another result, and whether the count is certain."#,
        r#"$ halfpoint --rules button --komi 0 --size 5
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
=

halfpoint-score
= button	W+4.5	10.5	15	Black: 5 stones + 5 territory + 0.5 buttons; White: 5 stones + 10 territory; as if both passed now

halfpoint-score reverse_button
= reverse_button	W+5.5	6	11.5	Black: 5 territory + 1 pass stones; White: 10 territory + 1 pass stones + 0.5 buttons; as if both passed now"#,
    )
    .menu(&[("hstring", "Score in Words", "details")]),
];

/// Answers the result.
fn final_score(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(result(session))
}

/// Returns the result, based on the dead stones in force.
pub fn result(session: &mut Session) -> String {
    session.outcome().result()
}

/// Status of a point when the game is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A stone that stays on the board, outside of seki.
    Alive,
    /// A stone in seki.
    Seki,
    /// A dead stone.
    Dead,
    /// Territory of a side.
    Territory(Color),
    /// An empty point that counts for neither side.
    Dame,
}

impl Status {
    const ALL: [(&'static str, Status); 6] = [
        ("alive", Status::Alive),
        ("seki", Status::Seki),
        ("dead", Status::Dead),
        ("black_territory", Status::Territory(Color::Black)),
        ("white_territory", Status::Territory(Color::White)),
        ("dame", Status::Dame),
    ];

    fn name(self) -> &'static str {
        let is_this = |(_, status): &&(&str, Status)| *status == self;
        Status::ALL
            .iter()
            .find(is_this)
            .map_or("", |(name, _)| name)
    }
}

/// Statuses of all points of the board as it is counted.
pub struct Statuses {
    dead: PointSet,
    territory: Territory,
    tax: TaxRule,
}

impl Statuses {
    /// Determines the statuses from the dead stones in force and the rules.
    pub fn of(session: &mut Session) -> Statuses {
        let dead = session.dead();
        Statuses {
            territory: session
                .judge
                .territory(&session.player, session.game.board(), &dead),
            dead,
            tax: session.game.rules().tax,
        }
    }

    /// Returns the points of a status.
    pub fn points(&self, size: Size, wanted: Status) -> impl Iterator<Item = Point> {
        size.points()
            .filter(move |&point| self.status(point) == wanted)
    }

    fn status(&self, point: Point) -> Status {
        if self.dead.contains(point) {
            return Status::Dead;
        }
        match self.territory.owner(point) {
            PointOwner::Stone(_) if self.territory.in_seki(point) => Status::Seki,
            PointOwner::Stone(_) => Status::Alive,
            PointOwner::Territory(color) => Status::Territory(color),
            PointOwner::SekiEye(color) if self.tax != TaxRule::Seki => Status::Territory(color),
            PointOwner::SekiEye(_)
            | PointOwner::Dame
            | PointOwner::SekiLiberty
            | PointOwner::Nobody => Status::Dame,
        }
    }
}

/// Answers the status of a point.
fn final_status(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let point = arguments.vertex(0, session.game.board().size())?;
    Ok(Statuses::of(session).status(point).name().to_string())
}

/// Answers the points of a status; stones are listed chain by chain.
fn final_status_list(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let wanted = arguments.word(0);
    let (_, wanted) = Status::ALL
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(wanted))
        .ok_or(GtpError::Expected(
            "alive, seki, dead, black_territory, white_territory or dame",
        ))?;
    let statuses = Statuses::of(session);
    let board = session.game.board();
    let size = board.size();
    let points: Vec<Point> = statuses.points(size, *wanted).collect();
    if !matches!(wanted, Status::Alive | Status::Seki | Status::Dead) {
        return Ok(vertices(size, points));
    }
    // Stones are listed chain by chain, one chain per line.
    let mut listed = PointSet::new(size);
    let mut chains = Vec::new();
    for &stone in &points {
        if !listed.contains(stone) {
            let chain = PointSet::of(size, board.chain(stone));
            chain.iter().for_each(|member| {
                listed.insert(member);
            });
            chains.push(vertices(size, chain.iter()));
        }
    }
    Ok(chains.join("\n"))
}

/// Answers the score under the rules of the session, under other rules, under all rule sets, or in
/// words.
fn score(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let name = arguments.text();
    if name.is_empty() {
        let dead = session.dead();
        return Ok(row(session, session.rules_id, &session.game, &dead));
    }
    if name.eq_ignore_ascii_case("all") {
        let rows = PRESETS.iter().map(|preset| {
            rescore_named(session, preset.into())
                .unwrap_or_else(|text| format!("{}\t? {text}", preset.id))
        });
        return Ok(rows.collect::<Vec<_>>().join("\n"));
    }
    if name.eq_ignore_ascii_case("details") {
        return Ok(details(session));
    }
    let named = rules::named(name)?;
    let row = match name.starts_with('{') {
        true => rescore(session, named),
        false => rescore_named(session, named),
    };
    row.map_err(|text| GtpError::Replay {
        id: named.id.to_string(),
        text,
    })
}

/// Explains which count the result is of, why other rule sets differ from that of the session, and
/// how certain the numbers are.
fn details(session: &mut Session) -> String {
    let game = &session.game;
    let assumptions = session.judge.assumptions(&session.player, game);
    let rules = NamedRules {
        rules: *game.rules(),
        id: session.rules_id,
    };
    let all: Vec<NamedRules> = PRESETS.iter().map(NamedRules::from).collect();
    let readings = &mut session.player.readings();
    let table = Table::cached(game, rules, &all, assumptions, readings);
    let paragraphs = words::paragraphs(&table, &Heading::default());
    let first = words::count_of(&table.record).or_else(|| {
        let recount = table.record.recount.as_ref().ok()?;
        let is_counted = matches!(recount.outcome, Outcome::Counted(_));
        let over = recount.game.state().over;
        (!is_counted).then(|| format!("{}: {}.", rules.id, uncounted(&recount.outcome, over)))
    });
    first
        .into_iter()
        .chain(paragraphs.concat())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns the row of the current game under rules of which a name was given.
fn rescore_named(session: &mut Session, named: NamedRules) -> Result<String, String> {
    let rules = named.rules.with_bowls_of(session.game.rules());
    rescore(session, NamedRules { rules, ..named })
}

/// Returns the row of the current game under other rules, or the move that is illegal there.
fn rescore(session: &mut Session, named: NamedRules) -> Result<String, String> {
    let (game, dead) = rescored(session, named.rules)?;
    Ok(row(session, named.id, &game, &dead))
}

/// Returns the current game under other rules with its dead stones, or the move that is illegal
/// there.
pub fn rescored(session: &mut Session, rules: Rules) -> Result<(Game, PointSet), String> {
    if rules == *session.game.rules() {
        let dead = session.dead();
        return Ok((session.game.clone(), dead));
    }
    let size = session.game.board().size();
    let game = session
        .game
        .under(rules)
        .map_err(|error| error.text(size))?;
    let dead = session.judge.dead(&session.player, &game);
    Ok((game, dead))
}

/// Formats id, result, Black's points, White's points, and their composition; adds a note if the
/// game is not over under these rules.
fn row(session: &Session, id: &str, game: &Game, dead: &PointSet) -> String {
    let outcome = session.judge.outcome(&session.player, game, dead);
    let (black, white, text) = match &outcome {
        Outcome::Counted(score) => {
            let total = |color: Color| score.sides[color].total().to_string();
            (total(Color::Black), total(Color::White), made_up(score))
        }
        _ => {
            let text = uncounted(&outcome, game.state().over);
            ("-".to_string(), "-".to_string(), text)
        }
    };
    let condition = words::condition(game).map(|condition| format!("; {}", condition.words));
    let condition = condition.unwrap_or_default();
    format!(
        "{id}\t{}\t{black}\t{white}\t{text}{condition}",
        outcome.result_or_void()
    )
}

/// Formats the reason why nothing was counted.
fn uncounted(outcome: &Outcome, over: Option<GameEnd>) -> String {
    match (outcome, over) {
        (_, Some(GameEnd::Resign(loser))) => format!("{} resigned", color_word(loser)),
        (_, Some(GameEnd::NoMove(loser))) => format!("{} cannot move", color_word(loser)),
        (Outcome::Draw, _) => "draw declared".to_string(),
        _ => words::NO_RESULT.to_string(),
    }
}
