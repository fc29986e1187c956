//! Parts that have not ended.

use crate::emit::Emit;
use crate::ir::{EventKind, PartKey, Scope};

/// A text or reasoning part that has not ended.
pub(super) struct Open {
    pub(super) reasoning: bool,
    pub(super) key: PartKey,
    /// Provider metadata came already, so that the next replaces it.
    pub(super) described: bool,
}

/// Ends a part that the stream leaves open, and says so.
pub(super) fn leave_open(key: PartKey, state: &'static str, emit: &mut Emit<'_, '_>) {
    emit.push(EventKind::PartEnd { key });
    emit.add(Scope::Part(key), "/state", state);
    emit.flush();
}
