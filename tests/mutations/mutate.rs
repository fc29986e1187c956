//! One fault in one place, by dice.

use crate::tree::{Frame, Node, node, text};

/// A specimen with one fault.
pub(crate) struct Mutant {
    /// What was done, and where.
    pub(crate) what: String,
    pub(crate) text: String,
}

/// Dice that fall the same way for the same name.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(name: &str) -> Self {
        // FNV-1a.
        let sum = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Self(name.bytes().fold(0xcbf2_9ce4_8422_2325, sum))
    }

    /// A number below `sides`.
    pub(crate) fn throw(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 33) % sides.max(1) as u64).unwrap_or(0)
    }
}

const OF_FRAMES: &[&str] = &["drop-frame", "double-frame", "swap-frames"];
const OF_FIELDS: &[&str] = &["drop", "rename", "retype", "double", "swap"];

/// Values of each type.
const TYPES: &[&str] = &["\"zq\"", "7", "true", "null", "{}", "[]"];

/// The specimen with one fault; `None` where the dice fall on nothing.
pub(crate) fn mutate(frames: &[Frame], dice: &mut Dice) -> Option<Mutant> {
    let mut frames = frames.to_vec();
    let what = if frames.len() > 1 && dice.throw(3) == 0 {
        of_frames(&mut frames, dice)
    } else {
        of_fields(&mut frames, dice)
    }?;
    Some(Mutant { what, text: text(&frames) })
}

fn of_frames(frames: &mut Vec<Frame>, dice: &mut Dice) -> Option<String> {
    let at = dice.throw(frames.len());
    let (mut kind, what) = (frames[at].kind(), OF_FRAMES[dice.throw(OF_FRAMES.len())]);
    match what {
        "drop-frame" => {
            frames.remove(at);
        }
        "double-frame" => frames.insert(at, frames[at].clone()),
        _ => {
            let other = dice.throw(frames.len());
            let apart = at != other && text(&frames[at..=at]) != text(&frames[other..=other]);
            if !apart {
                return None;
            }
            let (first, last) = (at.min(other), at.max(other));
            kind = format!("{},{}", frames[first].kind(), frames[last].kind());
            frames.swap(at, other);
        }
    }
    Some(format!("{what} {kind}"))
}

fn of_fields(frames: &mut [Frame], dice: &mut Dice) -> Option<String> {
    let at = dice.throw(frames.len());
    let several = frames.len() > 1;
    let kind = frames[at].kind();
    let json = frames[at].json.as_mut()?;
    let mut containers = json.containers();
    let (way, name) = containers.swap_remove(dice.throw(containers.len()));
    let what = OF_FIELDS[dice.throw(OF_FIELDS.len())];
    let step = match json.at(&way) {
        Node::Object(members) => of_members(members, what, dice),
        Node::Array(items) => of_items(items, what, dice),
        Node::Scalar(_) => None,
    }?;
    let start = if several { kind } else { String::new() };
    Some(format!("{what} {start}{name}/{step}"))
}

fn of_members(members: &mut Vec<(String, Node)>, what: &str, dice: &mut Dice) -> Option<String> {
    if members.is_empty() {
        return None;
    }
    let at = dice.throw(members.len());
    let key = members[at].0.clone();
    match what {
        "drop" => {
            members.remove(at);
        }
        "rename" => members[at].0.push_str("Qz"),
        "retype" => {
            members[at].1 = retyped(&members[at].1, dice)?;
            return Some(format!("{key}={}", short(&members[at].1)));
        }
        "double" => {
            let mut twin = members[at].clone();
            twin.1 = retyped(&twin.1, dice)?;
            members.insert(at, twin);
        }
        _ => {
            let other = dice.throw(members.len());
            members.swap(at, other);
        }
    }
    Some(key)
}

fn of_items(items: &mut Vec<Node>, what: &str, dice: &mut Dice) -> Option<String> {
    if items.is_empty() {
        return None;
    }
    let at = dice.throw(items.len());
    let tag = items[at].tag().unwrap_or_else(|| "*".to_owned());
    match what {
        "drop" => {
            items.remove(at);
        }
        "double" => items.insert(at, items[at].clone()),
        "retype" => {
            items[at] = retyped(&items[at], dice)?;
            return Some(format!("{tag}={}", short(&items[at])));
        }
        "swap" => {
            let other = dice.throw(items.len());
            items.swap(at, other);
        }
        // An item has no name.
        _ => return None,
    }
    Some(tag)
}

/// A scalar as it stands, and an empty object or array.
fn short(value: &Node) -> String {
    match value {
        Node::Object(_) => "{}".to_owned(),
        Node::Array(_) => "[]".to_owned(),
        Node::Scalar(text) => text.clone(),
    }
}

/// A value of another type.
fn retyped(value: &Node, dice: &mut Dice) -> Option<Node> {
    let other = TYPES[dice.throw(TYPES.len())];
    let kind = |node: &Node| match node {
        Node::Object(_) => '{',
        Node::Array(_) => '[',
        Node::Scalar(text) => match text.as_bytes().first() {
            Some(b'"') => '"',
            Some(b't' | b'f') => 't',
            Some(b'n') => 'n',
            _ => '0',
        },
    };
    let other = node(other)?;
    (kind(&other) != kind(value)).then_some(other)
}
