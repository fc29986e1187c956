//! One walk over a value beside the table of what it must be.

use super::number::{is_count, is_whole};
use super::table::{Faults, Member, Null, Object, Tagged, Type};
use crate::check::Findings;
use crate::ir::{JsonStr, Kind, Value};
use crate::report::{Rule, closest, misspelt};

/// Finds what departs from `kind` in `value`. It looks and does not read.
pub fn check(value: Value<'_>, kind: &Type, faults: &'static Faults, found: &mut Findings<'_>) {
    Walk { faults, found }.value(value, kind, None);
}

/// As [`check`] with [`Type::Tagged`], where the member that tells the objects apart stands elsewhere.
pub fn check_as(
    value: Value<'_>,
    tag: Value<'_>,
    tagged: &'static Tagged,
    faults: &'static Faults,
    found: &mut Findings<'_>,
) {
    if let Some(word) = tag.token() {
        Walk { faults, found }.variant(value, (tag, word), tagged);
    }
}

struct Walk<'w, 'r> {
    faults: &'static Faults,
    found: &'w mut Findings<'r>,
}

impl Walk<'_, '_> {
    fn value(&mut self, value: Value<'_>, kind: &Type, member: Option<&'static Member>) {
        if !is_of(kind, value) {
            return self.other_kind(value, kind);
        }
        match kind {
            Type::Any | Type::Text | Type::Flag | Type::Number | Type::Map => {}
            Type::Whole | Type::Count | Type::Test(_, _) => {
                if !passes(kind, value) {
                    self.other_kind(value, kind);
                }
            }
            Type::Word(words) => self.word(value, words, member),
            Type::Object(object) => self.object(value, object),
            Type::Tagged(tagged) => self.tagged(value, tagged),
            Type::List(item) => value.elements().for_each(|element| self.value(element, item, None)),
            Type::Some(item) => {
                if value.elements().next().is_none() {
                    let message = format!("{} is empty", called(value));
                    self.found.put(self.faults.empty, value, message);
                }
                value.elements().for_each(|element| self.value(element, item, None));
            }
            Type::Either(kinds) => {
                if let Some(kind) = kinds.iter().find(|kind| is_of(kind, value)) {
                    self.value(value, kind, member);
                }
            }
        }
    }

    fn other_kind(&mut self, value: Value<'_>, kind: &Type) {
        let message = format!("{} is {}; expected {}", called(value), shown(value), expected(kind));
        self.found.put(self.faults.kind, value, message);
    }

    fn word(&mut self, value: Value<'_>, words: &[&'static str], member: Option<&'static Member>) {
        let Some(token) = value.token() else { return };
        if words.iter().any(|word| token.is(word)) {
            return;
        }
        let rule = member.and_then(|member| member.word).unwrap_or(self.faults.word);
        let message = format!("{} is {}; expected {}", called(value), shown(value), one_of(words));
        self.unknown_word(rule, value, message, words.iter().copied());
    }

    fn unknown_word(
        &mut self,
        rule: &'static Rule,
        value: Value<'_>,
        message: String,
        words: impl Iterator<Item = &'static str>,
    ) {
        let word = value.token().map(|token| token.decode().into_owned()).unwrap_or_default();
        match closest(&word, words.map(|word| word.trim_end_matches('*'))) {
            Some(near) => {
                self.found.put_with_help(rule, value, message, &format!("did you mean `{near}`?"));
            }
            None => self.found.put(rule, value, message),
        }
    }

    fn tagged(&mut self, value: Value<'_>, tagged: &'static Tagged) {
        let tag = value.look().get(tagged.key);
        let Some((tag, word)) = tag.and_then(|tag| Some((tag, tag.token()?))) else {
            if let Some(rule) = tagged.absent {
                let message = format!("{} has no `{}`, a string", tagged.name, tagged.key);
                self.found.put(rule, value, message);
            }
            return;
        };
        self.variant(value, (tag, word), tagged);
    }

    fn variant(&mut self, value: Value<'_>, (tag, word): (Value<'_>, JsonStr<'_>), tagged: &'static Tagged) {
        let known = tagged.variants.iter().find(|(name, _)| match name.strip_suffix('*') {
            Some(prefix) => word.as_str().starts_with(prefix),
            None => word.is(name),
        });
        match (known, tagged.unknown.or(self.faults.variant)) {
            (Some((_, object)), _) => self.object(value, object),
            (None, Some(rule)) => {
                let message = format!("{} of the unknown {} {}", tagged.name, tagged.key, shown(tag));
                self.unknown_word(rule, tag, message, tagged.variants.iter().map(|(name, _)| *name));
            }
            (None, None) => {}
        }
    }

    fn object(&mut self, value: Value<'_>, object: &'static Object) {
        let mut strange = false;
        for (key, item) in value.members() {
            match object.members().find(|member| key.is(member.key)) {
                Some(member) => self.member(item, member),
                None => strange |= !object.open || item.kind() != Kind::Null,
            }
        }
        for member in object.members().filter(|member| member.must) {
            if !value.look().has(member.key) {
                self.missing(value, object, member);
            }
        }
        if strange {
            self.strangers(value, object);
        }
        if let Some(also) = object.also {
            also(value, self.found);
        }
    }

    fn member(&mut self, value: Value<'_>, member: &'static Member) {
        if let Some(rule) = member.old {
            self.found.put(rule, value, format!("`{}` is of an older version", member.key));
        }
        if value.kind() == Kind::Null && !matches!(member.kind, Type::Any if member.null == Null::Fine) {
            let rule = match member.null {
                Null::Fine => return,
                Null::Read => self.faults.null_read,
                Null::Refused => self.faults.null,
            };
            let message = format!("`{}` is null; expected {}", member.key, expected(&member.kind));
            return self.found.put(rule, value, message);
        }
        self.value(value, &member.kind, Some(member));
    }

    fn missing(&mut self, value: Value<'_>, object: &'static Object, member: &'static Member) {
        let message = format!("{} has no `{}`, {}", object.name, member.key, expected(&member.kind));
        let strange = |key: JsonStr<'_>| object.members().all(|known| !key.is(known.key));
        let strangers = || value.members().filter(|(key, _)| strange(*key));
        match misspelt(member.key, strangers().map(|(key, _)| key.as_str())) {
            Some(near) => {
                let help = format!("did you mean `{}` where it says `{near}`?", member.key);
                self.found.put_with_help(self.faults.missing, value, message, &help);
                if let Some((_, meant)) = strangers().find(|(key, _)| key.as_str() == near) {
                    self.found.mark(meant);
                }
            }
            None => self.found.put(self.faults.missing, value, message),
        }
    }

    /// Members that the table does not know.
    fn strangers(&mut self, value: Value<'_>, object: &'static Object) {
        let absent: Vec<&str> =
            object.members().map(|member| member.key).filter(|key| !value.look().has(key)).collect();
        for (key, item) in value.members() {
            if object.members().any(|member| key.is(member.key)) {
                continue;
            }
            let name = key.decode();
            match misspelt(&name, absent.iter().copied()) {
                Some(meant) => {
                    let message = format!("{} has no member `{name}`; nobody reads it", object.name);
                    let must = object.members().any(|member| member.must && member.key == meant);
                    // Where the member is missed, that is told already.
                    if !must {
                        let help = format!("did you mean `{meant}`?");
                        self.found.put_with_help(self.faults.misspelt, item, message, &help);
                    }
                }
                None if object.open => {}
                None => {
                    let message = format!("{} has no member `{name}`", object.name);
                    self.found.put(self.faults.unknown, item, message);
                }
            }
        }
    }
}

/// Whether the JSON kind of a value is one that `kind` may have.
fn is_of(kind: &Type, value: Value<'_>) -> bool {
    let is = value.kind();
    match kind {
        Type::Any => true,
        Type::Text | Type::Word(_) => is == Kind::String,
        Type::Flag => is == Kind::Bool,
        Type::Number | Type::Whole | Type::Count => is == Kind::Number,
        Type::Map | Type::Object(_) | Type::Tagged(_) => is == Kind::Object,
        Type::List(_) | Type::Some(_) => is == Kind::Array,
        Type::Either(kinds) => kinds.iter().any(|kind| is_of(kind, value)),
        Type::Test(_, _) => true,
    }
}

/// Whether a value of the right JSON kind is also of the right form.
fn passes(kind: &Type, value: Value<'_>) -> bool {
    match kind {
        Type::Whole => is_whole(value.peek()),
        Type::Count => is_count(value.peek()),
        Type::Test(_, test) => test(value),
        Type::Any
        | Type::Text
        | Type::Word(_)
        | Type::Flag
        | Type::Number
        | Type::Map
        | Type::Object(_)
        | Type::Tagged(_)
        | Type::List(_)
        | Type::Some(_)
        | Type::Either(_) => true,
    }
}

/// What `kind` is in words: `a string`.
fn expected(kind: &Type) -> String {
    match kind {
        Type::Any => "a value".into(),
        Type::Text => "a string".into(),
        Type::Word(words) => one_of(words),
        Type::Flag => "true or false".into(),
        Type::Number => "a number".into(),
        Type::Whole => "a whole number".into(),
        Type::Count => "a whole number from 0".into(),
        Type::Map | Type::Object(_) | Type::Tagged(_) => "an object".into(),
        Type::List(_) => "an array".into(),
        Type::Some(_) => "an array that is not empty".into(),
        Type::Either(kinds) => kinds.iter().map(expected).collect::<Vec<_>>().join(" or "),
        Type::Test(words, _) => (*words).into(),
    }
}

/// The most words that a message lists.
const LISTED: usize = 8;

fn one_of(words: &[&str]) -> String {
    match words {
        [only] => format!("`{only}`"),
        [head @ .., last] if words.len() <= LISTED => format!("`{}` or `{last}`", head.join("`, `")),
        _ => format!("one of {} words", words.len()),
    }
}

/// The most characters of a value that a message shows.
const SHOWN: usize = 40;

/// A value in a message: its kind, and itself where it is short.
fn shown(value: Value<'_>) -> String {
    let text = value.peek();
    let short = text.chars().nth(SHOWN).is_none();
    match value.kind() {
        Kind::Null => "null".into(),
        Kind::Bool | Kind::Number => format!("`{text}`"),
        Kind::String if short => format!("`{text}`"),
        Kind::String => format!("`{}…`", text.chars().take(SHOWN).collect::<String>()),
        Kind::Array => "an array".into(),
        Kind::Object => "an object".into(),
    }
}

/// A value by its key, or its place in an array.
fn called(value: Value<'_>) -> String {
    if value.key().is_empty() { "the value".into() } else { format!("`{}`", value.key().decode()) }
}
