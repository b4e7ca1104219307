//! Players: observation in, action out.
