#!/usr/bin/env python3
"""Time fan scoring and all-shape shanten beside PyMahjongGB, on the same hands in the same run.

    pip install PyMahjongGB==1.4.0
    scripts/time_pymahjonggb.py --hands 20000 --rounds 7

Fans: random winning hands as in compare_pymahjonggb.py. Shanten: 13 random tiles. Each side is asked about every hand in
each of the rounds, taken in turn, and its best round counts. Timed are MahjongFanCalculator and MahjongShanten called from
Python, their argument tuples built before; and `scoring::score` and `shape::shanten` called in a Rust process, hands
parsed before (engine/examples/time_hands.rs). The sums of the answers are printed and must agree. Ends with 1 when they
do not or when a ratio misses its target. Optional: neither the build nor the tests need it.
"""

import argparse
import random
import subprocess
import sys
import time

# The module beside this one is imported without leaving a cache in the tree.
sys.dont_write_bytecode = True
from compare_pymahjonggb import ROOT, TILES, code, families, random_hand

TARGETS = {"fans": 25, "shanten": 100}
EXAMPLE = ["cargo", "run", "-q", "--release", "-p", "mcr-engine", "--example", "time_hands", "--", "1"]


def waiting_hand(rng):
    """Thirteen tiles as they are dealt, as a hand string and as the oracle's arguments."""
    tiles = rng.sample(TILES * 4, 13)
    return "".join(tiles), ((), tuple(code(tile) for tile in tiles))


def rust(lines):
    """Number, sum of answers and nanoseconds a hand by what was asked."""
    text = "".join(line + "\n" for line in lines)
    run = subprocess.run(EXAMPLE, input=text, capture_output=True, text=True, cwd=ROOT)
    if run.returncode != 0:
        sys.exit(f"time_hands failed: {run.stderr.strip()}")
    fields = [line.split() for line in run.stdout.splitlines()]
    return {name: (int(hands), int(total), float(ns)) for name, hands, total, ns in fields}


def python(ask, arguments, worth):
    """The same of a Python function."""
    start = time.perf_counter_ns()
    answers = [ask(*one) for one in arguments]
    elapsed = time.perf_counter_ns() - start
    return len(answers), sum(map(worth, answers)), elapsed / len(answers)


def points(fans):
    return sum(points for points, name in fans if name != "花牌")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        from MahjongGB import MahjongFanCalculator, MahjongShanten
    except ImportError:
        sys.exit("PyMahjongGB is not installed: pip install PyMahjongGB==1.4.0")
    rng, all_families = random.Random(options.seed), families()
    won = [random_hand(rng, all_families) for _ in range(options.hands)]
    waiting = [waiting_hand(rng) for _ in range(options.hands)]
    lines = [hand.text() for hand in won] + [text for text, _ in waiting]
    calls = [hand.oracle(lambda *arguments: arguments) for hand in won]
    rounds = []
    for _ in range(options.rounds):
        ours = rust(lines)
        theirs = {
            "fans": python(MahjongFanCalculator, calls, points),
            "shanten": python(MahjongShanten, [arguments for _, arguments in waiting], lambda shanten: shanten),
        }
        rounds.append({"fans": (ours["score"], theirs["fans"]), "shanten": (ours["shanten"], theirs["shanten"])})
    missed = 0
    for name, target in TARGETS.items():
        (hands, total, _), (_, their_total, _) = rounds[0][name]
        mine = min(one[name][0][2] for one in rounds)
        other = min(one[name][1][2] for one in rounds)
        ratio = other / mine
        missed += ratio < target or total != their_total
        print(f"{name}: mcr {mine:,.1f} ns a hand (Rust), PyMahjongGB {other:,.0f} ns a call (Python), "
              f"ratio {ratio:.1f}, target {target}; {hands:,} hands, sums {total:,} and {their_total:,}")
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
