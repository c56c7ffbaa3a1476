//! Rule sets as data: a `Copy` value of small enums, and one table of presets.
//!
//! A rule set made of known parts is one more row of [`PRESETS`]; nothing else changes.
//!
//! [`Rank`], [`GameType`] and [`Standing`] are what the Black&White server knows besides: how games are
//! arranged and what they change.

mod game_type;
mod json;
mod named;
mod presets;
mod promotion;
mod rank;

pub use game_type::{GameType, ParseGameTypeError, Stones};
pub use json::{RulesJsonError, set_field, to_json, with_json};
pub use named::{NamedRules, ParseRulesError};
pub use presets::{
    CUSTOM, PRESETS, Preset, find, find_in, id_of, nearest, preset_of, preset_of_in,
};
pub use promotion::Standing;
pub use rank::{ParseRankError, Rank};

use thiserror::Error;

/// How the board is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoringRule {
    /// Stones and territory; prisoners and pass stones do not count.
    Area,
    /// Territory, prisoners and what the ledger says.
    Territory,
    /// Spare moves: prisoners in the bowls and territory less group tax; a last-mover game.
    Spare,
}

/// Points that territory loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TaxRule {
    /// None.
    None,
    /// The points of groups in seki.
    Seki,
    /// Up to two points of every group.
    Group,
}

/// Which stones may be taken off at the end without being captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeadStoneRule {
    /// Those that both agree on.
    Agreed,
    /// None: what is dead must be captured.
    None,
    /// Those of a proposal made with the first pass and accepted by the very next one.
    Proposed,
}

/// Which repetitions are banned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// The position before the opponent's last move; longer cycles make the game void.
    Simple,
    /// Every earlier position.
    Positional,
    /// Every earlier position with the same player to move.
    Situational,
}

/// Whether a chain may be given up by its own last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SuicideRule {
    /// Never.
    Forbidden,
    /// Chains of two stones or more.
    Multi,
}

/// What an ordinary pass is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PassRule {
    /// Nothing is exchanged.
    Free,
    /// One prisoner to the opponent.
    Stone,
    /// A half-pass at the start and at the end, a stone pass between.
    HalfThenStone,
    /// A prisoner from the mover's own bowl is returned.
    Delay,
}

/// The buttons in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Buttons {
    /// None.
    None,
    /// One; its taker gets half a point.
    Take,
    /// One; it is given to the opponent, half a point, in place of a pass stone.
    Give,
    /// Two, riding on the first pass of the game and on the one that ends it.
    OnPasses,
    /// One, riding on the pass that ends the game.
    OnLastPass,
    /// Two, moves of their own; the second may be given after two passes and ends the game.
    AsMoves,
}

/// How the game ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndRule {
    /// Two consecutive passes.
    TwoPasses,
    /// The same, but White pays one stone more if Black passed last.
    TwoPassesWhiteLast,
    /// A pass right after a full pass.
    PassAfterFullPass,
    /// The second button.
    SecondButton,
    /// A declared draw, or a player who cannot move.
    LastMover,
}

/// What White gets in a handicap game with `n ≥ 2` stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WhiteBonus {
    /// Nothing; or nothing more, where the ledger gives it already, since handicap stones are moves that
    /// White answered with nothing.
    None,
    /// `n` points.
    Stones,
    /// `n − 1` points.
    StonesLessOne,
}

impl WhiteBonus {
    /// The bonus in points for that many handicap stones; one stone is no handicap.
    #[must_use]
    pub const fn points(self, handicap: usize) -> usize {
        match self {
            _ if handicap < 2 => 0,
            WhiteBonus::None => 0,
            WhiteBonus::Stones => handicap,
            WhiteBonus::StonesLessOne => handicap - 1,
        }
    }
}

/// A rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How the board is counted.
    pub scoring: ScoringRule,
    /// Points that territory loses.
    pub tax: TaxRule,
    /// Which stones may be taken off at the end.
    pub dead: DeadStoneRule,
    /// Which repetitions are banned.
    pub ko: KoRule,
    /// Whether a chain may be given up.
    pub suicide: SuicideRule,
    /// What an ordinary pass is.
    pub pass: PassRule,
    /// The buttons in play.
    pub buttons: Buttons,
    /// How the game ends by itself.
    pub ending: EndRule,
    /// White's bonus in handicap games.
    pub white_bonus: WhiteBonus,
    /// Prisoners in White's bowl at the start beyond the usual one, in Black's if negative
    /// ([`ScoringRule::Spare`] only).
    pub bowl_handicap: i16,
}

/// Two parts of a rule set that make no game together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Contradiction(&'static str);

/// The largest `bowl_handicap`, either way; as many as a board has points is plenty.
pub const MAX_BOWL_HANDICAP: i16 = 1000;

impl Rules {
    /// Checks that the parts fit together.
    ///
    /// # Errors
    /// Names the parts that do not.
    pub fn validate(&self) -> Result<(), Contradiction> {
        let spare = self.scoring == ScoringRule::Spare;
        let need = |holds: bool, text| {
            if holds {
                Ok(())
            } else {
                Err(Contradiction(text))
            }
        };
        need(
            spare == (self.pass == PassRule::Delay) && spare == (self.ending == EndRule::LastMover),
            "spare-move counting, delays and the last-mover ending go together",
        )?;
        need(
            !spare || (self.buttons == Buttons::None && self.tax == TaxRule::Group),
            "spare-move counting has group tax and no buttons",
        )?;
        need(
            !spare || self.ko != KoRule::Simple,
            "spare-move counting needs a superko rule, or games would not end",
        )?;
        need(
            (self.pass == PassRule::HalfThenStone) == (self.ending == EndRule::PassAfterFullPass),
            "half-passes and the ending by a pass after a full pass go together",
        )?;
        need(
            (self.dead == DeadStoneRule::Proposed) <= (self.pass == PassRule::HalfThenStone),
            "proposals of dead stones need half-passes",
        )?;
        need(
            self.pass != PassRule::HalfThenStone || self.buttons == Buttons::None,
            "half-passes and buttons exclude each other",
        )?;
        need(
            (self.buttons == Buttons::AsMoves) == (self.ending == EndRule::SecondButton),
            "two buttons as moves and the ending by the second one go together",
        )?;
        need(
            !matches!(self.buttons, Buttons::OnPasses | Buttons::AsMoves)
                || self.pass == PassRule::Stone,
            "two buttons need stone passes",
        )?;
        need(
            self.buttons != Buttons::OnLastPass || self.pass == PassRule::Stone,
            "a button on the last pass needs stone passes",
        )?;
        need(
            self.bowl_handicap == 0 || spare,
            "only spare-move counting has bowls",
        )?;
        need(
            (-MAX_BOWL_HANDICAP..=MAX_BOWL_HANDICAP).contains(&self.bowl_handicap),
            "the bowl handicap is too large",
        )
    }

    /// Whether half a point goes to or from the first player to make a token move: the only button
    /// where it is a move, the first of two, or the first half-pass.
    #[must_use]
    pub fn has_first_token(&self) -> bool {
        !matches!(self.buttons, Buttons::None | Buttons::OnLastPass)
            || self.pass == PassRule::HalfThenStone
    }

    /// Whether half a point goes to or from the player whose token move ends the game, in every game:
    /// the second of two buttons, the only one where it rides on the last pass, or the last half-pass.
    #[must_use]
    pub fn has_last_token(&self) -> bool {
        matches!(
            self.buttons,
            Buttons::OnPasses | Buttons::OnLastPass | Buttons::AsMoves
        ) || self.pass == PassRule::HalfThenStone
    }

    /// Whether token moves change the score, so that the stones and the prisoners do not tell it.
    #[must_use]
    pub fn tokens_count(&self) -> bool {
        self.buttons != Buttons::None
            || (self.scoring != ScoringRule::Area && self.pass != PassRule::Free)
    }

    /// Whether to play on costs points that passing would not, so that players who agree on dead stones
    /// end otherwise than players who have to capture them.
    #[must_use]
    pub fn playing_on_costs(&self) -> bool {
        self.scoring == ScoringRule::Territory && self.pass == PassRule::Free && self.removes_dead()
    }

    /// Whether players may agree to take stones off that the exact value leaves on the board until
    /// they are captured.
    #[must_use]
    pub fn agreement_saves_captures(&self) -> bool {
        self.scoring != ScoringRule::Spare && self.removes_dead() && !self.exact().removes_dead()
    }

    /// The rules of the game whose minimax value is the exact value of a game under these rules (section 8 of the
    /// rules). Where playing on costs nothing, either side may refuse to have stones taken off and capture them
    /// instead, so that nothing is removed that was not captured. Only the count at the end differs: the legal
    /// moves and their effects are those of the rules themselves.
    #[must_use]
    pub fn exact(&self) -> Rules {
        let dead = if self.removes_dead() && !self.playing_on_costs() {
            DeadStoneRule::None
        } else {
            self.dead
        };
        Rules { dead, ..*self }
    }

    /// The rules by which it is played out which stones are dead: the same stones live and fall, by area, so
    /// that nothing costs points. Stones that have no room to live are taken off at the end of the playing-out.
    #[must_use]
    pub fn played_out(&self) -> Rules {
        Rules {
            scoring: ScoringRule::Area,
            tax: TaxRule::None,
            dead: DeadStoneRule::Agreed,
            pass: PassRule::Free,
            buttons: Buttons::None,
            ending: EndRule::TwoPasses,
            white_bonus: WhiteBonus::None,
            bowl_handicap: 0,
            ..*self
        }
    }

    /// The rules by which an engine may count that knows none but the usual ones, and cannot be
    /// told of others: each token move is a pass that changes nothing, dead stones are taken off,
    /// and there is no group tax. Where passes hand over stones, so that territory agrees with
    /// area, it may count either; White's bonus in handicap games may be any. Those that differ
    /// least come first.
    #[must_use]
    pub fn plain(&self) -> Vec<Rules> {
        let own = match self.tax {
            TaxRule::Group => TaxRule::None,
            tax => tax,
        };
        let counts = match (self.scoring, self.pass) {
            (ScoringRule::Area | ScoringRule::Spare, _) => vec![(ScoringRule::Area, own)],
            (ScoringRule::Territory, PassRule::Free) => vec![(ScoringRule::Territory, own)],
            (ScoringRule::Territory, _) => vec![
                (ScoringRule::Territory, own),
                (ScoringRule::Territory, TaxRule::Seki),
                (ScoringRule::Area, TaxRule::None),
            ],
        };
        let bonuses = [
            self.white_bonus,
            WhiteBonus::None,
            WhiteBonus::Stones,
            WhiteBonus::StonesLessOne,
        ];
        let rules = bonuses.into_iter().flat_map(|white_bonus| {
            counts.iter().map(move |&(scoring, tax)| Rules {
                scoring,
                tax,
                dead: DeadStoneRule::Agreed,
                pass: PassRule::Free,
                buttons: Buttons::None,
                ending: EndRule::TwoPasses,
                white_bonus,
                bowl_handicap: 0,
                ..*self
            })
        });
        rules.collect()
    }

    /// Whether dead stones on the board can be taken off by plain agreement.
    #[must_use]
    pub fn removes_dead(&self) -> bool {
        self.dead == DeadStoneRule::Agreed
    }
}
