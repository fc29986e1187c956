//! Objects that are written with changes: a member is changed as soon as it is written, so that the text of the object
//! need not be checked once more, and nothing behind the member moves.

use super::keyed::Keyed;
use super::layout::{minify, text, written};
use super::object::{Arr, Obj, Watch};
use super::patch::{Change, Patch, apply, set};

/// Appends the object that `write` writes, with the changes made to it.
pub fn write_patched(out: &mut Vec<u8>, patch: &Patch, write: impl FnOnce(&mut Obj<'_>)) {
    write_changed(out, patch, &mut once(write));
}

/// What is called once, where a closure that may be called again is asked for.
fn once(write: impl FnOnce(&mut Obj<'_>)) -> impl FnMut(&mut Obj<'_>) {
    let mut write = Some(write);
    move |object| write.take().into_iter().for_each(|write| write(object))
}

/// The code is there once, and not for each `write`.
fn write_changed(out: &mut Vec<u8>, patch: &Patch, write: &mut dyn FnMut(&mut Obj<'_>)) {
    let from = out.len();
    let mut changing = by_member(patch).map(|members| Changing { members, open: None });
    let mut object = match &mut changing {
        Some(changing) if !patch.is_empty() => Obj::watched(out, changing),
        Some(_) | None => Obj::begin(out),
    };
    write(&mut object);
    object.end();
    match changing {
        Some(changing) => changing.add_rest(out, from),
        None => {
            let text = apply(&written(&out[from..]), patch);
            out.truncate(from);
            out.extend_from_slice(text.as_bytes());
        }
    }
}

impl Arr<'_> {
    /// An object item with the changes made to it.
    pub fn patched(&mut self, patch: &Patch, write: impl FnOnce(&mut Obj<'_>)) {
        self.changed(patch, &mut once(write));
    }

    /// The code is there once, and not for each `write`.
    fn changed(&mut self, patch: &Patch, write: &mut dyn FnMut(&mut Obj<'_>)) {
        if patch.is_empty() {
            self.object(write);
        } else {
            self.item(|buf| write_changed(buf, patch, write));
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

/// The changes to an object that is being written.
#[derive(Debug)]
struct Changing<'p> {
    /// Those that are still to be made, by member.
    members: Keyed<&'p str, (&'p str, Changes<'p>)>,
    /// The changes to the member that is being written, and where its value begins.
    open: Option<(Changes<'p>, usize)>,
}

impl Watch for Changing<'_> {
    fn next(&mut self, key: Option<&str>, buf: &mut Vec<u8>) {
        if let Some((changes, start)) = self.open.take() {
            change(buf, start, &changes);
        }
        let changes = key.and_then(|key| self.members.remove(key));
        self.open = changes.map(|(_, changes)| (changes, buf.len()));
    }

    fn value(&mut self, start: usize) {
        if let Some((_, at)) = &mut self.open {
            *at = start;
        }
    }
}

impl Changing<'_> {
    /// Adds the members that the object, which begins at `from`, has not.
    fn add_rest(mut self, out: &mut Vec<u8>, from: usize) {
        if self.members.is_empty() {
            return;
        }
        out.pop();
        for (key, changes) in self.members.drain() {
            if out.len() > from + 1 {
                out.push(b',');
            }
            out.push(b'"');
            out.extend_from_slice(key.as_bytes());
            out.extend_from_slice(b"\":");
            let start = out.len();
            // A value that is there for its changes alone.
            out.extend_from_slice(b"null");
            change(out, start, &changes);
        }
        out.push(b'}');
    }
}

/// The changes for each member, in the order in which they are first met; `None` where something is removed, where the
/// whole of a member is told beside a part of it, and where a name needs a second look.
fn by_member(patch: &Patch) -> Option<Keyed<&str, (&str, Changes<'_>)>> {
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
    patch.remove.is_empty().then_some(groups)
}

/// Makes changes to the value that was written from `start` on.
fn change(out: &mut Vec<u8>, start: usize, changes: &Changes<'_>) {
    let parts;
    let new = match changes.as_slice() {
        [("", whole)] => whole.as_str(),
        several => {
            parts = set(&written(&out[start..]), several);
            &parts
        }
    };
    out.truncate(start);
    out.extend_from_slice(new.as_bytes());
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
