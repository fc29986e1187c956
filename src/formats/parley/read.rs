//! Reads turns.

use crate::codec::Source;
use crate::ir::{Message, Part, PartKind, Role, Value};

/// Reads one turn.
pub(super) fn message(value: Value<'_>, source: &mut Source<'_>) -> Message {
    let fields = value.fields();
    let role = match fields.text("who") {
        Some(who) if who.is("guide") => Role::System,
        Some(who) if who.is("bot") => Role::Assistant,
        Some(who) => Role::from_word(who),
        None => {
            source.error("parley/who-missing", value, "a turn of nobody", "say `who`: user, bot or guide");
            Role::User
        }
    };
    let said = fields.string("says");
    let parts = said.into_iter().map(|text| Part::new(PartKind::Text(text), source.place(value))).collect();
    Message { role, parts, place: source.place(value), extras: source.extras(value), ..Message::default() }
}
