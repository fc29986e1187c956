//! A JSON document that changes, in the time of its changes and not of its size: by JSON Patch (RFC 6902), all or
//! nothing, or by merging. What no change touches keeps its spelling and order.

use std::cell::RefCell;
use std::rc::Rc;

use super::json::{Json, Kind};
use super::json_patch::{Undo, run, undo};
use super::tape::{Tape, Value};
use super::tree::Tree;

/// How many bytes the operation `copy` may add, whatever the document's size.
const COPIES: usize = 4 << 20;

/// How many more for each byte that was read: a copy of a copy of a copy would soon fill any memory.
const COPIES_A_BYTE: usize = 16;

/// How many bytes may come of telling it whole after its changes, whatever its size.
const TELLS: usize = 4 << 20;

/// How many more for each byte that was read: a document told whole after each of its changes is told with the square of
/// their number.
const TELLS_A_BYTE: usize = 64;

/// A document, what may still be copied in it, and how often it may be told.
#[derive(Clone, Debug)]
pub struct Document {
    root: Tree,
    /// How many bytes may still be copied.
    copies: usize,
    /// How many bytes may still be told.
    tells: usize,
    /// How many bytes it has at most.
    size: usize,
}

impl Document {
    /// What it is at first.
    #[must_use]
    pub fn new(text: &Json) -> Self {
        let root = Tree::Text(text.as_str().to_owned());
        let mut new = Self { root, copies: COPIES, tells: TELLS, size: 0 };
        new.has_read(text.as_str().len());
        new
    }

    /// What is read adds to the document, and to what may be made of it.
    fn has_read(&mut self, bytes: usize) {
        self.size += bytes;
        self.copies = self.copies.saturating_add(COPIES_A_BYTE * bytes);
        self.tells = self.tells.saturating_add(TELLS_A_BYTE * bytes);
    }

    /// Merges a value into what there is, if anything.
    pub fn merge_into(known: &mut Option<Self>, later: &Json) {
        match known {
            Some(known) => known.merge(later),
            None => *known = Some(Self::new(later)),
        }
    }

    /// What it is now.
    #[must_use]
    pub fn now(&self) -> Json {
        let mut out = String::new();
        self.root.print(&mut out);
        Json::from_valid(out)
    }

    /// What it is now, if it may be told whole once more. If not, it may be after more of its changes, and at the end it
    /// is [`Self::now`].
    pub fn told(&mut self) -> Option<Json> {
        self.tells = self.tells.checked_sub(self.size)?;
        let now = self.now();
        self.size = now.as_str().len();
        Some(now)
    }

    /// Does the operations of a patch; those that RFC 6902 does not know are left out, as clients do.
    ///
    /// # Errors
    /// Which operation cannot be done and why. Then nothing of the patch is.
    pub fn patch(&mut self, patch: Value<'_>) -> Result<(), String> {
        self.has_read(patch.verbatim().len());
        let before = self.copies;
        let mut done: Vec<Undo> = Vec::new();
        for (number, operation) in patch.elements().enumerate() {
            if let Err(fault) = run(&mut self.root, operation, &mut self.copies, &mut done) {
                done.into_iter().rev().for_each(|step| undo(&mut self.root, step));
                return Err(format!("operation {number}: {fault}"));
            }
        }
        done.into_iter().for_each(|step| step.settle(&mut self.root));
        self.size += before - self.copies;
        Ok(())
    }

    /// Merges a value in: objects member by member (an array by its numbers), anything else replaced.
    pub fn merge(&mut self, later: &Json) {
        self.has_read(later.as_str().len());
        let mut tape = Tape::default();
        match tape.fill(later.as_str()) {
            Ok(()) => merge(&mut self.root, tape.view(later.as_str()).root()),
            Err(_) => self.root = Tree::Text(later.as_str().to_owned()),
        }
    }

    /// A member gets more: where both are texts the known one goes on, else it is replaced.
    pub fn grow(&mut self, name: &str, more: Value<'_>) {
        self.has_read(more.verbatim().len());
        self.root.expand();
        let Tree::Object(members) = &mut self.root else { return };
        match (Tree::member(members, name), more.token()) {
            (Some(Tree::Text(known)), Some(more)) if known.starts_with('"') => {
                known.pop();
                known.push_str(more.as_str());
                known.push('"');
            }
            (Some(known), _) => *known = Tree::Text(more.peek().to_owned()),
            (None, _) => Tree::push(members, name, Tree::Text(more.peek().to_owned())),
        }
    }
}

fn merge(tree: &mut Tree, later: Value<'_>) {
    tree.expand();
    let Tree::Object(members) = tree else {
        *tree = Tree::Text(later.peek().to_owned());
        return;
    };
    match later.kind() {
        Kind::Object => {
            for (key, value) in later.members() {
                let key = key.decode();
                match Tree::member(members, &key) {
                    Some(known) => merge(known, value),
                    None => Tree::push(members, &key, Tree::Text(value.peek().to_owned())),
                }
            }
        }
        // As the AI SDK has it, whose metadata this is for: an array is an object with numbers for keys.
        Kind::Array => {
            for (index, item) in later.elements().enumerate() {
                let (key, item) = (index.to_string(), Tree::Text(item.peek().to_owned()));
                match Tree::member(members, &key) {
                    Some(known) => *known = item,
                    None => Tree::push(members, &key, item),
                }
            }
        }
        Kind::Null | Kind::Bool | Kind::Number | Kind::String => *tree = Tree::Text(later.peek().to_owned()),
    }
}

/// A document that whoever holds it sees change: what it says is good until the next event.
#[derive(Clone, Debug)]
pub struct Live(Rc<RefCell<Document>>);

impl Live {
    /// What it is at first.
    #[must_use]
    pub fn new(text: &Json) -> Self {
        Self(Rc::new(RefCell::new(Document::new(text))))
    }

    /// What it is now.
    #[must_use]
    pub fn now(&self) -> Json {
        self.0.borrow().now()
    }

    /// As [`Document::told`].
    #[must_use]
    pub fn told(&self) -> Option<Json> {
        self.0.borrow_mut().told()
    }

    /// As [`Document::patch`].
    ///
    /// # Errors
    /// As there.
    pub fn patch(&self, patch: Value<'_>) -> Result<(), String> {
        self.0.borrow_mut().patch(patch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patched(document: &mut Document, patch: &str) -> Result<(), String> {
        let mut tape = Tape::default();
        tape.fill(patch).unwrap();
        document.patch(tape.view(patch).root())
    }

    #[test]
    fn operations_of_rfc_6902() {
        for (text, patch, result) in [
            (r#"{"b":1.0,"a":2}"#, r#"[{"op":"add","path":"/c","value":3}]"#, r#"{"b":1.0,"a":2,"c":3}"#),
            (
                r#"{"a/b":1,"t~x":1}"#,
                r#"[{"op":"replace","path":"/a~1b","value":2},{"op":"remove","path":"/t~0x"}]"#,
                r#"{"a/b":2}"#,
            ),
            (
                r#"{"l":[1,2]}"#,
                r#"[{"op":"add","path":"/l/-","value":3},{"op":"remove","path":"/l/0"},{"op":"add","path":"/l/1","value":0}]"#,
                r#"{"l":[2,0,3]}"#,
            ),
            (
                r#"{"a":{"x":1}}"#,
                r#"[{"op":"copy","from":"/a","path":"/b"},{"op":"move","from":"/b/x","path":"/y"}]"#,
                r#"{"a":{"x":1},"b":{},"y":1}"#,
            ),
            (
                r#"{"a":1}"#,
                r#"[{"op":"test","path":"/a","value":1.0},{"op":"replace","path":"","value":[]}]"#,
                "[]",
            ),
            (
                r#"{"a":{"x":[1,{"y":"é"}]}}"#,
                r#"[{"op":"test","path":"/a","value":{"x":[1.0,{"y":"\u00e9"}]}},{"op":"add","path":"/b","value":0}]"#,
                r#"{"a":{"x":[1,{"y":"é"}]},"b":0}"#,
            ),
            (r#"{"a":1}"#, r#"[{"op":"blur","path":"/a"}]"#, r#"{"a":1}"#),
            (
                r#"{"a":1,"b":2}"#,
                r#"[{"op":"remove","path":"/a"},{"op":"add","path":"/a","value":3}]"#,
                r#"{"b":2,"a":3}"#,
            ),
            (r#"{"a":1,"a":2}"#, r#"[{"op":"remove","path":"/a"}]"#, "{}"),
        ] {
            let mut document = Document::new(&Json::from_valid(text));
            assert_eq!(patched(&mut document, patch), Ok(()), "{patch}");
            assert_eq!(document.now().as_str(), result);
        }
    }

    #[test]
    fn a_patch_that_cannot_be_done_does_nothing() {
        let text = r#"{"a":{"x":1,"y":2,"z":3},"l":[1,2,3],"a2":0,"d":1,"d":2}"#;
        let fails = r#"{"op":"remove","path":"/none"}]"#;
        for (done, fault) in [
            ("", "operation 0: nothing at `none`"),
            (r#"{"op":"remove","path":"/a/y"},"#, "operation 1: nothing at `none`"),
            (
                r#"{"op":"remove","path":"/a/y"},{"op":"add","path":"/a/y","value":7},{"op":"add","path":"/a/w","value":[]},"#,
                "",
            ),
            (
                r#"{"op":"remove","path":"/l/1"},{"op":"add","path":"/l/0","value":9},{"op":"add","path":"/l/-","value":8},"#,
                "",
            ),
            (r#"{"op":"replace","path":"","value":{"q":1}},{"op":"add","path":"/r","value":2},"#, ""),
            (r#"{"op":"move","from":"/a/x","path":"/l/0"},{"op":"copy","from":"/l","path":"/a/x"},"#, ""),
            (
                r#"{"op":"remove","path":"/d"},{"op":"add","path":"/d","value":0},{"op":"remove","path":"/d"},"#,
                "",
            ),
            (r#"{"op":"move","from":"","path":"/a/b"},"#, "operation 0: nothing at `a`"),
            (
                r#"{"op":"test","path":"/a","value":{"x":1,"y":2}},"#,
                "operation 0: the value is not what `test` says",
            ),
            (r#"{"op":"add","path":"x","value":1},"#, "operation 0: `x` is no JSON pointer"),
            (r#"{"op":"add","path":"/l/4","value":1},"#, "operation 0: no place `4` in the array"),
            (r#"{"op":"add","path":"/d/e","value":1},"#, "operation 0: nothing can hold `e`"),
        ] {
            let mut document = Document::new(&Json::from_valid(text));
            let found = patched(&mut document, &format!("[{done}{fails}")).unwrap_err();
            assert!(found.ends_with(fault), "{found}");
            assert_eq!(document.now().as_str(), text, "{done}");
        }
    }

    #[test]
    fn copies_end_before_memory_does() {
        let mut document = Document::new(&Json::from_valid(r#"{"a":"0123456789"}"#));
        let mut copy =
            |n: i32| patched(&mut document, &format!(r#"[{{"op":"copy","from":"","path":"/{n}"}}]"#));
        let fault = (0..64).find_map(|n| copy(n).err());
        assert_eq!(fault.as_deref(), Some("operation 0: its copies are too much"));
        assert!(document.now().as_str().len() < 3 * COPIES);
    }

    #[test]
    fn what_is_told_whole_comes_to_no_more_than_a_multiple_of_what_was_read() {
        let mut document = Document::new(&Json::from_valid("{}"));
        let (mut read, mut told, mut last) = (0, 0, 0);
        for n in 0..4000 {
            let patch = format!(r#"[{{"op":"add","path":"/{n}","value":"{}"}}]"#, "x".repeat(100));
            read += patch.len();
            assert_eq!(patched(&mut document, &patch), Ok(()));
            if let Some(now) = document.told() {
                assert_eq!(now, document.now());
                (told, last) = (told + now.as_str().len(), n);
            }
        }
        assert!(told > 20 * read && told <= TELLS + TELLS_A_BYTE * (read + 2), "{told} of {read}");
        assert!(last > 3900, "{last}");
    }

    #[test]
    fn what_is_moved_may_be_moved_again_and_again() {
        let text = format!(r#"{{"a":{{"card":"{}"}},"b":{{}}}}"#, "0123456789".repeat(1000));
        let mut document = Document::new(&Json::from_valid(text.as_str()));
        for (from, to) in [("/a/card", "/b/card"), ("/b/card", "/a/card")].repeat(1000) {
            let patch = format!(r#"[{{"op":"move","from":"{from}","path":"{to}"}}]"#);
            assert_eq!(patched(&mut document, &patch), Ok(()));
        }
        assert_eq!(document.now().as_str(), text);
    }

    #[test]
    fn no_pointer_leads_deeper_than_a_document_may_be() {
        let mut document = Document::new(&Json::from_valid("{}"));
        let deep = |levels: usize| format!("{}1{}", "{\"a\":".repeat(levels), "}".repeat(levels));
        let mut path = String::new();
        let mut put = |levels: usize| {
            let patch = format!(r#"[{{"op":"add","path":"{path}/a","value":{}}}]"#, deep(levels));
            path.push_str(&"/a".repeat(levels));
            patched(&mut document, &patch)
        };
        assert_eq!(put(300), Ok(()));
        assert_eq!(put(300), Ok(()));
        assert_eq!(put(1), Err("operation 0: `a` is deeper than 512 levels".to_owned()));
    }

    #[test]
    fn texts_grow_and_the_rest_is_replaced() {
        let mut document = Document::new(&Json::from_valid(r#"{"a":"x","b":1,"c":{"d":2}}"#));
        let mut tape = Tape::default();
        let more = r#"["\u00e9\"",2.0,null,"z"]"#;
        tape.fill(more).unwrap();
        for (name, value) in ["a", "b", "c", "e/~"].into_iter().zip(tape.view(more).root().elements()) {
            document.grow(name, value);
        }
        assert_eq!(document.now().as_str(), r#"{"a":"x\u00e9\"","b":2.0,"c":null,"e/~":"z"}"#);
    }

    #[test]
    fn merging_goes_member_by_member() {
        for (base, later, result) in [
            (r#"{"a":{"x":1.0},"b":1}"#, r#"{"a":{"y":2},"c":3}"#, r#"{"a":{"x":1.0,"y":2},"b":1,"c":3}"#),
            (r#"{"a":{"0":1}}"#, r#"{"a":[5,6]}"#, r#"{"a":{"0":5,"1":6}}"#),
            (r#"{"a":[1]}"#, r#"{"a":{"x":1}}"#, r#"{"a":{"x":1}}"#),
            (r#"{"a":1}"#, "null", "null"),
            ("1", r#"{"a":1}"#, r#"{"a":1}"#),
        ] {
            let mut document = Document::new(&Json::from_valid(base));
            document.merge(&Json::from_valid(later));
            assert_eq!(document.now().as_str(), result);
        }
    }
}
