//! Reads messages and pages.

use super::words::FAMILY;
use super::{metadata, tool};
use crate::codec::Source;
use crate::ir::{
    Data, Extra, Fields, File, FileContent, Json, JsonStr, JsonString, Kind, Message, Part, PartKind, Place,
    Reasoning, Role, Run, Transcript, Value,
};

/// Reads one message.
pub(super) fn message(value: Value<'_>, source: &mut Source<'_>) -> Message {
    let fields = value.fields();
    let role = match fields.text("role") {
        Some(role) => Role::from_word(role),
        None => {
            let help = "system, user or assistant";
            source.error("terminal-use/role-missing", value, "a message without a role", help);
            Role::Assistant
        }
    };
    if !matches!(role, Role::System | Role::User | Role::Assistant) {
        let message = format!("the role `{}`", role.word());
        source.warning("terminal-use/role-unknown", value, message, "system, user or assistant");
    }
    let id = fields.string("id");
    if id.is_none() {
        source.error("terminal-use/id-missing", value, "a message without an id", "each message has one");
    }
    let mut parts = Vec::new();
    match fields.get("parts").filter(|parts| parts.kind() == Kind::Array) {
        Some(list) => list.items().for_each(|part| parts.append(&mut self::part(part, source))),
        None => {
            let help = "`parts` is a list of at least one part";
            source.error("terminal-use/parts-missing", value, "a message without parts", help);
        }
    }
    if role == Role::Assistant {
        parts = with_steps(parts);
    }
    let created = fields.get("createdAt").filter(|time| time.token().is_some());
    let metadata = metadata::read(fields);
    let place = source.place(value);
    let mut extras = source.extras(value);
    if created.is_some() {
        // It stands in the metadata from now on; the null remembers where it came from.
        let place = place.member("/createdAt");
        extras.list.push(Extra { name: "/createdAt".to_owned(), value: Json::from_valid("null"), place });
        FAMILY.clone_into(&mut extras.family);
    }
    Message { role, id, parts, metadata, extras, place, ..Message::default() }
}

/// Reads a page.
pub(super) fn page(value: Value<'_>, source: &mut Source<'_>) -> Transcript {
    let fields = value.fields();
    let data = fields.get("data").filter(|data| data.kind() == Kind::Array);
    if data.is_none() {
        let help = "a page is {\"data\": [messages], \"hasMore\": …, \"nextCursor\": …}";
        source.error("terminal-use/data-missing", value, "a page without `data`", help);
    }
    let messages =
        data.into_iter().flat_map(Value::items).map(|message| self::message(message, source)).collect();
    let more = fields.get("hasMore");
    match more.map(Value::peek) {
        Some("true") => {
            let help = "the history goes on at `nextCursor`; one page is not all of it";
            source.warning("terminal-use/more-pages", value, "there are more pages", help);
        }
        Some("false") => skip(more),
        Some(_) | None => {}
    }
    let run = Run { place: source.place(value), names: ["", "", "", ""], ..Run::default() };
    Transcript { run, messages, complete: true, extras: source.extras(value), ..Transcript::default() }
}

/// What the model says after an answered call is its next step. Calls side by side are of one step.
fn with_steps(parts: Vec<Part>) -> Vec<Part> {
    let mut out = Vec::with_capacity(parts.len());
    let mut answered = false;
    for part in parts {
        let says = matches!(part.kind, PartKind::Text(_) | PartKind::Reasoning(_));
        if says && std::mem::take(&mut answered) {
            out.push(Part::new(PartKind::Step, part.place.clone()));
        }
        answered |= matches!(part.kind, PartKind::ToolResult(_));
        out.push(part);
    }
    out
}

/// The type of a part that does not say it, by its members.
fn guessed(fields: Fields<'_>) -> &'static str {
    let by_member = [
        ("toolCallId", "tool"),
        ("mediaType", "file"),
        ("sourceId", "source-url"),
        ("error", "error"),
        ("data", "data"),
        ("text", "text"),
    ];
    by_member.iter().find(|(key, _)| fields.has(key)).map_or("", |(_, word)| word)
}

fn part(value: Value<'_>, source: &mut Source<'_>) -> Vec<Part> {
    let fields = value.fields();
    let place = source.place(value);
    let told = fields.get("type");
    let word = told.and_then(Value::token).map_or("", |word| word.as_str());
    let word = if told.is_none() { guessed(fields) } else { word };
    if told.is_none() {
        let message = format!("a part without a type, read as `{word}`");
        source.warning("terminal-use/type-missing", value, message, "say the `type` of each part");
    }
    let kind = match word {
        "text" => PartKind::Text(fields.string("text").unwrap_or_default()),
        "reasoning" => return vec![reasoning(value, place, source)],
        "tool" => {
            skip(told);
            return tool::read(value, place, source);
        }
        "source-url" => PartKind::Source(crate::ir::Source {
            url: fields.string("url"),
            title: fields.string("title"),
            id: fields.string("sourceId"),
            ..crate::ir::Source::default()
        }),
        "file" => file(value, fields, source),
        "data" => data(value, fields, source),
        "error" => PartKind::Error(fields.string("error").unwrap_or_default()),
        _ => {
            let help = "text, reasoning, tool, source-url, file, data or error";
            let message = format!("a part of the type `{word}`");
            source.warning("terminal-use/part-unknown", value, message, help);
            PartKind::Raw { family: FAMILY.to_owned(), value: value.json() }
        }
    };
    skip(told);
    vec![Part { kind, extras: source.extras(value), place }]
}

fn skip(value: Option<Value<'_>>) {
    if let Some(value) = value {
        value.skip();
    }
}

fn data(value: Value<'_>, fields: Fields<'_>, source: &mut Source<'_>) -> PartKind {
    let held = fields.member("data");
    if held.is_none() {
        let help = "null is a value, absent is none";
        source.error("terminal-use/data-missing", value, "a data part without `data`", help);
    }
    let value = held.map_or_else(|| Json::from_valid("null"), Value::json);
    PartKind::Data(Data { name: JsonString::from_plain("data"), id: None, value, transient: false })
}

/// A file. A base64 `data:` URL of the part's own media type is the file itself.
fn file(value: Value<'_>, fields: Fields<'_>, source: &mut Source<'_>) -> PartKind {
    let media_type = fields.string("mediaType");
    if media_type.is_none() || fields.token("url").is_none() {
        let help = "a file has `url` and `mediaType`";
        source.error("terminal-use/file-incomplete", value, "a file part that lacks one of them", help);
    }
    let url = fields.text("url").unwrap_or_default();
    let inside = media_type.as_ref().and_then(|media_type| {
        url.as_str().strip_prefix("data:")?.strip_prefix(media_type.as_str())?.strip_prefix(";base64,")
    });
    let content = match inside {
        Some(bytes) => FileContent::Data(JsonStr::new(bytes).owned()),
        None => FileContent::Url(url.owned()),
    };
    PartKind::File(File { media_type, content, filename: None })
}

/// Members of a provider's metadata that seal thinking: its signature, and the thinking itself.
const SEALS: [&str; 2] = ["signature", "redactedData"];

/// Thinking, with the seals that a provider's metadata holds.
fn reasoning(value: Value<'_>, place: Place, source: &mut Source<'_>) -> Part {
    let fields = value.fields();
    skip(fields.get("type"));
    let mut reasoning = Reasoning { text: fields.string("text").unwrap_or_default(), ..Reasoning::default() };
    let mut marks = Vec::new();
    let providers = fields.get("providerMetadata").filter(|held| held.kind() == Kind::Object);
    let sealed = |provider: Value<'_>| {
        provider
            .members()
            .any(|(key, value)| SEALS.iter().any(|seal| key.is(seal)) && value.token().is_some())
    };
    // A provider's metadata is opened, so that its members count for themselves, only where there is a seal in it.
    let opened = providers.filter(|held| held.members().any(|(_, provider)| sealed(provider)));
    let fields_of = opened.map_or(Fields::NONE, Value::fields);
    for (name, provider) in fields_of.value().into_iter().flat_map(Value::members) {
        for (key, seal) in [(SEALS[0], &mut reasoning.signature), (SEALS[1], &mut reasoning.encrypted)] {
            let held = provider.members().any(|(known, value)| known.is(key) && value.token().is_some());
            if seal.is_none() && held {
                *seal = provider.fields().string(key);
                if !name.is("thinking") {
                    marks.push(format!("/providerMetadata/{}/{key}", pointer(&name.decode())));
                }
            }
        }
    }
    let mut extras = source.extras(value);
    for name in marks {
        FAMILY.clone_into(&mut extras.family);
        extras.list.push(Extra { name, value: Json::from_valid("null"), place: place.clone() });
    }
    Part { kind: PartKind::Reasoning(reasoning), extras, place }
}

fn pointer(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
