//! Tool calls: what their arguments are, and ids that a target takes.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet, VecDeque};

use crate::ir::{
    Input, Json, JsonStr, JsonString, Kind, Message, Numbered, Part, PartKind, ToolCall, minify,
};

/// What the arguments of a call come to.
#[derive(Clone, Debug, PartialEq)]
pub enum Arguments<'a> {
    /// A JSON value, as text. No arguments are `{}`.
    Json(Cow<'a, str>),
    /// Text that is no JSON: cut short, broken or meant as text.
    Text(Cow<'a, JsonString>),
}

impl Arguments<'_> {
    /// Whether they are an object, as most wires demand.
    #[must_use]
    pub fn is_object(&self) -> bool {
        match self {
            Self::Json(text) => Kind::of(text.trim_start()) == Kind::Object,
            Self::Text(_) => false,
        }
    }
}

/// What the arguments of a call come to. Empty text means `{}`; text resent whole after its pieces counts once, but only
/// where the pieces and the whole together are no JSON.
#[must_use]
pub fn arguments(call: &ToolCall) -> Arguments<'_> {
    match &call.input {
        Input::Absent => Arguments::Json(Cow::Borrowed("{}")),
        Input::Json(value) => Arguments::Json(Cow::Borrowed(value.as_str())),
        Input::Text(text) if call.free_text => Arguments::Text(Cow::Borrowed(text)),
        Input::Text(text) => from_text(text),
    }
}

fn from_text(token: &JsonString) -> Arguments<'_> {
    let text = token.token().decode_json();
    let bare = text.trim_matches([' ', '\t', '\n', '\r']);
    if bare.is_empty() {
        return Arguments::Json(Cow::Borrowed("{}"));
    }
    if Kind::check(bare).is_some() {
        let is_bare = bare.len() == text.len();
        return Arguments::Json(if is_bare { text } else { Cow::Owned(bare.to_owned()) });
    }
    match resent(&text) {
        Some(once) => Arguments::Json(Cow::Owned(once.to_owned())),
        None => Arguments::Text(Cow::Borrowed(token)),
    }
}

/// Turns argument text that parses into its value, without white space: how it comes back from `native`.
pub fn settle(messages: &mut [Message]) {
    for part in messages.iter_mut().flat_map(|message| &mut message.parts) {
        if let PartKind::ToolCall(call) = &mut part.kind
            && matches!(call.input, Input::Text(_))
            && let Arguments::Json(value) = arguments(call)
        {
            let mut tight = Vec::with_capacity(value.len());
            minify(&value, &mut tight);
            call.input = Input::Json(Json::from_valid(crate::ir::written(&tight)));
        }
    }
}

/// The half of a text that is one JSON value twice over.
#[must_use]
pub fn resent(text: &str) -> Option<&str> {
    let (first, second) = text.split_at_checked(text.len() / 2)?;
    (first == second && Kind::check(first).is_some()).then_some(first)
}

/// The arguments as the text of a JSON string: the source's own text where it was one.
#[must_use]
pub fn argument_text(call: &ToolCall) -> Cow<'_, JsonString> {
    match &call.input {
        Input::Text(text) if call.free_text => Cow::Borrowed(text),
        Input::Text(text) => match from_text(text) {
            Arguments::Json(json) if resent(&text.decode()).is_some() || text.token().is_blank() => {
                Cow::Owned(JsonString::from_plain(&json))
            }
            Arguments::Json(_) | Arguments::Text(_) => Cow::Borrowed(text),
        },
        Input::Json(value) => Cow::Owned(value_text(value)),
        Input::Absent => Cow::Owned(JsonString::from_plain("{}")),
    }
}

/// A value as the text of a JSON string.
#[must_use]
pub fn value_text(value: &Json) -> JsonString {
    JsonString::from_plain(&tight(value))
}

/// A value as text, without the spacing of the document it stood in: a reply as it streams and the same reply whole must
/// come to the same text.
fn tight(value: &Json) -> String {
    let mut tight = Vec::new();
    minify(value.as_str(), &mut tight);
    crate::ir::written(&tight).into_owned()
}

/// Watches pieces of escaped argument text: are they one whole JSON object yet?
#[derive(Clone, Copy, Debug, Default)]
pub struct Balance {
    depth: u32,
    in_string: bool,
    escape: bool,
    seen: bool,
}

impl Balance {
    /// Takes the next piece.
    pub fn feed(&mut self, piece: JsonStr<'_>) {
        for c in piece.decode().chars() {
            if std::mem::take(&mut self.escape) {
                continue;
            }
            match (self.in_string, c) {
                (true, '\\') => self.escape = true,
                (true, '"') => self.in_string = false,
                (false, '"') => self.in_string = true,
                (false, '{' | '[') => {
                    self.depth += 1;
                    self.seen = true;
                }
                (false, '}' | ']') => self.depth = self.depth.saturating_sub(1),
                (true | false, _) => {}
            }
        }
    }

    /// Whether all that opened has closed, and something did.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.seen && self.depth == 0 && !self.in_string
    }
}

/// Takes the white space between tokens out of argument text as its pieces come. Where the source holds a JSON value,
/// the spacing of its text says nothing, and the value told whole has none.
#[derive(Clone, Debug, Default)]
pub struct Tightener {
    in_string: bool,
    escape: bool,
}

impl Tightener {
    /// Appends the next piece to `out` without what says nothing.
    pub fn squeeze(&mut self, piece: JsonStr<'_>, out: &mut JsonString) {
        let (text, mut from, mut at) = (piece.as_str(), 0, 0);
        while at < text.len() {
            let next = at + escape_length(&text[at..]);
            let c = JsonStr::new(&text[at..next]).decode();
            let space = !self.in_string && matches!(&*c, " " | "\n" | "\t" | "\r");
            if space {
                out.push(JsonStr::new(&text[from..at]));
                from = next;
            } else if !std::mem::take(&mut self.escape) {
                self.escape = self.in_string && c == "\\";
                self.in_string ^= c == "\"";
            }
            at = next;
        }
        out.push(JsonStr::new(&text[from..]));
    }
}

/// How many bytes the first character of a token takes, escaped or not.
fn escape_length(text: &str) -> usize {
    match (text.as_bytes().first(), text.as_bytes().get(1)) {
        (Some(b'\\'), Some(b'u')) => 6.min(text.len()),
        (Some(b'\\'), Some(_)) => 2,
        (Some(_) | None, _) => text.chars().next().map_or(1, char::len_utf8),
    }
}

/// Gives every call an id of its own that the target takes, the same to its result.
///
/// A result belongs to the nearest call before it with that id that has no answer yet; ids repeat across turns.
#[derive(Debug)]
pub struct CallIds {
    legal: fn(char) -> bool,
    unique: bool,
    used: HashSet<String>,
    reserved: HashSet<String>,
    numbers: Numbered,
    open: HashMap<String, VecDeque<JsonString>>,
    answered: HashMap<String, JsonString>,
    made: usize,
}

/// The id a target gets, and whether it is the source's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallId {
    /// The id.
    pub id: JsonString,
    /// Whether it was changed or made up.
    pub changed: bool,
}

impl CallIds {
    /// Ids of characters that are `legal`; `unique` if the target refuses one id for two calls.
    #[must_use]
    pub fn new(legal: fn(char) -> bool, unique: bool) -> Self {
        let (used, reserved) = (HashSet::new(), HashSet::new());
        let (open, answered) = (HashMap::new(), HashMap::new());
        Self { legal, unique, used, reserved, numbers: Numbered::default(), open, answered, made: 0 }
    }

    /// Keeps an id that is fit as it is for the calls that have it, so that no changed id takes its place.
    pub fn reserve(&mut self, id: &JsonString) {
        let id = id.decode();
        if id.chars().all(self.legal) {
            self.reserved.insert(id.into_owned());
        }
    }

    /// The id for a call.
    pub fn call(&mut self, id: Option<&JsonString>) -> CallId {
        let source = id.map_or(Cow::Borrowed(""), |id| id.decode());
        let mut fit = self.fit(&source);
        let is_taken = |ids: &Self, fit: &String| {
            ids.used.contains(fit) || (*fit != source && ids.reserved.contains(fit))
        };
        if self.unique && is_taken(self, &fit) {
            let base = fit.clone();
            while is_taken(self, &fit) {
                fit = self.numbers.next(&base);
            }
        }
        let (changed, id) = (fit != source, JsonString::from_plain(&fit));
        self.used.insert(fit);
        self.open.entry(source.into_owned()).or_default().push_back(id.clone());
        CallId { id, changed }
    }

    /// The id for a result: that of its call, or a fit one of its own where there is none.
    pub fn result(&mut self, id: Option<&JsonString>) -> CallId {
        let source = id.map_or(Cow::Borrowed(""), |id| id.decode());
        let open = self.open.get_mut(&*source).and_then(VecDeque::pop_front);
        let fit = match open {
            Some(open) => open,
            None => self
                .answered
                .get(&*source)
                .cloned()
                .unwrap_or_else(|| JsonString::from_plain(&self.fit(&source))),
        };
        let changed = fit.decode() != source;
        self.answered.insert(source.into_owned(), fit.clone());
        CallId { id: fit, changed }
    }

    /// A turn is over: no answer comes for its calls any more. Which ids are taken is still known.
    pub fn turn_ends(&mut self) {
        self.open.clear();
        self.answered.clear();
        self.reserved.clear();
    }

    /// Calls that still wait are answered by nothing: later ones of the same id are others.
    pub fn close(&mut self) {
        self.open.clear();
    }

    fn fit(&mut self, id: &str) -> String {
        if id.is_empty() {
            self.made += 1;
            return format!("call_{}", self.made);
        }
        if id.chars().all(self.legal) {
            return id.to_owned();
        }
        id.chars().map(|c| if (self.legal)(c) { c } else { '_' }).collect()
    }
}

/// Characters that Anthropic takes in an id; the strictest of all wires.
#[must_use]
pub fn is_word_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

/// The calls of a message, in order.
pub fn of(message: &Message) -> impl Iterator<Item = (&Part, &ToolCall)> {
    message.parts.iter().filter_map(|part| Some((part, part.kind.call()?)))
}

/// Whether what was told of the arguments before is in what is told now.
#[must_use]
pub fn says_the_same(known: &Input, told: &Input) -> bool {
    let text = |input: &Input| match input {
        Input::Absent => String::new(),
        Input::Text(text) => text.decode().into_owned(),
        Input::Json(value) => value.as_str().to_owned(),
    };
    let (known, told) = (text(known), text(told));
    let tight = |text: &str| {
        let mut out = Vec::new();
        minify(text, &mut out);
        out
    };
    known.is_empty() || known == told || tight(&told).starts_with(&tight(&known))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(input: &str) -> ToolCall {
        ToolCall { input: Input::Text(JsonString::from_plain(input)), ..ToolCall::default() }
    }

    #[test]
    fn arguments_are_json_where_they_can_be() {
        assert_eq!(arguments(&call(" ")), Arguments::Json("{}".into()));
        assert_eq!(arguments(&call(r#"{"a":1}{"a":1}"#)), Arguments::Json(r#"{"a":1}"#.into()));
        assert_eq!(arguments(&call(r#"{"a": 1.0}"#)), Arguments::Json(r#"{"a": 1.0}"#.into()));
        assert!(matches!(arguments(&call(r#"{"a":"#)), Arguments::Text(_)));
    }

    #[test]
    fn ids_are_legal_unique_and_the_same_on_both_sides() {
        let mut ids = CallIds::new(is_word_character, true);
        let odd = JsonString::from_plain("functions.f:0");
        assert_eq!(ids.call(Some(&odd)).id.as_str(), "functions_f_0");
        assert_eq!(ids.result(Some(&odd)).id.as_str(), "functions_f_0");
        assert_eq!(ids.call(Some(&odd)).id.as_str(), "functions_f_0_2");
        assert_eq!(ids.result(Some(&odd)).id.as_str(), "functions_f_0_2");
        assert_eq!(ids.call(None).id.as_str(), "call_1");
        assert_eq!(ids.result(None).id.as_str(), "call_1");
    }

    #[test]
    fn spacing_of_pieces_goes_and_text_stays() {
        let (mut tightener, mut out) = (Tightener::default(), JsonString::default());
        for piece in [
            r#"{ \"a b\": \"x \\\" y"#,
            r#" z\", \n\t\"é\" : [ 1.0 ], \u0022c d\u0022:\u0020\"e \u005c\" f\"}"#,
        ] {
            tightener.squeeze(JsonStr::new(piece), &mut out);
        }
        assert_eq!(out.decode(), r#"{"a b":"x \" y z","é":[1.0],"c d":"e \" f"}"#);
    }

    #[test]
    fn brackets_in_strings_do_not_count() {
        let mut balance = Balance::default();
        balance.feed(JsonStr::new(r#"{\"a\":\"}\\\""#));
        assert!(!balance.is_whole());
        balance.feed(JsonStr::new(r#"\"}"#));
        assert!(balance.is_whole());
    }
}
