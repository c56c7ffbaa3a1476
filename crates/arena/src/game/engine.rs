//! Engine of a match: the GTP commands that the referee needs, on top of a [`Client`].

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use halfpoint_core::board::{Color, Point, PointSet, Size};
use halfpoint_core::excerpt::excerpt;
use halfpoint_core::game::{Move, PlayedMove, TokenKind};
use halfpoint_core::notation::{color_letter, parse_vertex, vertex};
use halfpoint_core::rules::NamedRules;
use halfpoint_engine::clock::{Left, TimeSystem};
use halfpoint_gtp::grammar;

use super::moves::{RecordedMove, moves};
use crate::client::{AskError, Client, Context, Fault, FaultKind, Placeholders};
use crate::plan::config::EngineConfig;
use crate::plan::opening::Opening;

/// Command whose presence shows that an engine accepts token moves by name.
const KNOWS_TOKENS: &str = "halfpoint-genmove";
const KNOWS_RULES: &str = "halfpoint-list_rules";

/// Delay before the standard error of a faulty engine is read.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// Engine of a match. It is started on demand, and again after a fault.
pub struct Engine<'a> {
    config: &'a EngineConfig,
    context: &'a Context,
    running: Option<Running>,
}

/// Connection to a running engine, with the commands that it lists.
struct Running {
    client: Client,
    commands: BTreeSet<String>,
}

/// Answer of an engine that was asked for a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    /// Move that the engine answered.
    pub mv: Move,
    /// Time that the answer took.
    pub took: Duration,
    /// Playouts behind the move; `None` if the engine does not report them.
    pub playouts: Option<u64>,
}

impl<'a> Engine<'a> {
    /// Creates an engine that is not running yet.
    #[must_use]
    pub fn new(config: &'a EngineConfig, context: &'a Context) -> Engine<'a> {
        Engine {
            config,
            context,
            running: None,
        }
    }

    /// Returns the engine's name in the match.
    #[must_use]
    pub fn name(&self) -> &'a str {
        &self.config.name
    }

    /// Starts the engine, unless it is running.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started or does not answer `list_commands`.
    pub fn start(&mut self, placeholders: &Placeholders) -> Result<(), AskError> {
        if self.running.is_some() {
            return Ok(());
        }
        let mut client = Client::start(self.config, placeholders, self.context)?;
        let patience = self.context.patience;
        let reply = client.ask("list_commands", patience, Duration::ZERO)?;
        let list = reply.answer.map_err(|text| {
            let text = format!("`list_commands` was answered `? {}`", excerpt(&text));
            Fault::new(FaultKind::Start, text)
        })?;
        let commands = list.lines().map(|line| line.trim().to_string()).collect();
        self.running = Some(Running { client, commands });
        Ok(())
    }

    /// Stops the engine, if it is running.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.client.close();
        }
    }

    /// Returns the last lines of the engine's standard error, empty if it is not running.
    ///
    /// Waits for `LAST_WORDS` first, since text written before a fault may not have arrived yet.
    #[must_use]
    pub fn last_words(&self) -> Vec<String> {
        thread::sleep(LAST_WORDS);
        let running = self.running.as_ref();
        running.map_or(Vec::new(), |running| running.client.stderr_tail())
    }

    /// Returns the peak memory of the engine's processes in bytes; `None` if the engine is not
    /// running or the system does not report it.
    #[must_use]
    pub fn peak_memory(&self) -> Option<u64> {
        self.running.as_ref()?.client.peak_memory()
    }

    /// Returns whether the engine lists a command.
    #[must_use]
    pub fn knows(&self, command: &str) -> bool {
        let running = self.running.as_ref();
        running.is_some_and(|running| running.commands.contains(command))
    }

    /// Returns whether the engine knows halfpoint's rule sets.
    #[must_use]
    pub fn knows_rules(&self) -> bool {
        self.knows(KNOWS_RULES)
    }

    fn client(&mut self) -> Result<&mut Client, AskError> {
        let running = self.running.as_mut();
        let client = running.map(|running| &mut running.client);
        client.ok_or_else(|| Fault::new(FaultKind::Crash, "it does not run").into())
    }

    /// Sends a command and returns the text of the answer; the inner `Err` is a `?` answer.
    fn ask(&mut self, command: &str) -> Result<Result<String, String>, AskError> {
        let patience = self.context.patience;
        let reply = self.client()?.ask(command, patience, Duration::ZERO)?;
        Ok(reply.answer)
    }

    /// Sends a command that an engine must not refuse: a `?` answer is a fault.
    fn send(&mut self, command: &str) -> Result<(), AskError> {
        match self.ask(command)? {
            Ok(_) => Ok(()),
            Err(text) => Err(refusal(command, &text)),
        }
    }

    fn send_if_known(&mut self, name: &str, command: &str) -> Result<(), AskError> {
        match self.knows(name) {
            true => self.send(command),
            false => Ok(()),
        }
    }

    /// Sets up a game: board, komi, rules, seed, time settings and opening.
    ///
    /// # Errors
    /// Returns an error if the engine fails at a command that is required of every engine, or at
    /// one that it lists.
    pub fn set_up(
        &mut self,
        opening: &Opening,
        rules: &NamedRules,
        seed: u64,
        time: &TimeSystem,
    ) -> Result<(), AskError> {
        let game = &opening.game;
        let size = game.board().size();
        let (width, height) = (size.width(), size.height());
        if width == height {
            self.send(&format!("boardsize {width}"))?;
        } else if self.knows("rectangular_boardsize") {
            self.send(&format!("rectangular_boardsize {width} {height}"))?;
        } else {
            self.send(&format!("boardsize {width} {height}"))?;
        }
        self.send("clear_board")?;
        if self.knows_rules() {
            self.send(&format!("kata-set-rules {rules}"))?;
        }
        self.send(&format!("komi {}", game.komi()))?;
        // Without these, a game would depend on the games before it.
        self.send_if_known("clear_cache", "clear_cache")?;
        self.send_if_known("set_random_seed", &format!("set_random_seed {seed}"))?;
        self.set_time(time)?;
        self.set_stones(opening)?;
        for played in moves(game) {
            self.play(size, &played)?;
        }
        Ok(())
    }

    /// Sends the time settings in the most exact form that the engine knows.
    ///
    /// For an engine without byo-yomi, each period becomes one move per period; for one without
    /// Fischer time, the main time is sent alone, and the engine depends on `time_left` for the
    /// rest. An engine that lists no such command is told nothing, since it would refuse it.
    fn set_time(&mut self, time: &TimeSystem) -> Result<(), AskError> {
        let s = |time: Duration| time.as_secs_f64();
        let plain = |main: Duration, period: Duration, stones: u32| {
            format!("time_settings {} {} {stones}", s(main), s(period))
        };
        let command = match *time {
            TimeSystem::Unlimited => return Ok(()),
            TimeSystem::Absolute { main } => plain(main, Duration::ZERO, 0),
            TimeSystem::Canadian {
                main,
                period,
                stones,
            } => plain(main, period, stones),
            TimeSystem::ByoYomi { main, period, .. } => match self.named_time_command() {
                Some(command) => format!("{command} {time}"),
                None => plain(main, period, 1),
            },
            TimeSystem::Fischer { main, .. } => match self.knows("kata-time_settings") {
                true => format!("kata-time_settings {time}"),
                false => plain(main, Duration::ZERO, 0),
            },
        };
        let name = command.split(' ').next().unwrap_or_default();
        self.send_if_known(name, &command)
    }

    fn named_time_command(&self) -> Option<&'static str> {
        let mut commands = ["kgs-time_settings", "kata-time_settings"].into_iter();
        commands.find(|command| self.knows(command))
    }

    /// Reports the remaining time of a side, if the engine knows `time_left`.
    ///
    /// # Errors
    /// Returns an error if the engine refuses the command or does not answer.
    pub fn set_time_left(
        &mut self,
        color: Color,
        left: Left,
        time: &TimeSystem,
    ) -> Result<(), AskError> {
        let (time, count) = match (left, time) {
            (Left::Main(time), _) => (time, 0),
            (Left::Overtime { time, .. }, TimeSystem::ByoYomi { .. })
                if self.named_time_command().is_none() =>
            {
                (time, 1)
            }
            (Left::Overtime { time, count }, _) => (time, count),
        };
        // GTP specifies whole seconds, and other engines parse them as integers.
        let seconds = match self.knows_rules() {
            true => time.as_secs_f64().to_string(),
            false => time.as_secs().to_string(),
        };
        let command = format!("time_left {} {seconds} {count}", color_letter(color));
        self.send_if_known("time_left", &command)
    }

    /// Places the stones that the game starts with: handicap or setup stones.
    fn set_stones(&mut self, opening: &Opening) -> Result<(), AskError> {
        let setup = opening.game.setup();
        let size = setup.size();
        let named = |&(point, color): &(Point, Color)| {
            format!("{} {}", color_letter(color), vertex(size, point))
        };
        let stones: Vec<String> = setup.stones().iter().map(named).collect();
        if stones.is_empty() {
            return Ok(());
        }
        let vertices: Vec<&str> = stones.iter().map(|stone| &stone[2..]).collect();
        if setup.handicap() > 0 && self.knows("set_free_handicap") {
            return self.send(&format!("set_free_handicap {}", vertices.join(" ")));
        }
        if self.knows("gogui-setup") {
            return self.send(&format!("gogui-setup {}", stones.join(" ")));
        }
        for stone in stones {
            self.send(&format!("play {stone}"))?;
        }
        Ok(())
    }

    /// Reports a move to the engine.
    ///
    /// A token move is sent by name to an engine that knows token moves. It is sent as a plain pass
    /// to other engines, where a plain pass is the same move just then, and where the engine
    /// refuses the name, since it may assume other rules.
    ///
    /// # Errors
    /// Returns an error if the engine refuses a legal move.
    pub fn play(&mut self, size: Size, played: &RecordedMove) -> Result<(), AskError> {
        let letter = color_letter(played.color);
        match played.action {
            PlayedMove::Place(point) => {
                self.send(&format!("play {letter} {}", vertex(size, point)))
            }
            PlayedMove::Resign => Ok(()),
            PlayedMove::Token(token) => {
                let pass = format!("play {letter} pass");
                if played.plain || !self.knows(KNOWS_TOKENS) {
                    return self.send(&pass);
                }
                match self.ask(&format!("play {letter} {}", token.name()))? {
                    Ok(_) => Ok(()),
                    Err(_) => self.send(&pass),
                }
            }
        }
    }

    /// Asks for a move, by name for token moves if the engine knows them.
    ///
    /// `patience` is the time limit; `lateness` is the further time in which a late answer is
    /// distinguished from a missing one.
    ///
    /// # Errors
    /// Returns an error if the engine does not answer with a well-formed move in time.
    pub fn generate(
        &mut self,
        size: Size,
        color: Color,
        patience: Duration,
        lateness: Duration,
    ) -> Result<Generated, AskError> {
        let letter = color_letter(color);
        let names = self.knows(KNOWS_TOKENS);
        let command = match names {
            true => {
                let kinds = TokenKind::ALL.map(TokenKind::as_str).join(" ");
                format!("{KNOWS_TOKENS} {letter} {kinds}")
            }
            false => format!("genmove {letter}"),
        };
        let reply = self.client()?.ask(&command, patience, lateness)?;
        let text = match reply.answer {
            Ok(text) => text,
            Err(text) => return Err(refusal(&command, &text)),
        };
        let mv = grammar::whole(grammar::play(size), text.trim());
        let mv = mv.filter(|mv| names || !matches!(mv, Move::Token(_)));
        let mv = mv.ok_or_else(|| {
            let shown = excerpt(&text);
            let text = format!("`{command}` was answered `{shown}`, which is no move");
            Fault::new(FaultKind::Malformed, text)
        })?;
        Ok(Generated {
            mv,
            took: reply.took,
            playouts: self.playouts()?,
        })
    }

    /// Returns the playouts that were made for the last move; `None` if the engine does not report
    /// them.
    fn playouts(&mut self) -> Result<Option<u64>, AskError> {
        if !self.knows("halfpoint-why") {
            return Ok(None);
        }
        let Ok(text) = self.ask("halfpoint-why")? else {
            return Ok(None);
        };
        // Earlier versions write `playouts` instead of `new_playouts`.
        let number = |line: &str| {
            let line = line.strip_prefix("new_").unwrap_or(line);
            line.strip_prefix("playouts ")?.trim().parse().ok()
        };
        Ok(text.lines().find_map(number))
    }

    /// Returns the engine's `final_score`; `None` if it gives none.
    ///
    /// # Errors
    /// Returns an error if the engine does not answer.
    pub fn final_score(&mut self) -> Result<Option<String>, AskError> {
        if !self.knows("final_score") {
            return Ok(None);
        }
        let answer = self.ask("final_score")?;
        // No score is longer than an excerpt.
        let text = answer.ok().map(|text| excerpt(&text));
        Ok(text.filter(|text| !text.is_empty()))
    }

    /// Returns the stones that the engine considers dead; `None` if it does not list them.
    ///
    /// # Errors
    /// Returns an error if the engine does not answer.
    pub fn dead(&mut self, size: Size) -> Result<Option<PointSet>, AskError> {
        if !self.knows("final_status_list") {
            return Ok(None);
        }
        let Ok(text) = self.ask("final_status_list dead")? else {
            return Ok(None);
        };
        let points = text.split_whitespace().map(|word| parse_vertex(size, word));
        let points: Option<Vec<Point>> = points.collect();
        Ok(points.map(|points| PointSet::of(size, points)))
    }
}

fn refusal(command: &str, text: &str) -> AskError {
    let text = format!("`{command}` was answered `? {}`", excerpt(text));
    Fault::new(FaultKind::Refusal, text).into()
}
