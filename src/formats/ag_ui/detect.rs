//! How well a sample fits.

use crate::codec::{Sample, Score};
use crate::formats::ag_ui::words;
use crate::ir::{Fields, Kind};

/// Events are told by their types, which no other wire writes in capitals.
pub(super) fn stream(sample: &Sample<'_>) -> Score {
    let mut known = 0;
    let mut all = 0;
    let mut first = None;
    for value in &sample.values {
        let fields = value.root.fields();
        all += 1;
        if let Some(kind) = fields.token("type")
            && words::EVENTS.contains(&kind.as_str())
        {
            known += 1;
            first.get_or_insert_with(|| kind.as_str().to_owned());
        }
    }
    match first {
        Some(kind) if known * 2 >= all => Score::of(96, format!("a frame's type is {kind}")),
        Some(kind) => Score::of(60, format!("one frame's type is {kind}")),
        None => Score::NONE,
    }
}

/// A request has a thread, a run and messages.
pub(super) fn request(sample: &Sample<'_>) -> Score {
    let Some(first) = sample.values.first().filter(|_| !sample.in_array) else { return Score::NONE };
    let fields = first.root.fields();
    let has = |name: &str, kind: Kind| fields.get(name).is_some_and(|value| value.kind() == kind);
    if has("threadId", Kind::String) && has("runId", Kind::String) && has("messages", Kind::Array) {
        return Score::of(95, "threadId, runId and messages");
    }
    Score::NONE
}

/// Messages have ids, a role and content; what only AG-UI has makes it sure.
pub(super) fn messages(sample: &Sample<'_>) -> Score {
    let mut score = Score::NONE;
    for value in &sample.values {
        let one = message(value.root.fields());
        if one.points == 0 {
            return Score::NONE;
        }
        if one.points > score.points {
            score = one;
        }
    }
    score
}

fn message(fields: Fields<'_>) -> Score {
    let Some(role) = fields.token("role") else { return Score::NONE };
    if fields.has("parts") || fields.has("tool_calls") || fields.has("tool_call_id") {
        return Score::NONE;
    }
    let sure = [
        ("toolCalls", fields.get("toolCalls").is_some_and(|calls| calls.kind() == Kind::Array)),
        ("toolCallId", role.is("tool") && fields.has("toolCallId") && fields.has("content")),
        ("activityType", role.is("activity") && fields.has("activityType")),
        ("the role reasoning", role.is("reasoning") && fields.has("content")),
        ("encryptedValue", fields.has("encryptedValue")),
        ("a content part with a source of AG-UI", fields.list("content").any(|part| is_media(part.fields()))),
    ];
    if let Some((name, _)) = sure.iter().find(|(_, there)| *there) {
        return Score::of(95, format!("a message has {name}"));
    }
    let said = fields.get("content").map(|content| content.kind());
    let known = ["developer", "system", "assistant", "user"].iter().any(|word| role.is(word));
    match said {
        Some(Kind::String) if known && fields.has("id") => {
            Score::of(50, "messages have id, role and content")
        }
        Some(Kind::String) if known => Score::of(40, "messages have role and content"),
        Some(Kind::Array) if known && fields.has("id") => Score::of(35, "messages have id, role and content"),
        _ => Score::NONE,
    }
}

fn is_media(part: Fields<'_>) -> bool {
    let from = part.object("source");
    words::MEDIA.iter().any(|(word, _)| part.token("type").is_some_and(|kind| kind.is(word)))
        && from.has("value")
        && from.token("type").is_some_and(|kind| ["data", "url", "file"].contains(&kind.as_str()))
}
