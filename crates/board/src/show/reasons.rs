//! Reasons of the engine for a move, as the page tells them to the person whom it plays.

use halfpoint_engine::player::Reason;

/// Returns a reason as a sentence; `None` where the search simply liked the move best, since that
/// says nothing.
pub fn sentence(reason: Reason) -> Option<&'static str> {
    Some(match reason {
        Reason::Searched => return None,
        Reason::NothingElse => "There is no other move.",
        Reason::Proven => "Read out to the end: no other move does better.",
        Reason::Counted => {
            "Only neutral points and tokens are left. All ways to share them were counted, and this is best."
        }
        Reason::NothingToCapture => "Dead stones need no capture, so there is nothing left to do.",
        Reason::NothingToGain => "The other player passed, and no move gains anything now.",
        Reason::TokenWaits => "A pass can wait: this point is still worth playing.",
        Reason::Clears => "Dead stones must be captured before the game ends.",
        Reason::Accepts => "It agrees to the dead stones that were proposed.",
        Reason::Draws => "It cannot win from here, so it declares a draw.",
        Reason::Hopeless => "It has almost no chance to win any more.",
    })
}
