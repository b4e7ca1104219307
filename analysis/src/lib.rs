//! How probable every fan is, exactly and in play, and the pages that show it.

pub mod probability;
