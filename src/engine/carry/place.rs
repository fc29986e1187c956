//! Where it rides: a member of a JSON text, put in and taken out so that the text is as it was.

use super::carried::Carried;
use crate::codec::Carry;
use crate::ir::{Json, Kind, Patch, Tape, Value, apply, diff};

/// The word that everything carried stands beside; a text without it carries nothing.
const MARK: &str = "chatwire";

/// `text`, an object, with something to carry; `None` where it has no place.
pub(super) fn put(text: &str, carry: &Carry, carried: &Carried) -> Option<String> {
    let mut tape = Tape::default();
    tape.fill(text).ok()?;
    let view = tape.view(text);
    let root = view.root();
    if root.kind() != Kind::Object {
        return None;
    }
    let has_room = |place: &&&str| {
        let (holder, _) = place.rsplit_once('/').unwrap_or_default();
        at(root, holder).is_none_or(|value| matches!(value.kind(), Kind::Object | Kind::Null))
    };
    let place = carry.places.iter().find(has_room)?;
    let set = vec![((*place).to_owned(), Json::from_valid(carried.to_json()))];
    Some(apply(text, &Patch { set, remove: Vec::new() }))
}

/// What `text` carries, and the text without it. An object that held nothing else goes too.
pub(super) fn take(text: &str, carry: &Carry) -> Option<(String, Carried)> {
    if !text.contains(MARK) {
        return None;
    }
    let mut tape = Tape::default();
    tape.fill(text).ok()?;
    let view = tape.view(text);
    let root = view.root();
    let found = |place: &&'static str| Some((*place, Carried::from_value(at(root, place)?)?));
    let (place, carried) = carry.places.iter().find_map(found)?;
    let (holder, _) = place.rsplit_once('/').unwrap_or_default();
    let alone =
        !holder.is_empty() && at(root, holder).is_some_and(|holder| holder.members().nth(1).is_none());
    let gone = if alone { holder } else { place };
    let patch = Patch { set: Vec::new(), remove: vec![gone.to_owned()] };
    Some((apply(text, &patch), carried))
}

/// Whether a text from which something was taken out was there for that alone.
pub(super) fn is_own(rest: &str, carry: &Carry) -> bool {
    let (mut here, mut there) = (Tape::default(), Tape::default());
    carry.own.is_some_and(|own| {
        let valid = here.fill(rest).is_ok() && there.fill(own).is_ok();
        valid && diff(here.view(rest).root(), there.view(own).root()).is_empty()
    })
}

/// The text as it is once what it will carry has been taken out again.
pub(super) fn settled(text: &str, carry: &Carry) -> Option<String> {
    take(&put(text, carry, &Carried::Follows)?, carry).map(|(text, _)| text)
}

/// A message or frame for nothing else, and its type where it has one.
pub(super) fn own(carry: &Carry, carried: &Carried) -> Option<(String, String)> {
    let text = put(carry.own?, carry, carried)?;
    let mut tape = Tape::default();
    tape.fill(&text).ok()?;
    let name = tape.view(&text).root().fields().token("type").map(|name| name.decode().into_owned());
    Some((name.unwrap_or_default(), text))
}

/// The value at a pointer of plain names.
fn at<'v>(root: Value<'v>, pointer: &str) -> Option<Value<'v>> {
    pointer.split('/').skip(1).try_fold(root, |value, key| {
        value.members().filter(|(name, _)| name.is(key)).last().map(|(_, value)| value)
    })
}
