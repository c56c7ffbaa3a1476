//! Meaning of passes and of named token moves, and their effects.

use super::moves::{IllegalMove, Token, TokenKind};
use super::state::{GameEnd, Proposal, State};
use crate::board::Color;
use crate::half_points::HalfPoints;
use crate::rules::{ButtonRule, EndRule, PassRule, Rules};

impl State {
    /// Returns the effect of plain `pass` for a colour, in a game that goes on.
    ///
    /// # Errors
    /// If the rules leave no pass: a delay without a prisoner, and no draw to declare.
    pub(super) fn plain_pass(&self, rules: &Rules, color: Color) -> Result<Token, IllegalMove> {
        if let Ok(token) = self.token(rules, color, TokenKind::Button) {
            return Ok(token);
        }
        match rules.pass {
            PassRule::Free => Ok(Token::Pass),
            PassRule::Stone => Ok(Token::StonePass),
            PassRule::HalfThenStone if self.half_pass_is_due() => Ok(Token::HalfPass),
            PassRule::HalfThenStone => Ok(Token::StonePass),
            PassRule::Delay => self
                .token(rules, color, TokenKind::Delay)
                .or_else(|reason| {
                    self.token(rules, color, TokenKind::Draw)
                        .map_err(|_| reason)
                }),
        }
    }

    /// Returns the effect of the token move `name` for a colour, in a game that goes on.
    ///
    /// # Errors
    /// If the move is not possible now.
    pub(super) fn token(
        &self,
        rules: &Rules,
        color: Color,
        name: TokenKind,
    ) -> Result<Token, IllegalMove> {
        // The opponent of the player who proposed answers, even where turns do not alternate.
        let pending = color == self.to_move && matches!(self.proposal, Proposal::Pending(_));
        match name {
            TokenKind::Button => self.button_token(rules, color),
            TokenKind::HalfPass => match rules.pass {
                PassRule::HalfThenStone if pending || self.half_pass_is_due() => {
                    Ok(Token::HalfPass)
                }
                PassRule::HalfThenStone | PassRule::Free | PassRule::Stone | PassRule::Delay => {
                    Err(IllegalMove::NotNow)
                }
            },
            TokenKind::FullPass => match rules.pass {
                PassRule::Stone => Ok(Token::StonePass),
                PassRule::Free if rules.buttons != ButtonRule::None => Ok(Token::Pass),
                PassRule::HalfThenStone if pending || !self.half_pass_is_due() => {
                    Ok(Token::StonePass)
                }
                PassRule::Free | PassRule::HalfThenStone | PassRule::Delay => {
                    Err(IllegalMove::NotNow)
                }
            },
            TokenKind::Delay => match rules.pass {
                PassRule::Delay if self.bowls.regular[color] <= 0 => Err(IllegalMove::NoPrisoner),
                PassRule::Delay if self.bowls.ultimate_in.is_none() => Ok(Token::UltimateDelay),
                PassRule::Delay => Ok(Token::Delay),
                PassRule::Free | PassRule::Stone | PassRule::HalfThenStone => {
                    Err(IllegalMove::NotNow)
                }
            },
            TokenKind::Draw => self.draw_token(rules, color),
        }
    }

    /// Makes a token move. `after` is the index that the situation after it gets in the position
    /// history.
    pub(super) fn make(&mut self, rules: &Rules, color: Color, token: Token, after: u32) {
        let before = (self.consecutive_passes, self.superko_start);
        let accepts = match (token, self.proposal) {
            (Token::HalfPass, Proposal::Pending(record)) => Some(record),
            _ => None,
        };
        let ends_half = self.after_full_pass || accepts.is_some();
        self.to_move = color.opponent();
        self.proposal = Proposal::None;
        self.after_full_pass = false;
        self.run_start = after;
        self.count_run(color, token, after);
        self.book(rules, color, token);
        let ends = match rules.ending {
            EndRule::TwoPasses | EndRule::TwoPassesWhiteLast => self.consecutive_passes >= 2,
            EndRule::PassAfterFullPass => token == Token::HalfPass && ends_half,
            EndRule::SecondButton => token == Token::GiveButton && self.first_token.is_some(),
            EndRule::LastMover => false,
        };
        let carries_button = match rules.buttons {
            ButtonRule::OnPasses => self.first_token.is_none() || ends,
            ButtonRule::OnLastPass => ends,
            ButtonRule::None | ButtonRule::Take | ButtonRule::Give | ButtonRule::AsMoves => false,
        };
        if carries_button {
            self.ledger.buttons[color] += HalfPoints::HALF;
        }
        let first_matters = match token {
            Token::TakeButton | Token::GiveButton | Token::HalfPass => true,
            Token::StonePass => rules.buttons == ButtonRule::OnPasses,
            Token::Pass | Token::Delay | Token::UltimateDelay | Token::Draw => false,
        };
        if first_matters && self.first_token.is_none() {
            self.first_token = Some(color);
        }
        if ends {
            self.over = Some(GameEnd::Passes);
            self.before_end = before;
            if rules.has_last_token() {
                self.last_token = Some(color);
            }
            if let Some(record) = accepts {
                self.proposal = Proposal::Accepted(record);
            }
        }
    }

    /// Counts the passes and delays in a row with a token move of `color`; `after` as for
    /// [`State::make`].
    fn count_run(&mut self, color: Color, token: Token, after: u32) {
        match token {
            Token::Pass | Token::StonePass | Token::HalfPass => {
                self.consecutive_passes += 1;
                self.consecutive_delays = 0;
                self.last_passer = Some(color);
            }
            Token::TakeButton | Token::GiveButton => {
                self.consecutive_passes = 0;
                self.consecutive_delays = 0;
                self.superko_start = after;
            }
            Token::Delay | Token::UltimateDelay => self.consecutive_delays += 1,
            Token::Draw => (),
        }
    }

    /// Books what a token move of `color` gives to either side.
    fn book(&mut self, rules: &Rules, color: Color, token: Token) {
        let other = color.opponent();
        match token {
            Token::Pass => self.after_full_pass = true,
            Token::StonePass => {
                self.after_full_pass = true;
                self.ledger.pass_stones[other] += HalfPoints::ONE;
            }
            Token::TakeButton => self.ledger.buttons[color] += rules.button_worth[color],
            Token::GiveButton => self.ledger.buttons[other] += HalfPoints::HALF,
            Token::HalfPass => {
                self.half_pass_zone[color] += 1;
                self.ledger.half_passes[other] += HalfPoints::HALF;
            }
            Token::Delay => self.bowls.regular[color] -= 1,
            Token::UltimateDelay => {
                self.bowls.regular[color] -= 1;
                self.bowls.ultimate_in = Some(other);
            }
            Token::Draw => self.over = Some(GameEnd::Draw),
        }
    }

    /// Returns whether the next pass is a half-pass: the first one of the game, or one right after
    /// a full pass.
    fn half_pass_is_due(&self) -> bool {
        self.first_token.is_none() || self.after_full_pass
    }

    fn button_token(&self, rules: &Rules, color: Color) -> Result<Token, IllegalMove> {
        let is_first = self.first_token.is_none();
        // Only the player to move may give the second button, right after two passes.
        let is_second = self.consecutive_passes >= 2 && color == self.to_move;
        match rules.buttons {
            ButtonRule::Take if is_first => Ok(Token::TakeButton),
            ButtonRule::Give if is_first => Ok(Token::GiveButton),
            ButtonRule::AsMoves if is_first || is_second => Ok(Token::GiveButton),
            ButtonRule::Take
            | ButtonRule::Give
            | ButtonRule::AsMoves
            | ButtonRule::None
            | ButtonRule::OnPasses
            | ButtonRule::OnLastPass => Err(IllegalMove::NoButton),
        }
    }

    fn draw_token(&self, rules: &Rules, color: Color) -> Result<Token, IllegalMove> {
        let other = color.opponent();
        let only_ultimate = self.bowls.ultimate_in == Some(other) && self.bowls.regular[other] == 0;
        let is_draw = rules.pass == PassRule::Delay && only_ultimate && color == self.to_move;
        is_draw.then_some(Token::Draw).ok_or(IllegalMove::NoDraw)
    }
}
