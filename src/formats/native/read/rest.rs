//! The rest of a node: what other families left, and what nobody has read.

use super::faults::{faults, need, others};
use super::values::{plain, strings};
use crate::codec::Source;
use crate::formats::native::names;
use crate::formats::native::nodes::named;
use crate::ir::{Extra, Extras, Fields, Kind, Patch, Remainder, Value};

/// What another family's reader left on a node, and what its writer would spell otherwise.
pub(super) fn extras(fields: Fields<'_>, source: &mut Source<'_>) -> (Extras, Remainder) {
    let Some(value) = fields.get("extras") else {
        return Default::default();
    };
    let fields = value.fields();
    let mut extras = Extras::default();
    for (name, member) in fields.get("fields").map(named).unwrap_or_default() {
        let place = source.place(member);
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
    if carried.list.is_empty() {
        others(value, known, source);
    }
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
