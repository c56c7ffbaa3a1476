//! Subcommand `net`: what a net is, how fast it is on this machine, and how exact its integers are.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::PossibleValuesParser;

use halfpoint_core::Size;
use halfpoint_nn::int8::Isa;
use halfpoint_nn::{
    Arithmetic, Evaluation, History, Net, NetError, NetKind, NetReader, Network, load, own,
    random_game,
};

use super::progress::Progress;

/// Sides of the boards on which the speed is measured.
const SIDES: [usize; 3] = [9, 13, 19];
/// How long the speed on one board is measured.
const MEASURED: Duration = Duration::from_secs(1);
/// Side of the board and number of moves of the positions in which integers are held against
/// floats.
const POSITIONS: [(usize, usize); 8] = [
    (9, 0),
    (9, 10),
    (9, 25),
    (9, 45),
    (13, 15),
    (13, 60),
    (19, 30),
    (19, 120),
];

/// Options of `halfpoint net`.
#[derive(Args, Debug)]
pub struct NetCommandArgs {
    /// File of a net, ours or one of KataGo [default: the net in the program]
    file: Option<PathBuf>,
    /// Instructions of the processor [default: the best that it has]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Isa::available().map(Isa::name)))]
    instructions: Option<String>,
}

impl NetCommandArgs {
    /// Prints the table.
    ///
    /// # Errors
    /// If the net cannot be read, or standard output not be written.
    pub fn run(self) -> Result<(), String> {
        let named = |name: &String| Isa::available().find(|isa| isa.name() == name);
        let chosen = self.instructions.as_ref().and_then(named);
        let isa = chosen.unwrap_or_else(Isa::detect);
        let file = match &self.file {
            Some(path) => path.display().to_string(),
            None => "the net in the program".into(),
        };
        let text = self
            .table(isa)
            .map_err(|error| format!("{file}: {error}"))?;
        super::common::show(&text)
    }

    fn table(&self, isa: Isa) -> Result<String, NetError> {
        let telling = Progress::begin("reads the net");
        let started = Instant::now();
        let network = self.network()?;
        let mut rows = facts(&network);
        let exact = network.clone();
        let net = Net::with_isa(network, Arithmetic::Int8, isa)?;
        let start = started.elapsed().as_secs_f64();
        let others: Vec<&str> = Isa::available().map(Isa::name).collect();
        rows.push((
            "instructions",
            format!("{} (this processor has {})", isa.name(), others.join(", ")),
        ));
        rows.push(("start", format!("{start:.2} s")));
        rows.push(("memory", format!("{:.1} MB", net.bytes() as f64 / 1e6)));
        for side in SIDES {
            telling.say(format!("measures the speed on {side}x{side}"));
            let milliseconds = 1e3 * seconds(&net, Size::square(side));
            rows.push((
                "evaluation",
                format!("{milliseconds:.3} ms on {side}x{side}, one thread"),
            ));
        }
        telling.say("holds it against floats".to_string());
        let exact = Net::new(exact, Arithmetic::Float)?;
        rows.push(("against floats", errors(&net, &exact)));
        let mut text = String::new();
        for (name, value) in rows {
            // A `String` takes whatever is written.
            let _ = writeln!(text, "{name:<16}{value}");
        }
        Ok(text)
    }

    fn network(&self) -> Result<Network, NetError> {
        match &self.file {
            Some(path) => load(path),
            None => own::read(own::EMBEDDED),
        }
    }
}

/// Returns what the file says of a net.
fn facts(network: &Network) -> Vec<(&'static str, String)> {
    let kind = match network.kind {
        NetKind::KataGo => format!("of KataGo, model version {}", network.version),
        NetKind::Own => "of our own, for every rule set".into(),
    };
    let weights = network.weights() as f64 / 1e6;
    vec![
        ("name", network.name.clone()),
        ("kind", kind),
        ("blocks", network.blocks_in_words()),
        ("channels", network.channels.to_string()),
        ("weights", format!("{weights:.1} million")),
    ]
}

/// Evaluates a position without a turn of the board.
fn evaluation(reader: &mut NetReader, size: Size, moves: usize, seed: u64) -> Evaluation {
    let game = random_game(size, moves, seed);
    let history = History::of(&game);
    let evaluation = reader.evaluate(game.position(), &history, game.terms(), Some(0));
    evaluation.as_ref().clone()
}

/// Returns the time of an evaluation, with the inputs of its position.
fn seconds(net: &Net, size: Size) -> f64 {
    let mut reader = NetReader::new(net, size);
    let games: Vec<_> = (0..size.area() / 2)
        .map(|moves| random_game(size, moves, 1))
        .collect();
    let (mut count, started) = (0, Instant::now());
    // The first evaluation prepares the memory; each evaluation has a position of its own.
    let turns = (0..8).flat_map(|symmetry| games.iter().map(move |game| (symmetry, game)));
    for (symmetry, game) in turns {
        reader.evaluate(
            game.position(),
            &History::of(game),
            game.terms(),
            Some(symmetry),
        );
        count += 1;
        if started.elapsed() > MEASURED {
            break;
        }
    }
    started.elapsed().as_secs_f64() / f64::from(count)
}

/// Returns the mean distances of two nets in some positions, in words.
fn errors(net: &Net, exact: &Net) -> String {
    let mut sums = [0.0; 4];
    for (number, (side, moves)) in POSITIONS.into_iter().enumerate() {
        let size = Size::square(side);
        let [found, wanted] = [net, exact].map(|net| {
            let mut reader = NetReader::new(net, size);
            evaluation(&mut reader, size, moves, number as u64)
        });
        let owners = found.ownership.iter().zip(&wanted.ownership);
        let owners: f32 = owners.map(|(found, wanted)| (found - wanted).abs()).sum();
        let distances = [
            divergence(&found, &wanted),
            f64::from((found.win_rate() - wanted.win_rate()).abs()),
            f64::from((found.lead - wanted.lead).abs()),
            f64::from(owners) / size.area() as f64,
        ];
        for (sum, distance) in sums.iter_mut().zip(distances) {
            *sum += distance / POSITIONS.len() as f64;
        }
    }
    let [policy, chance, lead, owner] = sums;
    format!(
        "policy KL {policy:.4}, winning chance {chance:.4}, lead {lead:.2} points, ownership \
         {owner:.4} (means of {} positions)",
        POSITIONS.len()
    )
}

/// Returns the Kullback-Leibler divergence of a policy over all points and tokens from another.
fn divergence(found: &Evaluation, wanted: &Evaluation) -> f64 {
    let logarithms = |evaluation: &Evaluation| -> Vec<f64> {
        let logits = evaluation.policy.iter().chain(&evaluation.tokens);
        let logits: Vec<f64> = logits.map(|logit| f64::from(*logit)).collect();
        let highest = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = logits.iter().map(|logit| (logit - highest).exp()).sum();
        let whole = highest + sum.ln();
        logits.into_iter().map(|logit| logit - whole).collect()
    };
    let pairs = logarithms(found).into_iter().zip(logarithms(wanted));
    pairs
        .map(|(found, wanted)| wanted.exp() * (wanted - found))
        .sum()
}
