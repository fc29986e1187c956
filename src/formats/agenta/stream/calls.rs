//! Calls on their way out.

use super::super::nodes::own;
use super::calling::Calling;
use super::writer::{Saying, Told, Writer};
use crate::framing::Out;
use crate::ir::{At, Extras, Field, Input, Patch, ToolCall};
use crate::report::Report;

impl Writer {
    /// A call begins.
    pub(super) fn call(
        &mut self,
        call: &ToolCall,
        (extras, more): (&Extras, &Patch),
        told: Told<'_, '_>,
    ) -> Saying {
        let Told { at, out, report } = told;
        self.speak();
        flags(call, at, report);
        if let Some(id) = &call.id {
            self.names.insert(id.clone(), call.name.clone());
        }
        let mut patch = own(extras, "/data", report);
        patch.set.extend(more.set.iter().cloned());
        let mut calling = Calling { call: call.clone(), patch, told: false, place: at.to_place() };
        if matches!(call.input, Input::Json(_)) {
            calling.tell(out);
        }
        Saying::Call(Box::new(calling))
    }

    /// A call that comes at once.
    pub(super) fn whole_call(&mut self, call: &ToolCall, extras: &Extras, told: Told<'_, '_>) {
        let Told { at, out, report } = told;
        if let Saying::Call(mut calling) =
            self.call(call, (extras, Patch::none()), Told { at, out: &mut *out, report })
            && !calling.told
        {
            calling.tell(out);
        }
    }

    /// Another part begins: a call whose arguments are still on their way is told without them, so that it keeps its
    /// place. They follow when they are whole, as Agenta's own frames do.
    pub(super) fn announce(&mut self, out: &mut Out) {
        for key in std::mem::take(&mut self.untold) {
            if let Some(Saying::Call(calling)) = self.parts.get_mut(key.0 as usize)
                && !calling.told
                && calling.call.id.is_some()
            {
                let input = std::mem::take(&mut calling.call.input);
                calling.tell(out);
                calling.told = input == Input::Absent;
                calling.call.input = input;
            }
        }
    }
}

fn flags(call: &ToolCall, at: At<'_>, report: &mut Report) {
    if call.free_text {
        report.narrowed(at, (Field::FreeText, "arguments that are free text are written as a JSON string"));
    }
    if call.provider_executed {
        report.dropped(at, (Field::ProviderRuns, "the news that the provider runs the tool"));
    }
}
