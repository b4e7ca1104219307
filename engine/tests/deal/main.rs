//! The course of a deal, rule by rule: scripted stories, then properties over many random deals.

mod chips;
mod claims;
mod dealing;
mod fouls;
mod hidden;
mod kongs;
mod last_tile;
mod liability;
mod oracle;
mod perft;
mod player;
mod random;
mod ready;
mod referee;
mod replay;
mod sessions;
mod setup;
mod story;
mod tradition;
mod turns;
mod wins;
