//! Proofs of values: writing and checking them.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use halfpoint_core::board::Color;
use halfpoint_core::game::Game;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation;
use halfpoint_core::rules::NamedRules;
use halfpoint_solver::proof::{Claim, ProofProgress, ProofText, check, prove};
use halfpoint_solver::{SolverLimits, value_text};
use halfpoint_system::regular;

use super::progress_text;
use crate::cli::common::{in_file, print};
use crate::cli::progress::Progress;

/// Proves the value of a game, writes the proof into a new file and prints what it proves.
///
/// # Errors
/// If there is no proof within the limits, or the file exists or cannot be written.
pub(super) fn write(
    game: &Game,
    rules: &NamedRules,
    limits: SolverLimits,
    file: &Path,
) -> Result<(), String> {
    // Fails early if the file cannot be created, since a proof takes hours, but leaves no empty
    // file behind if the search is interrupted.
    File::create_new(file)
        .and_then(|_| fs::remove_file(file))
        .map_err(in_file(file))?;
    let telling = Progress::begin("the value");
    let scoring = game.rules().scoring;
    let proof = prove(game, rules, limits, &|progress| {
        telling.say(match progress {
            ProofProgress::Value(found) => progress_text(scoring, found),
            ProofProgress::Strategy(side, moves) => {
                format!("{}: {moves} moves", notation::color_name(side))
            }
        });
    });
    drop(telling);
    let proof = proof.map_err(|error| error.to_string())?;
    let mut out = BufWriter::new(File::create_new(file).map_err(in_file(file))?);
    let written = write!(out, "{proof}").and_then(|()| out.flush());
    written.map_err(|error| {
        // A part of a proof is none.
        let _ = fs::remove_file(file);
        in_file(file)(error)
    })?;
    let claims = proof.proofs.iter();
    let texts = claims.map(|part| {
        format!(
            "{}, {} moves\n",
            claim_text(&proof, part.claim),
            part.lines()
        )
    });
    print(&texts.collect::<String>())
}

/// Checks the proofs in a file and prints what they prove.
///
/// # Errors
/// If the file cannot be read, or a proof does not hold.
pub(super) fn check_file(file: &Path) -> Result<(), String> {
    let telling = Progress::begin("reading the proof");
    let text = text_of(file).map_err(in_file(file))?;
    let proof: ProofText = text.parse().map_err(in_file(file))?;
    if let [alone] = &proof.proofs[..] {
        let other = notation::color_name(alone.claim.side.opponent());
        log::warn!(
            "{}: no claim of {other}, so one bound is not proven",
            file.display()
        );
    }
    for part in &proof.proofs {
        telling.say(format!("checking: {}", claim_text(&proof, part.claim)));
        let start = Instant::now();
        let checked = check(&proof.game, part).map_err(|error| {
            let claim = claim_text(&proof, part.claim);
            in_file(file)(format!("not proven: {claim}: {error}"))
        })?;
        let claim = claim_text(&proof, part.claim);
        let seconds = start.elapsed().as_secs_f64();
        telling.print(&format!(
            "proven: {claim}; {} moves, {} positions, {seconds:.1} s\n",
            part.lines(),
            checked.positions
        ))?;
    }
    Ok(())
}

/// Returns the text of a proof in a file, `-` for standard input.
fn text_of(file: &Path) -> io::Result<String> {
    if file == Path::new("-") {
        return io::read_to_string(io::stdin());
    }
    regular::given(file).and_then(io::read_to_string)
}

/// Returns a claim in words.
fn claim_text(proof: &ProofText, claim: Claim) -> String {
    let value = value_text(proof.game.rules().scoring, claim.margin);
    let first = notation::color_name(proof.game.to_move());
    let size = proof.game.board().size();
    let bound = match claim.side {
        Color::Black => "at least",
        Color::White => "at most",
    };
    let (width, height) = (size.width(), size.height());
    let komi = match proof.game.komi() {
        HalfPoints::ZERO => String::new(),
        komi => format!(", komi {komi}"),
    };
    let board = proof.game.board();
    let stones = match board.stones().next() {
        None => String::new(),
        Some(_) => format!(", {}", notation::board_rows(board).join("|")),
    };
    format!(
        "{}, {width}×{height}{komi}{stones}, {first} first: {bound} {value} ({} plays)",
        proof.rules_id,
        notation::color_name(claim.side)
    )
}
