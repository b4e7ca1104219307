#!/usr/bin/env python3
"""Compare `mcr score` with PyMahjongGB on freshly made random winning hands, and time both on the same hands.

    cargo build --release
    pip install PyMahjongGB==1.4.0
    scripts/compare_pymahjonggb.py --hands 1000000 --seed 1

Prints every difference and ends with 1 if totals differ. Hands whose flags the oracle is known to repair silently are
not made (rules/mcr.md 9.1). Optional: neither the build nor the tests need it.
"""

import argparse
import csv
import io
import itertools
import random
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUITS = {"m": "W", "s": "T", "p": "B"}
HONORS = {"E": "F1", "S": "F2", "W": "F3", "N": "F4", "C": "J1", "F": "J2", "P": "J3"}
TILES = [f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)] + list(HONORS)
INDEX = {tile: place for place, tile in enumerate(TILES)}
WINDS = "ESWN"
TERMINALS_AND_HONORS = [t for t in TILES if t in HONORS or t[0] in "19"]
PATTERNS = list(itertools.permutations(range(3)))


def code(tile):
    """The oracle's name of a tile."""
    return HONORS.get(tile) or SUITS[tile[1]] + tile[0]


def knitted(rng):
    """The nine tiles of a random knitted pattern."""
    return [f"{rank}{suit}" for suit, start in zip("msp", rng.choice(PATTERNS)) for rank in range(start + 1, 10, 3)]


class Hand:
    """A winning hand: melds as (kind, lowest tile, offer), concealed tiles with the winning tile last, flags."""

    def __init__(self, rng, melds, concealed):
        self.melds = melds
        rng.shuffle(concealed)
        self.concealed = concealed
        self.winning = concealed[-1]
        self.drawn = rng.random() < 0.4
        self.prevalent, self.seat = rng.randrange(4), rng.randrange(4)
        self.flowers = rng.choice((0, 0, 0, 1, 2, 8))
        self.last_of_kind = self.kong = self.wall_last = False
        self.flags(rng)

    def flags(self, rng):
        held = self.concealed.count(self.winning)
        shown = sum(self.winning in tiles(meld) for meld in self.melds if meld[0] != "concealed kong")
        own_melds = sum(tiles(meld).count(self.winning) for meld in self.melds)
        self.wall_last = rng.random() < 0.1
        if held == 1 and own_melds <= 3:
            self.last_of_kind = rng.random() < 0.2
        kongs = any("kong" in meld[0] for meld in self.melds)
        if self.drawn:
            self.kong = kongs and rng.random() < 0.3
        elif held == 1 and own_melds == 0 and not self.wall_last and not self.last_of_kind and not shown:
            self.kong = rng.random() < 0.05

    def text(self):
        parts = []
        for kind, lowest, offer in self.melds:
            body = "".join(t[0] for t in tiles((kind, lowest, offer))) + lowest[1:] if lowest not in HONORS else lowest * len(tiles((kind, lowest, offer)))
            parts.append(f"[{body}]" if kind == "concealed kong" else f"[{body},{offer}]")
        flags = "".join(str(int(f)) for f in (self.drawn, self.last_of_kind, self.wall_last, self.kong))
        flowers = f"|{self.flowers}" if self.flowers else ""
        return "".join(parts) + "".join(self.concealed) + f"|{WINDS[self.prevalent]}{WINDS[self.seat]}{flags}" + flowers

    def oracle(self, calculate):
        packs = []
        for kind, lowest, offer in self.melds:
            if kind == "chow":
                packs.append(("CHI", code(tiles((kind, lowest, offer))[1]), offer))
            elif kind == "pung":
                packs.append(("PENG", code(lowest), offer))
            else:
                packs.append(("GANG", code(lowest), 0 if kind == "concealed kong" else offer))
        standing = tuple(code(t) for t in self.concealed[:-1])
        return calculate(
            tuple(packs), standing, code(self.winning), self.flowers, self.drawn, self.last_of_kind,
            self.kong, self.wall_last, self.seat, self.prevalent,
        )


def tiles(meld):
    kind, lowest, _ = meld
    if kind == "chow":
        return [f"{int(lowest[0]) + step}{lowest[1]}" for step in range(3)]
    return [lowest] * (3 if kind == "pung" else 4)


def random_set(rng, kinds):
    """A set of one of the kinds allowed: ('chow' or 'pung', lowest tile)."""
    while True:
        tile = rng.choice(kinds)
        if rng.random() < 0.55:
            if tile not in HONORS and tile[0] <= "7" and all(f"{int(tile[0]) + s}{tile[1]}" in kinds for s in (1, 2)):
                return "chow", tile
        else:
            return "pung", tile


def families():
    """Kinds a hand is made of: everything, and the narrow families in which many fans meet."""
    suits = {suit: [t for t in TILES if t[1:] == suit] for suit in "msp"}
    honors = list(HONORS)
    return [
        TILES, TILES, suits["m"] + suits["s"] + suits["p"], suits["m"], suits["s"] + honors, suits["p"] + suits["m"],
        TERMINALS_AND_HONORS, honors, ["2s", "3s", "4s", "6s", "8s", "F"],
        [t for t in TILES if t not in HONORS and t[0] in "123"], [t for t in TILES if t not in HONORS and t[0] in "6789"],
        [t for t in TILES if t not in HONORS and t[0] in "456"], [t for t in TILES if t not in HONORS and t[0] in "2468"],
        ["1p", "2p", "3p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s", "P"],
    ]


def standard(rng, kinds, sets, start):
    """Sets and a pair of these kinds, some of them laid out, beside tiles that are there already."""
    count = dict.fromkeys(TILES, 0)
    for tile in start:
        count[tile] += 1
    melds, concealed = [], list(start)
    most = 4 if not start else 1
    for _ in range(sets):
        kind, lowest = random_set(rng, kinds)
        laid_out = len(melds) < most and rng.random() < rng.choice((0.1, 0.5, 0.9))
        offer = rng.randint(1, 3)
        if kind == "pung" and laid_out and rng.random() < 0.4:
            kind = rng.choice(("melded kong", "concealed kong"))
        meld = (kind, lowest, offer)
        for tile in tiles(meld):
            count[tile] += 1
        if laid_out:
            melds.append(meld)
        else:
            concealed += tiles(meld)
    pair = rng.choice(kinds)
    count[pair] += 2
    concealed += [pair] * 2
    return None if max(count.values()) > 4 else Hand(rng, melds, concealed)


def special(rng):
    """Seven pairs, thirteen orphans, or honors and knitted tiles."""
    shape = rng.randrange(3)
    if shape == 0:
        kinds = rng.choice(families())
        if len(kinds) < 7:
            return None
        pairs = rng.choices(kinds, k=7) if rng.random() < 0.5 else rng.sample(kinds, 7)
        if max(pairs.count(t) for t in pairs) > 2:
            return None
        return Hand(rng, [], [t for t in pairs for _ in range(2)])
    if shape == 1:
        return Hand(rng, [], TERMINALS_AND_HONORS + [rng.choice(TERMINALS_AND_HONORS)])
    honors = rng.randint(5, 7)
    return Hand(rng, [], rng.sample(list(HONORS), honors) + rng.sample(knitted(rng), 14 - honors))


def random_hand(rng, all_families):
    while True:
        choice = rng.random()
        if choice < 0.75:
            hand = standard(rng, rng.choice(all_families), 4, [])
        elif choice < 0.88:
            hand = standard(rng, TILES, 1, knitted(rng))
        else:
            hand = special(rng)
        if hand:
            return hand


def fan_ids():
    """Ids by Chinese name, from the project's own table."""
    with open(ROOT / "engine/tests/data/fans.csv", encoding="utf-8") as table:
        ids = {row["chinese"]: int(row["id"]) for row in csv.DictReader(table)}
    ids["明暗杠"] = 82
    # The oracle has other names for the three waits.
    for prefix in ("", "独听・"):
        ids |= {prefix + "边张": 77, prefix + "嵌张": 78, prefix + "单钓": 79}
    return ids


def ours(mcr, hands):
    """Points and fans of each hand, and the seconds the program took."""
    text = "".join(hand.text() + "\n" for hand in hands)
    start = time.perf_counter()
    run = subprocess.run([mcr, "score", "--file", "-", "--format", "csv"], input=text, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    if run.returncode != 0:
        sys.exit(f"mcr score failed: {run.stderr.strip()}")
    rows = csv.DictReader(io.StringIO(run.stdout))
    return [(int(row["points"]), row["fans"]) for row in rows], seconds


def theirs(calculate, ids, hands):
    start = time.perf_counter()
    answers = [hand.oracle(calculate) for hand in hands]
    seconds = time.perf_counter() - start
    results = []
    for answer in answers:
        counts = {}
        points = 0
        for value, name in answer:
            if name == "花牌":
                continue
            points += value
            counts[ids[name]] = counts.get(ids[name], 0) + value
        results.append((points, counts))
    return results, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mcr", default=str(ROOT / "target/release/mcr"))
    options = parser.parse_args()
    try:
        from MahjongGB import MahjongFanCalculator
    except ImportError:
        sys.exit("PyMahjongGB is not installed: pip install PyMahjongGB==1.4.0")
    rng, ids, all_families = random.Random(options.seed), fan_ids(), families()
    checked = points_differ = fans_differ = 0
    our_seconds = their_seconds = 0.0
    values = {}
    while checked < options.hands:
        hands = [random_hand(rng, all_families) for _ in range(min(50_000, options.hands - checked))]
        mine, seconds = ours(options.mcr, hands)
        our_seconds += seconds
        oracle, seconds = theirs(MahjongFanCalculator, ids, hands)
        their_seconds += seconds
        for hand, (points, fans), (their_points, their_counts) in zip(hands, mine, oracle):
            checked += 1
            mine_by_id = {int(f.split("*")[0]) for f in fans.split(";") if f}
            if points != their_points:
                points_differ += 1
                print(f"{hand.text()}: mcr {points} ({fans}), PyMahjongGB {their_points} ({their_counts})")
            elif mine_by_id != set(their_counts):
                fans_differ += 1
                values.setdefault((fans, str(their_counts)), hand.text())
        print(f"{checked:,} hands: {points_differ} points differ, {fans_differ} fan lists differ", file=sys.stderr)
    for (fans, counts), text in list(values.items())[:10]:
        print(f"equal points, other fans: {text}: mcr {fans}, PyMahjongGB {counts}")
    print(f"checked {checked} hands: {points_differ} points differ, {fans_differ} fan lists differ (equal points)")
    print(f"mcr {our_seconds / checked * 1e9:,.0f} ns a hand as a program, reading and printing included; "
          f"PyMahjongGB {their_seconds / checked * 1e9:,.0f} ns a call; ratio {their_seconds / our_seconds:.1f}")
    sys.exit(points_differ > 0)


if __name__ == "__main__":
    main()
