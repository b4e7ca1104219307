//! One seat's view of a deal, rebuilt from the requests of the judge and its own answers.

use mcr_engine::{
    Event, Phase, RuleSet, Seat, SeatView, Tile, ViewError, Wind,
    notation::botzone::{MessageError, Reply, Request, Seen, TileCode, chow_around},
};

/// What one seat was told so far.
///
/// ```
/// use mcr_agents::botzone::Story;
/// use mcr_engine::RuleSet;
///
/// let mut story = Story::new(RuleSet::BOTZONE);
/// for request in ["0 0 2", "1 0 0 0 0 T1 F3 W8 B9 B4 B7 T8 T6 T3 W3 J1 T5 W5", "2 B8"] {
///     story.hear(request)?;
/// }
/// let view = story.view().expect("it was dealt its tiles").observe();
/// assert_eq!(view.legal().discards().len(), 14);
/// # Ok::<(), mcr_agents::botzone::StoryError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Story {
    rules: RuleSet,
    place: Option<(Seat, Wind)>,
    view: Option<SeatView>,
    /// The own answer to the latest request: only it names the kind of an own concealed kong.
    answered: Option<Reply>,
}

/// A request that does not go on from what was told before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoryError {
    /// It is no request.
    #[error("request {request:?}: {error}")]
    Message {
        /// The request, cut short when long.
        request: String,
        /// What is wrong with it.
        error: MessageError,
    },
    /// A request at the wrong time.
    #[error("request {request:?} comes {when}, expected {expected}")]
    Order {
        /// The request.
        request: String,
        /// After what.
        when: &'static str,
        /// What should have come.
        expected: &'static str,
    },
    /// An own concealed kong that no own answer declared.
    #[error(
        "request {request:?}: an own concealed kong, but the answer before it was no \"GANG\" and a tile"
    )]
    WhichKong {
        /// The request.
        request: String,
    },
    /// A chow that its middle tile and the discard do not make.
    #[error("request {request:?}: no chow around that tile with {}", TileCode(*live))]
    NoChow {
        /// The request.
        request: String,
        /// The discard.
        live: Tile,
    },
    /// The view cannot take it over.
    #[error("request {request:?}: {error}")]
    View {
        /// The request.
        request: String,
        /// Why not.
        error: ViewError,
    },
}

/// At most this much of a strange request is repeated in an error.
const QUOTED: usize = 80;

impl Story {
    /// Nothing told yet of a deal under these rules.
    #[must_use]
    pub fn new(rules: RuleSet) -> Story {
        Story { rules, place: None, view: None, answered: None }
    }

    /// Where the seat is, once it was told.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.place.map(|(seat, _)| seat)
    }

    /// What the seat knows, once it was dealt its tiles.
    #[must_use]
    pub const fn view(&self) -> Option<&SeatView> {
        self.view.as_ref()
    }

    /// Takes the own answer to the latest request.
    pub fn answered(&mut self, reply: Option<Reply>) {
        self.answered = reply;
    }

    /// Takes the next request.
    ///
    /// # Errors
    /// When it cannot come here; nothing after it can be understood then.
    pub fn hear(&mut self, text: &str) -> Result<(), StoryError> {
        let request: Request = text
            .parse()
            .map_err(|error| StoryError::Message { request: text.chars().take(QUOTED).collect(), error })?;
        self.take(&request)
    }

    /// Takes the next request, read already.
    ///
    /// # Errors
    /// As [`Story::hear`].
    pub fn take(&mut self, request: &Request) -> Result<(), StoryError> {
        match request {
            // A seat is told first; when a process goes on with another deal, again.
            Request::Seat { seat, prevalent } => {
                *self = Story { place: Some((*seat, *prevalent)), ..Story::new(self.rules) };
                Ok(())
            }
            Request::Deal { hand, flowers, shown } => {
                let (Some((seat, prevalent)), None) = (self.place, &self.view) else {
                    return Err(self.order(request));
                };
                let mut shown = shown.iter().copied();
                let flowers = flowers.0.map(|count| shown.by_ref().take(usize::from(count)).collect());
                self.view = Some(self.deal(request, seat, prevalent, *hand, flowers)?);
                Ok(())
            }
            Request::Drew(tile) => {
                let Some((seat, _)) = self.place else { return Err(self.order(request)) };
                self.draw(request, seat, Some(*tile))
            }
            Request::Seen { seat, what } => self.see(request, *seat, *what),
        }
    }

    /// The view after the deal. Each flower stands for one of the thirteen tiles until it is replaced.
    fn deal(
        &self,
        request: &Request,
        seat: Seat,
        prevalent: Wind,
        hand: [Tile; 13],
        flowers: [Vec<Tile>; 4],
    ) -> Result<SeatView, StoryError> {
        let failed = |error| StoryError::View { request: request.to_string(), error };
        let own = &flowers[seat.index()];
        let kept = 13usize.saturating_sub(own.len());
        let dealt: Vec<Tile> = hand[..kept].iter().chain(own).copied().collect();
        let mut view = SeatView::new(&self.rules, prevalent, seat, &dealt).map_err(failed)?;
        for (by, tiles) in Seat::ALL.into_iter().zip(&flowers) {
            for (place, tile) in tiles.iter().enumerate() {
                let replacement = if by == seat { hand.get(kept + place).copied() } else { None };
                view.apply(Event::Flower { seat: by, tile: *tile }).map_err(failed)?;
                view.apply(Event::Replacement { seat: by, tile: replacement }).map_err(failed)?;
            }
        }
        Ok(view)
    }

    fn see(&mut self, request: &Request, seat: Seat, what: Seen) -> Result<(), StoryError> {
        match what {
            Seen::Draw => self.draw(request, seat, None),
            Seen::Flower(tile) => {
                let drawn = (Some(seat) == self.seat()).then_some(tile);
                self.draw(request, seat, drawn)?;
                self.apply(request, Event::Flower { seat, tile })
            }
            Seen::Play(tile) => self.discard(request, seat, tile),
            Seen::Pung { discard } => {
                let tile = self.live(request)?;
                self.apply(request, Event::Pung { seat, tile })?;
                self.discard(request, seat, discard)
            }
            Seen::Chow { middle, discard } => {
                let live = self.live(request)?;
                let no_chow = || StoryError::NoChow { request: request.to_string(), live };
                let (lowest, position) = chow_around(middle, live).ok_or_else(no_chow)?;
                self.apply(request, Event::Chow { seat, lowest, position })?;
                self.discard(request, seat, discard)
            }
            Seen::Kong => self.kong(request, seat),
            Seen::AddedKong(tile) => self.apply(request, Event::AddedKong { seat, tile }),
        }
    }

    fn draw(&mut self, request: &Request, seat: Seat, tile: Option<Tile>) -> Result<(), StoryError> {
        let table = self.known(request)?.table();
        let robbed = matches!(table.phase(), Phase::Rob { from, .. } if from == seat);
        let event = if table.owes_replacement().is_some() || robbed {
            Event::Replacement { seat, tile }
        } else {
            Event::Draw { seat, tile }
        };
        self.apply(request, event)
    }

    /// A discard. Whether another seat's was the tile just drawn is not told: then it counts as not.
    fn discard(&mut self, request: &Request, seat: Seat, tile: Tile) -> Result<(), StoryError> {
        let view = self.known(request)?;
        let drawn = seat == view.seat() && view.hand().drawn() == Some(tile);
        self.apply(request, Event::Discard { seat, tile, drawn })
    }

    /// A kong without a tile: concealed in the own turn of the seat, else of the live discard.
    fn kong(&mut self, request: &Request, seat: Seat) -> Result<(), StoryError> {
        let view = self.known(request)?;
        let event = match view.table().live_tile() {
            Some((tile, _)) => Event::MeldedKong { seat, tile },
            None if seat != view.seat() => Event::ConcealedKong { seat, tile: None },
            None => match self.answered {
                Some(Reply::ConcealedKong(tile)) => Event::ConcealedKong { seat, tile: Some(tile) },
                _ => return Err(StoryError::WhichKong { request: request.to_string() }),
            },
        };
        self.apply(request, event)
    }

    fn live(&self, request: &Request) -> Result<Tile, StoryError> {
        match self.known(request)?.table().live_tile() {
            Some((tile, _)) => Ok(tile),
            None => Err(StoryError::Order {
                request: request.to_string(),
                when: "where no discard can be claimed",
                expected: "a claim of a discard",
            }),
        }
    }

    fn known(&self, request: &Request) -> Result<&SeatView, StoryError> {
        self.view.as_ref().ok_or_else(|| self.order(request))
    }

    fn order(&self, request: &Request) -> StoryError {
        let (when, expected) = match (&self.place, &self.view) {
            (None, _) => ("first", "\"0 seat quan\""),
            (Some(_), None) => ("before the tiles", "\"1 …\", the tiles dealt"),
            (Some(_), Some(_)) => ("during play", "\"2 …\" or \"3 …\""),
        };
        StoryError::Order { request: request.to_string(), when, expected }
    }

    fn apply(&mut self, request: &Request, event: Event) -> Result<(), StoryError> {
        let Some(view) = &mut self.view else { return Err(self.order(request)) };
        view.apply(event).map_err(|error| StoryError::View { request: request.to_string(), error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_engine::{Action, Moment};

    fn told(requests: &[&str]) -> Result<Story, StoryError> {
        let mut story = Story::new(RuleSet::BOTZONE);
        for request in requests {
            story.hear(request)?;
        }
        Ok(story)
    }

    const SEAT: &str = "0 1 2";
    const DEAL: &str = "1 0 0 0 0 T1 F3 W8 B9 B4 B7 T8 T6 T3 W3 J1 T5 W5";

    /// The transcript of the protocol's description.
    #[test]
    fn a_chow_of_its_own_is_laid_out() {
        let story =
            told(&[SEAT, DEAL, "3 0 DRAW", "3 0 PLAY T4", "3 1 CHI T5 J1", "3 2 DRAW", "3 2 PLAY B4"]);
        let story = story.unwrap();
        let view = story.view().unwrap();
        assert_eq!(view.hand().melds().len(), 1);
        assert_eq!(view.hand().concealed().total(), 10);
        assert_eq!(view.observe().moment(), Moment::Watch);
        assert_eq!(view.table().prevalent(), Wind::West);
    }

    #[test]
    fn a_discard_can_be_claimed_by_its_receiver() {
        let story = told(&[SEAT, DEAL, "3 0 DRAW", "3 0 PLAY T4"]).unwrap();
        let view = story.view().unwrap().observe();
        let claimed = TileCode(Tile::new(12)).to_string();
        assert_eq!(claimed, "T4");
        assert!(view.legal().contains(Action::Chow { lowest: Tile::new(12), position: 0 }));
        assert!(view.legal().contains(Action::Pass));
    }

    #[test]
    fn an_own_concealed_kong_is_known_by_the_answer_only() {
        let deal = "1 0 0 0 0 T1 T1 T1 T1 B4 B7 T8 T6 T3 W3 J1 T5 W5";
        let mut story = told(&["0 0 0", deal, "2 W9"]).unwrap();
        let mut without = story.clone();
        story.answered(Some(Reply::ConcealedKong(Tile::new(9))));
        story.hear("3 0 GANG").unwrap();
        story.hear("2 W9").unwrap();
        assert_eq!(story.view().unwrap().hand().melds().len(), 1);
        assert!(matches!(without.hear("3 0 GANG"), Err(StoryError::WhichKong { .. })));
    }

    #[test]
    fn flowers_are_laid_out_in_the_deal_and_later() {
        let mut story = Story::new(RuleSet { flowers: true, ..RuleSet::BOTZONE });
        for request in [
            SEAT,
            "1 1 2 0 0 T1 F3 W8 B9 B4 B7 T8 T6 T3 W3 J1 T5 W5 H1 H2 H3",
            "3 0 BUHUA H4",
            "3 0 DRAW",
            "3 0 PLAY F1",
            "3 1 BUHUA H5",
            "2 F1",
        ] {
            story.hear(request).unwrap();
        }
        let view = story.view().unwrap();
        assert_eq!(Seat::ALL.map(|seat| view.table().flower_count(seat)), [2, 3, 0, 0]);
        assert_eq!(view.hand().concealed().total(), 14);
        assert_eq!(view.observe().decision(), 0);
    }

    #[test]
    fn requests_out_of_order_are_refused_with_what_was_expected() {
        for (requests, complaint) in [
            (&["2 W1"][..], r#"request "2 W1" comes first, expected "0 seat quan""#),
            (
                &[SEAT, "3 0 DRAW"],
                r#"request "3 0 DRAW" comes before the tiles, expected "1 …", the tiles dealt"#,
            ),
            (&[SEAT, DEAL, DEAL], "comes during play"),
            (&[SEAT, DEAL, "3 0 PENG W1"], "where no discard can be claimed"),
            (&[SEAT, DEAL, "3 0 DRAW", "3 0 PLAY T4", "3 1 CHI W5 J1"], "no chow around that tile with T4"),
            (&[SEAT, DEAL, "3 2 DRAW"], "cannot follow"),
            (&[SEAT, "hello"], r#"request "hello": word 1 is "hello""#),
        ] {
            let error = told(requests).unwrap_err().to_string();
            assert!(error.contains(complaint), "{error}");
        }
    }
}
