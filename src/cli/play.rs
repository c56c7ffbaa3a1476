//! Subcommand `play`: a game against the engine on a text board, for people without a GTP client.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};

use halfpoint_core::board::Color;
use halfpoint_core::excerpt::{excerpt, printable};
use halfpoint_core::game::{GameEnd, PlayedMove, TokenKind};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{self, BoardSize};
use halfpoint_core::rules::NamedRules;
use halfpoint_core::suggest::did_you_mean;
use halfpoint_engine::player::{MAX_LEVEL, Settings};
use halfpoint_gtp::{self as gtp, Session};
use halfpoint_nn::Arithmetic;
use halfpoint_report::{last_token_line, pass_line};

use crate::defaults;
use crate::options::{self, NetArgs, Seconds};

/// Options of `halfpoint play`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct PlayArgs {
    /// Rule set: a name from `halfpoint rules` or of KataGo, or JSON as for
    /// kata-set-rules
    #[arg(long, value_name = "RULES", default_value = defaults::GAME_RULES)]
    rules: NamedRules,
    /// Board size: 9, or 9x13
    #[arg(long, value_name = "N[xM]", default_value = defaults::GAME_SIZE, value_parser = options::playable_size)]
    size: BoardSize,
    /// Komi, a multiple of half a point [default: usual komi of the rule set]
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    komi: Option<HalfPoints>,
    /// Your color; with both, the engine only applies the rules and keeps the score
    #[arg(long, value_name = "COLOR", default_value = "black",
        value_parser = PossibleValuesParser::new(SIDES.map(|(name, _)| name)).map(side))]
    color: Side,
    #[arg(long, value_name = "N", help = format!("Playing strength of the engine, from 1 to {MAX_LEVEL}"), default_value_t = MAX_LEVEL, value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_LEVEL)))]
    level: u8,
    /// Seconds per move of the engine [default: 1, or no limit with --playouts]
    #[arg(long, value_name = "SECONDS")]
    time_per_move: Option<Seconds>,
    /// Playouts per move, or visits where a net evaluates [default: as many as the time allows]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// Seed of the random numbers [default: another one each time, but 1 with --playouts]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    net: NetArgs,
}

const EXAMPLES: &str = "Examples:
  halfpoint play --rules button --level 3
  halfpoint play --rules half_pass --size 5 --color both";

const HELP: &str = "\
D4           put a stone on D4
pass         make the pass that these rules have now (the line below the board tells which)
button, halfpass, fullpass, delay, draw
             a token move by name, where the rules have it
undo         take your last move back, and the engine's answer to it
score        the score, as if both passed now
board        show the board again
moves        the legal moves by name
resign       give up
help         this list
quit         leave";

/// Colours that the person at the terminal plays.
type Side = &'static [Color];

/// Values of `--color`, with the colours that the person plays.
const SIDES: [(&str, Side); 3] = [
    ("black", &[Color::Black]),
    ("white", &[Color::White]),
    ("both", &Color::BOTH),
];

/// Returns the colours for a value of `--color`. The argument parser lets no other value through.
fn side(name: String) -> Side {
    match SIDES.iter().find(|(other, _)| *other == name) {
        Some((_, side)) => side,
        None => &Color::BOTH,
    }
}

/// Commands that are no moves.
const WORDS: [&str; 8] = [
    "undo", "score", "board", "moves", "resign", "help", "quit", "exit",
];

impl PlayArgs {
    /// Plays until the person quits or the input ends.
    ///
    /// # Errors
    /// If the net cannot be read, or standard input or output fails.
    pub fn run(self) -> Result<(), String> {
        let size = self.size.0;
        let usual = Settings::default();
        let komi = self
            .komi
            .unwrap_or_else(|| self.rules.usual_komi(size.width(), size.height()));
        options::no_komi_without_points(&self.rules.rules, komi)?;
        let session = Session::new(gtp::Options {
            rules: self.rules.rules,
            rules_id: self.rules.id,
            komi,
            size,
            net: self.net.open(Arithmetic::Int8)?,
            settings: Settings {
                playouts: self.playouts,
                time_per_move: self.time_per_move.map(|time| time.0),
                seed: options::seed(self.seed, self.playouts),
                level: self.level,
                ..usual
            },
            ..gtp::Options::default()
        });
        let input = io::stdin();
        let mut table = GameInProgress {
            session,
            rules_id: self.rules.id,
            people: self.color,
            echo: !input.is_terminal(),
            output: io::stdout(),
        };
        match table.play(input.lock()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
            _ => Ok(()),
        }
    }
}

/// Game in progress, with the output that shows it.
struct GameInProgress<W> {
    session: Session,
    /// Id of the rule set.
    rules_id: &'static str,
    /// Colours that the person plays; the engine has the others.
    people: Side,
    /// Whether to repeat typed lines in the output, because no terminal shows them.
    echo: bool,
    output: W,
}

impl<W: Write> GameInProgress<W> {
    fn play(&mut self, mut input: impl BufRead) -> io::Result<()> {
        self.greet()?;
        self.board()?;
        loop {
            self.engine_moves()?;
            self.prompt()?;
            let text = match read_line(&mut input)? {
                PlayLine::Text(text) => text,
                PlayLine::TooLong => {
                    writeln!(self.output, "line too long")?;
                    continue;
                }
                PlayLine::End => return writeln!(self.output),
            };
            let text = text.trim();
            if self.echo {
                writeln!(self.output, "{}", printable(text))?;
            }
            if ["quit", "exit"]
                .iter()
                .any(|word| word.eq_ignore_ascii_case(text))
            {
                return Ok(());
            }
            self.obey(text)?;
        }
    }

    fn greet(&mut self) -> io::Result<()> {
        let game = self.session.game();
        let size = BoardSize(game.board().size());
        let komi = game.komi();
        let you = match self.people {
            [one] => format!("you have {} ({})", notation::color_word(*one), stone(*one)),
            _ => "you play both sides".to_string(),
        };
        writeln!(
            self.output,
            "halfpoint: {} on {size}, komi {komi}; {you}. Type a move, or help.",
            self.rules_id
        )
    }

    /// Returns the answer of a GTP command.
    ///
    /// # Errors
    /// If the command fails: the reason.
    fn answer(&mut self, command: &str) -> Result<String, String> {
        let response = self.session.handle_line(command);
        response.map_or(Ok(String::new()), |response| {
            response
                .result()
                .map(str::to_string)
                .map_err(str::to_string)
        })
    }

    /// Prints the answer of a GTP command, or the reason why it failed.
    fn show(&mut self, command: &str) -> io::Result<()> {
        let (Ok(text) | Err(text)) = self.answer(command);
        writeln!(self.output, "{}", printable(text.trim_matches('\n')))
    }

    fn board(&mut self) -> io::Result<()> {
        writeln!(self.output)?;
        self.show("showboard")
    }

    /// Lets the engine move for as long as it is its turn and the game goes on.
    fn engine_moves(&mut self) -> io::Result<()> {
        loop {
            let (to_move, over) = (
                self.session.game().to_move(),
                self.session.game().state().over,
            );
            if over.is_some() || self.people.contains(&to_move) {
                return Ok(());
            }
            let kinds = TokenKind::ALL.map(TokenKind::as_str).join(" ");
            let color = notation::color_word(to_move);
            if let Err(reason) = self.answer(&format!("halfpoint-genmove {color} {kinds}")) {
                return writeln!(self.output, "the engine cannot move: {reason}");
            }
            self.report_move()?;
        }
    }

    /// Prints the last move and the board, and the result if the move ended the game.
    fn report_move(&mut self) -> io::Result<()> {
        let game = self.session.game();
        let Some(record) = game.records().last() else {
            return Ok(());
        };
        let color = notation::color_word(record.color);
        let line = match record.action {
            PlayedMove::Place(_) | PlayedMove::Resign => {
                let what = record.action.text(game.board().size());
                format!("{color}: {what}")
            }
            PlayedMove::Token(_) => last_token_line(game).unwrap_or_default(),
        };
        writeln!(self.output, "{line}")?;
        self.board()?;
        match self.session.game().state().over {
            None => Ok(()),
            Some(_) => self.result(),
        }
    }

    /// Returns the side that plays a typed move. It is the side to move, except that a person with
    /// one colour keeps it where a game that has ended is taken up again.
    fn mover(&self) -> Color {
        let to_move = self.session.game().to_move();
        match self.people {
            [one] => *one,
            _ => to_move,
        }
    }

    fn prompt(&mut self) -> io::Result<()> {
        let move_number = self.session.game().records().len() + 1;
        let color = notation::color_word(self.mover());
        write!(self.output, "{color} ({move_number})> ")?;
        self.output.flush()
    }

    /// Carries out a typed line: a command, or a move.
    fn obey(&mut self, text: &str) -> io::Result<()> {
        match text.to_ascii_lowercase().as_str() {
            "" => Ok(()),
            "help" | "?" => writeln!(self.output, "{HELP}"),
            "board" => self.board(),
            "score" => self.score(),
            "undo" => self.undo(),
            "moves" => self.show("halfpoint-legal"),
            _ => self.move_by(text),
        }
    }

    /// Plays the typed move for the side that [`GameInProgress::mover`] returns, or says why it is
    /// no move.
    fn move_by(&mut self, text: &str) -> io::Result<()> {
        let size = self.session.game().board().size();
        let color = self.mover();
        let is_move = notation::parse_vertex(size, text).is_some()
            || text.parse::<TokenKind>().is_ok()
            || ["pass", "resign"]
                .iter()
                .any(|word| word.eq_ignore_ascii_case(text));
        if !is_move {
            let words = TokenKind::ALL.map(TokenKind::as_str);
            let words = words.into_iter().chain(["pass"]).chain(WORDS);
            let near = did_you_mean(text, words);
            let shown = excerpt(text);
            return writeln!(
                self.output,
                "{shown} is no move on this board{near} (help lists all)"
            );
        }
        match self.answer(&format!("play {} {text}", notation::color_word(color))) {
            Ok(_) => self.report_move(),
            Err(reason) => writeln!(self.output, "{}", printable(&reason)),
        }
    }

    /// Takes moves back until a move of the person is gone.
    fn undo(&mut self) -> io::Result<()> {
        let records = self.session.game().records();
        let last_own = records
            .iter()
            .rposition(|record| self.people.contains(&record.color));
        let Some(index) = last_own else {
            return writeln!(self.output, "there is no move of yours to take back");
        };
        let number = records.len() - index;
        self.answer(&format!("gg-undo {number}"))
            .map_err(io::Error::other)?;
        self.board()
    }

    /// Prints the score as it stands, and the terms that it is made of.
    fn score(&mut self) -> io::Result<()> {
        let game = self.session.game();
        match game.state().over {
            None => {
                let pass = pass_line(game, game.to_move());
                writeln!(self.output, "the game is not over ({pass}):")?;
            }
            Some(GameEnd::Passes) => writeln!(self.output, "the game is over by passes:")?,
            Some(_) => writeln!(self.output, "the game is over:")?,
        }
        self.score_lines()
    }

    fn result(&mut self) -> io::Result<()> {
        writeln!(
            self.output,
            "The game is over. Play may go on after passes; undo takes moves back."
        )?;
        self.score_lines()
    }

    fn score_lines(&mut self) -> io::Result<()> {
        let result = self.answer("final_score").unwrap_or_else(|reason| reason);
        writeln!(self.output, "result {result}")?;
        let made_up = self.answer("halfpoint-score").unwrap_or_default();
        match made_up.split('\t').nth(4) {
            Some(parts) => writeln!(self.output, "{parts}"),
            None => Ok(()),
        }
    }
}

/// Largest length of a line of input, in bytes.
const MAX_LINE: u64 = 1 << 12;
/// Returns the sign of a colour on the board.
fn stone(color: Color) -> char {
    match color {
        Color::Black => 'X',
        Color::White => 'O',
    }
}

/// Line of input.
enum PlayLine {
    /// Text of the line, in which bytes that are not UTF-8 are replaced.
    Text(String),
    /// Line of more than [`MAX_LINE`] bytes, which was skipped.
    TooLong,
    /// End of the input.
    End,
}

fn read_line(input: &mut impl BufRead) -> io::Result<PlayLine> {
    let mut line = Vec::new();
    let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(PlayLine::End);
    }
    if read as u64 == MAX_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(PlayLine::TooLong);
    }
    Ok(PlayLine::Text(String::from_utf8_lossy(&line).into_owned()))
}
