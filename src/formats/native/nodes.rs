//! What any node may hold: extras, and what one family alone speaks.

use crate::ir::{Extras, Json, JsonString, Obj, Remainder};

/// A node that one family alone speaks.
pub(super) fn raw_node(o: &mut Obj<'_>, family: &str, value: &Json) {
    o.text("family", &JsonString::from_plain(family)).json("value", Some(value));
}

/// The extras of a node that has no remainder.
pub(super) fn plain_extras(o: &mut Obj<'_>, extras: &Extras) {
    if !extras.list.is_empty() {
        o.object("extras", |o| fields(o, extras));
    }
}

/// The extras of a node, and what else its own writer would have to know.
pub(super) fn extras(o: &mut Obj<'_>, extras: &Extras, remainder: &Remainder) {
    let Remainder { format, patch } = remainder;
    if format.is_empty() && patch.is_empty() {
        return plain_extras(o, extras);
    }
    o.object("extras", |o| {
        if !extras.list.is_empty() {
            fields(o, extras);
        }
        o.object("remainder", |o| {
            o.text("format", &JsonString::from_plain(format));
            o.object("set", |o| {
                for (pointer, value) in &patch.set {
                    o.json(JsonString::from_plain(pointer).as_str(), Some(value));
                }
            });
            o.array("remove", |list| {
                for pointer in &patch.remove {
                    list.text(&JsonString::from_plain(pointer));
                }
            });
        });
    });
}

fn fields(o: &mut Obj<'_>, extras: &Extras) {
    o.text("family", &JsonString::from_plain(&extras.family));
    o.object("fields", |o| {
        for extra in &extras.list {
            o.json(JsonString::from_plain(&extra.name).as_str(), Some(&extra.value));
        }
    });
}
