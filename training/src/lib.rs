//! From logs to networks: data sets made by replaying runs and, with the feature `torch`, the trainers.

pub mod dataset;
