//! What a chunk and a part of a UIMessage share: where a value stands, and how its family's members are kept.

use crate::codec::Source;
use crate::emit::Emit;
use crate::ir::{Extra, Extras, Fields, Json, JsonStr, Merge, Part, PartKind, Place, Value};

use super::super::usage;
use super::super::words::FAMILY;

/// Where a value stands, in a frame or in a document.
pub(super) trait Ground<'f> {
    /// The place of a value.
    fn place(&self, value: Value<'f>) -> Place;
}

impl<'f> Ground<'f> for Emit<'_, 'f> {
    fn place(&self, value: Value<'f>) -> Place {
        self.at(value).to_place()
    }
}

impl<'f> Ground<'f> for Source<'_> {
    fn place(&self, value: Value<'f>) -> Place {
        Source::place(self, value)
    }
}

/// Keeps the member `key` of a chunk or part under `name`.
pub(super) fn keep<'f>(
    extras: &mut Extras,
    ground: &impl Ground<'f>,
    fields: Fields<'f>,
    (key, name): (&str, &str),
) {
    if let Some(value) = fields.get(key) {
        put(extras, name, value.json(), ground.place(value));
    }
}

/// Adds a member.
pub(super) fn put(extras: &mut Extras, name: &str, value: Json, place: Place) {
    extras.put(FAMILY, Extra { name: name.to_owned(), value, place }, Merge::Replace);
}

/// All that is unread in `value`, named from it after `prefix`.
pub(super) fn rest<'f>(extras: &mut Extras, ground: &impl Ground<'f>, value: Value<'f>, prefix: &str) {
    for left in value.unread() {
        left.skip();
        if left.kind() != crate::ir::Kind::Null {
            put(extras, &format!("{prefix}{}", left.pointer_from(value)), left.json(), ground.place(left));
        }
    }
}

/// A part without extras, at the place of `value`.
pub(super) fn part<'f>(kind: PartKind, ground: &impl Ground<'f>, value: Value<'f>) -> Part {
    Part::new(kind, ground.place(value))
}

/// The seal on a reasoning part, by the SDK's own convention for Anthropic; looking is not reading.
pub(super) fn seal<'f>(metadata: Value<'f>, key: &str) -> Option<JsonStr<'f>> {
    usage::member(usage::member(metadata, "anthropic")?, key)?.token()
}

/// Takes the seal out of provider metadata, whose other members stay unread.
pub(super) fn take_seal<'f>(metadata: Value<'f>, key: &str) -> Option<JsonStr<'f>> {
    seal(metadata, key)?;
    metadata.fields().object("anthropic").text(key)
}
