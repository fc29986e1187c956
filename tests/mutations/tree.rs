//! Specimens as trees that can be changed in one place and written again.

use chatwire::ir::{Tape, Value};

/// A JSON value. Strings, numbers and words keep their text.
#[derive(Clone)]
pub(crate) enum Node {
    Object(Vec<(String, Node)>),
    Array(Vec<Node>),
    Scalar(String),
}

/// What stands between two frame borders: an SSE event, a line, or the whole document.
#[derive(Clone)]
pub(crate) struct Frame {
    before: String,
    /// `None` where it is no JSON, as `[DONE]`.
    pub(crate) json: Option<Node>,
    after: String,
}

/// The frames of a specimen.
pub(crate) fn frames(text: &str) -> Vec<Frame> {
    let sse = text.starts_with("data:") || text.starts_with("event:");
    if !sse && Tape::default().fill(text.trim()).is_ok() {
        return vec![frame(text.trim())];
    }
    let border = if sse { "\n\n" } else { "\n" };
    text.split_inclusive(border).map(frame).collect()
}

fn frame(text: &str) -> Frame {
    let starts = text.match_indices(['{', '[']).map(|(at, _)| at);
    for start in starts {
        let body = text[start..].trim_end();
        if let Some(json) = node(body) {
            let (before, after) = (text[..start].to_owned(), text[start + body.len()..].to_owned());
            return Frame { before, json: Some(json), after };
        }
    }
    Frame { before: text.to_owned(), json: None, after: String::new() }
}

/// A JSON text as a tree.
pub(crate) fn node(text: &str) -> Option<Node> {
    let mut tape = Tape::default();
    tape.fill(text).ok()?;
    Some(tree(tape.view(text).root()))
}

fn tree(value: Value<'_>) -> Node {
    use chatwire::ir::Kind;
    match value.kind() {
        Kind::Object => {
            let member =
                |(key, value): (chatwire::ir::JsonStr<'_>, Value<'_>)| (key.as_str().to_owned(), tree(value));
            Node::Object(value.members().map(member).collect())
        }
        Kind::Array => Node::Array(value.elements().map(tree).collect()),
        Kind::Null | Kind::Bool | Kind::Number | Kind::String => Node::Scalar(value.peek().to_owned()),
    }
}

/// The text of frames.
pub(crate) fn text(frames: &[Frame]) -> String {
    let mut out = String::new();
    for Frame { before, json, after } in frames {
        out.push_str(before);
        json.iter().for_each(|json| json.write(&mut out));
        out.push_str(after);
    }
    out
}

impl Frame {
    /// The word that tells what kind of frame it is.
    pub(crate) fn kind(&self) -> String {
        let Some(json) = &self.json else { return "-".to_owned() };
        let tag = json.tag().unwrap_or_else(|| json.chunk());
        // What a delta is of.
        let inner = json.member("delta").and_then(Node::tag);
        inner.map_or(tag.clone(), |inner| format!("{tag}.{inner}"))
    }
}

impl Node {
    fn write(&self, out: &mut String) {
        match self {
            Self::Object(members) => {
                out.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    out.push_str(&format!("\"{key}\":"));
                    value.write(out);
                }
                out.push('}');
            }
            Self::Array(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    item.write(out);
                }
                out.push(']');
            }
            Self::Scalar(text) => out.push_str(text),
        }
    }

    fn member(&self, key: &str) -> Option<&Self> {
        let Self::Object(members) = self else { return None };
        members.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// What a chunk of OpenAI's brings: members of its delta, or of itself.
    fn chunk(&self) -> String {
        let Some(Self::Array(choices)) = self.member("choices") else { return "-".to_owned() };
        let Some(choice) = choices.first() else { return "usage".to_owned() };
        match (choice.member("finish_reason"), choice.member("delta")) {
            (Some(Self::Scalar(reason)), _) if reason != "null" => "finish".to_owned(),
            (_, Some(Self::Object(members))) => {
                members.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>().join("+")
            }
            _ => "-".to_owned(),
        }
    }

    /// What an object says it is.
    pub(crate) fn tag(&self) -> Option<String> {
        let Self::Object(members) = self else { return None };
        let word = |name: &str| {
            members.iter().find(|(key, _)| key == name).and_then(|(_, value)| match value {
                Self::Scalar(text) => text.strip_prefix('"')?.strip_suffix('"').map(str::to_owned),
                Self::Object(_) | Self::Array(_) => None,
            })
        };
        ["type", "event", "role"].into_iter().find_map(word)
    }

    /// The places of all objects and arrays, each as the way to it, with its name: keys, and what the items say they are.
    pub(crate) fn containers(&self) -> Vec<(Vec<usize>, String)> {
        let mut all = Vec::new();
        self.walk(&mut Vec::new(), String::new(), &mut all);
        all
    }

    fn walk(&self, way: &mut Vec<usize>, name: String, all: &mut Vec<(Vec<usize>, String)>) {
        let children: Vec<(String, &Self)> = match self {
            Self::Object(members) => members.iter().map(|(key, value)| (key.clone(), value)).collect(),
            Self::Array(items) => {
                items.iter().map(|item| (item.tag().unwrap_or_else(|| "*".to_owned()), item)).collect()
            }
            Self::Scalar(_) => return,
        };
        all.push((way.clone(), name.clone()));
        for (index, (step, child)) in children.into_iter().enumerate() {
            way.push(index);
            child.walk(way, format!("{name}/{step}"), all);
            way.pop();
        }
    }

    /// The node at the end of a way.
    pub(crate) fn at(&mut self, way: &[usize]) -> &mut Self {
        let Some((step, rest)) = way.split_first() else { return self };
        match self {
            Self::Object(members) => members[*step].1.at(rest),
            Self::Array(items) => items[*step].at(rest),
            Self::Scalar(_) => unreachable!("a way leads through objects and arrays"),
        }
    }
}
