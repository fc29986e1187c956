//! Detection by evidence. A message of text alone is a UIMessage of Vercel's as well: a tie.

use crate::codec::{Sample, Score};
use crate::ir::{Fields, Kind, Value};

/// What a UIMessage of Vercel's scores as well.
const SHARED: u8 = 90;

/// Something seen in a value: how much it says, and what it is.
type Seen = Option<(u8, &'static str)>;

/// Members of the metadata that this wire alone has.
const METADATA: &[&str] = &["costUsd", "durationMs", "parentToolUseId"];

/// How well a sample fits a history.
pub(super) fn messages(sample: &Sample<'_>) -> Score {
    let mut top = None;
    for value in &sample.values {
        let seen =
            if value.root.kind() == Kind::Array { history(value.root) } else { message(value.root.fields()) };
        match seen {
            Some(seen) => top = std::cmp::max(top, Some(seen)),
            None => return Score::NONE,
        }
    }
    scored(sample, top)
}

/// How well a sample fits a page.
pub(super) fn page(sample: &Sample<'_>) -> Score {
    let first = sample.values.first().map_or(Fields::NONE, |value| value.root.fields());
    scored(sample, envelope(first))
}

fn scored(sample: &Sample<'_>, seen: Seen) -> Score {
    match seen {
        Some((points, why)) if !sample.sse => Score::of(points, why),
        Some(_) | None => Score::NONE,
    }
}

fn list<'v>(fields: Fields<'v>, key: &str) -> Option<Value<'v>> {
    fields.get(key).filter(|value| value.kind() == Kind::Array)
}

fn envelope(fields: Fields<'_>) -> Seen {
    let data = list(fields, "data")?;
    let paged = fields.has("hasMore") || fields.has("nextCursor");
    if data.elements().next().is_none() {
        return paged.then_some((85, "an empty page with `hasMore` or `nextCursor`"));
    }
    history(data)?;
    Some(if paged { (97, "`data` with messages, and paging") } else { (92, "`data` with messages") })
}

fn history(messages: Value<'_>) -> Seen {
    let mut top = None;
    for item in messages.elements() {
        top = std::cmp::max(top, Some(message(item.fields())?));
    }
    top
}

fn message(fields: Fields<'_>) -> Seen {
    let parts = list(fields, "parts")?;
    fields.token("role")?;
    let mut top = None;
    for part in parts.elements() {
        top = std::cmp::max(top, Some(self::part(part.fields())?));
    }
    let metadata = fields.object("metadata");
    if METADATA.iter().any(|key| metadata.has(key)) {
        top = std::cmp::max(top, Some((93, "metadata with cost, duration or parent")));
    }
    top.or(Some((60, "/parts is an array")))
}

fn part(part: Fields<'_>) -> Seen {
    match part.token("type").map_or("", |word| word.as_str()) {
        "tool" if part.has("toolCallId") || part.has("tool_call_id") => Some((98, "a part of type tool")),
        "data" if part.has("data") => Some((97, "a part of type data")),
        "error" if part.token("error").is_some() => Some((97, "a part of type error")),
        "text" | "reasoning" | "file" | "source-url" => Some((SHARED, "parts that UIMessages have")),
        _ => None,
    }
}
