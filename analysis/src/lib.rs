//! How probable every fan is, exactly and in play, and the pages that show it.

pub mod page;
pub mod probability;
pub mod study;
