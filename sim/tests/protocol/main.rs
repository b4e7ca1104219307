//! The league's protocol on both sides: the judge, bots that answer it, and recorded matches.

mod fuzz;
mod judge;
mod referee;
mod seats;
