//! Referee of one game. Its own copy of the game decides which moves are legal, when the game is
//! over and how it came out.

use std::time::{Duration, Instant};

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::{Game, GameEnd, Move, PlayedMove};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::color_letter;
use halfpoint_engine::clock::{Clock, seconds_since_1970};
use halfpoint_sgf as sgf;

use super::engine::{Engine, Generated};
use super::judge::{self, GameResult};
use super::moves::RecordedMove;
use crate::client::{AskError, Fault, FaultKind, Placeholders, Shortage, reap_orphans};
use crate::log::record::{End, FaultRecord, Finished, GameRecord, Sides, Usage, Verdict, margin};
use crate::plan::config::{Adjudication, MatchConfig};
use crate::plan::opening::Opening;
use crate::plan::schedule::Planned;

/// Time after an engine's limit in which a late answer is distinguished from a missing one.
const LATENESS: Duration = Duration::from_secs(2);

/// Reason why a game did not finish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// The match is being stopped.
    Stopped,
    /// The system lacks what it takes to start an engine. The match cannot go on.
    Shortage(Shortage),
}

/// Plays a game from an opening. Engines that are not running are started; an engine at fault is
/// stopped.
///
/// # Errors
/// Returns an error if the match is being stopped, or the system lacks what the game needs.
pub fn play(
    planned: &Planned,
    config: &MatchConfig,
    opening: Opening,
    placeholders: &Placeholders,
    engines: Sides<&mut Engine<'_>>,
) -> Result<Finished, Unfinished> {
    let mut current = CurrentGame {
        config,
        placeholders,
        seed: planned.seed,
        clock: Clock::new(config.time),
        game: opening.game.clone(),
        engines,
        usage: Sides::default(),
        ahead: None,
        begun: Instant::now(),
        started: seconds_since_1970(),
    };
    let ended = match current.play_on(&opening) {
        Ok(ended) => ended,
        Err(SideError { error, side }) => match error {
            AskError::Stopped => return Err(Unfinished::Stopped),
            AskError::Shortage(shortage) => return Err(Unfinished::Shortage(shortage)),
            AskError::Fault(fault) => current.forfeit(side, fault),
        },
    };
    for color in Color::BOTH {
        current.usage.of_mut(color).peak_memory = current.engines.of(color).peak_memory();
    }
    if let Some(fault) = &ended.fault {
        current.engines.of_mut(fault.side).stop();
    }
    let finished = current.finished(planned, opening, ended);
    // A long-running engine may leave zombie processes with every game.
    reap_orphans();
    Ok(finished)
}

/// Game in progress.
struct CurrentGame<'t, 'e> {
    config: &'t MatchConfig,
    placeholders: &'t Placeholders,
    seed: u64,
    clock: Clock,
    game: Game,
    engines: Sides<&'t mut Engine<'e>>,
    usage: Sides<Usage>,
    /// Side that both engines have seen ahead at the last checks, with the number of consecutive
    /// checks.
    ahead: Option<(Color, u32)>,
    /// Time at which the game began, and the same in seconds since 1970 (UTC).
    begun: Instant,
    started: u64,
}

/// Failure of an engine, with its side.
struct SideError {
    error: AskError,
    side: Color,
}

/// Final state of a game.
struct Ended {
    end: End,
    result: GameResult,
    fault: Option<FaultRecord>,
}

impl CurrentGame<'_, '_> {
    /// Runs an action on the engine of one side, and attributes a failure to this side.
    fn with<T>(
        &mut self,
        side: Color,
        action: impl FnOnce(&mut Engine<'_>) -> Result<T, AskError>,
    ) -> Result<T, SideError> {
        action(self.engines.of_mut(side)).map_err(|error| SideError { error, side })
    }

    /// Sets up the game and plays it to its end.
    fn play_on(&mut self, opening: &Opening) -> Result<Ended, SideError> {
        let (config, placeholders, seed) = (self.config, self.placeholders, self.seed);
        for side in Color::BOTH {
            self.with(side, |engine| {
                engine.start(placeholders)?;
                engine.set_up(opening, &config.rules, seed, &config.time)
            })?;
        }
        let mut note = None;
        loop {
            if let Some(mut ended) = self.over()? {
                ended.result.note = note.or(ended.result.note);
                return Ok(ended);
            }
            let mover = self.game.to_move();
            let generated = self.generate(mover)?;
            let played = self.judge_move(mover, &generated.mv)?;
            let size = self.game.board().size();
            let told = self.with(mover.opponent(), |engine| engine.play(size, &played));
            match told {
                // The game is over, so an engine that fails now does not lose it.
                Err(SideError {
                    error: AskError::Fault(fault),
                    side,
                }) if self.game.state().over.is_some() => {
                    let engine = self.engines.of_mut(side);
                    engine.stop();
                    note = Some(format!("{} after the game: {fault}", engine.name()));
                }
                told => told?,
            }
        }
    }

    /// Asks for a move and charges its time to the clock and to the usage of the mover.
    fn generate(&mut self, mover: Color) -> Result<Generated, SideError> {
        let system = *self.clock.system();
        let size = self.game.board().size();
        let left = self.clock.left(mover);
        if let Some(left) = left {
            self.with(mover, |engine| engine.set_time_left(mover, left, &system))?;
        }
        let margin = Duration::from_secs_f64(self.config.time_margin);
        let allowed = left.map(|left| left.allowance(&system) + margin);
        let patience = allowed.unwrap_or(self.config.patience());
        let generated = self.with(mover, |engine| {
            engine.generate(size, mover, patience, LATENESS)
        });
        let generated = generated?;
        self.clock.spend(mover, generated.took);
        let seconds = generated.took.as_secs_f64();
        let usage = self.usage.of_mut(mover);
        usage.moves += 1;
        usage.seconds += seconds;
        usage.longest = usage.longest.max(seconds);
        if let Some(playouts) = generated.playouts {
            usage.playouts = Some(usage.playouts.unwrap_or(0) + playouts);
        }
        Ok(generated)
    }

    /// Plays a move on the referee's board; an illegal move is a fault.
    fn judge_move(&mut self, mover: Color, mv: &Move) -> Result<RecordedMove, SideError> {
        let plain = self.game.position().plain_pass(mover);
        let action = self.game.play(mover, mv).map_err(|reason| {
            let size = self.game.board().size();
            let text = format!("{}: {reason}", mv.text(size));
            let fault = Fault::new(FaultKind::Illegal, text);
            SideError {
                error: fault.into(),
                side: mover,
            }
        })?;
        Ok(RecordedMove {
            color: mover,
            action,
            plain: plain.is_ok_and(|token| action == PlayedMove::Token(token)),
        })
    }

    /// Returns the end of the game, if the game is over or adjudicated.
    fn over(&mut self) -> Result<Option<Ended>, SideError> {
        let end = match self.game.state().over {
            Some(GameEnd::Passes) => End::Passes,
            Some(GameEnd::Resign(_)) => End::Resign,
            Some(GameEnd::Draw) => End::Draw,
            Some(GameEnd::Void) => End::Void,
            Some(GameEnd::NoMove(_)) => End::NoMove,
            None if self.game.records().len() >= self.config.move_limit() => End::MoveLimit,
            None => return self.adjudicated(),
        };
        let result = match end {
            End::Passes | End::MoveLimit => {
                let game = &self.game;
                let reports = judge::ask(game, &mut self.engines);
                let reports = reports.map_err(|error| SideError {
                    error,
                    side: Color::Black,
                })?;
                judge::determine(game, &reports, end == End::Passes)
            }
            _ => without_count(&self.game),
        };
        Ok(Some(Ended {
            end,
            result,
            fault: None,
        }))
    }

    /// Returns the end of the game by adjudication, if both engines have agreed often enough.
    fn adjudicated(&mut self) -> Result<Option<Ended>, SideError> {
        let Some(rule) = self.config.adjudicate else {
            return Ok(None);
        };
        let moves = self.game.records().len() as u32;
        if moves < rule.from || !(moves - rule.from).is_multiple_of(rule.every) {
            return Ok(None);
        }
        let mut scores = Sides::default();
        for side in Color::BOTH {
            *scores.of_mut(side) = self.with(side, |engine| engine.final_score())?;
        }
        let leader = leader(&scores, &rule);
        self.ahead = match (leader, self.ahead) {
            (Some(now), Some((before, times))) if now == before => Some((now, times + 1)),
            (Some(now), _) => Some((now, 1)),
            (None, _) => None,
        };
        Ok(self
            .ahead
            .filter(|&(_, times)| times >= rule.count)
            .map(|(winner, _)| Ended {
                end: End::Adjudicated,
                result: GameResult {
                    scores,
                    ..won(winner, "")
                },
                fault: None,
            }))
    }

    /// Returns the end of the game by a fault of a side, which loses.
    fn forfeit(&self, side: Color, fault: Fault) -> Ended {
        Ended {
            end: End::Fault,
            result: won(side.opponent(), fault.kind.letter()),
            fault: Some(FaultRecord {
                side,
                kind: fault.kind,
                text: fault.text,
                stderr: self.engines.of(side).last_words(),
            }),
        }
    }

    /// Returns the record of the game and its moves.
    fn finished(self, planned: &Planned, opening: Opening, ended: Ended) -> Finished {
        let result = ended.result;
        let record = GameRecord {
            game: planned.game,
            pair: planned.pair,
            engines: self.engines.map(|engine| engine.name().to_string()),
            verdict: result.verdict,
            result: result.text,
            margin: result.margin,
            end: ended.end,
            basis: result.basis,
            scores: result.scores,
            disputed: result.disputed,
            explained: result.explained,
            note: result.note,
            fault: ended.fault,
            moves: self.game.records().len() as u32,
            opening_moves: opening.game.records().len() as u32,
            opening: opening.name,
            opening_checksum: opening.checksum,
            seed: planned.seed,
            settings: None,
            usage: self.usage,
            started: self.started,
            seconds: self.begun.elapsed().as_secs_f64(),
        };
        let sgf = write_sgf(self.config, &self.game, &record);
        Finished { record, sgf }
    }
}

/// Returns the side that both engines see ahead by the margin of the rule.
fn leader(scores: &Sides<Option<String>>, rule: &Adjudication) -> Option<Color> {
    let [black, white] = Color::BOTH.map(|side| scores.of(side).as_deref().and_then(margin));
    let (black, white) = (black?, white?);
    let by = |color: Color| {
        let enough = |margin: HalfPoints| margin.halves() * color.sign() >= rule.margin.halves();
        enough(black) && enough(white)
    };
    Color::BOTH.into_iter().find(|&color| by(color))
}

/// Returns a win without a count: `B+R`, `W+F`; just `B+` for an adjudicated game.
fn won(winner: Color, how: &str) -> GameResult {
    GameResult {
        verdict: Verdict::from(winner),
        text: format!("{}+{how}", color_letter(winner)),
        ..GameResult::default()
    }
}

/// Returns the result of a game that ended without a count, for example by resignation.
fn without_count(game: &Game) -> GameResult {
    let outcome = game.outcome(&PointSet::new(game.board().size()));
    GameResult {
        verdict: judge::verdict(&outcome),
        text: outcome.result_or_void(),
        ..GameResult::default()
    }
}

fn write_sgf(config: &MatchConfig, game: &Game, record: &GameRecord) -> String {
    let mut comment = vec![format!("Opening: {}", record.opening)];
    if let Some(fault) = &record.fault {
        comment.push(format!(
            "{:?} by {:?}: {}",
            fault.kind, fault.side, fault.text
        ));
    }
    comment.extend(record.note.clone());
    let info = sgf::Info {
        result: Some(&record.result),
        black: Some(&record.engines.black),
        white: Some(&record.engines.white),
        comment: Some(&comment.join("\n")),
        times: None,
    };
    sgf::write(game, config.rules.id, &info)
}
