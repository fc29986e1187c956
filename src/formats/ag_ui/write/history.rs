//! What all that is written of a history shares: its ids, its calls, and how a message stands in it.

use std::collections::{HashMap, HashSet};

use super::place;
use crate::calls::CallIds;
use crate::formats::ag_ui::ids::Ids;
use crate::ir::{Arr, At, Field, Json, JsonString, Message, Part, PartKind};
use crate::report::{Loss, Report};

/// Writes messages, with ids that AG-UI takes.
#[derive(Debug)]
pub(super) struct History {
    pub(super) ids: Ids,
    pub(super) calls: CallIds,
    /// Whether parts of unknown kinds are written: in a stream the client leaves them out by itself.
    pub(super) unknown: bool,
    /// Names of tools that were called.
    pub(super) tools: HashSet<String>,
}

impl History {
    /// A history that is a document, or in a stream.
    pub(super) fn new(unknown: bool) -> Self {
        let calls = CallIds::new(|_| true, true);
        Self { ids: Ids::default(), calls, unknown, tools: HashSet::new() }
    }

    /// The id of a message, made up where it has none.
    pub(super) fn id(&mut self, message: &Message, report: &mut Report) -> JsonString {
        if let Some(id) = &message.id {
            self.ids.take(id);
        }
        message.id.clone().unwrap_or_else(|| {
            report.invented("/id", Field::MessageId);
            self.ids.make()
        })
    }
}

impl Default for History {
    fn default() -> Self {
        Self::new(false)
    }
}

/// The messages as they are written.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    list: Vec<Written>,
    /// Where the message is that makes a call.
    callers: HashMap<JsonString, usize>,
}

/// A message as written, with the answers behind it.
#[derive(Debug)]
struct Written {
    json: Json,
    answers: Vec<Json>,
}

impl Sheet {
    /// Adds a message that makes these calls, and tells its place.
    pub(super) fn push(&mut self, json: Json, calls: Vec<JsonString>) -> usize {
        let place = self.list.len();
        self.callers.extend(calls.into_iter().map(|call| (call, place)));
        self.list.push(Written { json, answers: Vec::new() });
        place
    }

    /// Puts an answer behind the message with its call and the answers there; the client does the same.
    pub(super) fn answer(&mut self, (call, json): (JsonString, Json), part: &Part, report: &mut Report) {
        let caller = self.callers.get(&call).copied();
        if caller.is_some_and(|caller| caller + 1 < self.list.len()) {
            let what = "a tool's answer moves behind the message with its call";
            report.lose(Loss::Moved, At::place(&part.place), (Field::Order, what), Some(&call));
        }
        let last = self.list.len().saturating_sub(1);
        match self.list.get_mut(caller.unwrap_or(last)) {
            Some(before) => before.answers.push(json),
            None => self.list.push(Written { json, answers: Vec::new() }),
        }
    }

    /// Takes back the message at this place, if nothing came after it.
    pub(super) fn take_back(&mut self, place: usize) -> bool {
        let is_last = place + 1 == self.list.len() && self.list[place].answers.is_empty();
        if is_last {
            self.list.pop();
        }
        is_last
    }

    /// The messages as an array.
    pub(super) fn write(&self, buf: &mut Vec<u8>) {
        let mut list = Arr::begin(buf);
        self.items(&mut list);
        list.end();
    }

    /// The messages as items.
    pub(super) fn items(&self, list: &mut Arr<'_>) {
        for message in &self.list {
            list.raw(message.json.as_str());
            message.answers.iter().for_each(|answer| {
                list.raw(answer.as_str());
            });
        }
    }
}

/// The metadata of a message.
pub(super) fn metadata_of<'m>(message: &'m Message, report: &mut Report) -> Option<&'m Json> {
    let place = message.place.member("/metadata");
    place::metadata(message.metadata.as_ref(), At::place(&place), report)
}

/// Reports a part that has no place where it stands.
pub(super) fn lose(part: &Part, place: &str, report: &mut Report) {
    let (what, id) = match &part.kind {
        PartKind::Text(_) => ("a text".to_owned(), None),
        PartKind::Reasoning(_) => ("thinking".to_owned(), None),
        PartKind::Refusal(_) => ("a refusal".to_owned(), None),
        PartKind::ToolCall(call) => ("a tool call".to_owned(), call.id.as_ref()),
        PartKind::ToolResult(result) => ("a tool result".to_owned(), result.id.as_ref()),
        PartKind::File(_) => ("a file".to_owned(), None),
        PartKind::Source(source) => ("a source".to_owned(), source.id.as_ref()),
        PartKind::Data(data) => (format!("the data `{}`", data.name.as_str()), data.id.as_ref()),
        PartKind::ApprovalRequest(request) => ("an approval request".to_owned(), Some(&request.id)),
        PartKind::ApprovalResponse(response) => ("an approval response".to_owned(), Some(&response.id)),
        PartKind::Error(_) => ("an error".to_owned(), None),
        PartKind::Step => return,
        PartKind::Raw { family, value: _ } => (format!("a node that only {family} has"), None),
    };
    report.lose(Loss::Dropped, At::place(&part.place), (part.kind.field(), &format!("{what} {place}")), id);
    report.drop_extras(&part.extras);
}
