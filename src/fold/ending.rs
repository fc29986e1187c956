//! How parts and runs end.

use super::Fold;
use crate::calls::resent;
use crate::framing::Out;
use crate::ir::{At, Field, Finish, Input, Keyed, Message, PartKey, PartKind, Role};
use crate::report::{Loss, Report};

impl Fold<'_> {
    /// What can only be seen of a call's arguments once they are whole.
    pub(super) fn end_part(&mut self, key: PartKey, report: &mut Report) {
        let Some(part) = self.part(key) else { return };
        if let PartKind::ToolCall(call) = &part.kind
            && let Input::Text(text) = &call.input
            && resent(&text.decode()).is_some()
        {
            let message =
                format!("the arguments of `{}` came in pieces and then once more whole", call.name.as_str());
            let help = "they are read once; send either the pieces or the whole";
            report.warning("frame/arguments-resent", At::place(&part.place), message, help);
        }
    }

    /// The run ends: what was known of it is forgotten, and its transcript is handed on.
    pub(super) fn end(
        &mut self,
        finish: Option<&Finish>,
        complete: bool,
        out: &mut Out,
        report: &mut Report,
    ) {
        let mut run = std::mem::take(&mut self.run);
        run.finish = finish.cloned();
        run.complete = complete;
        std::mem::take(&mut self.changing).settle(&mut run);
        if self.choices.iter().any(|choice| *choice > 0) {
            for (message, choice) in run.messages.iter_mut().zip(&self.choices) {
                if message.role == Role::Assistant {
                    message.choice = Some(*choice);
                }
            }
        }
        for (spot, end) in self.parts.iter().zip(&self.ends) {
            let Some(spot) = spot else { continue };
            let Some(message) = run.messages.get(spot.message) else { continue };
            let part = message.parts.get(spot.part).map(|part| &part.place);
            for place in part.into_iter().chain([&message.place]).filter(|place| place.frame < *end) {
                report.runs_to(place, *end);
            }
        }
        self.leave_out_gone(&mut run.messages);
        leave_out(&mut run.messages, std::mem::take(&mut self.void), report);
        self.parts.clear();
        self.keys.clear();
        self.choices.clear();
        self.ends.clear();
        self.messages = Keyed::default();
        (self.told, self.answers) = (Keyed::default(), Keyed::default());
        self.frames = 0;
        (self.then)(run, out, report);
        report.forget_places();
    }

    /// Leaves out the answers whose calls were made anew.
    fn leave_out_gone(&mut self, messages: &mut [Message]) {
        for (message, gone) in std::mem::take(&mut self.gone) {
            let mut number = 0;
            messages[message].parts.retain(|_| {
                number += 1;
                !gone.contains(&(number - 1))
            });
        }
    }
}

/// Leaves out the messages that were taken back and have said nothing since.
fn leave_out(messages: &mut Vec<Message>, mut void: Vec<usize>, report: &mut Report) {
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
