//! Rules as a net of KataGo is told them.

use halfpoint_core::HalfPoints;
#[cfg(doc)]
use halfpoint_core::game::AreaEquivalent;
use halfpoint_core::game::{Position, Terms};
use halfpoint_core::rules::{KoRule, SuicideRule, TaxRule};

/// Count that a net knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NetScoring {
    /// Stones and territory.
    Area,
    /// Territory and prisoners.
    Territory,
}

/// Rules as a net is told them. They may differ from those of the game: the caller maps every rule
/// set to one that the net knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NetRules {
    /// Repetitions that are forbidden. The bans themselves are those of the position.
    pub ko: KoRule,
    /// Whether suicide of two or more stones is legal.
    pub multi_stone_suicide: bool,
    /// Count that decides the game.
    pub scoring: NetScoring,
    /// Points that are deducted from territory.
    pub tax: TaxRule,
    /// Whether the next pass takes a button worth half a point.
    pub button_on_table: bool,
    /// White's compensation with everything that is settled: KataGo adds to komi the handicap
    /// bonus, a taken button, and under territory scoring one point for each stone that Black has
    /// placed more than White.
    pub komi: HalfPoints,
    /// Whether a first pass is no offer to end the game: under area scoring, the answer to it is
    /// then evaluated as if a further pass would end nothing.
    pub friendly_pass_ok: bool,
}

impl NetRules {
    /// Returns whether the net is told of a game that may end without a result.
    #[must_use]
    pub fn may_be_void(&self) -> bool {
        self.ko == KoRule::Simple || self.scoring == NetScoring::Territory
    }

    /// Returns the rules that the net is told about a position: those of the area game that is
    /// worth as much ([`Position::area_equivalent`]), with the button that the net knows
    /// ([`AreaEquivalent::with_usual_button`]).
    #[must_use]
    pub fn of(position: &Position, terms: Terms) -> NetRules {
        let equivalent = position.area_equivalent(terms);
        let (komi, button_on_table) = equivalent.with_usual_button();
        NetRules {
            ko: equivalent.ko,
            multi_stone_suicide: equivalent.suicide == SuicideRule::Multi,
            scoring: if equivalent.territory {
                NetScoring::Territory
            } else {
                NetScoring::Area
            },
            tax: equivalent.tax,
            button_on_table,
            komi,
            friendly_pass_ok: equivalent.removes_dead,
        }
    }
}
