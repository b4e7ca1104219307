use super::*;
use crate::tile::{Suit, Tile};

/// The tiles of a string such as `123m45s6pEESCFP`.
fn hand(text: &str) -> TileCounts {
    let mut counts = TileCounts::EMPTY;
    let mut ranks = Vec::new();
    for letter in text.chars() {
        match letter {
            '1'..='9' => ranks.push(letter as u8 - b'0'),
            'm' | 's' | 'p' => {
                let suit = Suit::ALL["msp".find(letter).unwrap()];
                ranks.drain(..).for_each(|rank| counts.add(Tile::suited(suit, rank)));
            }
            _ => counts.add(Tile::new(27 + "ESWNCFP".find(letter).unwrap() as u8)),
        }
    }
    counts
}

fn kinds(text: &str) -> TileSet {
    hand(text).kinds()
}

#[test]
fn worked_waits_of_the_rules_reference() {
    // rules/mcr.md 5.1 and the tables of section 9.
    for (concealed, melds, expected) in [
        ("222m567s444p1233s", 0, "3s"),
        ("555m999p12345s88p", 0, "36s"),
        ("999p4444567s", 1, "47s"),
        ("4444666s", 2, "45s"),
        ("67789m11s", 2, "58m"),
        ("1122334466668p", 0, "78p"),
        ("22334455p77779s", 0, "89s"),
        ("1112345678999p", 0, "123456789p"),
        ("19m19s19pESWNCFP", 0, "19m19s19pESWNCFP"),
        ("1447s258m369p", 1, "4s"),
        ("147m258s369pSWNC", 0, "EFP"),
        ("369m258s147pEEPP", 0, "EP"),
    ] {
        assert_eq!(waits(&hand(concealed), melds), kinds(expected), "{concealed} with {melds} melds");
    }
}

#[test]
fn melds_forbid_shapes() {
    let none = TileCounts::EMPTY;
    for (shape, most) in Shape::ALL.into_iter().zip([4, 0, 0, 0, 1]) {
        for melds in 0..=4 {
            assert_eq!(shanten_of(shape, &none, melds).is_some(), melds <= most, "{shape:?} {melds}");
        }
    }
}

#[test]
fn a_hand_may_have_readings_of_several_shapes() {
    let all = |text: &str, melds| readings(&hand(text), melds).collect::<Vec<_>>();
    assert_eq!(all("445566m445566s55p", 0).len(), 2);
    assert_eq!(all("111222333m44455s", 0).len(), 2);
    assert_eq!(all("147m258s369pSWNCF", 0).len(), 1);
    assert!(matches!(all("147m258s369pSS", 1)[..], [Reading::KnittedStraight { set: None, .. }]));
    assert!(all("147m258s369pSWNC", 0).is_empty());
}
