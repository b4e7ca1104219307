//! Many deals: seeds, scheduling, logs, statistics.
