//! An engine of a match: a link to it, and how the commands of the protocol are put to it.

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use halfpoint_core::board::{Color, Point, PointSet, Size};
use halfpoint_core::game::{Move, PlayedMove, TokenKind};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{color_letter, parse_vertex, vertex};
use halfpoint_core::rules::NamedRules;
use halfpoint_engine::clock::{Left, TimeSystem};
use halfpoint_gtp::grammar;

use super::client::{AskError, Context, Fault, Fill, Link};
use super::config::EngineConfig;
use super::opening::{Opening, RecordedMove, moves};
use super::record::FaultKind;

/// An engine that knows all moves, and is told the rules, lists this command.
const KNOWS_TOKENS: &str = "halfpoint-genmove";
const KNOWS_RULES: &str = "halfpoint-list_rules";

/// How long the last words of an engine at fault are waited for.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// An engine of a match. It is started when it is needed, and anew after a fault.
pub struct Engine<'a> {
    config: &'a EngineConfig,
    context: &'a Context,
    running: Option<Running>,
}

/// An engine that runs.
struct Running {
    link: Link,
    commands: BTreeSet<String>,
}

/// What an engine did when asked for a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    /// Its answer.
    pub play: Move,
    /// The time it took.
    pub took: Duration,
    /// Playouts behind it, if it tells.
    pub playouts: Option<u64>,
}

impl<'a> Engine<'a> {
    /// An engine that does not run yet.
    #[must_use]
    pub fn new(config: &'a EngineConfig, context: &'a Context) -> Engine<'a> {
        Engine {
            config,
            context,
            running: None,
        }
    }

    /// Its name in the match.
    #[must_use]
    pub fn name(&self) -> &'a str {
        &self.config.name
    }

    /// Starts it, if it does not run.
    ///
    /// # Errors
    /// If it cannot be started or does not say which commands it knows.
    pub fn start(&mut self, fill: &Fill) -> Result<(), AskError> {
        if self.running.is_some() {
            return Ok(());
        }
        let mut link = Link::start(self.config, fill, self.context)?;
        let patience = self.context.patience;
        let reply = link.ask("list_commands", patience, Duration::ZERO)?;
        let list = reply.answer.map_err(|text| Fault {
            kind: FaultKind::Start,
            text: format!("`list_commands` was answered `? {text}`"),
        })?;
        let commands = list.lines().map(|line| line.trim().to_string()).collect();
        self.running = Some(Running { link, commands });
        Ok(())
    }

    /// Ends it.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.link.close();
        }
    }

    /// The last lines of its standard error, after something went wrong: what it wrote before may still
    /// be on its way.
    #[must_use]
    pub fn last_words(&self) -> Vec<String> {
        thread::sleep(LAST_WORDS);
        let running = self.running.as_ref();
        running.map_or(Vec::new(), |running| running.link.stderr_tail())
    }

    /// The most memory that its processes have held, in bytes, if the system tells.
    #[must_use]
    pub fn peak_memory(&self) -> Option<u64> {
        self.running.as_ref()?.link.peak_memory()
    }

    /// Whether it says that it knows a command.
    #[must_use]
    pub fn knows(&self, command: &str) -> bool {
        let running = self.running.as_ref();
        running.is_some_and(|running| running.commands.contains(command))
    }

    /// Whether it knows our rule sets.
    #[must_use]
    pub fn knows_rules(&self) -> bool {
        self.knows(KNOWS_RULES)
    }

    fn link(&mut self) -> Result<&mut Link, AskError> {
        let running = self.running.as_mut();
        running.map(|running| &mut running.link).ok_or_else(|| {
            AskError::Fault(Fault {
                kind: FaultKind::Crash,
                text: "it does not run".to_string(),
            })
        })
    }

    /// The text of the answer; `Err` inside for a `?` answer.
    fn ask(&mut self, command: &str) -> Result<Result<String, String>, AskError> {
        let patience = self.context.patience;
        let reply = self.link()?.ask(command, patience, Duration::ZERO)?;
        Ok(reply.answer)
    }

    /// Sends a command that an engine has to follow.
    fn tell(&mut self, command: &str) -> Result<(), AskError> {
        match self.ask(command)? {
            Ok(_) => Ok(()),
            Err(text) => Err(refusal(command, &text)),
        }
    }

    fn tell_if_known(&mut self, name: &str, command: &str) -> Result<(), AskError> {
        match self.knows(name) {
            true => self.tell(command),
            false => Ok(()),
        }
    }

    /// Sets a game up: board, komi, rules, seed, time, and the opening.
    ///
    /// # Errors
    /// If it fails at something that it has to be able to do.
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
            self.tell(&format!("boardsize {width}"))?;
        } else if self.knows("rectangular_boardsize") {
            self.tell(&format!("rectangular_boardsize {width} {height}"))?;
        } else {
            self.tell(&format!("boardsize {width} {height}"))?;
        }
        self.tell("clear_board")?;
        if self.knows_rules() {
            self.tell(&format!("kata-set-rules {rules}"))?;
        }
        self.tell(&format!("komi {}", game.komi()))?;
        // So that a game does not depend on those before it.
        self.tell_if_known("clear_cache", "clear_cache")?;
        self.tell_if_known("set_random_seed", &format!("set_random_seed {seed}"))?;
        self.set_time(time)?;
        self.set_stones(opening)?;
        for played in moves(game) {
            self.play(size, &played)?;
        }
        Ok(())
    }

    /// The time settings, in the words that it knows. Byo-yomi for an engine that knows none is one
    /// move in each period, Fischer time the main time alone: it then goes by `time_left`.
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
        self.tell(&command)
    }

    fn named_time_command(&self) -> Option<&'static str> {
        let mut commands = ["kgs-time_settings", "kata-time_settings"].into_iter();
        commands.find(|command| self.knows(command))
    }

    /// Tells what a side has left.
    ///
    /// # Errors
    /// If it fails at that.
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
        // Whole seconds are all that the protocol provides for; engines read them as such.
        let seconds = match self.knows_rules() {
            true => time.as_secs_f64().to_string(),
            false => time.as_secs().to_string(),
        };
        let command = format!("time_left {} {seconds} {count}", color_letter(color));
        self.tell_if_known("time_left", &command)
    }

    /// The stones that the game starts with.
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
            return self.tell(&format!("set_free_handicap {}", vertices.join(" ")));
        }
        if self.knows("gogui-setup") {
            return self.tell(&format!("gogui-setup {}", stones.join(" ")));
        }
        for stone in stones {
            self.tell(&format!("play {stone}"))?;
        }
        Ok(())
    }

    /// Tells a move. A token move goes by its name to an engine that knows such moves; to others,
    /// and where it does not fit what an engine has been told about the rules, it is a pass.
    ///
    /// # Errors
    /// If it refuses a legal move.
    pub fn play(&mut self, size: Size, played: &RecordedMove) -> Result<(), AskError> {
        let letter = color_letter(played.color);
        match played.action {
            PlayedMove::Place(point) => {
                self.tell(&format!("play {letter} {}", vertex(size, point)))
            }
            PlayedMove::Resign => Ok(()),
            PlayedMove::Token(token) => {
                let pass = format!("play {letter} pass");
                if played.plain || !self.knows(KNOWS_TOKENS) {
                    return self.tell(&pass);
                }
                match self.ask(&format!("play {letter} {}", token.name()))? {
                    Ok(_) => Ok(()),
                    Err(_) => self.tell(&pass),
                }
            }
        }
    }

    /// Asks for a move; by name for token moves, if it knows them. `patience` is the time it has.
    ///
    /// # Errors
    /// If it gives none.
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
        let reply = self.link()?.ask(&command, patience, lateness)?;
        let text = match reply.answer {
            Ok(text) => text,
            Err(text) => return Err(refusal(&command, &text)),
        };
        let play = grammar::whole(grammar::play(size), text.trim());
        let play = play.filter(|play| names || !matches!(play, Move::Token(_)));
        let play = play.ok_or_else(|| {
            let shown: String = text.chars().take(100).collect();
            AskError::Fault(Fault {
                kind: FaultKind::Malformed,
                text: format!("`{command}` was answered `{shown}`, which is no move"),
            })
        })?;
        Ok(Generated {
            play,
            took: reply.took,
            playouts: self.playouts()?,
        })
    }

    /// Playouts made for its last move.
    fn playouts(&mut self) -> Result<Option<u64>, AskError> {
        if !self.knows("halfpoint-why") {
            return Ok(None);
        }
        let Ok(text) = self.ask("halfpoint-why")? else {
            return Ok(None);
        };
        // Earlier versions call them `playouts`.
        let number = |line: &str| {
            let line = line.strip_prefix("new_").unwrap_or(line);
            line.strip_prefix("playouts ")?.trim().parse().ok()
        };
        Ok(text.lines().find_map(number))
    }

    /// Its `final_score`, if it gives one.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn final_score(&mut self) -> Result<Option<String>, AskError> {
        if !self.knows("final_score") {
            return Ok(None);
        }
        let answer = self.ask("final_score")?;
        let text = answer.ok().map(|text| text.trim().to_string());
        Ok(text.filter(|text| !text.is_empty()))
    }

    /// The stones that it takes for dead, if it tells.
    ///
    /// # Errors
    /// If it does not answer.
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
    let shown: String = text.chars().take(100).collect();
    AskError::Fault(Fault {
        kind: FaultKind::Refusal,
        text: format!("`{command}` was answered `? {shown}`"),
    })
}

/// Black's margin in a result such as `B+3.5`, `0` or `draw`; `None` if it has none.
#[must_use]
pub fn margin(result: &str) -> Option<HalfPoints> {
    let text = result.trim().to_ascii_lowercase();
    if matches!(
        text.as_str(),
        "0" | "draw" | "jigo" | "b+0" | "w+0" | "b+0.0" | "w+0.0"
    ) {
        return Some(HalfPoints::ZERO);
    }
    let (color, points) = text.split_once('+')?;
    let points: HalfPoints = points.parse().ok()?;
    match color {
        "b" | "black" => Some(points),
        "w" | "white" => Some(-points),
        _ => None,
    }
}
