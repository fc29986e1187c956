//! Which messages of a run are of the reply.

use crate::ir::{At, Field, MessageHead, MessageKey, Role};
use crate::report::{Loss, LossSlot, Report};

/// The messages so far, each with the loss that takes it where it is not of the reply. One that never began is.
#[derive(Default)]
pub(super) struct Messages(Vec<Option<LossSlot>>);

impl Messages {
    /// A message begins: whether it is of the reply. One that is not is reported.
    pub(super) fn begin(&mut self, head: &MessageHead, at: At<'_>, report: &mut Report) -> bool {
        let MessageHead { key, role, id, name: _, choice } = head;
        let what = match role {
            _ if *choice > 0 => Some((Field::Choice, "another choice of the reply")),
            Role::System | Role::Developer | Role::User => {
                Some((Field::Earlier, "a message that is not of the reply"))
            }
            Role::Assistant | Role::Tool | Role::Other(_) => None,
        };
        let index = key.0 as usize;
        if self.0.len() <= index {
            self.0.resize(index + 1, None);
        }
        self.0[index] = what.map(|what| report.lose(Loss::Dropped, at, what, id.as_ref()));
        what.is_none()
    }

    /// The loss that takes what a message says; `None` for one of the reply.
    pub(super) fn loss(&self, message: MessageKey) -> Option<LossSlot> {
        self.0.get(message.0 as usize).copied().flatten()
    }

    /// Whether a message is of the reply.
    pub(super) fn hears(&self, message: MessageKey) -> bool {
        self.loss(message).is_none()
    }
}
