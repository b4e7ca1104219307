#!/usr/bin/env python3
"""Learns to play like the logged agents from `mcr convert --to features`, with nothing but NumPy.

    mcr simulate --deals 2000 --agents heuristic --out runs/teacher
    mcr convert runs/teacher --to features --per-deal 16 --out examples
    scripts/train_on_features.py examples

With --table parquet the examples are tables, which take pyarrow to read.

A linear model is no player; what counts here is how the arrays are read. docs/features.md does the same with PyTorch.
"""

import json
import sys
from pathlib import Path

import numpy as np


COLUMNS = ("planes", "legal", "action")


def arrays(folder, held_out):
    """The columns of one side, part by part, from NumPy arrays."""
    for part in sorted(folder.glob("part-*")):
        # Planes stay on disk until they are used.
        chosen = np.flatnonzero(np.load(part / "holdout.npy") == held_out)
        yield [np.load(part / f"{name}.npy", mmap_mode="r")[chosen] for name in COLUMNS]


def tables(folder, held_out, about):
    """The same from Parquet tables, some thousand rows at a time."""
    import pyarrow.parquet

    shapes = ((-1, about["planes"], about["kinds"]), (-1, about["actions"]), (-1,))
    for part in sorted(folder.glob("part-*.parquet")):
        for rows in pyarrow.parquet.ParquetFile(part).iter_batches(4096, columns=["holdout", *COLUMNS]):
            chosen = np.flatnonzero(rows["holdout"].to_numpy(zero_copy_only=False) == held_out)
            yield [numbers(rows[name]).reshape(shape)[chosen] for name, shape in zip(COLUMNS, shapes)]


def numbers(column):
    """All numbers of a column; lists have the same length in all rows."""
    return (column.flatten() if hasattr(column, "offsets") else column).to_numpy(zero_copy_only=False)


def load(folder, held_out, about):
    """Planes, legal actions and actions of one side, parts put together."""
    parts = tables(folder, held_out, about) if about["table"] == "parquet" else arrays(folder, held_out)
    return [np.concatenate(column) for column in zip(*parts)]


def probabilities(planes, legal, weights):
    """Of each action: illegal ones have none."""
    logits = planes.reshape(len(planes), -1).astype(np.float32) @ weights
    logits[~legal] = -np.inf
    logits -= logits.max(axis=1, keepdims=True)
    scores = np.exp(logits)
    return scores / scores.sum(axis=1, keepdims=True)


def main(folder, steps=600, batch=256, rate=0.05):
    folder = Path(folder)
    about = json.loads((folder / "features.json").read_text())
    planes, legal, action = load(folder, False, about)
    test_planes, test_legal, test_action = load(folder, True, about)
    weights = np.zeros((about["planes"] * about["kinds"], about["actions"]), np.float32)
    rng = np.random.default_rng(0)
    for _ in range(steps):
        rows = rng.integers(len(action), size=batch)
        chances = probabilities(planes[rows], legal[rows], weights)
        chances[np.arange(batch), action[rows]] -= 1
        weights -= rate / batch * planes[rows].reshape(batch, -1).astype(np.float32).T @ chances
    chosen = probabilities(test_planes, test_legal, weights).argmax(axis=1)
    agreement = (chosen == test_action).mean()
    by_chance = (1 / test_legal.sum(axis=1)).mean()
    print(f"{len(action)} examples, {len(test_action)} held out: agreement {agreement:.3f}, by chance {by_chance:.3f}")


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
