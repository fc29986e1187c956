//! Values that any node may hold.

use super::faults::wrong_type;
use crate::codec::Source;
use crate::ir::{Fields, Json, JsonStr, JsonString, Value};

/// A member that holds any JSON, `null` included.
pub(super) fn any(fields: Fields<'_>, key: &str) -> Option<Json> {
    fields.member(key).map(Value::json)
}

/// The text of a word or pointer that is no text of the conversation.
pub(super) fn plain(token: JsonStr<'_>) -> String {
    token.decode().into_owned()
}

/// A key as the last piece of a pointer.
pub(super) fn pointer(key: &str) -> String {
    format!("/{}", key.replace('~', "~0").replace('/', "~1"))
}

/// The texts of a list; anything else in it is reported.
pub(super) fn strings(value: Value<'_>, source: &mut Source<'_>) -> Vec<JsonString> {
    let mut texts = Vec::new();
    for item in value.items() {
        match item.text() {
            Some(text) => texts.push(text.owned()),
            None => {
                item.skip();
                wrong_type(item, "a string", source);
            }
        }
    }
    texts
}
