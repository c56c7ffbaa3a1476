//! A rule set: its fields, and whether they agree.

use crate::board::Color;
use crate::half_points::HalfPoints;

/// Count that decides the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoringRule {
    /// Stones plus territory; prisoners and pass stones do not count.
    Area,
    /// Territory plus prisoners plus the ledger of token moves.
    Territory,
    /// Spare moves: prisoners in the bowls plus territory less group tax; the last player able to
    /// move wins.
    Spare,
}

/// Points that are deducted from territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TaxRule {
    /// No deduction.
    None,
    /// Territory of groups in seki does not count.
    Seki,
    /// Up to two points of the territory of every group do not count.
    Group,
}

/// Stones that are removed as dead at the end without having been captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeadStoneRule {
    /// Stones that both players agree on.
    Agreed,
    /// No stones: dead stones must be captured.
    None,
    /// Stones of a proposal that is made with the first pass and accepted by the very next move.
    Proposed,
}

/// Repetitions that are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// The position before the opponent's last move; a longer cycle makes the game void.
    Simple,
    /// Every earlier board position, whoever is to move (positional superko).
    Positional,
    /// Every earlier board position with the same player to move (situational superko).
    Situational,
}

/// Suicide: whether a move may remove the last liberty of its own chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SuicideRule {
    /// Suicide is illegal.
    Forbidden,
    /// Suicide of chains of two or more stones is legal.
    Multi,
}

/// Effect of an ordinary pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PassRule {
    /// Nothing changes hands.
    Free,
    /// The mover gives the opponent one prisoner.
    Stone,
    /// A half-pass at the start and at the end, a stone pass in between.
    HalfThenStone,
    /// A delay: the mover returns a prisoner from its own bowl.
    Delay,
}

/// Buttons of the game; each is worth half a point, except where [`Rules::button_worth`] says
/// otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ButtonRule {
    /// No button.
    None,
    /// One button; the player who takes it gets [`Rules::button_worth`], usually half a point.
    Take,
    /// One button, given to the opponent in place of a pass stone: the opponent gets half a point.
    Give,
    /// Two buttons, one attached to the first pass of the game and one to the pass that ends it.
    OnPasses,
    /// One button, attached to the pass that ends the game.
    OnLastPass,
    /// Two buttons that are moves of their own; the second may be given after two passes and ends
    /// the game.
    AsMoves,
}

impl ButtonRule {
    /// Returns the number of buttons of a game.
    #[must_use]
    pub const fn number(self) -> usize {
        match self {
            ButtonRule::None => 0,
            ButtonRule::Take | ButtonRule::Give | ButtonRule::OnLastPass => 1,
            ButtonRule::OnPasses | ButtonRule::AsMoves => 2,
        }
    }

    /// Returns whether a player who moves a button hands it to the opponent.
    #[must_use]
    pub const fn is_given(self) -> bool {
        match self {
            ButtonRule::Give | ButtonRule::AsMoves => true,
            ButtonRule::None | ButtonRule::Take | ButtonRule::OnPasses | ButtonRule::OnLastPass => {
                false
            }
        }
    }
}

/// Condition that ends the game without agreement or resignation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndRule {
    /// Two consecutive passes.
    TwoPasses,
    /// Two consecutive passes; White gives one more stone if Black passed last.
    TwoPassesWhiteLast,
    /// A pass that directly follows a full pass.
    PassAfterFullPass,
    /// The move that uses the second button.
    SecondButton,
    /// A declared draw, or a player who has no legal move.
    LastMover,
}

/// Compensation of White in a game with `n ≥ 2` handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WhiteBonus {
    /// Nothing, or nothing more where the ledger gives it already: handicap stones are moves that
    /// White did not answer.
    None,
    /// `n` points.
    Stones,
    /// `n − 1` points.
    StonesLessOne,
}

impl WhiteBonus {
    /// Returns the bonus in points for `handicap` stones. It is 0 below two stones, since one stone
    /// is no handicap.
    #[must_use]
    pub const fn points(self, handicap: usize) -> usize {
        if handicap < 2 {
            return 0;
        }
        match self {
            WhiteBonus::None => 0,
            WhiteBonus::Stones => handicap,
            WhiteBonus::StonesLessOne => handicap - 1,
        }
    }
}

/// Rule set: the value that every part of the program takes its rules from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Count that decides the game.
    pub scoring: ScoringRule,
    /// Points that are deducted from territory.
    pub tax: TaxRule,
    /// Stones that are removed as dead at the end.
    pub dead: DeadStoneRule,
    /// Repetitions that are forbidden.
    pub ko: KoRule,
    /// Whether suicide is legal.
    pub suicide: SuicideRule,
    /// Effect of an ordinary pass.
    pub pass: PassRule,
    /// Buttons of the game.
    pub buttons: ButtonRule,
    /// Worth of the button to the player who takes it ([`ButtonRule::Take`] only), indexed by
    /// colour: from 0 to [`MAX_BUTTON_WORTH`]. Elsewhere it is [`USUAL_BUTTON_WORTH`].
    pub button_worth: [HalfPoints; 2],
    /// Condition that ends the game.
    pub ending: EndRule,
    /// White's compensation in handicap games.
    pub white_bonus: WhiteBonus,
    /// Prisoners in a bowl at the start beyond the usual one: in White's bowl if positive, in
    /// Black's if negative ([`ScoringRule::Spare`] only).
    pub bowl_handicap: i16,
}

/// Largest absolute value of `bowl_handicap`; more prisoners than a board has points are of no use.
pub const MAX_BOWL_HANDICAP: i16 = 1000;

/// Largest worth of a button.
pub const MAX_BUTTON_WORTH: HalfPoints = HalfPoints::from_points(4);

/// Worth of a button to either player, unless the rules set another one.
pub const USUAL_BUTTON_WORTH: [HalfPoints; 2] = [HalfPoints::HALF; 2];

impl Rules {
    /// Returns whether the last player able to move wins: no points are counted at the end, only
    /// the moves that are to spare before it.
    #[must_use]
    pub const fn last_mover_wins(&self) -> bool {
        match self.scoring {
            ScoringRule::Spare => true,
            ScoringRule::Area | ScoringRule::Territory => false,
        }
    }

    /// Returns these rules with the bowl handicap of a game if they have bowls and no handicap: the
    /// bowls take the place of komi, of which the name of a rule set says nothing.
    #[must_use]
    pub const fn with_bowls_of(self, game: &Rules) -> Rules {
        let bowl_handicap = match (self.last_mover_wins(), self.bowl_handicap) {
            (true, 0) => game.bowl_handicap,
            (_, handicap) => handicap,
        };
        Rules {
            bowl_handicap,
            ..self
        }
    }

    /// Returns whether living stones are points, and prisoners are none.
    #[must_use]
    pub const fn counts_stones(&self) -> bool {
        match self.scoring {
            ScoringRule::Area => true,
            ScoringRule::Territory | ScoringRule::Spare => false,
        }
    }

    /// Returns whether komi is a compensation of White. Where spare moves decide, prisoners in a
    /// bowl are.
    #[must_use]
    pub const fn has_komi(&self) -> bool {
        !self.last_mover_wins()
    }

    /// Returns whether a stone in one's own territory costs a point that a pass does not cost.
    #[must_use]
    pub const fn stones_cost_points(&self) -> bool {
        match (self.scoring, self.pass) {
            (ScoringRule::Territory, PassRule::Free) => true,
            (
                ScoringRule::Territory,
                PassRule::Stone | PassRule::HalfThenStone | PassRule::Delay,
            )
            | (ScoringRule::Area | ScoringRule::Spare, _) => false,
        }
    }

    /// Returns whether the first player to make a token move gains or loses half a point by it, or
    /// the worth of the button. The token is the only button where that is a move, the first of two
    /// buttons, or the first half-pass.
    #[must_use]
    pub fn has_first_token(&self) -> bool {
        !matches!(self.buttons, ButtonRule::None | ButtonRule::OnLastPass)
            || self.pass == PassRule::HalfThenStone
    }

    /// Returns how much more the first token brings to each colour than another pass does: the
    /// worth of the button, and where passes cost a stone, that stone if the button is taken.
    #[must_use]
    pub fn gain_of_first_token(&self) -> [HalfPoints; 2] {
        let saves_a_stone = match self.buttons {
            ButtonRule::Take => {
                self.scoring == ScoringRule::Territory && self.pass == PassRule::Stone
            }
            ButtonRule::None
            | ButtonRule::Give
            | ButtonRule::OnPasses
            | ButtonRule::OnLastPass
            | ButtonRule::AsMoves => false,
        };
        let saved = HalfPoints::from_points(saves_a_stone.into());
        self.button_worth.map(|worth| worth + saved)
    }

    /// Returns whether, in every game, the player whose token move ends the game gains or loses
    /// half a point by it. The token is the second of two buttons, the only button where it is
    /// attached to the last pass, or the last half-pass.
    #[must_use]
    pub fn has_last_token(&self) -> bool {
        matches!(
            self.buttons,
            ButtonRule::OnPasses | ButtonRule::OnLastPass | ButtonRule::AsMoves
        ) || self.pass == PassRule::HalfThenStone
    }

    /// Returns whether White hands over one stone more at the end if `last` made the last pass.
    #[must_use]
    pub fn gives_extra_stone(&self, last: Color) -> bool {
        self.scoring == ScoringRule::Territory
            && self.ending == EndRule::TwoPassesWhiteLast
            && last == Color::Black
    }

    /// Returns whether token moves change the score, so that stones and prisoners alone do not
    /// determine it.
    #[must_use]
    pub fn tokens_count(&self) -> bool {
        self.buttons != ButtonRule::None || (!self.counts_stones() && self.pass != PassRule::Free)
    }

    /// Returns whether a count depends on which stones are in seki. To find them takes a search,
    /// which other counts are spared.
    #[must_use]
    pub fn count_needs_seki(&self) -> bool {
        self.tax == TaxRule::Seki || self.last_mover_wins()
    }

    /// Returns whether playing on costs points that passing does not. Then players who agree on
    /// dead stones end with another score than players who have to capture them.
    #[must_use]
    pub fn playing_on_costs(&self) -> bool {
        self.stones_cost_points() && self.removes_dead()
    }

    /// Returns whether players may agree to remove stones that stay on the board until they are
    /// captured in the game of [`Rules::exact`].
    #[must_use]
    pub fn agreement_saves_captures(&self) -> bool {
        !self.last_mover_wins() && self.removes_dead() && !self.exact().removes_dead()
    }

    /// Returns the rules of the game whose minimax value is the exact value of a game under these
    /// rules (section 8 of the rules).
    ///
    /// Where playing on costs nothing, either side may refuse to have stones removed and capture
    /// them instead, so only captured stones leave the board. The result differs in the final count
    /// alone: the legal moves and their effects are those of `self`.
    #[must_use]
    pub fn exact(&self) -> Rules {
        let dead = if self.removes_dead() && !self.playing_on_costs() {
            DeadStoneRule::None
        } else {
            self.dead
        };
        Rules { dead, ..*self }
    }

    /// Returns the rules under which life and death are played out to find the dead stones.
    ///
    /// Legal placements stay as they are, so that the same stones live and die; scoring is by area,
    /// so that no move costs a point. Stones without room to live are removed at the end of the
    /// playout.
    #[must_use]
    pub fn played_out(&self) -> Rules {
        Rules {
            scoring: ScoringRule::Area,
            tax: TaxRule::None,
            dead: DeadStoneRule::Agreed,
            pass: PassRule::Free,
            buttons: ButtonRule::None,
            button_worth: USUAL_BUTTON_WORTH,
            ending: EndRule::TwoPasses,
            white_bonus: WhiteBonus::None,
            bowl_handicap: 0,
            ..*self
        }
    }

    /// Returns the rule sets by which an engine may count that knows only the common rules and has
    /// no command to learn others, those that differ least from `self` first.
    ///
    /// In each of them a token move is a pass that changes nothing, dead stones are removed, and
    /// there is no group tax. Where a pass hands over a stone, territory agrees with area, and the
    /// engine may count either. White's bonus in handicap games may be any of the three.
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
                buttons: ButtonRule::None,
                button_worth: USUAL_BUTTON_WORTH,
                ending: EndRule::TwoPasses,
                white_bonus,
                bowl_handicap: 0,
                ..*self
            })
        });
        rules.collect()
    }

    /// Returns whether dead stones on the board can be removed by agreement of the players.
    #[must_use]
    pub fn removes_dead(&self) -> bool {
        self.dead == DeadStoneRule::Agreed
    }
}
