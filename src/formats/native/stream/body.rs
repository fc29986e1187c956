//! Deltas: the pieces that they bring, and which part takes which.

use crate::ir::{Delta, Fields, PartKind, Value};

/// Which deltas a part takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Body {
    Text,
    Thinking,
    Arguments,
    Nothing,
}

impl Body {
    /// What a part of this kind takes.
    pub(super) fn of(kind: &PartKind) -> Self {
        match kind {
            PartKind::Text(_) | PartKind::Refusal(_) | PartKind::Error(_) | PartKind::File(_) => Self::Text,
            PartKind::Reasoning(_) => Self::Thinking,
            PartKind::ToolCall(_) => Self::Arguments,
            PartKind::ToolResult(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::ApprovalRequest(_)
            | PartKind::ApprovalResponse(_)
            | PartKind::Step
            | PartKind::Raw { .. } => Self::Nothing,
        }
    }

    /// Whether it takes this piece.
    pub(super) fn takes(self, delta: &Delta<'_>) -> bool {
        match delta {
            Delta::Text(_) => matches!(self, Self::Text | Self::Thinking),
            Delta::Signature(_) => self == Self::Thinking,
            Delta::Args(_) | Delta::Input(_) => self == Self::Arguments,
        }
    }
}

/// The piece that a delta brings, with its place.
pub(super) fn piece<'f>(fields: Fields<'f>) -> Option<(Value<'f>, Delta<'f>)> {
    let text = |key| {
        let value = fields.get(key)?;
        Some((value, value.text()?))
    };
    if let Some((value, token)) = text("text") {
        return Some((value, Delta::Text(token)));
    }
    if let Some((value, token)) = text("args") {
        return Some((value, Delta::Args(token)));
    }
    if let Some((value, token)) = text("signature") {
        return Some((value, Delta::Signature(token)));
    }
    fields.member("input").map(|value| (value, Delta::Input(value.json())))
}
