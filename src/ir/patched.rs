//! Objects that are written with changes: where a change goes is known while the object is written, so that its text
//! need not be checked once more.

use std::ops::Range;

use super::keyed::Keyed;
use super::layout::{minify, text, written};
use super::object::{Arr, Obj};
use super::patch::{Change, Patch, apply, set};

/// Appends the object that `write` writes, with the changes made to it.
pub fn write_patched(out: &mut Vec<u8>, patch: &Patch, write: impl FnOnce(&mut Obj<'_>)) {
    let (from, mut keys) = (out.len(), Vec::new());
    let mut object = Obj::begin(out);
    if !patch.is_empty() {
        object.track(&mut keys);
    }
    write(&mut object);
    object.end();
    if !patch.is_empty() && change(out, from, &keys, patch).is_none() {
        let text = apply(&written(&out[from..]), patch);
        out.truncate(from);
        out.extend_from_slice(text.as_bytes());
    }
}

impl Arr<'_> {
    /// An object item with the changes made to it.
    pub fn patched(&mut self, patch: &Patch, write: impl FnOnce(&mut Obj<'_>)) {
        if patch.is_empty() {
            self.object(write);
        } else {
            self.item(|buf| write_patched(buf, patch, write));
        }
    }
}

/// Room for most objects.
const USUAL: usize = 128;

/// The text of the object that `write` writes, with the changes made to it.
pub fn patched(patch: &Patch, write: impl FnOnce(&mut Obj<'_>)) -> String {
    let mut bytes = Vec::with_capacity(USUAL);
    write_patched(&mut bytes, patch, write);
    text(bytes)
}

/// Takes the white space between tokens out of what was written from `from` on, if it runs over several lines.
pub fn in_one_line(out: &mut Vec<u8>, from: usize) {
    if memchr::memchr2(b'\n', b'\r', &out[from..]).is_some() {
        let lines = written(&out[from..]).into_owned();
        out.truncate(from);
        minify(&lines, out);
    }
}

/// What a member is changed by: the rest of each pointer, and the value that goes there.
type Changes<'p> = Vec<Change<'p>>;

/// Makes the changes to the object from `from` on, whose members have these keys. `None`, and nothing has changed, where
/// they are not all such.
fn change(out: &mut Vec<u8>, from: usize, keys: &[Range<usize>], patch: &Patch) -> Option<()> {
    let groups = by_member(patch)?;
    let end = out.len() - 1;
    let find = |key: &str| keys.iter().rposition(|known| out[known.clone()] == *key.as_bytes());
    let found: Vec<_> = groups.iter().map(|(key, _)| find(key)).collect();
    let extent = |index: usize| {
        let last = keys.get(index + 1).map_or(end, |next| next.start - 2);
        keys[index].end + 2..last
    };
    let mut known: Vec<_> = (found.iter().zip(&groups))
        .filter_map(|(found, (_, changes))| {
            let place = extent((*found)?);
            let value = changed(&written(&out[place.clone()]), changes);
            Some((place, value))
        })
        .collect();
    known.sort_by_key(|(place, _)| place.start);
    replace(out, &known);
    out.pop();
    for (key, changes) in
        groups.iter().zip(&found).filter_map(|(group, found)| found.is_none().then_some(group))
    {
        if out.len() > from + 1 {
            out.push(b',');
        }
        out.push(b'"');
        out.extend_from_slice(key.as_bytes());
        out.extend_from_slice(b"\":");
        out.extend_from_slice(made(changes).as_bytes());
    }
    out.push(b'}');
    Some(())
}

/// Puts each text where it goes, in the order in which they stand.
fn replace(out: &mut Vec<u8>, texts: &[(Range<usize>, String)]) {
    let Some((first, _)) = texts.first() else { return };
    let start = first.start;
    let behind = out.split_off(start);
    let mut at = 0;
    for (place, text) in texts {
        out.extend_from_slice(&behind[at..place.start - start]);
        out.extend_from_slice(text.as_bytes());
        at = place.end - start;
    }
    out.extend_from_slice(&behind[at..]);
}

/// The changes for each member, in the order in which they are first met; `None` where something is removed, where the
/// whole of a member is told beside a part of it, and where a name needs a second look.
fn by_member(patch: &Patch) -> Option<Vec<(&str, Changes<'_>)>> {
    let mut groups: Keyed<&str, (&str, Changes<'_>)> = Keyed::default();
    for (pointer, value) in &patch.set {
        let way = pointer.strip_prefix('/')?;
        let (key, rest) = way.split_at(way.find('/').unwrap_or(way.len()));
        if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return None;
        }
        match groups.get_mut(key) {
            Some((_, changes)) if rest.is_empty() || changes[0].0.is_empty() => return None,
            Some((_, changes)) => changes.push((rest, value)),
            None => {
                groups.push(key, (key, vec![(rest, value)]));
            }
        }
    }
    patch.remove.is_empty().then(|| groups.drain().collect())
}

/// A value with changes made to it.
fn changed(value: &str, changes: &Changes<'_>) -> String {
    match changes.as_slice() {
        [("", whole)] => whole.as_str().to_owned(),
        parts => set(value, parts),
    }
}

/// A value that is there for its changes alone.
fn made(changes: &Changes<'_>) -> String {
    changed("null", changes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ir::{Json, JsonStr};

    fn write(object: &mut Obj<'_>) {
        object.word("a", "x").number("n", 3).raw("r", "[1, {\"b\": 2}]");
        object.object("o", |inside| {
            inside.word("a", "y").object("deep", |deep| {
                deep.flag("f", true).token("t", JsonStr::new("\\u00e9"));
            });
        });
        object.raw("none", "null").raw("lines", "{\n\"k\": 1}");
    }

    proptest! {
        #[test]
        fn what_is_written_with_changes_is_what_is_changed_after_it(set in prop::collection::vec((
            prop::sample::select(vec!["/a", "/n", "/new", "/new/a", "/new/0", "/o", "/o/a", "/o/b", "/o/deep/f", "/r/0",
                "/r/1/b", "/none/x", "/none/0/x", "/lines/k", "/a~1b", "/o/deep/x/y", "", "/", "/other"]),
            prop::sample::select(vec!["1", "{}", "[]", "\"s\"", "null", "{\"z\": [1]}"]),
        ), 0..5)) {
            let set = set.into_iter().map(|(name, value)| (name.to_owned(), Json::from_valid(value))).collect();
            let patch = Patch { set, remove: Vec::new() };
            let plain = patched(Patch::none(), write);
            prop_assert_eq!(patched(&patch, write), apply(&plain, &patch));
        }
    }
}
