//! Small changes to JSON text by pointer: what separates two spellings of one record, and how to get from one to the
//! other. Everything that is not named stays the text it was.

use super::json::{Json, JsonString, Kind};
use super::tape::{Tape, Value};
use super::tree::{Tree, steps};

/// Members to set and to remove, by JSON pointer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patch {
    /// What to set, in order; a pointer to a place that is not there makes it, and a first item makes an array.
    pub set: Vec<(String, Json)>,
    /// What to remove.
    pub remove: Vec<String>,
}

impl Patch {
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
    for (key, value) in source.members() {
        let key = key.decode();
        let place = format!("{pointer}/{}", escaped(&key));
        match written.members().find(|(other, _)| other.is(&key)) {
            Some((_, other)) => compare(value, other, place, patch),
            None => patch.set.push((place, Json::from_valid(value.peek()))),
        }
    }
    for (key, _) in written.members() {
        let key = key.decode();
        if !source.members().any(|(other, _)| other.is(&key)) {
            patch.remove.push(format!("{pointer}/{}", escaped(&key)));
        }
    }
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
    add_members(text, patch).unwrap_or_else(|| apply_anywhere(text, patch))
}

fn apply_anywhere(text: &str, patch: &Patch) -> String {
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

/// The text of a compact object with members added to it, where that is all the patch does: most do no more, and need no
/// tree.
fn add_members(text: &str, patch: &Patch) -> Option<String> {
    let mut tape = Tape::default();
    let plain = patch.remove.is_empty() && !patch.set.is_empty();
    let body = text.strip_suffix('}').filter(|_| plain && tape.fill(text).is_ok())?;
    let root = tape.root(text);
    let tight = root.members().map(|(key, value)| key.as_str().len() + value.verbatim().len() + 4);
    if tight.sum::<usize>() + 1 != text.len() && text != "{}" {
        return None;
    }
    let known = root.look();
    let mut out = String::with_capacity(text.len() + 128);
    out.push_str(body);
    for (index, (pointer, value)) in patch.set.iter().enumerate() {
        let key = pointer.strip_prefix('/')?;
        let word = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !word || known.has(key) || patch.set[..index].iter().any(|(before, _)| before == pointer) {
            return None;
        }
        out.push_str(if out.ends_with('{') { "\"" } else { ",\"" });
        out.push_str(key);
        out.push_str("\":");
        out.push_str(value.as_str());
    }
    out.push('}');
    Some(out)
}

/// `base` with `later` merged into it: objects member by member (an array by its numbers), anything else replaced.
#[must_use]
pub fn merge(base: Option<&Json>, later: &Json) -> Json {
    let Some(base) = base else {
        return later.clone();
    };
    let (mut old, mut new) = (Tape::default(), Tape::default());
    if old.fill(base.as_str()).is_err() || new.fill(later.as_str()).is_err() {
        return later.clone();
    }
    let mut patch = Patch::default();
    merge_members(old.root(base.as_str()), new.root(later.as_str()), String::new(), &mut patch);
    Json::from_valid(apply_anywhere(base.as_str(), &patch))
}

fn merge_members(old: Value<'_>, new: Value<'_>, pointer: String, patch: &mut Patch) {
    if old.kind() == Kind::Object && new.kind() == Kind::Array {
        // As the AI SDK has it, whose metadata this is for: an array is an object with numbers for keys.
        for (index, item) in new.elements().enumerate() {
            patch.set.push((format!("{pointer}/{index}"), Json::from_valid(item.peek())));
        }
        return;
    }
    if old.kind() != Kind::Object || new.kind() != Kind::Object {
        patch.set.push((pointer, Json::from_valid(new.peek())));
        return;
    }
    for (key, value) in new.members() {
        let key = key.decode();
        let place = format!("{pointer}/{}", escaped(&key));
        match old.members().filter(|(other, _)| other.is(&key)).last() {
            Some((_, known)) => merge_members(known, value, place, patch),
            None => patch.set.push((place, Json::from_valid(value.peek()))),
        }
    }
}

impl Tree {
    fn set(&mut self, steps: &[String], value: &str) {
        let Some((step, rest)) = steps.split_first() else {
            *self = Self::Text(value.to_owned());
            return;
        };
        self.expand();
        match self {
            Self::Array(items) => match step.parse::<usize>() {
                Ok(index) if index < items.len() => items[index].set(rest, value),
                Ok(_) | Err(_) => {
                    let mut item = Self::null();
                    item.set(rest, value);
                    items.push(item);
                }
            },
            Self::Object(members) => Self::set_member(members, step, rest, value),
            Self::Text(_) => {
                *self = if step == "0" { Self::Array(Vec::new()) } else { Self::Object(Vec::new()) };
                self.set(steps, value);
            }
        }
    }

    fn set_member(members: &mut Vec<(JsonString, Self)>, step: &str, rest: &[String], value: &str) {
        if let Some(member) = Self::member(members, step) {
            return member.set(rest, value);
        }
        let mut member = Self::null();
        member.set(rest, value);
        members.push((JsonString::from_plain(step), member));
    }

    fn remove(&mut self, steps: &[String]) {
        let Some((step, rest)) = steps.split_first() else {
            return;
        };
        self.expand();
        match self {
            Self::Array(items) => {
                let Some(index) = step.parse::<usize>().ok().filter(|index| *index < items.len()) else {
                    return;
                };
                if rest.is_empty() {
                    items.remove(index);
                } else {
                    items[index].remove(rest);
                }
            }
            Self::Object(members) if rest.is_empty() => members.retain(|(key, _)| !key.token().is(step)),
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
        apply(written, &diff(a.root(source), b.root(written)))
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
