//! Numbers that readers give to the messages and parts of a run.

/// A part of the run, by a number that its reader gives out: dense, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartKey(pub u32);

/// A message of the run, by a number that its reader gives out: dense, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageKey(pub u32);
