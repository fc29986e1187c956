//! Parts as content blocks of a document.

use std::collections::HashMap;

use super::{arguments, file, own, result};
use crate::calls::{CallId, CallIds, is_word_character};
use crate::formats::anthropic::words::{FAMILY, FRAMES};
use crate::ir::{
    Arr, At, Field, File, Items, JsonString, Obj, Part, PartKind, Patch, Reasoning, Role, ToolCall,
    ToolResult,
};
use crate::report::{Loss, LossSlot, Report};

/// What kind of document the blocks are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum For {
    /// A history or request that another family said.
    History,
    /// A history or request of this family: what it says stays as it is.
    OwnHistory,
    /// A reply that another family said.
    Reply,
    /// A reply of this family.
    OwnReply,
}

impl For {
    pub(super) fn is_own(self) -> bool {
        matches!(self, Self::OwnHistory | Self::OwnReply)
    }

    pub(super) fn is_reply(self) -> bool {
        matches!(self, Self::Reply | Self::OwnReply)
    }
}

/// Tells where in the output something stands: most of the time nobody asks.
pub(super) type Target<'t> = &'t dyn Fn() -> String;

/// Writes parts as blocks.
pub(super) struct Blocks<'r> {
    pub(super) report: &'r mut Report,
    pub(super) made_for: For,
    pub(super) known: Known,
    /// Whether the message at hand holds signed thinking: what stands beside it unsigned was this wire's own.
    signed: bool,
    /// Client calls that have no answer yet.
    pub(super) unanswered: usize,
    /// What is written of the message at hand.
    written: Items,
}

/// What must be known of what is written already.
pub(super) struct Known {
    ids: CallIds,
    names: HashMap<String, JsonString>,
    /// How many messages went before these.
    pub(super) messages: usize,
}

impl Known {
    /// So many messages are written, and nothing answers their calls any more.
    pub(super) fn turn_ends(&mut self, messages: usize) {
        self.messages += messages;
        self.names.clear();
        self.ids.turn_ends();
    }
}

impl Default for Known {
    fn default() -> Self {
        Self { ids: CallIds::new(is_word_character, true), names: HashMap::new(), messages: 0 }
    }
}

impl<'r> Blocks<'r> {
    pub(super) fn new(made_for: For, report: &'r mut Report) -> Self {
        Self {
            report,
            made_for,
            known: Known::default(),
            signed: false,
            unanswered: 0,
            written: Items::default(),
        }
    }

    /// Keeps ids that are fit already for the calls that have them.
    pub(super) fn reserve<'i>(&mut self, ids: impl Iterator<Item = &'i JsonString>) {
        ids.for_each(|id| self.known.ids.reserve(id));
    }

    /// The blocks of parts that `role` says. `target` is where they stand in the output.
    pub(super) fn of(&mut self, role: &Role, parts: &[Part], target: Target<'_>) -> Items {
        let mut index = 0;
        let mut rest = parts;
        self.signed = parts.iter().any(is_signed);
        while let [part, after @ ..] = rest {
            rest = after;
            let target = || format!("{}/{index}", target());
            let is_written = match &part.kind {
                PartKind::Text(text) => {
                    let n_cited = after.iter().take_while(|part| own::is_citation(part)).count();
                    rest = &after[n_cited..];
                    self.text(part, text, &after[..n_cited])
                }
                PartKind::Refusal(text) => {
                    self.report
                        .narrowed(At::place(&part.place), (Field::Refusal, "a refusal becomes a text"));
                    self.text(part, text, &[])
                }
                PartKind::Reasoning(reasoning) => self.reasoning(part, reasoning),
                PartKind::ToolCall(call) => self.call(part, call, &target),
                PartKind::ToolResult(answer) => self.result(part, answer, &target),
                PartKind::File(file) => self.file(part, file, role),
                PartKind::Raw { family, value } if family == FAMILY => {
                    self.list().raw(value.as_str());
                    true
                }
                PartKind::Source(_)
                | PartKind::Data(_)
                | PartKind::ApprovalRequest(_)
                | PartKind::ApprovalResponse(_)
                | PartKind::Error(_)
                | PartKind::Step
                | PartKind::Raw { family: _, value: _ } => {
                    homeless(part, At::place(&part.place), self.report);
                    false
                }
            };
            if is_written {
                index += 1;
            } else {
                self.report.drop_extras(&part.extras);
            }
        }
        std::mem::take(&mut self.written)
    }

    /// Where a block goes. What this family says keeps its spacing, for it is compared with what it was read from.
    fn list(&mut self) -> Arr<'_> {
        self.written.list(!self.made_for.is_own())
    }

    /// Writes a block with what is to be set in it.
    fn object(&mut self, patch: &Patch, write: impl FnOnce(&mut Obj<'_>)) -> bool {
        self.list().patched(patch, write);
        true
    }

    fn text(&mut self, part: &Part, text: &JsonString, cited: &[Part]) -> bool {
        let kept =
            self.made_for.is_reply() && part.extras.family == FAMILY && part.extras.get("/text").is_some();
        let blank = !kept && text.token().is_blank();
        if blank && !self.made_for.is_own() && (text.is_empty() || !self.made_for.is_reply()) {
            self.report.dropped(At::place(&part.place), (Field::Text, "an empty text"));
            for cited in cited {
                homeless(cited, At::place(&cited.place), self.report);
                self.report.drop_extras(&cited.extras);
            }
            return false;
        }
        let report = &mut *self.report;
        let cited: Vec<_> = cited.iter().filter_map(|cited| own::citation(cited, report)).collect();
        let patch = own::patch(&part.extras, report);
        self.object(&patch, |block| {
            block.word("type", "text").text("text", text);
            if !cited.is_empty() {
                block.array("citations", |list| {
                    cited.iter().for_each(|cited| {
                        list.raw(cited);
                    });
                });
            }
        })
    }

    fn reasoning(&mut self, part: &Part, reasoning: &Reasoning) -> bool {
        let Reasoning { text, signature, encrypted } = reasoning;
        let at = At::place(&part.place);
        if let Some(data) = encrypted.as_ref().filter(|_| text.is_empty()) {
            if signature.is_some() {
                self.report.dropped(at, (Field::Signature, "the signature of sealed thinking"));
            }
            let patch = own::patch(&part.extras, self.report);
            return self.object(&patch, |block| {
                block.word("type", "redacted_thinking").text("data", data);
            });
        }
        if encrypted.is_some() {
            self.report.dropped(at, (Field::Sealed, "the sealed form of reasoning beside its text"));
        }
        if signature.is_none() && self.made_for == For::History && !self.signed {
            self.report.dropped(at, (Field::Reasoning, "reasoning without a signature"));
            return false;
        }
        if signature.is_none() && text.is_empty() && !self.made_for.is_own() {
            self.report.dropped(at, (Field::Reasoning, "an empty reasoning"));
            return false;
        }
        let patch = own::patch(&part.extras, self.report);
        let unsigned = self.made_for == For::Reply;
        self.object(&patch, |block| {
            block.word("type", "thinking").text("thinking", text);
            match signature {
                Some(signature) => {
                    block.text("signature", signature);
                }
                None if unsigned => {
                    block.word("signature", "");
                }
                None => {}
            }
        })
    }

    fn call(&mut self, part: &Part, call: &ToolCall, target: Target<'_>) -> bool {
        let at = At::place(&part.place);
        let ToolCall { id, name, input: _, free_text: _, provider_executed } = call;
        if *provider_executed && own::type_word(part).is_none() {
            let what = "a call of a tool that the provider runs";
            self.report.lose_node(Loss::Dropped, &part.place, (Field::ProviderRuns, what), id.as_ref());
            return false;
        }
        let given = self.known.ids.call(id.as_ref());
        told_id(id.as_ref(), &given, at, target, self.report);
        self.known.names.insert(given.id.as_str().to_owned(), name.clone());
        self.unanswered += usize::from(!provider_executed);
        let input = arguments::object(call, at, self.report);
        let patch = own::patch(&part.extras, self.report);
        self.object(&patch, |block| {
            block.word("type", "tool_use").text("id", &given.id).text("name", name).raw("input", &input);
        })
    }

    fn result(&mut self, part: &Part, answer: &ToolResult, target: Target<'_>) -> bool {
        let at = At::place(&part.place);
        let ToolResult { id, name, output: _, status: _, preliminary: _, provider_executed } = answer;
        let foreign = *provider_executed && own::type_word(part).is_none();
        if foreign || (self.made_for == For::Reply && !provider_executed) {
            let what = if foreign {
                "the result of a tool that the provider runs"
            } else {
                self.unanswered = self.unanswered.saturating_sub(1);
                "the result of a tool: a reply holds none"
            };
            self.report.lose(Loss::Dropped, at, (Field::Result, what), id.as_ref());
            return false;
        }
        let given = self.known.ids.result(id.as_ref());
        told_id(id.as_ref(), &given, at, target, self.report);
        if name.is_some() && self.known.names.get(given.id.as_str()) != name.as_ref() {
            let place = part.place.clone();
            let what = "the name of the tool that answers";
            self.report.lose(Loss::Dropped, At::place(&place), (Field::ResultName, what), id.as_ref());
        }
        if *provider_executed {
            let (patch, write) = result::server(part, answer, &given.id, self.report);
            self.object(&patch, write)
        } else {
            let own = self.made_for.is_own();
            let (patch, write) = result::client(part, answer, &given.id, own, self.report);
            self.object(&patch, write)
        }
    }

    fn file(&mut self, part: &Part, file: &File, role: &Role) -> bool {
        let at = At::place(&part.place);
        let File { media_type, content: _, filename } = file;
        if *role == Role::Assistant && !self.made_for.is_own() {
            let kind = media_type.as_ref().map_or("?".into(), |kind| kind.decode());
            self.report.dropped(at, (Field::File, &format!("a file of the assistant (`{kind}`)")));
            return false;
        }
        match file::block(file) {
            Ok(block) => {
                if let Some(narrowed) = block.narrowed.as_ref().filter(|_| !self.made_for.is_own()) {
                    self.report.narrowed(at, (Field::MediaType, narrowed));
                }
                if filename.is_some() && block.word == "image" {
                    self.report.dropped(at, (Field::FileName, "the name of an image"));
                }
                let patch = own::patch(&part.extras, self.report);
                self.object(&patch, |object| block.write(filename.as_ref(), object))
            }
            Err(what) => {
                self.report.dropped(at, (Field::File, &what));
                false
            }
        }
    }
}

/// Whether a part is signed thinking.
fn is_signed(part: &Part) -> bool {
    matches!(&part.kind, PartKind::Reasoning(reasoning) if reasoning.signature.is_some())
}

/// Reports an id that was changed or made up.
pub(super) fn told_id(
    id: Option<&JsonString>,
    given: &CallId,
    at: At<'_>,
    target: Target<'_>,
    report: &mut Report,
) {
    match id.filter(|id| !id.is_empty()) {
        Some(id) if given.changed => {
            let what = format!("the call's id `{}` becomes `{}`", id.as_str(), given.id.as_str());
            report.lose(Loss::Narrowed, at, (Field::CallId, &what), Some(id));
        }
        None => {
            report.invented(
                &target(),
                (Field::CallId, &format!("the id `{}` of a call that has none", given.id.as_str())),
            );
        }
        Some(_) => {}
    }
}

/// Reports a part that this wire has no block for.
pub(super) fn homeless(part: &Part, at: At<'_>, report: &mut Report) -> Option<LossSlot> {
    let what = match &part.kind {
        PartKind::Source(_) => "a source".to_owned(),
        PartKind::Data(data) => format!("the data `{}`", data.name.as_str()),
        PartKind::ApprovalRequest(request) => {
            let what = "a request for approval";
            return Some(report.lose(Loss::Dropped, at, (Field::Question, what), request.call_id.as_ref()));
        }
        PartKind::ApprovalResponse(response) => {
            let what = "the answer to a request for approval";
            return Some(report.lose(Loss::Dropped, at, (Field::Answer, what), response.call_id.as_ref()));
        }
        PartKind::Error(_) => "an error told in a message".to_owned(),
        PartKind::Raw { family, value: _ } if family == FRAMES => {
            "an event of the stream that nobody knows".to_owned()
        }
        PartKind::Raw { family, value: _ } => format!("a part that only `{family}` speaks"),
        PartKind::Step => return None,
        PartKind::File(_) => "a file".to_owned(),
        PartKind::Text(_)
        | PartKind::Reasoning(_)
        | PartKind::Refusal(_)
        | PartKind::ToolCall(_)
        | PartKind::ToolResult(_) => "a part".to_owned(),
    };
    Some(report.dropped(at, (part.kind.field(), &what)))
}
