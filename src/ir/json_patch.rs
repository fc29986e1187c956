//! The operations of JSON Patch (RFC 6902) on a tree, each with the way back.

use super::json::Kind;
use super::patch::by_name;
use super::tape::{MAX_DEPTH, Tape, Value};
use super::tree::{Members, Tree, steps};

/// How many bytes may be moved where one may be copied: that takes time, and no memory.
const MOVES_A_COPY: usize = 64;

/// How to take an operation back. They are taken back from the last to the first, so each finds the tree as its
/// operation left it.
pub(super) enum Undo {
    /// What a path led to is put back.
    Set(Vec<String>, Tree),
    /// What was added at the end of what a path leads to is taken off.
    Pop(Vec<String>),
    /// The element is taken out of the array.
    Take(Vec<String>, usize),
    /// The element is put back.
    Insert(Vec<String>, usize, Tree),
    /// The members of this name, from the newest, are put back.
    Members(Vec<String>, String, Vec<Tree>),
}

impl Undo {
    /// Lets go of what nobody will put back.
    pub(super) fn settle(self, root: &mut Tree) {
        if let Self::Members(parent, name, _) = self
            && let Ok(Tree::Object(members)) = at(root, &parent)
        {
            let gone = |members: &Members| members.places(&*name).find(|place| members[*place].1.is_gone());
            while let Some(place) = gone(members) {
                members.take(place);
            }
        }
    }
}

/// Does one operation, and notes how to take it back.
pub(super) fn run(
    root: &mut Tree,
    operation: Value<'_>,
    copies: &mut usize,
    done: &mut Vec<Undo>,
) -> Result<(), String> {
    if !is_known(operation) {
        return Ok(());
    }
    let op = member(operation, "op").and_then(Value::token).ok_or("no `op`")?;
    let path = pointer(operation, "path")?;
    let value = || member(operation, "value").ok_or("no `value`");
    let text = || value().map(|value| Tree::Text(value.peek().to_owned()));
    match op.as_str() {
        "add" => add(root, path, text()?, done),
        "remove" => remove(root, path, done),
        "replace" => {
            let (node, value) = (at(root, &path)?, text()?);
            done.push(Undo::Set(path, std::mem::replace(node, value)));
            Ok(())
        }
        "copy" => {
            let copy = copy(root, &pointer(operation, "from")?, 1, copies)?;
            add(root, path, copy, done)
        }
        "move" => {
            let from = pointer(operation, "from")?;
            let moved = copy(root, &from, MOVES_A_COPY, copies)?;
            remove(root, from, done)?;
            add(root, path, moved, done)
        }
        _ => {
            let same = same(at(root, &path)?, value()?);
            same.then_some(()).ok_or_else(|| "the value is not what `test` says".to_owned())
        }
    }
}

/// Whether this is an operation of RFC 6902; clients leave out any other.
#[must_use]
pub fn is_known(operation: Value<'_>) -> bool {
    let op = member(operation, "op").and_then(Value::token);
    op.is_some_and(|op| ["add", "remove", "replace", "move", "copy", "test"].contains(&op.as_str()))
}

fn member<'v>(object: Value<'v>, name: &str) -> Option<Value<'v>> {
    object.members().filter(|(key, _)| key.is(name)).last().map(|(_, value)| value)
}

/// The steps of a JSON pointer.
fn pointer(operation: Value<'_>, name: &str) -> Result<Vec<String>, String> {
    let text =
        member(operation, name).and_then(Value::token).ok_or(format!("no `{name}`"))?.decode().into_owned();
    if !text.is_empty() && !text.starts_with('/') {
        return Err(format!("`{text}` is no JSON pointer"));
    }
    let steps = steps(&text);
    match steps.last() {
        Some(last) if steps.len() > MAX_DEPTH as usize => {
            Err(format!("`{last}` is deeper than {MAX_DEPTH} levels"))
        }
        Some(_) | None => Ok(steps),
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

fn add(tree: &mut Tree, mut path: Vec<String>, value: Tree, done: &mut Vec<Undo>) -> Result<(), String> {
    let Some(last) = path.pop() else {
        done.push(Undo::Set(path, std::mem::replace(tree, value)));
        return Ok(());
    };
    let parent = at(tree, &path)?;
    parent.expand();
    done.push(match parent {
        Tree::Object(members) => match Tree::member(members, &last) {
            Some(known) => {
                path.push(last);
                Undo::Set(path, std::mem::replace(known, value))
            }
            None => {
                Tree::push(members, &last, value);
                Undo::Pop(path)
            }
        },
        Tree::Array(items) if last == "-" => {
            items.push(value);
            Undo::Pop(path)
        }
        Tree::Array(items) => {
            let index = index(&last, items.len() + 1).ok_or(format!("no place `{last}` in the array"))?;
            items.insert(index, value);
            Undo::Take(path, index)
        }
        Tree::Text(_) => return Err(format!("nothing can hold `{last}`")),
    });
    Ok(())
}

fn remove(tree: &mut Tree, mut path: Vec<String>, done: &mut Vec<Undo>) -> Result<(), String> {
    at(tree, &path)?;
    let Some(last) = path.pop() else {
        done.push(Undo::Set(path, std::mem::replace(tree, Tree::null())));
        return Ok(());
    };
    match at(tree, &path)? {
        Tree::Object(members) => {
            let all = each_named(members, &last, |member| std::mem::replace(member, Tree::gone()));
            done.push(Undo::Members(path, last, all));
        }
        Tree::Array(items) => {
            let index = index(&last, items.len());
            let (index, item) = index
                .and_then(|index| Some((index, items.remove(index)?)))
                .ok_or(format!("nothing at `{last}`"))?;
            done.push(Undo::Insert(path, index, item));
        }
        Tree::Text(_) => return Err(format!("nothing at `{last}`")),
    }
    Ok(())
}

/// Changes each member of this name, from the newest.
fn each_named<T>(members: &mut Members, name: &str, mut change: impl FnMut(&mut Tree) -> T) -> Vec<T> {
    let places: Vec<_> = members.places(name).collect();
    places.into_iter().map(|place| change(&mut members[place].1)).collect()
}

/// The text of what a path leads to, if it may be copied: this share of it counts.
fn copy(root: &mut Tree, path: &[String], share: usize, copies: &mut usize) -> Result<Tree, String> {
    let mut text = String::new();
    at(root, path)?.print(&mut text);
    *copies = copies.checked_sub(text.len() / share).ok_or("its copies are too much")?;
    Ok(Tree::Text(text))
}

/// Takes an operation back.
pub(super) fn undo(root: &mut Tree, step: Undo) {
    let (Undo::Set(path, _)
    | Undo::Pop(path)
    | Undo::Take(path, _)
    | Undo::Insert(path, ..)
    | Undo::Members(path, ..)) = &step;
    let Ok(node) = at(root, path) else { return };
    match (step, node) {
        (Undo::Set(_, old), node) => *node = old,
        (Undo::Pop(_), Tree::Object(members)) => drop(members.pop_back()),
        (Undo::Pop(_), Tree::Array(items)) => drop(items.pop()),
        (Undo::Take(_, index), Tree::Array(items)) => drop(items.remove(index)),
        (Undo::Insert(_, index, item), Tree::Array(items)) => items.insert(index, item),
        (Undo::Members(_, name, all), Tree::Object(members)) => {
            let mut all = all.into_iter();
            each_named(members, &name, |member| all.next().map(|old| *member = old));
        }
        // A path leads to what it led to before.
        (Undo::Pop(_) | Undo::Take(..) | Undo::Insert(..) | Undo::Members(..), _) => {}
    }
}

/// Whether a tree says the same as a value: numbers by value, objects without regard to order.
fn same(tree: &mut Tree, value: Value<'_>) -> bool {
    tree.expand();
    match tree {
        Tree::Object(members) => {
            let others = by_name(value);
            let mut count = 0;
            value.kind() == Kind::Object
                && members.iter_mut().filter(|(_, member)| !member.is_gone()).all(|(key, member)| {
                    count += 1;
                    others.get(&*key.decode()).is_some_and(|other| same(member, *other))
                })
                && count == others.len()
        }
        Tree::Array(items) => {
            value.kind() == Kind::Array
                && value.elements().count() == items.len()
                && items.iter_mut().zip(value.elements()).all(|(item, value)| same(item, value))
        }
        Tree::Text(text) => {
            let mut tape = Tape::default();
            tape.fill(text).is_ok() && same_scalar(tape.view(text).root(), value)
        }
    }
}

fn same_scalar(a: Value<'_>, b: Value<'_>) -> bool {
    match (a.kind(), b.kind()) {
        (Kind::String, Kind::String) => a.token().map(|a| a.decode()) == b.token().map(|b| b.decode()),
        (Kind::Number, Kind::Number) => {
            a.peek() == b.peek() || a.peek().parse::<f64>().ok() == b.peek().parse::<f64>().ok()
        }
        (_, _) => a.peek() == b.peek(),
    }
}

/// An array index below `end`: digits alone, without leading zeros.
fn index(step: &str, end: usize) -> Option<usize> {
    let plain = step == "0" || (!step.starts_with('0') && step.bytes().all(|byte| byte.is_ascii_digit()));
    step.parse().ok().filter(|index| plain && *index < end)
}
