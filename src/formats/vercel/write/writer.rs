//! What is known of a stream while it is written.

use crate::ir::{Extra, Finish, Patch, Run, Usage};

use super::beside::Beside;
use super::messages::Messages;
use super::pen::Pen;
use super::slots::Slots;

/// Writes the stream.
#[derive(Default)]
pub(super) struct Writer {
    /// The events are this family's: what they leave out is left out here too.
    pub(super) own: bool,
    pub(super) pen: Pen,
    pub(super) beside: Beside,
    pub(super) slots: Slots,
    pub(super) run: Run,
    pub(super) messages: Messages,
    pub(super) started: bool,
    pub(super) failed: bool,
    pub(super) usage: Usage,
    pub(super) told: Option<Usage>,
    /// The metadata tells the conversation's id.
    pub(super) in_session: bool,
    pub(super) finish: Option<Box<Finish>>,
    /// Members of the run that wait for a chunk to stand in.
    pub(super) members: Patch,
    /// Members of a part that begins with the event they come with.
    pub(super) early: Vec<Extra>,
}
