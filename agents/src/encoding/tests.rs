//! Nothing is lost, the same code says the same of the same, exchanged suits are exchanged columns.

use super::{
    Encoder, Features, HIDDEN_PLANES, KINDS, SuitPermutation,
    decode::{Decoded, River, decode, decode_rules},
    encode, encode_hidden, plain, rules,
};
use crate::{Agent, greedy::Greedy, heuristic::Heuristic};
use mcr_engine::{
    Action, ActionSet, BySeat, Deal, DecisionRng, FalseHuPolicy, FanOptions, MeldKind, Moment, Observation,
    Payments, RuleSet, Scoring, Seat, Standing, Tile, TileCounts, TileSet, Waits, Wall, Wind,
    rng::agent_keys,
    rules::{RobbedByThree, Session},
    shape,
};

/// Plays deals in which everything happens: in some claims are made whenever they may be, in others well.
fn watch(rules: &RuleSet, deals: u64, mut see: impl FnMut(&Deal, Seat)) {
    for number in 0..deals {
        let wind = Wind::ALL[(number % 4) as usize];
        let mut deal = Deal::new(rules, wind, Wall::shuffled(rules, 11, number), &mut ());
        let mut heuristic = Heuristic::default();
        while let Some(seat) = deal.pending().first() {
            see(&deal, seat);
            let view = deal.observe(seat);
            let mut rng = DecisionRng::new(agent_keys(11, number)[seat], view.decision());
            let legal = view.legal();
            let last = legal.nth(legal.len() - 1).expect("a legal action");
            let eager = number % 3 == 0 && !matches!(last, Action::Discard(_))
                || number % 3 == 1 && rng.below(3) == 0;
            let action = match number % 4 {
                _ if eager && last != Action::Hu => last,
                0 => heuristic.act(&view, &mut rng).action,
                _ => Greedy.act(&view, &mut rng).action,
            };
            deal.apply(seat, action, &mut ()).expect("a legal action");
        }
    }
}

/// What planes have to say of a view, taken from the view.
fn expected(view: &Observation<'_>) -> Decoded {
    let (table, me) = (view.table(), view.seat());
    let discards = table.discards().as_slice();
    let melds = |place: usize| {
        let melds = if place == 0 { view.hand().melds() } else { table.open_melds(me.after(place)) };
        let mut all: Vec<(MeldKind, Tile)> = melds.iter().map(|meld| (meld.kind(), meld.tile())).collect();
        all.iter_mut().filter(|meld| meld.0 == MeldKind::AddedKong).for_each(|m| m.0 = MeldKind::MeldedKong);
        all.sort_by_key(|(kind, tile)| (*tile, *kind as u8));
        all
    };
    let rivers = |place: usize| {
        let of = |tile: Tile| {
            let seat = me.after(place);
            let all = discards.iter().enumerate().filter(move |(_, d)| d.seat() == seat && d.tile() == tile);
            let all: Vec<_> = all.collect();
            let (first, latest) = (all.first()?, all.last()?);
            Some(River {
                tile,
                copies: all.len(),
                first: first.0,
                latest: latest.0,
                from_hand: !latest.1.drawn(),
                claimed: all.iter().filter(|(_, d)| d.claimer().is_some()).count(),
            })
        };
        Tile::kinds().filter_map(of).collect::<Vec<River>>()
    };
    let (moment, live) = match view.moment() {
        Moment::Turn => (Some(0), None),
        Moment::AfterClaim => (Some(1), None),
        Moment::Claim { tile, from } => (Some(2), Some((tile, me.steps_to(from)))),
        Moment::Rob { tile, from } => (Some(3), Some((tile, me.steps_to(from)))),
        Moment::Watch => (None, None),
    };
    Decoded {
        concealed: *view.hand().concealed(),
        drawn: view.hand().drawn(),
        melds: std::array::from_fn(melds),
        hidden_kongs: [0, 1, 2, 3].map(|p| if p == 0 { 0 } else { table.concealed_kongs(me.after(p)) }),
        discards: std::array::from_fn(rivers),
        unseen: view.unseen(),
        prevalent: view.prevalent(),
        seat: me.wind(),
        moment,
        live,
        left: std::array::from_fn(|p| table.tiles_left_for(me.after(p))),
        flowers: std::array::from_fn(|p| usize::from(table.flower_count(me.after(p)))),
        legal_discards: view.legal().discards(),
    }
}

#[test]
fn planes_give_back_hands_melds_rivers_counts_and_moment() {
    let (mut kongs, mut robs, mut views) = (0, 0, 0);
    for (_, rules) in RuleSet::PRESETS {
        watch(&rules, 60, |deal, seat| {
            let view = deal.observe(seat);
            let mut numbers = vec![7.0; Features::Plain.len()];
            encode(Features::Plain, &view, &mut numbers);
            assert_eq!(decode(&numbers), expected(&view), "{view:?}");
            assert!(numbers.iter().all(|number| (0.0..=4.0).contains(number)), "{view:?}");
            kongs += usize::from(view.hand().melds().iter().any(|m| m.kind() == MeldKind::ConcealedKong));
            robs += usize::from(matches!(view.moment(), Moment::Rob { .. }));
            views += 1;
        });
    }
    assert!(views > 5000 && kongs > 0, "{views} views, {kongs} with concealed kongs, {robs} robberies");
}

fn marked(numbers: &[f32], plane: usize) -> TileSet {
    Tile::kinds().filter(|tile| numbers[plane * KINDS + tile.index()] > 0.0).collect()
}

/// The planes that come from the fast shape code, against its obvious twin.
#[test]
fn shanten_and_useful_tiles_are_those_of_every_discard_by_itself() {
    watch(&RuleSet::MCR, 8, |deal, seat| {
        let view = deal.observe(seat);
        let mut numbers = vec![0.0; Features::Plain.len()];
        encode(Features::Plain, &view, &mut numbers);
        let (concealed, melds) = (view.hand().concealed(), view.hand().melds().len());
        let nearest = shape::slow::shanten(concealed, melds);
        assert_eq!(numbers[plain::NEAREST * KINDS], 1.0 / f32::from(nearest + 2));
        if concealed.total() % 3 == 2 {
            let left = |tile: &Tile| shape::slow::shanten(&concealed.without(*tile), melds);
            let keeps = concealed.kinds().into_iter().filter(|t| left(t) == nearest.max(0));
            assert_eq!(marked(&numbers, plain::KEEPS), keeps.collect(), "{view:?}");
        } else {
            let useful = Tile::kinds().filter(|t| shape::slow::shanten(&concealed.with(*t), melds) < nearest);
            assert_eq!(marked(&numbers, plain::USEFUL), useful.collect(), "{view:?}");
        }
    });
}

/// A ready hand is told what it wins: legal wins are at marked kinds.
#[test]
fn offered_wins_are_among_the_kinds_that_win() {
    let (mut wins, mut ready) = (0, 0);
    watch(&RuleSet::MCR, 40, |deal, seat| {
        let view = deal.observe(seat);
        let mut numbers = vec![0.0; Features::Plain.len()];
        encode(Features::Plain, &view, &mut numbers);
        assert_eq!(numbers[plain::LEGAL_HU * KINDS] == 1.0, view.legal().contains(Action::Hu));
        ready += usize::from(!marked(&numbers, plain::READY).is_empty());
        let Moment::Claim { tile, .. } = view.moment() else { return };
        let worth = marked(&numbers, plain::WINS).contains(tile);
        assert!(!worth || view.legal().contains(Action::Hu), "{view:?}");
        assert!(marked(&numbers, plain::WINS).is_empty() || !marked(&numbers, plain::WAITS).is_empty());
        wins += usize::from(worth);
    });
    assert!(wins > 3 && ready > 20, "{wins} wins, {ready} ready discards");
}

/// The deal whose tiles are all exchanged, told the exchanged actions.
#[test]
fn a_deal_with_exchanged_suits_has_exchanged_planes() {
    let rules = RuleSet::MCR;
    for number in 0..18 {
        let permutation = SuitPermutation::ALL[number as usize % 6];
        let wall = Wall::shuffled(&rules, 4, number);
        let tiles: Vec<Tile> = wall.tiles().iter().map(|tile| permutation.tile(*tile)).collect();
        let mut deal = Deal::new(&rules, Wind::South, wall, &mut ());
        let exchanged = Wall::from_tiles(&rules, &tiles).expect("a wall of the same tiles");
        let mut other = Deal::new(&rules, Wind::South, exchanged, &mut ());
        while let Some(seat) = deal.pending().first() {
            let (view, other_view) = (deal.observe(seat), other.observe(seat));
            let mut legal = ActionSet::EMPTY;
            view.legal().iter().for_each(|action| legal.insert(permutation.action(action)));
            assert_eq!(legal, *other_view.legal());
            let mut numbers = vec![0.0; Features::Plain.len()];
            encode(Features::Plain, &view, &mut numbers);
            permutation.planes(&mut numbers);
            let mut others = vec![0.0; Features::Plain.len()];
            encode(Features::Plain, &other_view, &mut others);
            let differs = numbers.iter().zip(&others).position(|(a, b)| a != b);
            assert_eq!(differs.map(|place| (place / KINDS, place % KINDS)), None, "{view:?}");
            let mut rng = DecisionRng::new(number, view.decision());
            let action = if number % 2 == 0 {
                Greedy.act(&view, &mut rng).action
            } else {
                view.legal().nth(rng.below(view.legal().len() as u64) as usize).expect("a legal action")
            };
            deal.apply(seat, action, &mut ()).expect("a legal action");
            other.apply(seat, permutation.action(action), &mut ()).expect("a legal action");
        }
        assert_eq!(deal.outcome().map(|o| o.points), other.outcome().map(|o| o.points));
    }
}

#[test]
fn exchanged_actions_are_a_permutation_of_the_index() {
    for permutation in SuitPermutation::ALL {
        let mut values: [usize; Action::COUNT] = std::array::from_fn(|index| index);
        permutation.actions(&mut values);
        for (to, from) in values.into_iter().enumerate() {
            let action = Action::from_index(from).expect("an action");
            assert_eq!(permutation.action(action).index(), to);
        }
        let mut sorted = values;
        sorted.sort_unstable();
        assert_eq!(sorted, std::array::from_fn(|index| index));
        assert!(Tile::kinds().filter(|t| t.is_honor()).all(|t| permutation.tile(t) == t));
    }
}

#[test]
fn hands_near_the_two_fans_that_know_suits_are_told() {
    let (mut views, mut alike) = (0, 0);
    let swap = SuitPermutation::ALL[2];
    watch(&RuleSet::MCR, 30, |deal, seat| {
        let view = deal.observe(seat);
        assert!(SuitPermutation::IDENTITY.fits(&view));
        alike += usize::from(swap.fits(&view));
        views += 1;
    });
    assert!(alike < views && alike * 100 > views * 95, "{alike} of {views}");
}

/// What the outlook says of the actions is what the agent does.
#[test]
fn the_best_action_of_the_outlook_is_what_the_heuristic_does() {
    let encoder = Encoder::new(Features::Outlook);
    let mut heuristic = Heuristic::default();
    let mut discards = 0;
    watch(&RuleSet::MCR, 6, |deal, seat| {
        let view = deal.observe(seat);
        let mut numbers = vec![0.0; Features::Outlook.len()];
        encoder.encode(&view, &mut numbers);
        let mut plain = vec![0.0; Features::Plain.len()];
        encode(Features::Plain, &view, &mut plain);
        assert_eq!(numbers[..plain.len()], plain, "the planes of what is seen come first");
        let own = &numbers[plain.len()..];
        assert!(own.iter().all(|number| (-1.0..=1.0).contains(number)), "{view:?}");
        if let Action::Discard(tile) = heuristic.act(&view, &mut DecisionRng::new(0, 0)).action {
            assert_eq!(own[KINDS + tile.index()], 1.0, "{view:?}");
            discards += 1;
        }
    });
    assert!(discards > 200);
}

#[test]
fn hidden_planes_hold_all_that_the_seat_does_not_see() {
    watch(&RuleSet::MCR, 6, |deal, seat| {
        let mut numbers = vec![0.0; HIDDEN_PLANES * KINDS];
        encode_hidden(deal, seat, &mut numbers);
        let copies = |plane: usize| -> TileCounts {
            (plane..plane + 4).flat_map(|plane| marked(&numbers, plane)).collect()
        };
        let mut unseen = copies(21);
        for (place, other) in seat.others().into_iter().enumerate() {
            assert_eq!(copies(4 * place), *deal.hand(other).concealed());
            copies(4 * place).iter().for_each(|tile| unseen.add(tile));
            marked(&numbers, 12 + place).into_iter().for_each(|tile| (0..4).for_each(|_| unseen.add(tile)));
            assert_eq!(marked(&numbers, 15 + place), deal.hand(other).waits());
        }
        // The tile of a kong being announced lies face up and is still counted in its hand.
        if !matches!(deal.observe(seat).moment(), Moment::Rob { .. }) {
            assert_eq!(unseen, deal.observe(seat).unseen());
        }
        let next = deal.wall().own(seat).iter().find(|tile| !tile.is_flower());
        if let (Some(next), Some(first)) = (next, deal.wall().own(seat).first()) {
            let value = numbers[25 * KINDS + next.index()];
            assert!(value == 1.0 || first.is_flower());
        }
    });
}

#[test]
fn names_of_features_are_read_back() {
    for (name, features) in Features::ALL {
        assert_eq!((name.parse(), features.to_string()), (Ok(features), name.to_owned()));
    }
    assert!("plane".parse::<Features>().unwrap_err().to_string().contains("plain or outlook"));
}

/// The rule set comes back from the planes, whichever it is, but for what illegal answers cost.
#[test]
fn planes_give_back_the_rule_set() {
    let odd = FanOptions {
        mixed_kongs: 3,
        two_concealed_kongs: 8,
        own_draw_by_nature: 4,
        waits: Waits::Available,
        knitted_waits: false,
    };
    let payments = Payments { discard: 3, robbed: 2 };
    let more = [
        RuleSet { scoring: Scoring::Mcr { fans: odd }, payments, ..RuleSet::BOTZONE },
        RuleSet { scoring: Scoring::Public { fans: odd, ready: 0, pair_258: 7 }, ..RuleSet::ROOM_PUBLIC },
        RuleSet { dealer_repeats: true, robbed_by_three: RobbedByThree::Void, ..RuleSet::MCR },
        RuleSet { scoring: Scoring::Basic { points: 37 }, minimum_points: 5, ..RuleSet::ROOM_BASIC },
        RuleSet {
            session: Some(Session { chips: 250, rounds: 2, hanging: false }),
            ..RuleSet::COMPETITION_2012
        },
    ];
    for rules in RuleSet::PRESETS.into_iter().map(|(_, rules)| rules).chain(more) {
        let deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 1, 0), &mut ());
        let view = deal.observe(Seat::East);
        for (base, features) in
            [(Features::Plain, Features::PlainRules), (Features::Outlook, Features::OutlookRules)]
        {
            let mut numbers = vec![7.0; features.len()];
            encode(features, &view, &mut numbers);
            let mut without = vec![0.0; base.len()];
            encode(base, &view, &mut without);
            assert_eq!(numbers[..without.len()], without, "planes that were there before stay what they are");
            let expected = RuleSet { false_hu: FalseHuPolicy::Refuse, ..rules };
            assert_eq!(decode_rules(&numbers, base.planes()), expected);
        }
    }
}

/// Hands that were declared ready are told, of every seat.
#[test]
fn declared_hands_are_told() {
    let mut declared = [0; 4];
    watch(&RuleSet::ROOM_PUBLIC, 12, |deal, seat| {
        let view = deal.observe(seat);
        let mut numbers = vec![0.0; Features::PlainRules.len()];
        encode(Features::PlainRules, &view, &mut numbers);
        for (place, count) in declared.iter_mut().enumerate() {
            let told = numbers[(Features::Plain.planes() + rules::DECLARED + place) * KINDS];
            let ready = view.table().declared_ready(seat.after(place));
            assert_eq!(told == 1.0, ready);
            *count += usize::from(ready);
        }
    });
    assert!(declared.iter().all(|count| *count > 0), "{declared:?}");
}

/// How the players of a session stand is told from the seat's own place on.
#[test]
fn standings_are_told_from_the_own_seat_on() {
    let rules = RuleSet::COMPETITION_2012;
    let standing =
        Standing { stacks: BySeat([70, 180, 0, 150]), aside: BySeat([4, -4, 16, -16]), doubled: true };
    let wall = Wall::shuffled(&rules, 1, 0);
    let deal = Deal::in_session(&rules, Wind::East, wall, standing, &mut ());
    let view = deal.observe(Seat::East);
    let mut numbers = vec![0.0; Features::PlainRules.len()];
    encode(Features::PlainRules, &view, &mut numbers);
    let all = |plane: usize| numbers[(Features::Plain.planes() + plane) * KINDS + 5];
    let now = view.table().standing();
    for place in 0..4 {
        let seat = Seat::East.after(place);
        assert_eq!(all(rules::STACKS + place), f32::from(now.stacks[seat]) / 128.0);
        assert_eq!(all(rules::ASIDE + place), f32::from(now.aside[seat]) / 128.0);
    }
    assert_eq!(all(rules::DOUBLED), 1.0);
}
