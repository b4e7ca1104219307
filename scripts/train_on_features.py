#!/usr/bin/env python3
"""Learns to play like the logged agents from `mcr convert --to features`, with nothing but NumPy.

    mcr simulate --deals 2000 --agents heuristic --out runs/teacher
    mcr convert runs/teacher --to features --per-deal 16 --out examples
    scripts/train_on_features.py examples

A linear model is no player; what counts here is how the arrays are read. docs/features.md does the same with PyTorch.
"""

import json
import sys
from pathlib import Path

import numpy as np


def load(folder, held_out):
    """Planes, legal actions and actions of one side, parts put together."""
    parts = sorted(Path(folder).glob("part-*"))
    columns = {name: [] for name in ("planes", "legal", "action")}
    for part in parts:
        # Planes stay on disk until they are used.
        chosen = np.flatnonzero(np.load(part / "holdout.npy") == held_out)
        for name, column in columns.items():
            column.append(np.load(part / f"{name}.npy", mmap_mode="r")[chosen])
    return [np.concatenate(column) for column in columns.values()]


def probabilities(planes, legal, weights):
    """Of each action: illegal ones have none."""
    logits = planes.reshape(len(planes), -1).astype(np.float32) @ weights
    logits[~legal] = -np.inf
    logits -= logits.max(axis=1, keepdims=True)
    scores = np.exp(logits)
    return scores / scores.sum(axis=1, keepdims=True)


def main(folder, steps=600, batch=256, rate=0.05):
    about = json.loads((Path(folder) / "features.json").read_text())
    planes, legal, action = load(folder, held_out=False)
    test_planes, test_legal, test_action = load(folder, held_out=True)
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
