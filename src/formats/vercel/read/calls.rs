//! The calls of a stream, as far as they have come.

use crate::emit::Emit;
use crate::ir::{
    EventKind, Fields, Input, JsonStr, JsonString, Keyed, Part, PartKey, PartKind, Scope, ToolCall, Value,
};

use super::node::part;
use super::open::leave_open;

/// The calls of a reply.
#[derive(Default)]
pub(super) struct Calls {
    /// By id, in the order of the steps.
    pub(super) list: Keyed<JsonString, Call>,
    /// The calls that questions for approval are about, by the question.
    pub(super) asked: Keyed<JsonString, JsonString>,
    pub(super) step: u32,
}

/// A call as far as it has come.
pub(super) struct Call {
    pub(super) id: JsonString,
    pub(super) name: JsonString,
    pub(super) dynamic: bool,
    pub(super) free_text: bool,
    pub(super) executed: bool,
    pub(super) step: u32,
    pub(super) key: PartKey,
    pub(super) open: bool,
    /// Pieces of input came.
    pub(super) fed: bool,
    /// It has an answer.
    pub(super) answered: bool,
    /// The input that comes again after the part has ended.
    pub(super) again: Option<JsonString>,
}

impl Calls {
    pub(super) fn next_step(&mut self) {
        self.step += 1;
    }

    /// Forgets the calls of this step.
    pub(super) fn reset(&mut self, emit: &mut Emit<'_, '_>) {
        let mut void = Vec::new();
        while self.list.back().is_some_and(|call| call.step == self.step) {
            void.extend(self.list.pop_back());
        }
        for call in void.into_iter().rev().filter(|call| call.open) {
            emit.push(EventKind::PartEnd { key: call.key });
        }
    }

    /// Ends what is open at the end of the reply. A call that was begun anew and of which no more came has no input.
    pub(super) fn close(&mut self, emit: &mut Emit<'_, '_>) {
        let ended =
            |call: &&mut Call| !call.answered && call.again.as_ref().is_some_and(JsonString::is_empty);
        for call in self.list.iter_mut().filter(ended) {
            call.reset(emit);
        }
        for call in self.list.iter_mut().filter(|call| call.open) {
            call.open = false;
            leave_open(call.key, "\"input-streaming\"", emit);
        }
    }

    /// Says of calls whose input began anew and never ended that they are still coming in.
    pub(super) fn leave_restarted(&self, emit: &mut Emit<'_, '_>) {
        for call in self.list.iter().filter(|call| call.again.is_some()) {
            emit.add(Scope::Part(call.key), "/state", "\"input-streaming\"");
        }
    }

    /// The call that an input chunk is about: of this step, and of the same kind.
    pub(super) fn for_input(&self, id: JsonStr<'_>, dynamic: bool) -> Option<usize> {
        self.of_this_step(id).find(|place| self.list[*place].dynamic == dynamic)
    }

    /// The call that an output is about: the first of this step, else the latest.
    pub(super) fn for_output(&self, id: JsonStr<'_>) -> Option<usize> {
        self.of_this_step(id).last().or_else(|| self.list.place(id.as_str()))
    }

    /// The calls of this step with this id, from the latest.
    pub(super) fn of_this_step<'a>(&'a self, id: JsonStr<'a>) -> impl Iterator<Item = usize> + 'a {
        self.list.places(id.as_str()).take_while(|place| self.list[*place].step == self.step)
    }

    /// Members of a chunk that belong to the call.
    pub(super) fn settle<'f>(&mut self, index: usize, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let call = &mut self.list[index];
        settle_executed(call, fields);
        let scope = Scope::Part(call.key);
        if let Some(flag) = fields.get("dynamic").filter(|flag| (flag.peek() == "true") == call.dynamic) {
            flag.skip();
        }
        for (key, name) in [
            ("title", "/title"),
            ("toolMetadata", "/toolMetadata"),
            ("providerMetadata", "/callProviderMetadata"),
            ("providerExecuted", "/providerExecuted"),
            ("inputEncoding", "/inputEncoding"),
        ] {
            if let Some(value) = fields.get(key) {
                emit.leave_named(scope, value, name);
            }
        }
    }
}

impl Call {
    /// The client begins the call anew: its input and its answer are gone.
    pub(super) fn reset(&mut self, emit: &mut Emit<'_, '_>) {
        self.answered = false;
        emit.push(EventKind::CallReset { key: self.key });
    }

    /// The part that a chunk makes of the call.
    pub(super) fn part<'f>(&self, input: Input, emit: &Emit<'_, 'f>, value: Value<'f>) -> Part {
        let call = ToolCall {
            id: Some(self.id.clone()),
            name: self.name.clone(),
            input,
            free_text: self.free_text,
            provider_executed: self.executed,
        };
        part(PartKind::ToolCall(call), emit, value)
    }
}

/// Who runs the tool: once said, it holds.
pub(super) fn settle_executed(call: &mut Call, fields: Fields<'_>) {
    let said = fields.get("providerExecuted");
    if let Some(flag) = said.filter(|flag| flag.peek() == "true" || flag.peek() == "false" && call.executed) {
        flag.skip();
        call.executed = true;
    }
}
