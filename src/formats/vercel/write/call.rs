//! Calls of a stream.

use crate::calls::{Arguments, arguments};
use crate::framing::{Mould, Out};
use crate::ir::{
    At, Delta, Extras, Field, Input, Json, JsonStr, JsonString, Obj, Part, Patch, ToolCall, apply,
};
use crate::report::{Loss, Report};

use super::members::{place, placed, word};
use super::pen::{Held, Pen};

/// A call as it comes.
pub(super) struct Call {
    pub(super) told: usize,
    call: ToolCall,
    members: Patch,
    /// Whether the members changed since they were told.
    news: bool,
    open: bool,
    /// Whether its input was made available as it is.
    ready: bool,
    unended: bool,
    mould: Mould,
}

/// Where the members of a call stand in its chunks.
const CALL_MEMBERS: &[(&str, &str)] = &[
    ("/title", "/title"),
    ("/toolMetadata", "/toolMetadata"),
    ("/callProviderMetadata", "/providerMetadata"),
    ("/providerExecuted", "/providerExecuted"),
    ("/inputEncoding", "/inputEncoding"),
];
/// Members that are said otherwise than by putting them back.
const CALL_WORDS: &[&str] = &["/dynamic", "/state"];

impl Call {
    /// A member that changed since it was told.
    pub(super) fn news(&mut self, name: &str) -> Option<(String, Json)> {
        let found = self.members.set.iter().find(|(known, _)| known == name).cloned();
        found.filter(|_| std::mem::replace(&mut self.news, false))
    }

    /// A member that this family left for it.
    pub(super) fn member(&mut self, name: &str, value: Json) {
        if name == "/state" {
            self.unended = true;
        } else if let Some(name) = placed(name, CALL_MEMBERS) {
            self.members.set.retain(|(known, _)| *known != name);
            self.members.set.push((name, value));
            self.news = true;
        }
    }

    /// Members that come with a call told anew.
    pub(super) fn take_members(&mut self, extras: &Extras, report: &mut Report) {
        let before = self.members.set.len();
        place(extras, CALL_MEMBERS, CALL_WORDS, &mut self.members, report);
        self.news |= self.members.set.len() > before;
    }
}

impl Pen {
    /// Begins a call.
    pub(super) fn open_call(
        &mut self,
        part: &Part,
        call: &ToolCall,
        out: &mut Out,
        report: &mut Report,
    ) -> Call {
        self.begin(out);
        let dynamic = word(&part.extras, "/dynamic").is_some();
        let told = self.calls.tell(call.id.as_ref(), &call.name, dynamic);
        let id = &self.calls.get(told).id;
        if call.id.is_none() {
            report.invented("", (Field::CallId, "the id of a call"));
        } else if call.id.as_ref() != Some(id) {
            report.lose(
                Loss::Narrowed,
                At::place(&part.place),
                (Field::CallId, "the id of a call that two calls of a step share is changed"),
                call.id.as_ref(),
            );
        }
        let mut members = Patch::default();
        place(&part.extras, CALL_MEMBERS, CALL_WORDS, &mut members, report);
        let unended = word(&part.extras, "/state") == Some("\"input-streaming\"");
        let mut call = Call {
            told,
            call: call.clone(),
            members,
            news: false,
            open: true,
            ready: false,
            unended,
            mould: Mould::default(),
        };
        self.tell_call(&mut call, out);
        call
    }

    /// The start of a call, with what is known of its arguments.
    fn tell_call(&mut self, call: &mut Call, out: &mut Out) {
        let told = self.calls.get(call.told);
        let ToolCall { id: _, name, input, free_text, provider_executed } = &call.call;
        out.patched_frame("", &call.members, |chunk| {
            chunk.word("type", "tool-input-start").text("toolCallId", &told.id).text("toolName", name);
            if *free_text {
                chunk.word("inputEncoding", "text");
            }
            if *provider_executed {
                chunk.flag("providerExecuted", true);
            }
            if told.dynamic {
                chunk.flag("dynamic", true);
            }
        });
        if let Input::Text(text) = input
            && !text.is_empty()
        {
            write_input_delta(&told.id, text.token(), (&mut Mould::default(), out));
        }
    }

    /// More of a call. Another family's input that comes whole is made available at once.
    #[inline]
    pub(super) fn call_piece(&mut self, call: &mut Call, delta: &Delta<'_>, out: &mut Out) {
        match delta {
            Delta::Args(text) if text.is_empty() => {}
            Delta::Args(text) => {
                call.ready = false;
                match &mut call.call.input {
                    Input::Text(known) => known.push(*text),
                    Input::Absent | Input::Json(_) => call.call.input = Input::Text(text.owned()),
                }
                write_input_delta(&self.calls.get(call.told).id, *text, (&mut call.mould, out));
            }
            Delta::Input(value) => {
                call.call.input = Input::Json(value.clone());
                if call.unended {
                    let text = JsonString::from_plain(value.as_str());
                    write_input_delta(&self.calls.get(call.told).id, text.token(), (&mut call.mould, out));
                } else if !self.is_own() {
                    self.make_available(call, out);
                }
            }
            Delta::Text(_) | Delta::Signature(_) => {}
        }
    }

    fn make_available(&mut self, call: &mut Call, out: &mut Out) {
        let (chunk, broken) = self.available(call);
        call.ready = true;
        call.news = false;
        if broken {
            self.held.push(Held::Call(chunk));
        } else {
            self.settle(out);
            out.raw_frame("", &chunk);
        }
    }

    /// A call ends.
    pub(super) fn close_call(&mut self, call: &mut Call, out: &mut Out) {
        let was_open = std::mem::replace(&mut call.open, false);
        if was_open && !call.unended && (!call.ready || call.news) {
            self.make_available(call, out);
        }
    }

    /// A call told anew: as the client has it, its part is changed in place.
    pub(super) fn revise_call(&mut self, call: &mut Call, new: &ToolCall, out: &mut Out) {
        self.settle(out);
        let renamed = call.call.name != new.name || new.input == Input::Absent;
        call.call = new.clone();
        self.calls.rename(call.told, &new.name);
        match (&new.input, call.open) {
            (Input::Json(_), true) if self.is_own() => {}
            (Input::Json(_), _) => self.make_available(call, out),
            (Input::Text(_), true) if !renamed => call.ready = false,
            (Input::Text(_) | Input::Absent, _) => {
                call.ready = false;
                call.unended |= !call.open;
                self.tell_call(call, out);
            }
        }
    }

    /// The chunk that makes the input available, and whether its text does not parse: it may have broken off. Such a
    /// text stands there as a string, which is what the SDK itself makes of arguments that are no JSON.
    fn available(&self, call: &Call) -> (String, bool) {
        let told = self.calls.get(call.told);
        let mut plain = Vec::new();
        let mut chunk = Obj::begin(&mut plain);
        chunk
            .word("type", "tool-input-available")
            .text("toolCallId", &told.id)
            .text("toolName", &call.call.name);
        let broken = match arguments(&call.call) {
            Arguments::Json(json) => {
                chunk.raw("input", &json);
                false
            }
            Arguments::Text(text) => {
                chunk.text("input", &text);
                !call.call.free_text
            }
        };
        if call.call.provider_executed {
            chunk.flag("providerExecuted", true);
        }
        if told.dynamic {
            chunk.flag("dynamic", true);
        }
        chunk.end();
        let plain = crate::ir::written(&plain);
        let news = Patch { set: call.members.set.clone(), remove: Vec::new() };
        (if call.news { apply(&plain, &news) } else { plain.into_owned() }, broken)
    }
}

#[inline]
fn write_input_delta(id: &JsonString, text: JsonStr<'_>, (mould, out): (&mut Mould, &mut Out)) {
    out.recurring(mould, "", text, |chunk, text| {
        chunk.word("type", "tool-input-delta").text("toolCallId", id).token("inputTextDelta", text);
    });
}
