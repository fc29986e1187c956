//! What all that is written of a history shares: its ids, its calls, and how a message stands in it.

use std::collections::HashSet;

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

/// A message as written, and what it has to do with calls.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) json: Json,
    /// Ids of the calls it makes.
    pub(super) calls: Vec<JsonString>,
    /// Id of the call it answers.
    pub(super) answers: Option<JsonString>,
}

impl Written {
    pub(super) fn new(json: Json) -> Self {
        Self { json, calls: Vec::new(), answers: None }
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

/// The messages as an array.
pub(super) fn array(written: &[Written], buf: &mut Vec<u8>) {
    let mut list = Arr::begin(buf);
    items(written, &mut list);
    list.end();
}

/// The messages as items.
pub(super) fn items(written: &[Written], list: &mut Arr<'_>) {
    for message in written {
        list.raw(message.json.as_str());
    }
}
