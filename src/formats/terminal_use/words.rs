//! Words of the wire that several files need.

/// The family's name.
pub(super) const FAMILY: &str = "terminal-use";
