//! JSON Patch (RFC 6902), all or nothing, on JSON text: what a patch does not touch keeps its spelling and order, which
//! a tree of parsed numbers and sorted keys would not.

use crate::ir::{Json, JsonString, Kind, Tape, Tree, Value, by_name, steps};

/// `text` with the operations of `patch` done, or why they cannot be.
pub(super) fn apply(text: &Json, patch: Value<'_>) -> Result<Json, String> {
    let mut root = Tree::Text(text.as_str().to_owned());
    for (number, operation) in patch.elements().enumerate() {
        run(&mut root, operation).map_err(|fault| format!("operation {number}: {fault}"))?;
    }
    let mut out = String::with_capacity(text.as_str().len());
    root.print(&mut out);
    Ok(Json::from_valid(out))
}

/// Whether this is an operation of RFC 6902; clients leave out any other.
pub(super) fn is_known(operation: Value<'_>) -> bool {
    let op = member(operation, "op").and_then(Value::token);
    op.is_some_and(|op| ["add", "remove", "replace", "move", "copy", "test"].contains(&op.as_str()))
}

fn member<'v>(object: Value<'v>, name: &str) -> Option<Value<'v>> {
    object.members().filter(|(key, _)| key.is(name)).last().map(|(_, value)| value)
}

fn run(root: &mut Tree, operation: Value<'_>) -> Result<(), String> {
    if !is_known(operation) {
        return Ok(());
    }
    let op = member(operation, "op").and_then(Value::token).ok_or("no `op`")?;
    let path = pointer(operation, "path")?;
    let value =
        || member(operation, "value").map(|value| Tree::Text(value.peek().to_owned())).ok_or("no `value`");
    match op.as_str() {
        "add" => add(root, &path, value()?),
        "remove" => take(root, &path).map(drop),
        "replace" => at(root, &path).map(|node| value().map(|value| *node = value))?.map_err(str::to_owned),
        "move" => {
            let from = pointer(operation, "from")?;
            let node = take(root, &from)?;
            add(root, &path, node)
        }
        "copy" => {
            let from = pointer(operation, "from")?;
            let mut text = String::new();
            at(root, &from)?.print(&mut text);
            add(root, &path, Tree::Text(text))
        }
        _ => {
            let (mut is, mut should) = (String::new(), String::new());
            at(root, &path)?.print(&mut is);
            value()?.print(&mut should);
            if same(&is, &should) { Ok(()) } else { Err("the value is not what `test` says".to_owned()) }
        }
    }
}

/// The steps of a JSON pointer.
fn pointer(operation: Value<'_>, name: &str) -> Result<Vec<String>, String> {
    let text =
        member(operation, name).and_then(Value::token).ok_or(format!("no `{name}`"))?.decode().into_owned();
    if !text.is_empty() && !text.starts_with('/') {
        return Err(format!("`{text}` is no JSON pointer"));
    }
    Ok(steps(&text))
}

/// Whether two JSON texts say the same: numbers by value, objects without regard to order.
fn same(one: &str, other: &str) -> bool {
    let (mut a, mut b) = (Tape::default(), Tape::default());
    a.fill(one).is_ok() && b.fill(other).is_ok() && same_value(a.view(one).root(), b.view(other).root())
}

fn same_value(a: Value<'_>, b: Value<'_>) -> bool {
    match (a.kind(), b.kind()) {
        (Kind::Object, Kind::Object) => {
            let others = by_name(b);
            a.members().count() == others.len()
                && a.members().all(|(key, value)| {
                    others.get(&*key.decode()).is_some_and(|other| same_value(value, *other))
                })
        }
        (Kind::Array, Kind::Array) => {
            a.elements().count() == b.elements().count()
                && a.elements().zip(b.elements()).all(|(a, b)| same_value(a, b))
        }
        (Kind::String, Kind::String) => a.token().map(|a| a.decode()) == b.token().map(|b| b.decode()),
        (Kind::Number, Kind::Number) => {
            a.peek() == b.peek() || a.peek().parse::<f64>().ok() == b.peek().parse::<f64>().ok()
        }
        (_, _) => a.peek() == b.peek(),
    }
}

/// What a path leads to.
fn at<'t>(tree: &'t mut Tree, path: &[String]) -> Result<&'t mut Tree, String> {
    let Some((step, rest)) = path.split_first() else { return Ok(tree) };
    tree.expand();
    let child = match tree {
        Tree::Object(members) => Tree::member(members, step),
        Tree::Array(items) => index(step, items.len()).and_then(|index| items.get_mut(index)),
        Tree::Text(_) => None,
    };
    at(child.ok_or(format!("nothing at `{step}`"))?, rest)
}

fn add(tree: &mut Tree, path: &[String], value: Tree) -> Result<(), String> {
    let Some((last, parent)) = path.split_last() else {
        *tree = value;
        return Ok(());
    };
    let parent = at(tree, parent)?;
    parent.expand();
    match parent {
        Tree::Object(members) => match Tree::member(members, last) {
            Some(known) => *known = value,
            None => {
                members.push(last.clone(), (JsonString::from_plain(last), value));
            }
        },
        Tree::Array(items) if last == "-" => items.push(value),
        Tree::Array(items) => {
            let index = index(last, items.len() + 1).ok_or(format!("no place `{last}` in the array"))?;
            items.insert(index, value);
        }
        Tree::Text(_) => return Err(format!("nothing can hold `{last}`")),
    }
    Ok(())
}

fn take(tree: &mut Tree, path: &[String]) -> Result<Tree, String> {
    let Some((last, parent)) = path.split_last() else { return Ok(std::mem::replace(tree, Tree::null())) };
    at(tree, path)?;
    match at(tree, parent)? {
        Tree::Object(members) => {
            Ok(members.remove(last.as_str()).map_or_else(Tree::null, |(_, value)| value))
        }
        Tree::Array(items) => {
            Ok(index(last, items.len()).map_or_else(Tree::null, |index| items.remove(index)))
        }
        Tree::Text(_) => Err(format!("nothing at `{last}`")),
    }
}

/// An array index below `end`: digits alone, without leading zeros.
fn index(step: &str, end: usize) -> Option<usize> {
    let plain = step == "0" || (!step.starts_with('0') && step.bytes().all(|byte| byte.is_ascii_digit()));
    step.parse().ok().filter(|index| plain && *index < end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patched(text: &str, patch: &str) -> String {
        let mut tape = Tape::default();
        tape.fill(patch).unwrap();
        match apply(&Json::from_valid(text), tape.view(patch).root()) {
            Ok(json) => json.as_str().to_owned(),
            Err(fault) => fault,
        }
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
                r#"{"a":1}"#,
                r#"[{"op":"test","path":"/a","value":2}]"#,
                "operation 0: the value is not what `test` says",
            ),
            (r#"{"a":1}"#, r#"[{"op":"replace","path":"/b","value":2}]"#, "operation 0: nothing at `b`"),
            (r#"{"a":1}"#, r#"[{"op":"blur","path":"/a"}]"#, r#"{"a":1}"#),
        ] {
            assert_eq!(patched(text, patch), result);
        }
    }
}
