//! The body of a batch response with UIMessages: the folded turn as the package projects it.
//!
//! Each folded message is a UIMessage of one part, with an id by its place. A call and its answer are two parts, which
//! are never one, and an answer that failed has its output and no `errorText`. The package itself loses the calls on
//! this way, in messages of the role `tool`, which UIMessages do not have: here they stand in messages of the assistant.

use std::collections::HashMap;

use super::super::nodes;
use super::super::words::{is_absent, write_input};
use super::response::{is_said, names_of, write_body};
use crate::ir::{
    ApprovalResponse, Arr, At, Extras, Field, File, FileContent, Input, JsonString, Message, Obj, Part,
    PartKind, Status, ToolCall, ToolResult, Transcript,
};
use crate::report::{Loss, Report};

/// Writes a body, whole.
pub(in super::super) fn write_ui_response(transcript: Transcript, out: &mut Vec<u8>, report: &mut Report) {
    write_body(transcript, out, report, |messages, list, report| {
        let names = names_of(messages);
        let mut projected = Projected { report, names: &names, written: 0 };
        for message in messages {
            projected.message(message, list);
        }
    });
}

struct Projected<'w> {
    report: &'w mut Report,
    /// Names of the tools that were called, by the id of the call.
    names: &'w HashMap<&'w JsonString, &'w JsonString>,
    written: usize,
}

impl Projected<'_> {
    fn message(&mut self, message: &Message, list: &mut Arr<'_>) {
        if !is_said(message, self.report) {
            return;
        }
        for part in &message.parts {
            self.part(part, list);
        }
    }

    fn part(&mut self, part: &Part, list: &mut Arr<'_>) {
        let at = At::place(&part.place);
        let Part { kind, extras, place: _ } = part;
        match kind {
            PartKind::Text(_) if is_absent(extras, "/start") => {
                self.lose(part, "text without a `message_start`, which Agenta's own fold leaves out,");
            }
            PartKind::Text(text) => self.text(text, extras, list),
            PartKind::Refusal(text) => {
                self.report.narrowed(at, (Field::Refusal, "a refusal becomes text"));
                self.text(text, extras, list);
            }
            PartKind::ToolCall(call) => self.call(call, part, list),
            PartKind::ToolResult(result) => self.result(result, part, list),
            PartKind::ApprovalResponse(response) => self.approval(response, part, list),
            PartKind::File(file) => self.file(file, part, list),
            PartKind::Step | PartKind::ApprovalRequest(_) => {}
            PartKind::Reasoning(_) => self.lose(part, "thinking"),
            PartKind::Source(_) => self.lose(part, "a source"),
            PartKind::Data(_) => self.lose(part, "a data part"),
            PartKind::Error(_) => self.lose(part, "an error inside the message"),
            PartKind::Raw { family, value: _ } => {
                let what = format!("a part that only {family} speaks");
                self.lose(part, &what);
            }
        }
    }

    fn lose(&mut self, part: &Part, what: &str) {
        self.report.dropped(At::place(&part.place), (part.kind.field(), what));
        self.report.drop_extras(&part.extras);
    }

    /// A message, and its only part if it has one.
    fn write(&mut self, list: &mut Arr<'_>, part: Option<&dyn Fn(&mut Obj<'_>)>) {
        self.written += 1;
        let id = format!("msg-{}", self.written);
        list.object(|message| {
            message.word("id", &id).word("role", "assistant").array("parts", |parts| {
                if let Some(part) = part {
                    parts.object(|node| part(node));
                }
            });
        });
    }

    fn text(&mut self, text: &JsonString, extras: &Extras, list: &mut Arr<'_>) {
        self.report.drop_extras(extras);
        let part: &dyn Fn(&mut Obj<'_>) = &|node| {
            node.word("type", "text").text("text", text);
        };
        self.write(list, Some(part).filter(|_| !text.is_empty()));
    }

    fn call(&mut self, call: &ToolCall, part: &Part, list: &mut Arr<'_>) {
        let at = At::place(&part.place);
        let ToolCall { id, name, input, free_text, provider_executed } = call;
        if *free_text {
            self.report
                .narrowed(at, (Field::FreeText, "arguments that are free text are written as a JSON string"));
        }
        if *provider_executed {
            self.report.dropped(at, (Field::ProviderRuns, "the news that the provider runs the tool"));
        }
        self.report.drop_extras(&part.extras);
        self.write(
            list,
            Some(&|node| {
                tool(node, Some(name), id.as_ref());
                node.word("state", "input-available");
                if *input == Input::Absent {
                    node.raw("input", "null");
                } else {
                    write_input(node, "input", call);
                }
            }),
        );
    }

    fn result(&mut self, result: &ToolResult, part: &Part, list: &mut Arr<'_>) {
        let at = At::place(&part.place);
        let ToolResult { id, name, output, status, preliminary, provider_executed } = result;
        let known = id.as_ref().and_then(|id| self.names.get(id)).copied();
        if *preliminary {
            self.report.narrowed(at, (Field::Preliminary, "a preliminary result becomes the result"));
        }
        if *provider_executed {
            self.report.dropped(at, (Field::ProviderRan, "the news that the provider ran the tool"));
        }
        if *status == Status::Denied {
            self.report.narrowed(at, (Field::Denied, "a denied call becomes a failed one"));
        }
        self.report.drop_extras(&part.extras);
        let name = name.as_ref().or(known);
        self.write(
            list,
            Some(&|node| {
                tool(node, name, id.as_ref());
                let ok = *status == Status::Ok;
                node.word("state", if ok { "output-available" } else { "output-error" });
                node.raw("output", output.as_ref().map_or("null", crate::ir::Json::as_str));
            }),
        );
    }

    fn approval(&mut self, response: &ApprovalResponse, part: &Part, list: &mut Arr<'_>) {
        let ApprovalResponse { id, call_id, approved, reason } = response;
        let at = At::place(&part.place);
        if !is_absent(&part.extras, "/kind") {
            let what = "the answer to a question, of which the package's fold tells nothing,";
            self.report.lose(Loss::Dropped, at, (Field::Answer, what), Some(id));
            self.report.drop_extras(&part.extras);
            return;
        }
        if reason.is_some() {
            self.report.dropped(at, Field::Reason);
        }
        let name = call_id.as_ref().and_then(|call| self.names.get(call)).copied();
        self.write(
            list,
            Some(&|node| {
                tool(node, name, call_id.as_ref());
                node.word("state", "output-available");
                node.object("output", |o| nodes::decision(o, id, call_id.as_ref(), *approved));
            }),
        );
    }

    fn file(&mut self, file: &File, part: &Part, list: &mut Arr<'_>) {
        let File { media_type, content, filename } = file;
        if filename.is_some() {
            self.report.dropped(At::place(&part.place), Field::FileName);
        }
        let (key, said) = match content {
            FileContent::Url(url) => ("url", url),
            FileContent::Data(bytes) => ("data", bytes),
            FileContent::Id(_) => return self.lose(part, "a file that its provider keeps"),
        };
        self.report.drop_extras(&part.extras);
        self.write(
            list,
            Some(&|node| {
                node.word("type", "file").maybe("mediaType", media_type.as_ref()).text(key, said);
            }),
        );
    }
}

/// What a part about a tool begins with. A tool without a name is called `tool`.
fn tool(node: &mut Obj<'_>, name: Option<&JsonString>, id: Option<&JsonString>) {
    let mut kind = JsonString::from_plain("tool-");
    kind.push(
        name.filter(|name| !name.is_empty()).map_or(crate::ir::JsonStr::new("tool"), JsonString::token),
    );
    node.text("type", &kind).maybe("toolCallId", id);
}
