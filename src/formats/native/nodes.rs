//! What any node may hold: extras, and what one family alone speaks.

use crate::ir::{Extras, Json, JsonString, Keyed, Obj, Remainder, Value};

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

/// The members of a group, and its name.
type Group<'e> = (&'e str, Vec<(&'e str, &'e Json)>);

fn fields(o: &mut Obj<'_>, extras: &Extras) {
    o.text("family", &JsonString::from_plain(&extras.family));
    let mut groups: Keyed<&str, Group<'_>> = Keyed::default();
    for extra in &extras.list {
        let (group, key) = split(&extra.name);
        match groups.get_mut(group) {
            Some((_, members)) => members.push((key, &extra.value)),
            None => {
                groups.push(group, (group, vec![(key, &extra.value)]));
            }
        }
    }
    o.object("fields", |o| {
        for (group, members) in groups.iter() {
            match *group {
                "" => write_members(o, members),
                group => {
                    let group = JsonString::from_plain(group);
                    o.object(group.as_str(), |o| write_members(o, members));
                }
            }
        }
    });
}

/// One extra, as the only one of its `fields`.
pub(super) fn field(o: &mut Obj<'_>, name: &str, value: &str) {
    let (group, key) = split(name);
    let (group, key) = (JsonString::from_plain(group), JsonString::from_plain(key));
    if group.is_empty() {
        o.raw(key.as_str(), value);
    } else {
        o.object(group.as_str(), |o| {
            o.raw(key.as_str(), value);
        });
    }
}

/// The extras in `fields`, by name; what stands for several members is opened.
pub(super) fn named<'f>(fields: Value<'f>) -> Vec<(String, Value<'f>)> {
    let mut extras = Vec::new();
    for (key, member) in fields.fields().value().into_iter().flat_map(Value::members) {
        let key = key.decode();
        if key.ends_with('/') {
            let inner = member.fields().value().into_iter().flat_map(Value::members);
            extras.extend(inner.map(|(inner, value)| (format!("{key}{}", inner.decode()), value)));
        } else if key.starts_with('/') || key.contains(':') {
            extras.push((key.into_owned(), member));
        } else {
            extras.push((format!("/{key}"), member));
        }
    }
    extras
}

fn write_members(o: &mut Obj<'_>, members: &[(&str, &Json)]) {
    for (key, value) in members {
        o.json(JsonString::from_plain(key).as_str(), Some(value));
    }
}

/// The name of an extra as a group and a key in it. A member of the node itself has its key alone; one that stands
/// deeper is grouped by the pointer before its key, which ends with `/`; any other name stands as it is.
fn split(name: &str) -> (&str, &str) {
    match name.rfind('/') {
        Some(0) if !name.contains(':') => ("", &name[1..]),
        Some(last) => (&name[..=last], &name[last + 1..]),
        None => ("", name),
    }
}
