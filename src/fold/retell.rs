//! What is told anew, and what is taken back.

use crate::calls::says_the_same;
use crate::ir::{At, Field, Input, Message, PartKind};
use crate::report::{Loss, Report};

/// Leaves out the messages that were taken back and have said nothing since.
pub(super) fn leave_out(messages: &mut Vec<Message>, mut void: Vec<usize>, report: &mut Report) {
    void.sort_unstable();
    void.dedup();
    void.retain(|index| messages[*index].parts.is_empty());
    for index in void.iter().rev() {
        let message = &messages[*index];
        let what = "a message that was taken back";
        report.lose(Loss::Dropped, At::place(&message.place), (Field::Revision, what), message.id.as_ref());
    }
    let (mut void, mut index) = (void.into_iter().peekable(), 0);
    messages.retain(|_| {
        index += 1;
        void.next_if_eq(&(index - 1)).is_none()
    });
}

/// Keeps of a part that is told anew what the new one does not say. Tells whether a text is lost.
pub(super) fn keep(known: &PartKind, told: &mut PartKind) -> bool {
    match (known, told) {
        (PartKind::Text(known), PartKind::Text(told)) => !known.is_empty() && known != told,
        (PartKind::Reasoning(known), PartKind::Reasoning(told)) => {
            if told.text.is_empty() {
                told.text = known.text.clone();
            }
            told.signature = told.signature.take().or_else(|| known.signature.clone());
            told.encrypted = told.encrypted.take().or_else(|| known.encrypted.clone());
            !known.text.is_empty() && known.text != told.text
        }
        (PartKind::ToolCall(known), PartKind::ToolCall(told)) => {
            if told.name.is_empty() {
                told.name.clone_from(&known.name);
            }
            if told.input == Input::Absent {
                told.input = known.input.clone();
            }
            !says_the_same(&known.input, &told.input)
        }
        _ => false,
    }
}
