//! A session 局, with chips or without: who deals, what counts double, and when it is over (rules/other_rule_sets.md 8a,
//! 8g).

use crate::{
    rules::Session,
    seat::{BySeat, Seat},
    settlement::{Outcome, OutcomeKind},
    standing::Standing,
    wind::Wind,
};

/// A session between two deals. Players are numbered 0–3 in the order in which they sit; the dealer is always seat
/// east.
///
/// ```
/// use mcr_engine::{SessionState, rules::Session};
/// let session = SessionState::new(Session::FOUR_ROUNDS, 0);
/// assert_eq!(session.standing().stacks.0, [100; 4]);
/// assert!(!session.is_over());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionState {
    rules: Session,
    /// Stacks by seat as the next deal has them.
    standing: Standing,
    dealer: u8,
    /// Deals played.
    hand: u16,
    /// Deals in a row that the dealer has won.
    streak: u8,
    /// How often the deal was lost: four times make a round.
    lost: u8,
}

impl SessionState {
    /// Everybody has the same chips, and player `first` deals.
    #[must_use]
    pub const fn new(rules: Session, first: usize) -> SessionState {
        let standing = Standing::even(rules.chips);
        SessionState { rules, standing, dealer: (first & 3) as u8, hand: 0, streak: 0, lost: 0 }
    }

    /// The same with other stacks, seen from the next dealer.
    #[must_use]
    pub const fn with_standing(self, standing: Standing) -> SessionState {
        SessionState { standing, ..self }
    }

    /// How the seats stand in the next deal, and whether it counts double: "from the dealer's second hand in a row on".
    #[must_use]
    pub const fn standing(&self) -> Standing {
        Standing { doubled: self.streak > 0 && self.rules.chips > 0, ..self.standing }
    }

    /// Which player has each seat in the next deal.
    #[must_use]
    pub fn players(&self) -> BySeat<usize> {
        BySeat::from_fn(|seat| (usize::from(self.dealer) + seat.index()) % 4)
    }

    /// The wind of the round.
    #[must_use]
    pub const fn prevalent(&self) -> Wind {
        Wind::ALL[(self.lost / 4 % 4) as usize]
    }

    /// How many deals were played.
    #[must_use]
    pub const fn hand(&self) -> u16 {
        self.hand
    }

    /// How many deals in a row the dealer has won.
    #[must_use]
    pub const fn streak(&self) -> u8 {
        self.streak
    }

    /// Takes the deal that was played: its outcome and how the seats stand now. The dealer deals again when he has
    /// won or the deal was void, which counts as no repeat; else the next player does.
    pub fn take(&mut self, outcome: &Outcome, standing: &Standing) {
        self.hand = self.hand.saturating_add(1);
        self.standing = *standing;
        if matches!(outcome.kind, OutcomeKind::Void { .. }) {
            return;
        }
        if outcome.wins().any(|(winner, _)| winner == Seat::East) {
            self.streak = self.streak.saturating_add(1);
            return;
        }
        self.standing = standing.turned(1);
        self.dealer = (self.dealer + 1) % 4;
        self.streak = 0;
        self.lost = self.lost.saturating_add(1);
    }

    /// Whether all rounds are played or two players have no chips, where there are any.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.lost >= self.rules.rounds.saturating_mul(4) || self.rules.chips > 0 && self.standing.is_over()
    }

    /// What each player has, amounts beside the stacks included.
    #[must_use]
    pub fn scores(&self) -> [i32; 4] {
        let mut scores = [0; 4];
        for (seat, player) in self.players().iter() {
            scores[*player] = self.standing.score(seat);
        }
        scores
    }
}
