//! What carries an event: the document's frame, the same with `type` repeated inside, and the runner's flat records.

use crate::emit::Emit;
use crate::ir::{Extra, Extras, Fields, JsonStr, Kind, Value};

use super::super::words::FAMILY;

/// An event out of its carrier.
#[derive(Clone, Copy)]
pub(super) struct Told<'f> {
    /// Its type.
    pub(super) kind: JsonStr<'f>,
    /// The object that holds its members, and the frame itself where it has none.
    pub(super) data: Value<'f>,
    /// Its members.
    pub(super) fields: Fields<'f>,
}

/// The event of a frame; `None` where there is no type.
#[inline]
pub(super) fn open(root: Value<'_>) -> Option<Told<'_>> {
    let frame = root.fields();
    let Some(kind) = frame.text("type") else { return wrapped(root) };
    let Some(data) = frame.member("data") else {
        // Flat: the members stand beside the type.
        return Some(Told { kind, data: root, fields: frame });
    };
    let fields = data.fields();
    if let Some(again) = fields.get("type")
        && again.token() == Some(kind)
        && kind.as_str() != "interaction_request"
    {
        again.skip();
    }
    Some(Told { kind, data, fields })
}

/// The event of a runner's record: `{"kind":"event","event":{…}}` or `{"kind":"result","result":{…}}`.
fn wrapped(root: Value<'_>) -> Option<Told<'_>> {
    let frame = root.fields();
    let wrap = frame.get("kind")?;
    let kind = wrap.token()?;
    let data = match kind.as_str() {
        "event" => frame.get("event"),
        "result" => frame.get("result"),
        _ => None,
    }?;
    if data.kind() != Kind::Object {
        return None;
    }
    wrap.skip();
    let fields = data.fields();
    if kind.as_str() == "result" {
        return Some(Told { kind, data, fields });
    }
    let kind = fields.text("type")?;
    Some(Told { kind, data, fields })
}

/// The type of an event and the object that holds its members, found as [`open`] does and left unread.
pub(in super::super) fn peek(root: Value<'_>) -> Option<(Value<'_>, Value<'_>)> {
    let frame = root.look();
    let of_kind = |value: &Value<'_>| value.kind() == Kind::Object;
    if frame.token("type").is_some() {
        return Some((frame.get("type")?, frame.get("data").filter(of_kind).unwrap_or(root)));
    }
    let wrap = frame.get("kind")?;
    let name = ["event", "result"].into_iter().find(|name| wrap.token().is_some_and(|word| word.is(name)))?;
    let data = frame.get(name).filter(of_kind)?;
    if name == "result" { Some((wrap, data)) } else { Some((data.look().get("type")?, data)) }
}

/// What nobody has read in `value`, as the extras of a part that comes whole.
pub(super) fn rest(emit: &Emit<'_, '_>, value: Value<'_>) -> Extras {
    let mut extras = Extras::default();
    for left in value.unread() {
        left.skip();
        if left.kind() != Kind::Null {
            let name = left.pointer_from(value);
            extras.list.push(Extra { name, value: left.json(), place: emit.at(left).to_place() });
        }
    }
    if !extras.list.is_empty() {
        FAMILY.clone_into(&mut extras.family);
    }
    extras
}
