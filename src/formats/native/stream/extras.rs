//! The extras of an event: each says its family, what it belongs to, and how it adds up.

use super::body::Body;
use super::keys::Keys;
use super::line::Line;
use super::words::scope;
use crate::emit::Emit;
use crate::formats::native::nodes::named;
use crate::ir::{Fields, Merge, MessageKey, PartKey, Scope, Value};

/// The numbers of messages and of parts.
type Numbers<'n> = (&'n mut Keys<()>, &'n mut Keys<Body>);

/// Hands on the extras of an event.
pub(super) fn carry<'f>(list: Value<'f>, line: Line<'f>, mut numbers: Numbers<'_>, emit: &mut Emit<'_, 'f>) {
    for item in list.items() {
        let fields = item.fields();
        let scope = read_scope(fields, &mut numbers);
        let members = fields.get("fields").map(named).unwrap_or_default();
        let (Some(scope), false, Some(family)) = (scope, members.is_empty(), fields.text("family")) else {
            let help = "an extra has `family`, `scope`, for a node its `key`, and `fields`";
            let at = line.frame.at(item);
            emit.report.error("native/extra", at, "an extra of nobody or nothing we know", help);
            continue;
        };
        let merge = if fields.token("merge").is_some_and(|word| word.is("append")) {
            fields.get("merge").into_iter().for_each(Value::skip);
            Merge::Append
        } else {
            Merge::Replace
        };
        for (name, value) in members {
            emit.carry(&family.decode(), scope, (&name, value), merge);
        }
    }
}

fn read_scope(fields: Fields<'_>, (messages, parts): &mut Numbers<'_>) -> Option<Scope> {
    let word = fields.text("scope")?.as_str();
    if word == scope::RUN {
        return Some(Scope::Run);
    }
    let number = fields.count("key")?;
    match word {
        scope::CHOICE => messages.find(number).map(|key| Scope::Choice(MessageKey(key))),
        scope::MESSAGE => messages.find(number).map(|key| Scope::Message(MessageKey(key))),
        scope::PART => parts.find(number).map(|key| Scope::Part(PartKey(key))),
        _ => None,
    }
}
