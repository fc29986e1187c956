//! Texts and reasoning of a stream: what opens, adds and ends by id.

use crate::emit::Emit;
use crate::ir::{
    Delta, EventKind, Fields, JsonStr, JsonString, Part, PartKind, Place, Reasoning, Scope, Value,
};

use super::super::words::{REPLY, TEXT_IDS};
use super::node::{put, rest, seal, take_seal};
use super::open::{Open, leave_open};
use super::part as parts;
use super::turn::Turn;

impl Turn {
    /// The open part with this id, the latest first.
    fn find(&self, id: JsonStr<'_>, reasoning: bool) -> Option<usize> {
        self.open.places(id.as_str()).find(|place| self.open[*place].reasoning == reasoning)
    }

    /// More of a text or of reasoning.
    pub(super) fn delta<'f>(&mut self, root: Value<'f>, reasoning: bool, emit: &mut Emit<'_, 'f>) {
        let fields = root.fields();
        let id = fields.text("id").unwrap_or_default();
        let index = match self.find(id, reasoning) {
            Some(index) => index,
            None => self.start_unnamed(root, id, reasoning, emit),
        };
        let key = self.open[index].key;
        if let Some(value) = fields.get("delta")
            && let Some(text) = value.text()
        {
            emit.delta(value, key, Delta::Text(text));
        }
        self.describe(index, fields, emit);
    }

    /// A part whose start was before the beginning of the capture: its text is kept.
    fn start_unnamed<'f>(
        &mut self,
        root: Value<'f>,
        id: JsonStr<'f>,
        reasoning: bool,
        emit: &mut Emit<'_, 'f>,
    ) -> usize {
        let word = if reasoning { "reasoning" } else { "text" };
        let message = format!("a `{word}-delta` for `{}`, which has not started", id.as_str());
        let help = format!("send `{word}-start` with this id first");
        emit.report.error("vercel/delta-without-start", emit.here(), message, &help);
        self.open_part(root, reasoning, emit)
    }

    /// A text or reasoning begins.
    pub(super) fn start_part<'f>(&mut self, root: Value<'f>, reasoning: bool, emit: &mut Emit<'_, 'f>) {
        let id = root.fields().token("id").unwrap_or_default();
        if let Some(index) = self.find(id, reasoning) {
            let message = format!("the part `{}` starts again and was never ended", id.as_str());
            emit.report.warning(
                "vercel/start-without-end",
                emit.here(),
                message,
                "end a part before its id is used again",
            );
            if let Some(open) = self.open.take(index) {
                leave_open(open.key, "\"streaming\"", emit);
            }
        }
        self.open_part(root, reasoning, emit);
    }

    fn open_part<'f>(&mut self, root: Value<'f>, reasoning: bool, emit: &mut Emit<'_, 'f>) -> usize {
        self.message(emit);
        let fields = root.fields();
        let key = self.next_key();
        let id = fields.get("id");
        let place = Place { path: "/delta".into(), ..emit.at(root).to_place() };
        let mut head = Part::new(PartKind::Text(JsonString::default()), place);
        if let Some(id) = id.filter(|_| reasoning) {
            put(&mut head.extras, "/id", id.json(), emit.at(id).to_place());
        }
        let ids = head.extras.list.len();
        if let Some(metadata) = fields.get("providerMetadata") {
            head.kind = if reasoning { sealed(metadata) } else { head.kind };
            rest(&mut head.extras, emit, metadata, "/providerMetadata");
        } else if reasoning {
            head.kind = PartKind::Reasoning(Reasoning::default());
        }
        let described = head.extras.list.len() > ids;
        emit.push_from(root, EventKind::PartStart { key, message: REPLY, part: Box::new(head) });
        if let Some(id) = id.filter(|_| !reasoning) {
            emit.leave_named(Scope::Message(REPLY), id, &format!("{TEXT_IDS}{}", self.texts));
            self.texts += 1;
        }
        let id = id.and_then(Value::token).unwrap_or_default().owned();
        self.open.push(id, Open { reasoning, key, described })
    }

    /// Provider metadata that comes with a later chunk takes the place of what came before.
    fn describe<'f>(&mut self, index: usize, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let Some(metadata) = fields.get("providerMetadata") else { return };
        let open = &mut self.open[index];
        let scope = Scope::Part(open.key);
        let signature = if open.reasoning { seal(metadata, "signature") } else { None };
        if let Some(signature) = signature {
            take_seal(metadata, "signature");
            if open.described {
                emit.add(scope, "/providerMetadata", "{}");
            }
            emit.push_from(metadata, EventKind::Delta { key: open.key, delta: Delta::Signature(signature) });
        }
        open.described |= metadata.unread().next().is_some();
        emit.leave_named(scope, metadata, "/providerMetadata");
    }

    /// A text or reasoning ends.
    pub(super) fn end_part<'f>(&mut self, root: Value<'f>, reasoning: bool, emit: &mut Emit<'_, 'f>) {
        let fields = root.fields();
        let id = fields.text("id").unwrap_or_default();
        let Some(index) = self.find(id, reasoning) else {
            let word = if reasoning { "reasoning" } else { "text" };
            let message = format!("a `{word}-end` for `{}`, which has not started", id.as_str());
            emit.report.error("vercel/end-without-start", emit.here(), message, "each part ends once");
            return;
        };
        self.describe(index, fields, emit);
        if let Some(list) = fields.get("citations").filter(|list| list.elements().next().is_some()) {
            for source in parts::citations(emit, list) {
                emit.push(EventKind::Whole { message: REPLY, part: Box::new(source) });
            }
        }
        if let Some(open) = self.open.take(index) {
            emit.push(EventKind::PartEnd { key: open.key });
        }
    }
}

/// The head of a reasoning part with the seal that its metadata holds.
fn sealed(metadata: Value<'_>) -> PartKind {
    PartKind::Reasoning(Reasoning {
        text: JsonString::default(),
        signature: take_seal(metadata, "signature").map(JsonStr::owned),
        encrypted: take_seal(metadata, "redactedData").map(JsonStr::owned),
    })
}
