//! `--carry`: what the target cannot say rides in its own extension place and comes back exactly.
//!
//! Blind to formats. What was written is read back by the target's own reader, and the change that leads from there to
//! the source's native transcript is put where the target has room ([`crate::codec::Carry`]). On the way back the same
//! reader reads the same text, the change is made, and the source's writer gets the transcript it would get from
//! `native`. What is carried is not lost, so those losses are not told; what the target had to be given is.

mod back;
mod carried;
mod goal;
mod history;
mod load;
mod place;
mod rules;
mod unload;
mod writer;

pub(super) use back::{Returning, Taken};
pub(super) use goal::Goal;
pub(super) use load::deliver;
pub(super) use rules::RULES;
pub(super) use unload::{Segment, Unloaded, unload};
pub(super) use writer::Carrying;
