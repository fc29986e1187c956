//! Small changes to JSON text by pointer: what separates two spellings of one record, and how to get from one to the
//! other. Everything that is not named stays the text it was.

use super::json::{Json, Kind};
use super::keyed::Keyed;
use super::list::List;
use super::tape::{Tape, Value};
use super::tree::{Members, Tree, steps};
use std::borrow::Cow;

/// Members to set and to remove, by JSON pointer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patch {
    /// What to set, in order; a pointer to a place that is not there makes it, and a first item makes an array.
    pub set: Vec<(String, Json)>,
    /// What to remove.
    pub remove: Vec<String>,
}

impl Patch {
    /// One that changes nothing.
    #[must_use]
    pub fn none() -> &'static Self {
        static NONE: Patch = Patch { set: Vec::new(), remove: Vec::new() };
        &NONE
    }

    /// Whether it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.set.is_empty() && self.remove.is_empty()
    }
}

/// What has to be changed in `written` to get `source`. The order of keys does not count.
#[must_use]
pub fn diff(source: Value<'_>, written: Value<'_>) -> Patch {
    let mut patch = Patch::default();
    compare(source, written, String::new(), &mut patch);
    patch
}

fn compare(source: Value<'_>, written: Value<'_>, pointer: String, patch: &mut Patch) {
    if source.peek() == written.peek() {
        return;
    }
    match (source.kind(), written.kind()) {
        (Kind::Object, Kind::Object) if keys_differ(source) && keys_differ(written) => {
            compare_members(source, written, &pointer, patch);
        }
        (Kind::Array, Kind::Array) if children(source).len() == children(written).len() => {
            for (index, (from, to)) in children(source).into_iter().zip(children(written)).enumerate() {
                compare(from, to, format!("{pointer}/{index}"), patch);
            }
        }
        _ => patch.set.push((pointer, Json::from_valid(source.peek()))),
    }
}

fn compare_members(source: Value<'_>, written: Value<'_>, pointer: &str, patch: &mut Patch) {
    let (from, to) = (by_name(source), by_name(written));
    for (key, value) in source.members() {
        let key = key.decode();
        let place = format!("{pointer}/{}", escaped(&key));
        match to.get(&*key) {
            Some(other) => compare(value, *other, place, patch),
            None => patch.set.push((place, Json::from_valid(value.peek()))),
        }
    }
    for (key, _) in written.members() {
        let key = key.decode();
        if from.get(&*key).is_none() {
            patch.remove.push(format!("{pointer}/{}", escaped(&key)));
        }
    }
}

/// The members of an object by name; of the same name the last.
#[must_use]
pub fn by_name(object: Value<'_>) -> Keyed<Cow<'_, str>, Value<'_>> {
    let mut members = Keyed::default();
    for (key, value) in object.members() {
        members.push(key.decode(), value);
    }
    members
}

fn keys_differ(object: Value<'_>) -> bool {
    let mut keys: Vec<_> = object.members().map(|(key, _)| key.decode()).collect();
    let all = keys.len();
    keys.sort_unstable();
    keys.dedup();
    keys.len() == all
}

fn children(array: Value<'_>) -> Vec<Value<'_>> {
    array.elements().collect()
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// `text` with the changes made, compact where it was touched.
#[must_use]
pub fn apply(text: &str, patch: &Patch) -> String {
    let set = patch.set.iter().map(|(pointer, value)| (pointer.as_str(), value));
    let spliced = if patch.remove.is_empty() { splice(text, &set.collect::<Vec<_>>()) } else { None };
    spliced.unwrap_or_else(|| grow(text, patch))
}

/// `text` with these members set, as by [`apply`].
pub(super) fn set(text: &str, changes: &[Change<'_>]) -> String {
    splice(text, changes).unwrap_or_else(|| {
        let set = changes.iter().map(|(pointer, value)| ((*pointer).to_owned(), (*value).clone()));
        grow(text, &Patch { set: set.collect(), remove: Vec::new() })
    })
}

/// What is set: where, by JSON pointer, and to what.
pub(super) type Change<'p> = (&'p str, &'p Json);

/// The same by a tree, for any patch.
fn grow(text: &str, patch: &Patch) -> String {
    let mut tree = Tree::Text(text.to_owned());
    for pointer in &patch.remove {
        tree.remove(&steps(pointer));
    }
    for (pointer, value) in &patch.set {
        tree.set(&steps(pointer), value.as_str());
    }
    let mut out = String::with_capacity(text.len());
    tree.print(&mut out);
    out
}

/// `text` with the changes put in where they go, if that is all there is to do: members of objects that are there and
/// compact. Most patches are such, and need no tree.
fn splice(text: &str, changes: &[Change<'_>]) -> Option<String> {
    let mut tape = Tape::default();
    if changes.len() >= MOST_SPLICED || tape.fill(text).is_err() {
        return None;
    }
    let view = tape.view(text);
    let root = view.root();
    if root.verbatim().len() != text.len() {
        return None;
    }
    let mut edits = Vec::with_capacity(changes.len());
    for (index, (pointer, value)) in changes.iter().enumerate() {
        let meets = |(before, _): &Change<'_>| before.starts_with(pointer) || pointer.starts_with(before);
        if changes[..index].iter().any(meets) {
            return None;
        }
        let (way, key) = pointer.rsplit_once('/')?;
        let object = way.split('/').skip(1).try_fold(root, |at, step| child(at, step)?)?;
        edits.push(match child(object, key)? {
            Some(known) => (known.offset(), known.verbatim().len(), None, value),
            None => (object.offset() + object.verbatim().len() - 1, 0, Some(key), value),
        });
    }
    edits.sort_by_key(|(at, ..)| *at);
    let mut out = String::with_capacity(text.len() + 256);
    let mut from = 0;
    for (at, length, key, value) in edits {
        out.push_str(&text[from..at]);
        if let Some(key) = key {
            out.push_str(if out.ends_with('{') { "\"" } else { ",\"" });
            out.push_str(key);
            out.push_str("\":");
        }
        out.push_str(value.as_str());
        from = at + length;
    }
    out.push_str(&text[from..]);
    Some(out)
}

/// The most changes that are compared with each other.
const MOST_SPLICED: usize = 32;

/// A member of a compact object, if it has one of this name. `None` if it is another value, or the name needs a second
/// look.
fn child<'v>(object: Value<'v>, key: &str) -> Option<Option<Value<'v>>> {
    let word = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if object.kind() != Kind::Object || !word {
        return None;
    }
    let sizes = object.members().map(|(key, value)| key.as_str().len() + value.verbatim().len() + 4);
    let tight = sizes.sum::<usize>().max(1) + 1;
    (tight == object.verbatim().len()).then(|| object.look().member(key))
}

impl Tree {
    fn set(&mut self, steps: &[String], value: &str) {
        let Some((step, rest)) = steps.split_first() else {
            *self = Self::Text(value.to_owned());
            return;
        };
        self.expand();
        match self {
            Self::Array(items) => match step.parse().ok().and_then(|index| items.get_mut(index)) {
                Some(item) => item.set(rest, value),
                None => {
                    let mut item = Self::null();
                    item.set(rest, value);
                    items.push(item);
                }
            },
            Self::Object(members) => Self::set_member(members, step, rest, value),
            Self::Text(_) => {
                *self =
                    if step == "0" { Self::Array(List::default()) } else { Self::Object(Keyed::default()) };
                self.set(steps, value);
            }
        }
    }

    fn set_member(members: &mut Members, step: &str, rest: &[String], value: &str) {
        if let Some(member) = Self::member(members, step) {
            return member.set(rest, value);
        }
        let mut member = Self::null();
        member.set(rest, value);
        Self::push(members, step, member);
    }

    fn remove(&mut self, steps: &[String]) {
        let Some((step, rest)) = steps.split_first() else {
            return;
        };
        self.expand();
        match self {
            Self::Array(items) => {
                let Ok(index) = step.parse() else { return };
                if rest.is_empty() {
                    items.remove(index);
                } else if let Some(item) = items.get_mut(index) {
                    item.remove(rest);
                }
            }
            Self::Object(members) if rest.is_empty() => while members.remove(step.as_str()).is_some() {},
            Self::Object(members) => {
                if let Some(member) = Self::member(members, step) {
                    member.remove(rest);
                }
            }
            Self::Text(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there(source: &str, written: &str) -> String {
        let (mut a, mut b) = (Tape::default(), Tape::default());
        a.fill(source).unwrap();
        b.fill(written).unwrap();
        apply(written, &diff(a.view(source).root(), b.view(written).root()))
    }

    #[test]
    fn a_diff_leads_from_one_to_the_other() {
        for (source, written, result) in [
            (
                r#"{"a":1.0,"b":[1,{"c":null}]}"#,
                r#"{"a":1,"b":[1,{}],"d":2}"#,
                r#"{"a":1.0,"b":[1,{"c":null}]}"#,
            ),
            (r#"{"a":1,"a":2}"#, r#"{"a":2}"#, r#"{"a":1,"a":2}"#),
            (r#"{"x":{"a/b":"é"}}"#, r#"{"x":{"a/b":"e"}}"#, r#"{"x":{"a/b":"é"}}"#),
            (r#"{"l":[1,2]}"#, r#"{"l":[1]}"#, r#"{"l":[1,2]}"#),
            ("[]", "{}", "[]"),
        ] {
            assert_eq!(there(source, written), result);
        }
    }

    #[test]
    fn a_patch_by_splicing_is_the_patch() {
        let texts = [
            "{}",
            "[]",
            "null",
            r#"{"a":1,"u":{"x":{},"y":[1]}}"#,
            r#"{"a":{"a":"}"},"u":{}}"#,
            r#"{"a": 1}"#,
            " {}",
            r#"{"u":{"x" : 1},"a":1,"a":2}"#,
            r#"{"\u0061":1}"#,
        ];
        let sets =
            [("/a", "7"), ("/u/z", "{\"q\":[]}"), ("/u/x", "8"), ("/u", "9"), ("/a/b", "0"), ("/u/y/0", "3")];
        for text in texts {
            for first in 0..sets.len() {
                for second in 0..sets.len() {
                    let set = [first, second].map(|at| (sets[at].0.to_owned(), Json::from_valid(sets[at].1)));
                    let patch = Patch { set: set.to_vec(), remove: Vec::new() };
                    assert_eq!(apply(text, &patch), grow(text, &patch), "{text} {patch:?}");
                }
            }
        }
    }

    #[test]
    fn members_are_added() {
        let set = |members: &[(&str, &str)]| {
            let set = members.iter().map(|(name, value)| ((*name).to_owned(), Json::from_valid(*value)));
            Patch { set: set.collect(), remove: Vec::new() }
        };
        assert_eq!(apply("{}", &set(&[("/a", "1"), ("/b", "{}")])), r#"{"a":1,"b":{}}"#);
        assert_eq!(apply(r#"{"x":{}}"#, &set(&[("/a", "1")])), r#"{"x":{},"a":1}"#);
        assert_eq!(apply(r#"{ "x": { } }"#, &set(&[("/a", "1")])), r#"{"x":{ },"a":1}"#);
        assert_eq!(apply(r#"{"a":0}"#, &set(&[("/b", "1"), ("/a", "2")])), r#"{"a":2,"b":1}"#);
        assert_eq!(apply("{}", &set(&[("/a", "1"), ("/a", "2")])), r#"{"a":2}"#);
    }

    #[test]
    fn setting_makes_the_way() {
        let patch = Patch { set: vec![("/a/0/b".into(), Json::from_valid("1"))], remove: vec![] };
        assert_eq!(apply("{}", &patch), r#"{"a":[{"b":1}]}"#);
        assert_eq!(apply(r#"{"a":[]}"#, &patch), r#"{"a":[{"b":1}]}"#);
    }
}
