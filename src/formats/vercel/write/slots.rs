//! Parts that come in pieces, each in its slot, and the steps around them.

use std::collections::VecDeque;

use crate::calls::{Arguments, arguments};
use crate::framing::Out;
use crate::ir::{
    At, Delta, Extras, Input, Json, JsonString, Obj, Part, PartKind, Patch, Reasoning, ToolCall, apply,
};
use crate::report::{LossSlot, Report};

use super::super::FAMILY;
use super::calls::Calls;
use super::part::{citation, seal};
use super::stream::is_empty;

/// What becomes of a part of the run.
pub(super) enum Slot {
    /// It has ended, or never began.
    Free,
    /// A text or reasoning.
    Text(Text),
    /// A call, which later chunks may still speak of.
    Call(Call),
    /// An error, whose words are collected.
    Error(JsonString),
    /// It has no place.
    Lost(LossSlot),
}

/// An open text or reasoning.
pub(super) struct Text {
    words: &'static [&'static str; 3],
    id: JsonString,
    /// Its provider metadata, and whether the stream has told all of it.
    described: Patch,
    told: bool,
    cited: Vec<String>,
    unended: bool,
}

const TEXT: &[&str; 3] = &["text-start", "text-delta", "text-end"];
const REASONING: &[&str; 3] = &["reasoning-start", "reasoning-delta", "reasoning-end"];

/// A call as it comes.
pub(super) struct Call {
    pub(super) told: usize,
    call: ToolCall,
    members: Patch,
    /// Whether the members changed since they were told.
    news: bool,
    open: bool,
    unended: bool,
}

/// The state of the stream between parts.
#[derive(Default)]
pub(super) struct Pen {
    pub(super) calls: Calls,
    texts: [u32; 2],
    text_ids: VecDeque<Json>,
    step_open: bool,
    step_wanted: bool,
    /// Chunks that a reply which is cut short must not end with.
    held: Vec<Held>,
    renamed: Option<Json>,
    /// The events are this family's.
    own: bool,
}

enum Held {
    Call(String),
    StepEnd,
}

/// Where the members of a call stand in its chunks.
const CALL_MEMBERS: &[(&str, &str)] = &[
    ("/title", "/title"),
    ("/toolMetadata", "/toolMetadata"),
    ("/callProviderMetadata", "/providerMetadata"),
    ("/providerExecuted", "/providerExecuted"),
    ("/inputEncoding", "/inputEncoding"),
];
const TEXT_MEMBERS: &[(&str, &str)] = &[("/providerMetadata", "/providerMetadata")];

/// Puts the members of this family where the chunk has them; what has no place there is reported.
pub(super) fn place(
    extras: &Extras,
    places: &[(&str, &str)],
    words: &[&str],
    patch: &mut Patch,
    report: &mut Report,
) {
    if extras.family != FAMILY {
        return report.drop_extras(extras);
    }
    for extra in extras.list.iter().filter(|extra| !words.contains(&&*extra.name)) {
        match placed(&extra.name, places) {
            Some(name) => patch.set.push((name, extra.value.clone())),
            None => {
                report.dropped(At::place(&extra.place), &format!("`{}`", extra.name));
            }
        }
    }
}

fn placed(name: &str, places: &[(&str, &str)]) -> Option<String> {
    let fits = |from: &str| name.strip_prefix(from).filter(|rest| rest.is_empty() || rest.starts_with('/'));
    places.iter().find_map(|(from, to)| fits(from).map(|rest| format!("{to}{rest}")))
}

impl Call {
    /// A member that changed since it was told.
    pub(super) fn news(&mut self, name: &str) -> Option<(String, Json)> {
        let found = self.members.set.iter().find(|(known, _)| known == name).cloned();
        found.filter(|_| std::mem::replace(&mut self.news, false))
    }
}

impl Pen {
    /// A pen for events of this family, or of another.
    pub(super) fn new(own: bool) -> Self {
        Self { own, ..Self::default() }
    }

    pub(super) fn is_own(&self) -> bool {
        self.own
    }

    /// Writes what was held back: the reply goes on.
    pub(super) fn settle(&mut self, out: &mut Out) {
        for held in self.held.drain(..) {
            match held {
                Held::Call(chunk) => out.raw_frame("", &chunk),
                Held::StepEnd => finish_step(out),
            }
        }
        if let Some(id) = self.renamed.take() {
            out.frame("", |chunk| {
                chunk.word("type", "start").raw("messageId", id.as_str());
            });
        }
    }

    /// The message has another name from here on.
    pub(super) fn rename(&mut self, id: Json) {
        self.renamed = Some(id);
    }

    /// Before content: what was held back, and the step that it stands in.
    pub(super) fn begin(&mut self, out: &mut Out) {
        self.settle(out);
        if self.step_wanted {
            self.start_step(out);
        }
    }

    /// The next content begins a step, unless the source says so itself.
    pub(super) fn want_step(&mut self) {
        self.step_wanted = true;
    }

    pub(super) fn start_step(&mut self, out: &mut Out) {
        self.settle(out);
        if std::mem::replace(&mut self.step_open, true) {
            finish_step(out);
        }
        self.step_wanted = false;
        self.calls.step += 1;
        out.frame("", |chunk| {
            chunk.word("type", "start-step");
        });
    }

    pub(super) fn end_step(&mut self, always: bool, out: &mut Out) {
        if !std::mem::replace(&mut self.step_open, false) && !always {
            return;
        }
        if self.held.is_empty() {
            self.settle(out);
            finish_step(out);
        } else {
            self.held.push(Held::StepEnd);
        }
    }

    pub(super) fn reset(&mut self, out: &mut Out) {
        self.settle(out);
        out.frame("", |chunk| {
            chunk.word("type", "reset-step");
        });
        self.calls.step += 1;
    }

    /// The reply ends; a call whose arguments broke off is not made available.
    pub(super) fn end(&mut self, complete: bool, out: &mut Out) {
        if !complete {
            self.held.clear();
            self.step_open = false;
        }
        self.begin(out);
        if self.step_open {
            finish_step(out);
        }
    }

    /// A part begins.
    pub(super) fn open(&mut self, part: &Part, at: At<'_>, out: &mut Out, report: &mut Report) -> Slot {
        match &part.kind {
            PartKind::Text(text) => self.open_text(part, TEXT, text, None, out, report),
            PartKind::Reasoning(reasoning) => {
                self.open_text(part, REASONING, &reasoning.text, Some(reasoning), out, report)
            }
            PartKind::Refusal(text) => {
                report.narrowed(at, "a refusal becomes a text");
                self.open_text(part, TEXT, text, None, out, report)
            }
            PartKind::ToolCall(call) => self.open_call(part, call, out, report),
            PartKind::Error(text) => Slot::Error(text.clone()),
            PartKind::ToolResult(_)
            | PartKind::File(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::ApprovalRequest(_)
            | PartKind::ApprovalResponse(_)
            | PartKind::Step
            | PartKind::Raw { .. } => {
                Slot::Lost(report.dropped(at, "a part in pieces that the target has whole"))
            }
        }
    }

    fn open_text(
        &mut self,
        part: &Part,
        words: &'static [&'static str; 3],
        text: &JsonString,
        sealed: Option<&Reasoning>,
        out: &mut Out,
        report: &mut Report,
    ) -> Slot {
        self.begin(out);
        let id = self.text_id(part, words);
        let mut described = Patch::default();
        place(
            &part.extras,
            TEXT_MEMBERS,
            if sealed.is_some() { &["/id", "/state"] } else { &["/state"] },
            &mut described,
            report,
        );
        if let Some(Reasoning { text: _, signature, encrypted }) = sealed {
            described.set.append(&mut seal(signature.as_ref(), encrypted.as_ref()).set);
        }
        out.patched_frame("", &described, |chunk| {
            chunk.word("type", words[0]).text("id", &id);
        });
        if !text.is_empty() {
            write_delta(words[1], &id, text.token(), out);
        }
        let unended = super::part::is_streaming(part);
        Slot::Text(Text { words, id, described, told: true, cited: Vec::new(), unended })
    }

    /// The id that the stream had, or a counted one.
    fn text_id(&mut self, part: &Part, words: &'static [&'static str; 3]) -> JsonString {
        let kind = usize::from(words[0] == REASONING[0]);
        let own = match kind {
            0 => self.text_ids.pop_front(),
            _ => super::word(&part.extras, "/id").map(Json::from_valid),
        };
        let own = own.and_then(|id| id.as_token().map(|id| id.owned()));
        own.unwrap_or_else(|| {
            self.texts[kind] += 1;
            let word = if kind == 0 { "text" } else { "reasoning" };
            JsonString::from_plain(&format!("{word}-{}", self.texts[kind]))
        })
    }

    /// The id of a text to come.
    pub(super) fn text_to_come(&mut self, id: Json) {
        self.text_ids.push_back(id);
    }

    fn open_call(&mut self, part: &Part, call: &ToolCall, out: &mut Out, report: &mut Report) -> Slot {
        self.begin(out);
        let dynamic = super::word(&part.extras, "/dynamic").is_some();
        let told = self.calls.tell(call.id.as_ref(), dynamic);
        let id = &self.calls.get(told).id;
        if call.id.is_none() {
            report.invented("", "the id of a call");
        } else if call.id.as_ref() != Some(id) {
            report.lose(
                crate::report::Loss::Narrowed,
                At::place(&part.place),
                "the id of a call that two calls of a step share is changed",
                call.id.as_ref(),
            );
        }
        let mut members = Patch::default();
        place(&part.extras, CALL_MEMBERS, &["/dynamic", "/state"], &mut members, report);
        let unended = super::word(&part.extras, "/state") == Some("\"input-streaming\"");
        let mut call = Call { told, call: call.clone(), members, news: false, open: true, unended };
        self.tell_call(&mut call, out);
        Slot::Call(call)
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
            write_input_delta(&told.id, text.token(), out);
        }
    }

    /// More of a part.
    #[inline]
    pub(super) fn piece(
        &mut self,
        slot: &mut Slot,
        delta: &Delta<'_>,
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        if !self.held.is_empty() || self.renamed.is_some() {
            self.settle(out);
        }
        match (slot, delta) {
            (Slot::Text(_) | Slot::Call(_), delta) if is_empty(delta) => {}
            (Slot::Text(open), Delta::Text(text)) => write_delta(open.words[1], &open.id, *text, out),
            (Slot::Text(open), Delta::Signature(signature)) => {
                open.described.set.append(&mut seal(Some(&signature.owned()), None).set);
                open.told = false;
            }
            (Slot::Call(call), Delta::Args(text)) => {
                match &mut call.call.input {
                    Input::Text(known) => known.push(*text),
                    Input::Absent | Input::Json(_) => call.call.input = Input::Text(text.owned()),
                }
                write_input_delta(&self.calls.get(call.told).id, *text, out);
            }
            (Slot::Call(call), Delta::Input(value)) => {
                if call.unended {
                    let text = JsonString::from_plain(value.as_str());
                    write_input_delta(&self.calls.get(call.told).id, text.token(), out);
                }
                call.call.input = Input::Json(value.clone());
            }
            (Slot::Error(words), Delta::Text(text)) => words.push(*text),
            (Slot::Lost(loss), _) => report.again(*loss, at.frame),
            (Slot::Free | Slot::Text(_) | Slot::Call(_) | Slot::Error(_), _) => {}
        }
    }

    /// A source that the open text cites; `None` where no text is open.
    pub(super) fn cite(slots: &mut [Slot], part: &Part, report: &mut Report) -> Option<()> {
        let open = slots.iter_mut().rev().find_map(|slot| match slot {
            Slot::Text(text) if text.words[0] == TEXT[0] => Some(text),
            Slot::Text(_) | Slot::Free | Slot::Call(_) | Slot::Error(_) | Slot::Lost(_) => None,
        })?;
        open.cited.push(citation(part, report));
        Some(())
    }

    /// A member that this family left for a part of the stream.
    pub(super) fn member(&mut self, slot: &mut Slot, name: &str, value: Json) {
        match slot {
            Slot::Text(open) if name == "/state" => open.unended = true,
            Slot::Call(call) if name == "/state" => call.unended = true,
            Slot::Text(open) => {
                open.described.set.retain(|(known, _)| known != name || value.as_str() == "{}");
                if let Some(name) = placed(name, TEXT_MEMBERS) {
                    if name == "/providerMetadata" {
                        open.described.set.clear();
                    }
                    open.described.set.push((name, value));
                    open.told = false;
                }
            }
            Slot::Call(call) => {
                if let Some(name) = placed(name, CALL_MEMBERS) {
                    call.members.set.retain(|(known, _)| *known != name);
                    call.members.set.push((name, value));
                    call.news = true;
                }
            }
            Slot::Free | Slot::Error(_) | Slot::Lost(_) => {}
        }
    }

    /// A part ends.
    pub(super) fn close(&mut self, slot: &mut Slot, out: &mut Out, _report: &mut Report) {
        match slot {
            Slot::Text(open) => {
                self.settle(out);
                end_text(open, out);
                *slot = Slot::Free;
            }
            Slot::Call(call) => self.close_call(call, out),
            Slot::Error(words) => {
                self.settle(out);
                write_error(words, out);
                *slot = Slot::Free;
            }
            Slot::Lost(_) => *slot = Slot::Free,
            Slot::Free => {}
        }
    }

    fn close_call(&mut self, call: &mut Call, out: &mut Out) {
        call.open = false;
        if call.unended {
            return;
        }
        let (chunk, broken) = self.available(call);
        call.news = false;
        if broken {
            self.held.push(Held::Call(chunk));
        } else {
            self.settle(out);
            out.raw_frame("", &chunk);
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
        let plain = String::from_utf8_lossy(&plain);
        let news = Patch { set: call.members.set.clone(), remove: Vec::new() };
        (if call.news { apply(&plain, &news) } else { plain.into_owned() }, broken)
    }

    /// A call told anew. Another part that is told anew keeps what was said.
    pub(super) fn revise(
        &mut self,
        slot: &mut Slot,
        part: &Part,
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        match (slot, &part.kind) {
            (Slot::Call(call), PartKind::ToolCall(new)) => {
                self.settle(out);
                let renamed = call.call.name != new.name || new.input == Input::Absent;
                call.call = new.clone();
                if call.open && !renamed {
                    return;
                }
                match (&new.input, call.open) {
                    (Input::Json(_), false) => out.raw_frame("", &self.available(call).0),
                    (Input::Json(_), true) => {}
                    (Input::Text(_) | Input::Absent, _) => {
                        call.unended |= !call.open;
                        self.tell_call(call, out);
                    }
                }
            }
            (Slot::Lost(loss), _) => report.again(*loss, at.frame),
            (Slot::Free | Slot::Text(_) | Slot::Call(_) | Slot::Error(_), _) => {
                report.dropped(at, "a part that is told anew");
            }
        }
    }
}

fn finish_step(out: &mut Out) {
    out.frame("", |chunk| {
        chunk.word("type", "finish-step");
    });
}

pub(super) fn write_error(words: &JsonString, out: &mut Out) {
    out.frame("", |chunk| {
        chunk.word("type", "error").text("errorText", words);
    });
}

#[inline]
fn write_delta(word: &str, id: &JsonString, text: crate::ir::JsonStr<'_>, out: &mut Out) {
    out.frame("", |chunk| {
        chunk.word("type", word).text("id", id).token("delta", text);
    });
}

#[inline]
fn write_input_delta(id: &JsonString, text: crate::ir::JsonStr<'_>, out: &mut Out) {
    out.frame("", |chunk| {
        chunk.word("type", "tool-input-delta").text("toolCallId", id).token("inputTextDelta", text);
    });
}

fn end_text(open: &Text, out: &mut Out) {
    let Text { words, id, described, told, cited, unended } = open;
    if *unended {
        return;
    }
    let news = if *told { &Patch::default() } else { described };
    out.patched_frame("", news, |chunk| {
        chunk.word("type", words[2]).text("id", id);
        if !cited.is_empty() {
            chunk.array("citations", |list| {
                cited.iter().for_each(|citation| {
                    list.raw(citation);
                });
            });
        }
    });
}
