//! Writes messages: one a model step, each tool's answer in a message of its own.

use std::collections::HashSet;

use super::content::{self, Speaker};
use super::extras::{has_mark, is_own, own, patch};
use super::members::Body;
use super::nodes::{lose, patched_text};
use super::spoken::Spoken;
use crate::calls::{self, CallIds, value_text};
use crate::ir::{
    Arr, At, Extra, Field, Json, JsonString, Keyed, Kind, Message, Obj, Part, PartKind, Role, Status, Tape,
    ToolResult,
};
use crate::report::{Loss, Report};
use crate::{turns, unsaid};

/// A history as far as it is written.
pub(super) struct History {
    own: bool,
    ids: CallIds,
    n_written: usize,
    /// Names of legacy calls, whose answers are `function` messages.
    functions: HashSet<JsonString>,
    /// Ids and names of the calls so far: the answer's own word for its tool is only needed where they lack it.
    calls: Keyed<Option<JsonString>, JsonString>,
}

impl Default for History {
    fn default() -> Self {
        let ids = CallIds::new(|_| true, false);
        Self { own: false, ids, n_written: 0, functions: HashSet::new(), calls: Keyed::default() }
    }
}

impl History {
    /// Writes messages as the items of an array. `own` says that they were read from this family.
    pub(super) fn messages(
        &mut self,
        messages: Vec<Message>,
        own: bool,
        items: &mut Arr<'_>,
        report: &mut Report,
    ) {
        self.own = own;
        for message in &turns::lift_answers(turns::split(messages, report), report) {
            self.message(message, items, report);
        }
    }

    /// Nothing answers the calls that are written any more.
    pub(super) fn turn_ends(&mut self) {
        self.functions.clear();
        self.calls = Keyed::default();
        self.ids.turn_ends();
    }

    fn message(&mut self, message: &Message, items: &mut Arr<'_>, report: &mut Report) {
        let Message {
            role,
            id: _,
            name: _,
            choice,
            parts: _,
            finish,
            metadata: _,
            extras: _,
            remainder: _,
            place,
            id_name: _,
        } = message;
        if choice.is_some_and(|choice| choice > 0) {
            report.lose(Loss::Dropped, At::place(place), Field::Choice, message.id.as_ref());
            return;
        }
        unsaid::message_id(report, message);
        unsaid::metadata(report, message);
        unsaid::finish(report, finish.as_ref());
        match role {
            Role::Tool => self.answers(message, items, report),
            Role::Assistant => self.assistant(message, items, report),
            Role::System => self.said(message, ("system", Speaker::Instructions), items, report),
            Role::Developer => self.said(message, ("developer", Speaker::Instructions), items, report),
            Role::User => self.said(message, ("user", Speaker::User), items, report),
            Role::Other(word) if self.own => {
                self.said(message, (word.as_str(), Speaker::User), items, report)
            }
            Role::Other(word) => {
                report.narrowed(
                    At::place(place),
                    (Field::Role, &format!("the role `{}` becomes `user`", word.as_str())),
                );
                self.said(message, ("user", Speaker::User), items, report);
            }
        }
    }

    fn said(
        &mut self,
        message: &Message,
        (role, speaker): (&str, Speaker),
        items: &mut Arr<'_>,
        report: &mut Report,
    ) {
        let patch = patch(&rest(message, report), "");
        let text = patched_text(&patch, |object| {
            object.word("role", role);
            content::write(object, &message.parts, speaker, report);
            object.maybe("name", message.name.as_ref());
        });
        self.push(items, &text);
    }

    fn assistant(&mut self, message: &Message, items: &mut Arr<'_>, report: &mut Report) {
        let spoken = Spoken::of(&message.parts, report);
        for (part, call) in calls::of(message) {
            self.calls.push(call.id.clone(), call.name.clone());
            if call.id.is_none() && has_mark(&part.extras, "/function_call") {
                self.functions.insert(call.name.clone());
            }
        }
        let extras: Vec<_> = rest(message, report)
            .into_iter()
            .filter(|extra| !(extra.name == "/content" && spoken.has_content()))
            .filter(|extra| !(extra.name == "/refusal" && spoken.has_refusal()))
            .collect();
        // Without content, calls or a refusal a message says nothing, and the API refuses null there.
        let empty = if message.parts.is_empty() || !(spoken.has_calls() || spoken.has_refusal()) {
            "\"\""
        } else {
            "null"
        };
        let target = format!("/{}", self.n_written);
        let (own, ids) = (self.own, &mut self.ids);
        let text = patched_text(&patch(&extras, ""), |object| {
            object.word("role", "assistant");
            spoken.write(object, (Body::History { own }, empty), ids, &target, report);
            object.maybe("name", message.name.as_ref());
        });
        self.push(items, &text);
    }

    /// A message for each answer.
    fn answers(&mut self, message: &Message, items: &mut Arr<'_>, report: &mut Report) {
        unsaid::message_name(report, message);
        let mut extras = rest(message, report);
        for part in &message.parts {
            let PartKind::ToolResult(result) = &part.kind else {
                lose(part, At::place(&part.place), report);
                report.drop_extras(&part.extras);
                continue;
            };
            let mut all = own(&part.extras, report);
            all.append(&mut extras);
            let text = patched_text(&patch(&all, ""), |object| self.answer(object, part, result, report));
            self.push(items, &text);
        }
    }

    fn answer(&mut self, object: &mut Obj<'_>, part: &Part, result: &ToolResult, report: &mut Report) {
        let ToolResult { id, name, output, status, preliminary, provider_executed: _ } = result;
        let at = At::place(&part.place);
        let what = match status {
            Status::Ok => None,
            Status::Error => Some(Field::Failed),
            Status::Denied => Some(Field::Denied),
        };
        if let Some(what) = what {
            report.lose(Loss::Dropped, at, what, id.as_ref());
        }
        if *preliminary {
            report.lose(
                Loss::Narrowed,
                at,
                (Field::Preliminary, "a preliminary tool result stands as the result"),
                id.as_ref(),
            );
        }
        let function = name.as_ref().filter(|_| id.is_none()).filter(|name| self.functions.contains(*name));
        if let Some(name) = function {
            object.word("role", "function").text("name", name);
        } else {
            let fit = self.ids.result(id.as_ref());
            if fit.changed {
                report.invented(
                    &format!("/{}/tool_call_id", self.n_written),
                    (Field::Result, "the id of the call that a result answers"),
                );
            }
            if let Some(name) = name
                && !self.calls.places(id).any(|call| self.calls[call] == *name)
            {
                report.dropped(
                    at,
                    (Field::ResultName, &format!("the tool's name `{}` of a result", name.as_str())),
                );
            }
            object.word("role", "tool").text("tool_call_id", &fit.id);
        }
        write_output(object, output.as_ref());
    }

    fn push(&mut self, items: &mut Arr<'_>, text: &str) {
        items.raw(text);
        self.n_written += 1;
    }
}

/// The message's own extras that belong on the message; those of the record around it have no place in a history.
fn rest<'m>(message: &'m Message, report: &mut Report) -> Vec<&'m Extra> {
    if is_own(&message.extras) {
        for extra in message.extras.list.iter().filter(|extra| extra.name.starts_with("choice:")) {
            report.dropped(At::place(&extra.place), (Field::Extra, &format!("`{}`", extra.name)));
        }
    }
    let own = own(&message.extras, report);
    own.into_iter().filter(|extra| !extra.name.starts_with("choice:")).collect()
}

/// Text stays text and a list of texts stays one; any other value is written as its JSON text.
fn write_output(object: &mut Obj<'_>, output: Option<&Json>) {
    match output {
        None => object.word("content", ""),
        Some(value) => match value.as_token() {
            Some(text) => object.token("content", text),
            None if is_texts(value) => object.raw("content", value.as_str()),
            None => object.text("content", &value_text(value)),
        },
    };
}

fn is_texts(value: &Json) -> bool {
    let mut tape = Tape::default();
    if value.kind() != Kind::Array || tape.fill(value.as_str()).is_err() {
        return false;
    }
    let view = tape.view(value.as_str());
    let mut items = view.root().elements().peekable();
    items.peek().is_some()
        && items.all(|item| {
            let fields = item.fields();
            fields.token("type").is_some_and(|kind| kind.is("text")) && fields.token("text").is_some()
        })
}
