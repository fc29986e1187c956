//! The rest of a node: what other families left, what nobody has read, what should be there and is not.

use super::{plain, pointer, strings};
use crate::codec::Source;
use crate::formats::native::names;
use crate::ir::{Extra, Extras, Fields, Kind, Patch, Place, Remainder, Value};

/// What another family's reader left on a node, and what its writer would spell otherwise.
pub(super) fn extras(fields: Fields<'_>, place: &Place, source: &mut Source<'_>) -> (Extras, Remainder) {
    let Some(value) = fields.get("extras") else {
        return Default::default();
    };
    let fields = value.fields();
    let mut extras = Extras::default();
    for (name, member) in fields.object("fields").value().into_iter().flat_map(Value::members) {
        let name = name.decode().into_owned();
        let place = place.member(&format!("/extras/fields{}", pointer(&name)));
        extras.list.push(Extra { name, value: member.json(), place });
    }
    if !extras.list.is_empty() {
        need(value, "family", source);
        extras.family = fields.text("family").map(plain).unwrap_or_default();
    }
    (extras, remainder(fields.object("remainder"), source))
}

fn remainder(fields: Fields<'_>, source: &mut Source<'_>) -> Remainder {
    let set = fields.object("set").value().into_iter().flat_map(Value::members);
    let set = set.map(|(pointer, value)| (plain(pointer), value.json())).collect();
    let remove = fields.get("remove").map(|list| strings(list, source)).unwrap_or_default();
    let remove = remove.iter().map(|pointer| pointer.decode().into_owned()).collect();
    Remainder { format: fields.text("format").map(plain).unwrap_or_default(), patch: Patch { set, remove } }
}

/// What is unread in a node that has been read: reported where it is a member we know, else an extra.
pub(super) fn leave(
    value: Value<'_>,
    known: names::Members,
    carried: Extras,
    source: &mut Source<'_>,
) -> Extras {
    faults(value, known, source);
    let extras = if carried.list.is_empty() { source.extras(value) } else { carried };
    if extras.family != source.family {
        for left in value.unread().filter(|left| left.kind() != Kind::Null) {
            let message =
                format!("`{}` is no member of this node, and is left out", left.pointer_from(value));
            source.warning("native/unknown-member", left, message, "put it into `metadata` or a `data` part");
        }
    }
    value.skip();
    extras
}

/// Reports members we know that could not be read.
pub(in crate::formats::native) fn faults(value: Value<'_>, known: names::Members, source: &mut Source<'_>) {
    for left in value.unread().filter(|left| left.kind() != Kind::Null) {
        let name = left.pointer_from(value);
        if let Some(expected) = names::expected(known, &name) {
            wrong_type(left, expected, source);
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
