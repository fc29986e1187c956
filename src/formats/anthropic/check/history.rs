//! What must agree from message to message, whether they come in a request or one by one.

use std::collections::HashSet;

use super::messages::MESSAGE;
use super::serving::Serving;
use super::{DOCUMENT, elements, is, rules};
use crate::check::{Check, Findings};
use crate::emit::Frame;
use crate::ir::{JsonStr, Keyed, Kind, Value};
use crate::schema::{Type, check};

/// The most letters of a tool's name.
const NAME_LENGTH: usize = 128;

/// Blocks that the user does not send, and such as the assistant does not.
const ASSISTANTS: &[&str] = &["thinking", "redacted_thinking", "tool_use", "server_tool_use"];
const USERS: &[&str] = &["image", "document", "search_result", "tool_result"];

/// What is known of a history so far.
#[derive(Default)]
pub(super) struct History {
    /// The role of the message before; empty before the first.
    role: String,
    /// Whether the message before was the assistant's and had no blocks.
    empty: bool,
    /// Whether the message before was the assistant's and ends in white space.
    open_end: bool,
    /// Calls that wait for their result, and all that there were.
    waiting: Keyed<String, String>,
    called: HashSet<String>,
    serving: Serving,
}

impl History {
    /// Takes the next message.
    pub(super) fn message(&mut self, value: Value<'_>, found: &mut Findings<'_>) {
        let role = value.look().token("role").map(|role| role.decode().into_owned()).unwrap_or_default();
        self.place(&role, value, found);
        content(&role, value, found);
        let content = value.look().get("content");
        let none = content.is_some_and(|all| all.kind() == Kind::Array && all.elements().next().is_none());
        self.empty = none && role == "assistant";
        if let Some(content) = content.filter(|_| none && role != "assistant") {
            found.put(&rules::EMPTY_CONTENT, content, rules::EMPTY_CONTENT.what);
        }
        self.open_end = role == "assistant" && content.is_some_and(ends_blank);
        match role.as_str() {
            "assistant" => {
                self.assistant(value, found);
                self.serving.message(value, found);
            }
            "user" => {
                self.user(value, found);
                // Results of the client's own tools go on with the turn.
                if !elements(value, "content").any(|block| is(block, "tool_result")) {
                    self.serving.turn_ends(value, found);
                }
            }
            _ => {}
        }
        self.role = role;
    }

    /// Whose turn it is.
    fn place(&self, role: &str, value: Value<'_>, found: &mut Findings<'_>) {
        if self.empty {
            found.put(&rules::EMPTY_CONTENT, value, "the message before has no blocks and is not the last");
        }
        match (self.role.as_str(), role) {
            ("", "assistant") => {
                found.put(&rules::FIRST_NOT_USER, value, rules::FIRST_NOT_USER.what);
            }
            (before, "system") if before != "user" => {
                found.put(&rules::SYSTEM_MISPLACED, value, rules::SYSTEM_MISPLACED.what);
            }
            (before, now) if before == now && !now.is_empty() => {
                found.put(&rules::ROLE_TWICE, value, format!("a second message of the {now} in a row"));
            }
            _ => {}
        }
    }

    fn unanswered(&mut self, value: Value<'_>, found: &mut Findings<'_>) {
        if let Some(first) = self.waiting.front() {
            let text = format!("the call `{first}` has no result in the message after it");
            found.put(&rules::CALL_UNANSWERED, value, text);
        }
        self.waiting.drain().for_each(drop);
    }

    fn assistant(&mut self, value: Value<'_>, found: &mut Findings<'_>) {
        self.unanswered(value, found);
        for call in elements(value, "content").filter(|block| is(*block, "tool_use")) {
            if let Some(name) = call.look().get("name") {
                legal_name(name, found);
            }
            let Some((place, id)) = call.look().get("id").and_then(|id| Some((id, id.token()?))) else {
                continue;
            };
            legal_id(place, id, found);
            let id = id.decode().into_owned();
            if !self.called.insert(id.clone()) {
                let text = format!("the id `{id}` is that of an earlier call");
                found.put(&rules::CALL_ID_TWICE, place, text);
            }
            self.waiting.push(id.clone(), id);
        }
    }

    fn user(&mut self, value: Value<'_>, found: &mut Findings<'_>) {
        let expected = !self.waiting.is_empty();
        let (mut answered, mut other) = (HashSet::new(), false);
        for block in elements(value, "content") {
            if !is(block, "tool_result") {
                other = true;
                continue;
            }
            if other && expected {
                let text = "a block stands before this result: results come first";
                found.put(&rules::RESULT_NOT_FIRST, block, text);
            }
            let Some(id) = block.look().token("tool_use_id") else { continue };
            let id = id.decode().into_owned();
            if self.waiting.remove(&id).is_none() {
                self.stray(&id, answered.contains(&id), block, found);
            }
            answered.insert(id);
        }
        self.unanswered(value, found);
    }

    /// A result that no call waits for.
    fn stray(&self, id: &str, again: bool, block: Value<'_>, found: &mut Findings<'_>) {
        if !self.called.contains(id) {
            let text = format!("a result for `{id}`, which nobody called");
            found.put(&rules::RESULT_WITHOUT_CALL, block, text);
        } else if again {
            found.put(&rules::ANSWERED_TWICE, block, format!("the call `{id}` is answered already"));
        } else {
            let text = format!("the call `{id}` is not in the message before");
            found.put(&rules::RESULT_LATE, block, text);
        }
    }

    /// The history is at its end.
    pub(super) fn end(&self, found: &mut Findings<'_>) {
        if self.open_end {
            let text = "the last message is the assistant's and ends in white space";
            found.put_here(&rules::TRAILING_SPACE, text);
        }
    }
}

/// What a message may hold for its role, and that it says something.
fn content(role: &str, value: Value<'_>, found: &mut Findings<'_>) {
    let Some(content) = value.look().get("content") else { return };
    let blank = |block: Value<'_>| is(block, "text") && block.look().token("text").is_some_and(is_blank);
    let mut blocks = content.elements().peekable();
    let nothing = blocks.peek().is_some() && blocks.all(blank);
    if role != "system" && (nothing || content.token().is_some_and(is_blank)) {
        found.put(&rules::BLANK_MESSAGE, value, "a message that holds nothing but white space");
    } else {
        for block in content.elements().filter(|block| blank(*block)) {
            found.put(&rules::BLANK_TEXT, block, rules::BLANK_TEXT.what);
        }
    }
    let others: &[&str] = match role {
        "user" => ASSISTANTS,
        "assistant" => USERS,
        _ => &[],
    };
    for block in content.elements() {
        if let Some(word) = others.iter().find(|word| is(block, word)) {
            let text = format!("a `{word}` block stands in a message of the {role}");
            found.put(&rules::BLOCK_IN_OTHER_ROLE, block, text);
        }
    }
}

fn is_blank(text: JsonStr<'_>) -> bool {
    text.is_blank()
}

/// Whether content ends in a text that ends in white space and has more.
fn ends_blank(content: Value<'_>) -> bool {
    let last = content.elements().last().filter(|block| is(*block, "text"));
    let text = content.token().or_else(|| last?.look().token("text"));
    text.is_some_and(|text| {
        let text = text.decode();
        !text.trim().is_empty() && text.ends_with(char::is_whitespace)
    })
}

fn plain(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

fn legal_id(place: Value<'_>, id: JsonStr<'_>, found: &mut Findings<'_>) {
    if !plain(&id.decode()) {
        let text = format!("`{}` is no id of a call: letters, digits, `_` and `-`", id.decode());
        found.put(&rules::ID_ILLEGAL, place, text);
    }
}

/// Tells of a name of a tool that the server refuses.
pub(super) fn legal_name(name: Value<'_>, found: &mut Findings<'_>) {
    let Some(text) = name.token().map(|name| name.decode()) else { return };
    if !plain(&text) || text.len() > NAME_LENGTH {
        let text = format!("`{text}` is no name of a tool: 1 to 128 letters, digits, `_` and `-`");
        found.put(&rules::NAME_ILLEGAL, name, text);
    }
}

/// Checks the messages of a history one by one.
#[derive(Default)]
pub(super) struct Messages {
    history: History,
}

impl Check for Messages {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        check(frame.root, &Type::Tagged(&MESSAGE), &DOCUMENT, found);
        self.history.message(frame.root, found);
    }

    fn finish(&mut self, found: &mut Findings<'_>) {
        self.history.end(found);
    }
}
