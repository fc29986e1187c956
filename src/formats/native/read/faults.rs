//! What stands wrong in a node, and what should be there and is not.

use crate::codec::Source;
use crate::formats::native::names;
use crate::ir::{Kind, Value};

/// Reports members we know that could not be read.
pub(in crate::formats::native) fn faults(value: Value<'_>, known: names::Members, source: &mut Source<'_>) {
    for left in value.unread().filter(|left| left.kind() != Kind::Null) {
        let name = left.pointer_from(value);
        if let Some(expected) = names::expected(known, &name) {
            wrong_type(left, expected, source);
        }
    }
}

/// Tells of members that nobody knows: they are kept as they are.
pub(in crate::formats::native) fn others(value: Value<'_>, known: names::Members, source: &mut Source<'_>) {
    for left in value.unread().filter(|left| left.kind() != Kind::Null) {
        let name = left.pointer_from(value);
        if names::expected(known, &name).is_none() {
            let message = format!("`{name}` is no member of this node, and is kept as it is");
            let help =
                "see docs/native.md for the members; put what is yours into `metadata` or a `data` part";
            source.note("native/other-member", left, message, help);
        }
    }
}

/// Reports a value of the wrong kind.
pub(super) fn wrong_type(value: Value<'_>, expected: &str, source: &mut Source<'_>) {
    let is = match value.kind() {
        Kind::Null => "null",
        Kind::Bool => "true or false",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::Array => "an array",
        Kind::Object => "an object",
    };
    let message = format!("{is} where {expected} must stand, once");
    source.error("native/wrong-type", value, message, "see docs/native.md for what each member holds");
}

/// Reports that a member is not there; one of another kind is reported as such later.
pub(in crate::formats::native) fn need(value: Value<'_>, key: &str, source: &mut Source<'_>) -> bool {
    let there = value.fields().get(key).is_some();
    if !there {
        missing(value, key, source);
    }
    there
}

/// Reports that a member is not there.
pub(in crate::formats::native) fn missing(value: Value<'_>, key: &str, source: &mut Source<'_>) {
    let message = format!("`{key}` is missing");
    source.error("native/missing-member", value, message, "see docs/native.md for what each node must have");
}
