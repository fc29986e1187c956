//! JSON by value: the order of keys and the spelling of numbers and texts do not count.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::ir::{Kind, Tape, Value};

/// Takes the pointer of a leaf, what stands there on the left and on the right.
pub(super) type Tell<'s> = dyn FnMut(&str, Option<&str>, Option<&str>) + 's;

/// Tells each leaf that differs: its pointer below `path`, the left value and the right one. `twins` compares the
/// members of a repeated key one by one; else the last one counts, as for every reader.
pub(super) struct Leaves<'s> {
    /// Takes what differs.
    pub(super) tell: &'s mut Tell<'s>,
    /// Whether the earlier of repeated members are compared too.
    pub(super) twins: bool,
}

impl Leaves<'_> {
    /// Compares two texts, which must be valid JSON.
    pub(super) fn compare(&mut self, path: &str, left: &str, right: &str) {
        if left == right {
            return;
        }
        let (mut one, mut two) = (Tape::default(), Tape::default());
        if one.fill(left).is_err() || two.fill(right).is_err() {
            (self.tell)(path, Some(left), Some(right));
            return;
        }
        self.values(path, one.view(left).root(), two.view(right).root());
    }

    fn values(&mut self, path: &str, left: Value<'_>, right: Value<'_>) {
        if left.peek() == right.peek() {
            return;
        }
        match (left.kind(), right.kind()) {
            (Kind::Object, Kind::Object) => self.objects(path, left, right),
            (Kind::Array, Kind::Array) => self.arrays(path, left, right),
            (Kind::Null, _) | (Kind::Bool, _) | (Kind::Number, _) | (Kind::String, _)
                if same_scalar(left, right) => {}
            (Kind::Null | Kind::Bool | Kind::Number | Kind::String | Kind::Array | Kind::Object, _) => {
                (self.tell)(path, Some(left.peek()), Some(right.peek()));
            }
        }
    }

    fn objects(&mut self, path: &str, left: Value<'_>, right: Value<'_>) {
        let mut others = members(right);
        for (key, mut mine) in ordered(left) {
            let path = format!("{path}/{}", escaped(&key));
            let mut theirs = others.remove(&key).unwrap_or_default();
            if !self.twins {
                mine.drain(..mine.len().saturating_sub(1));
                theirs.drain(..theirs.len().saturating_sub(1));
            }
            self.lists(&mine, &theirs, |_| path.clone());
        }
        for (key, theirs) in ordered(right) {
            if others.contains_key(&key) {
                let path = format!("{path}/{}", escaped(&key));
                let last = if self.twins { 0 } else { theirs.len() - 1 };
                theirs[last..].iter().for_each(|value| (self.tell)(&path, None, Some(value.peek())));
            }
        }
    }

    /// Items that are the same at both ends stay paired, so that one more in the middle does not shift the rest.
    fn arrays(&mut self, path: &str, left: Value<'_>, right: Value<'_>) {
        let (mine, theirs): (Vec<_>, Vec<_>) = (left.elements().collect(), right.elements().collect());
        if mine.len() == theirs.len() {
            return self.lists(&mine, &theirs, |index| format!("{path}/{index}"));
        }
        let head = mine.iter().zip(&theirs).take_while(|(one, two)| equal(**one, **two)).count();
        let (mine, theirs) = (&mine[head..], &theirs[head..]);
        let ends = mine.iter().rev().zip(theirs.iter().rev());
        let tail = ends.take_while(|(one, two)| equal(**one, **two)).count();
        let (mine, theirs) = (&mine[..mine.len() - tail], &theirs[..theirs.len() - tail]);
        self.lists(mine, theirs, |index| format!("{path}/{}", head + index));
    }

    fn lists(&mut self, mine: &[Value<'_>], theirs: &[Value<'_>], path: impl Fn(usize) -> String) {
        for index in 0..mine.len().max(theirs.len()) {
            match (mine.get(index), theirs.get(index)) {
                (Some(one), Some(two)) => self.values(&path(index), *one, *two),
                (one, two) => {
                    (self.tell)(&path(index), one.map(|value| value.peek()), two.map(|value| value.peek()));
                }
            }
        }
    }
}

/// The members of an object by key, those of a repeated key in their order.
fn members(object: Value<'_>) -> HashMap<Cow<'_, str>, Vec<Value<'_>>> {
    ordered(object).into_iter().collect()
}

/// The same in the order in which the keys first come.
fn ordered(object: Value<'_>) -> Vec<(Cow<'_, str>, Vec<Value<'_>>)> {
    let mut known: HashMap<Cow<'_, str>, usize> = HashMap::new();
    let mut list: Vec<(Cow<'_, str>, Vec<Value<'_>>)> = Vec::new();
    for (key, value) in object.members() {
        let key = key.decode_json();
        match known.get(&key) {
            Some(index) => list[*index].1.push(value),
            None => {
                known.insert(key.clone(), list.len());
                list.push((key, vec![value]));
            }
        }
    }
    list
}

fn equal(left: Value<'_>, right: Value<'_>) -> bool {
    let mut same = true;
    Leaves { tell: &mut |_, _, _| same = false, twins: true }.values("", left, right);
    same
}

fn same_scalar(left: Value<'_>, right: Value<'_>) -> bool {
    match (left.kind(), right.kind()) {
        (Kind::Number, Kind::Number) => decimal(left.peek()) == decimal(right.peek()),
        (Kind::String, Kind::String) => {
            left.token().map(|token| token.decode_json()) == right.token().map(|token| token.decode_json())
        }
        _ => left.peek() == right.peek(),
    }
}

/// A number as sign, digits and the power of ten behind them, so that `1`, `1.0` and `10e-1` are one.
fn decimal(text: &str) -> (bool, String, i64) {
    let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (number, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let power = power.strip_prefix('+').unwrap_or(power).parse::<i64>().unwrap_or(i64::MAX / 2);
    let digits = format!("{whole}{part}");
    let digits = digits.trim_start_matches('0');
    let bare = digits.trim_end_matches('0');
    if bare.is_empty() {
        return (false, String::new(), 0);
    }
    let behind = i64::try_from(digits.len() - bare.len()).unwrap_or(0);
    let after = i64::try_from(part.len()).unwrap_or(0);
    (negative, bare.to_owned(), power.saturating_sub(after).saturating_add(behind))
}

/// A key as a step of a JSON pointer.
pub(super) fn escaped(key: &str) -> Cow<'_, str> {
    if key.contains(['~', '/']) {
        Cow::Owned(key.replace('~', "~0").replace('/', "~1"))
    } else {
        Cow::Borrowed(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differ(left: &str, right: &str) -> Vec<String> {
        let mut told = Vec::new();
        let mut tell = |path: &str, left: Option<&str>, right: Option<&str>| {
            told.push(format!("{path} {} {}", left.unwrap_or("-"), right.unwrap_or("-")));
        };
        Leaves { tell: &mut tell, twins: true }.compare("", left, right);
        told
    }

    #[test]
    fn spelling_and_order_do_not_count() {
        for (left, right) in [
            (r#"{"a":1,"b":[2]}"#, r#"{ "b": [2.0], "a": 10e-1 }"#),
            (r#""é""#, r#""\u00e9""#),
            ("-0", "0.00"),
            ("12000", "1.2E+4"),
        ] {
            assert_eq!(differ(left, right), [""; 0], "{left} {right}");
        }
        assert_eq!(differ("9007199254740993", "9007199254740992").len(), 1);
    }

    #[test]
    fn a_leaf_is_told_with_its_pointer() {
        assert_eq!(differ(r#"{"a":{"b/c":[1,2]}}"#, r#"{"a":{"b/c":[1,3]}}"#), ["/a/b~1c/1 2 3"]);
        assert_eq!(differ(r#"{"a":1}"#, r#"{"b":1}"#), ["/a 1 -", "/b - 1"]);
        assert_eq!(differ("[1,2,3]", "[1,9,2,3]"), ["/1 - 9"]);
        assert_eq!(differ(r#"{"a":1,"a":2}"#, r#"{"a":3,"a":2}"#), ["/a 1 3"]);
        assert_eq!(differ("[]", "{}"), [" [] {}"]);
    }
}
