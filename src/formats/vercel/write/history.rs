//! The messages of a history.

use crate::ir::{
    Arr, At, Document, Extras, Field, JsonString, Kind, Message, Obj, Part, PartKind, Patch, Role,
    Transcript, Usage, apply,
};
use crate::report::{Loss, Report};
use crate::unsaid::{self, RunMember};
use crate::{formats, turns};

use super::super::usage;
use super::super::words::{FAMILY, TEXT_IDS};
use super::group::{Group, group};
use super::members::own;
use super::part::{self, Made};
use super::tool;

/// Whether a transcript has one message a turn already, as this family's own have, and dialects that hold such.
fn is_own(source: &str) -> bool {
    let inside = source.split_once('@').is_some_and(|(_, dialect)| dialect == FAMILY);
    source.is_empty() || inside || formats::by_id(source).is_some_and(|format| format.family == FAMILY)
}

/// Writes the messages of a history.
pub(super) struct Pen<'r> {
    /// Where the messages stand in the output.
    base: &'static str,
    own: bool,
    report: &'r mut Report,
    made: Made,
    written: usize,
}

impl<'r> Pen<'r> {
    /// A pen for messages that stand at `base` in the output.
    pub(super) fn new(base: &'static str, report: &'r mut Report) -> Self {
        Self { base, own: false, report, made: Made::default(), written: 0 }
    }

    /// Writes the messages of `transcript`.
    pub(super) fn history(&mut self, transcript: Transcript, list: &mut Arr<'_>) {
        self.own = is_own(&transcript.source);
        let mut messages = transcript.messages;
        if !self.own {
            messages = turns::join(messages, self.report);
        }
        let is_reply =
            |message: &Message| message.role == Role::Assistant && message.choice.unwrap_or(0) == 0;
        let last = messages.iter().rposition(is_reply);
        match last.and_then(|last| messages.get_mut(last)) {
            Some(reply) => {
                if reply.id.is_none() {
                    reply.id = transcript.run.id;
                    reply.id_name = Some(transcript.run.names[0]).filter(|_| reply.id.is_some());
                } else {
                    unsaid::run(self.report, &transcript.run, &[RunMember::Id]);
                }
                tell_usage(reply, &transcript.usage, self.report);
            }
            None => {
                unsaid::usage(self.report, &transcript.usage);
                unsaid::run(self.report, &transcript.run, &[RunMember::Id]);
            }
        }
        for message in &messages {
            self.message(message, list);
        }
    }

    fn message(&mut self, message: &Message, list: &mut Arr<'_>) {
        let Message {
            role,
            id,
            name: _,
            choice,
            parts,
            finish,
            metadata,
            extras,
            remainder: _,
            place,
            id_name: _,
        } = message;
        let at = At::place(place);
        if choice.is_some_and(|choice| choice > 0) {
            let slot = self.report.lose(
                Loss::Dropped,
                at,
                (Field::Choice, "another choice of the reply"),
                id.as_ref(),
            );
            let last = parts.iter().map(|part| part.place.frame).max();
            self.report.again(slot, last.unwrap_or(place.frame));
            return;
        }
        let Some(word) = self.role(role, at) else {
            return self.leave_out(message);
        };
        unsaid::message_name(self.report, message);
        let told = metadata.as_ref().is_some_and(|metadata| metadata.as_str().contains("\"finishReason\""));
        if !told {
            unsaid::finish(self.report, finish.as_ref());
        }
        let at = format!("{}/{}", self.base, self.written);
        self.written += 1;
        let id = id.clone().unwrap_or_else(|| {
            self.report.invented(&format!("{at}/id"), Field::MessageId);
            JsonString::from_plain(&format!("msg-{}", self.written))
        });
        let mut plain = Vec::new();
        let mut out = Obj::begin(&mut plain);
        out.text("id", &id).json("metadata", metadata.as_ref()).word("role", word);
        out.array("parts", |list| self.parts(parts, role, &at, list));
        out.end();
        let mut patch = Patch::default();
        own(extras, &[], &mut patch, self.report);
        self.drop_text_ids(extras, &mut patch);
        list.raw(&apply(&crate::ir::written(&plain), &patch));
    }

    /// The role to write; `None` for answers of tools that no call was found for.
    fn role(&mut self, role: &Role, at: At<'_>) -> Option<&'static str> {
        match role {
            Role::System => Some("system"),
            Role::User => Some("user"),
            Role::Assistant => Some("assistant"),
            Role::Developer => {
                self.report.narrowed(at, (Field::Role, "the role `developer` becomes `system`"));
                Some("system")
            }
            Role::Tool => None,
            Role::Other(word) => {
                let what = format!("the role `{}` becomes `assistant`", word.as_str());
                self.report.narrowed(at, (Field::Role, &what));
                Some("assistant")
            }
        }
    }

    fn leave_out(&mut self, message: &Message) {
        unsaid::message_id(self.report, message);
        unsaid::message_name(self.report, message);
        unsaid::metadata(self.report, message);
        for part in &message.parts {
            let id = if let PartKind::ToolResult(result) = &part.kind { result.id.as_ref() } else { None };
            self.report.lose(
                Loss::Dropped,
                At::place(&part.place),
                (Field::Result, "a tool result without its call"),
                id,
            );
            self.report.drop_extras(&part.extras);
        }
        self.report.drop_extras(&message.extras);
    }

    fn parts(&mut self, parts: &[Part], role: &Role, at: &str, list: &mut Arr<'_>) {
        let mut written = 0;
        self.made.reasonings = 0;
        let start = list.position();
        for group in group(parts, self.report) {
            let before = list.position();
            let at = format!("{at}/parts/{written}");
            if let Some(text) = self.group(&group, *role == Role::Assistant, &at) {
                list.raw(&text);
            }
            written += usize::from(list.position() > before);
        }
        if list.position() == start && *role != Role::Assistant {
            self.report.invented(
                &format!("{at}/parts/0"),
                (Field::Text, "an empty text, for a message must say something"),
            );
            list.object(|part| {
                part.word("type", "text").word("text", "");
            });
        }
    }

    fn group(&mut self, group: &Group<'_>, spoken: bool, at: &str) -> Option<String> {
        let mut plain = Vec::new();
        let mut out = Obj::begin(&mut plain);
        let mut patch = Patch::default();
        match group {
            Group::Tool(call) => {
                let id = call.id().cloned().unwrap_or_else(|| {
                    self.report.invented(&format!("{at}/toolCallId"), (Field::CallId, "the id of a call"));
                    self.made.call()
                });
                let how = tool::How { id: &id, at, own: self.own };
                patch = tool::write(call, &how, &mut out, self.report);
            }
            Group::Text(part, cited) => {
                if let PartKind::Text(token) = &part.kind {
                    part::text(token, cited, spoken, &mut out, self.report);
                }
                own(&part.extras, &[], &mut patch, self.report);
            }
            Group::Other(part) => {
                if let PartKind::Raw { family, value } = &part.kind
                    && part::is_ours(family)
                {
                    return Some(value.as_str().to_owned());
                }
                patch = self.other(part, spoken, at, &mut out)?;
                own(&part.extras, &[], &mut patch, self.report);
            }
        }
        out.end();
        Some(apply(&crate::ir::written(&plain), &patch))
    }

    /// A text has no id in a message: the stream's is its own affair.
    fn drop_text_ids(&mut self, extras: &Extras, patch: &mut Patch) {
        patch.set.retain(|(name, _)| !name.starts_with(TEXT_IDS));
        let ids = extras.list.iter().filter(|extra| extra.name.starts_with(TEXT_IDS));
        for extra in ids.filter(|_| extras.family == FAMILY) {
            self.report.dropped(At::place(&extra.place), (Field::Extra, "the id of a text in its stream"));
        }
    }

    /// Any other part; `None` for one that has no place.
    fn other(&mut self, part: &Part, spoken: bool, at: &str, out: &mut Obj<'_>) -> Option<Patch> {
        let place = At::place(&part.place);
        match &part.kind {
            PartKind::Reasoning(reasoning) => {
                let patch = part::reasoning(reasoning, spoken, out);
                if !self.own && spoken {
                    out.text("id", &self.made.reasoning());
                }
                return Some(patch);
            }
            PartKind::Refusal(token) => {
                self.report.narrowed(place, (Field::Refusal, "a refusal becomes a text"));
                part::text(token, &[], spoken, out, self.report);
            }
            PartKind::File(file) => {
                let Some((url, media_type)) = part::url(file, place, self.report) else {
                    self.report.drop_extras(&part.extras);
                    return None;
                };
                out.word("type", "file").text("mediaType", &media_type).text("url", &url);
                out.maybe("filename", file.filename.as_ref());
            }
            PartKind::Source(source) => {
                let id = source.id.clone().unwrap_or_else(|| {
                    self.report.invented(&format!("{at}/sourceId"), Field::SourceId);
                    self.made.source()
                });
                out.word("type", part::source_word(source)).text("sourceId", &id);
                part::source_members(source, at, out, self.report);
                if source.citation.is_some() {
                    self.report.dropped(place, (Field::Citation, "which words of the text rest on a source"));
                }
            }
            PartKind::Data(data) if !data.transient => part::data(data, out),
            PartKind::Data(data) => return self.no_place(part, "a transient value", data.id.as_ref()),
            PartKind::Step => {
                out.word("type", "step-start");
            }
            PartKind::Error(text) => {
                return self.no_place(part, &format!("the error `{}`", text.as_str()), None);
            }
            PartKind::Raw { family, value } => {
                return self.no_place(part, &part::foreign(family, value), None);
            }
            PartKind::Text(_)
            | PartKind::ToolCall(_)
            | PartKind::ToolResult(_)
            | PartKind::ApprovalRequest(_)
            | PartKind::ApprovalResponse(_) => return None,
        }
        Some(Patch::default())
    }

    fn no_place(&mut self, part: &Part, what: &str, id: Option<&JsonString>) -> Option<Patch> {
        self.report.lose(Loss::Dropped, At::place(&part.place), (part.kind.field(), what), id);
        self.report.drop_extras(&part.extras);
        None
    }
}

/// Puts the counts into the reply's metadata, unless they stand there.
fn tell_usage(reply: &mut Message, counts: &Usage, report: &mut Report) {
    let told = reply.metadata.as_ref().and_then(usage::look_in);
    if counts.is_unknown() || usage::is_told(counts, told.as_ref()) {
        return;
    }
    match &reply.metadata {
        Some(metadata) if metadata.kind() != Kind::Object => unsaid::usage(report, counts),
        metadata => {
            let mut all = metadata.as_ref().map(Document::new);
            Document::merge_into(&mut all, &usage::metadata(counts));
            reply.metadata = all.map(|all| all.now());
        }
    }
}
