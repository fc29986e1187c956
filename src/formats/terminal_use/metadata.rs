//! Metadata of a message: what it took and when it was made.

use crate::ir::{At, Field, Fields, Json, JsonString, Kind, Obj, Patch, Place, Tape, Usage, Value, apply};
use crate::report::{Loss, Report};
use crate::unsaid;

/// The metadata of a message with the time it was made, which Vercel's UIMessages have there.
pub(super) fn read(fields: Fields<'_>) -> Option<Json> {
    let metadata = fields.json("metadata");
    let Some(time) = fields.text("createdAt") else { return metadata };
    let base = metadata.as_ref().filter(|held| held.kind() == Kind::Object).map_or("{}", Json::as_str);
    let set = vec![("/createdAt".to_owned(), Json::string(time))];
    Some(Json::from_valid(apply(base, &Patch { set, remove: Vec::new() })))
}

/// What a message is written with: its time, and its metadata as far as the schema has it.
#[derive(Default)]
pub(super) struct Told {
    pub(super) created_at: Option<JsonString>,
    pub(super) metadata: Option<String>,
}

/// What the reply as a whole says of its last message.
#[derive(Default)]
pub(super) struct OfReply {
    pub(super) usage: Usage,
    pub(super) model: Option<JsonString>,
    pub(super) created_at: Option<JsonString>,
}

/// Splits the metadata of a message into what it is written with.
pub(super) fn told(held: Option<&Json>, reply: Option<&OfReply>, place: &Place, report: &mut Report) -> Told {
    let mut told = Told::default();
    let mut tape = Tape::default();
    let mut bytes = Vec::new();
    let mut object = Obj::begin(&mut bytes);
    let (mut any, mut model, mut usage, mut cost) = (false, false, false, false);
    if let Some(held) = held
        && tape.fill(held.as_str()).is_ok()
    {
        let view = tape.view(held.as_str());
        let root = view.root();
        if root.kind() != Kind::Object {
            report.dropped(
                At::place(&place.member("/metadata")),
                (Field::Metadata, "metadata that is no object"),
            );
        }
        for (key, value) in root.members() {
            let name = key.decode();
            if name == "createdAt" && value.token().is_some() {
                told.created_at = value.token().map(JsonString::from);
                continue;
            }
            if !fits(&name, value) {
                let at = place.member(&format!("/metadata/{}", name.replace('~', "~0").replace('/', "~1")));
                let what = format!("`{name}` of the metadata");
                report.lose_here(Loss::Dropped, &at, (Field::Metadata, &what), None);
                continue;
            }
            any = true;
            model |= name == "model";
            usage |= name == "usage";
            cost |= name == "costUsd";
            object.raw(key.as_str(), value.peek());
        }
    }
    if let Some(reply) = reply {
        if !model && let Some(name) = &reply.model {
            any = true;
            object.text("model", name);
        }
        any |= counts(&reply.usage, (usage, cost), &mut object, report);
        if told.created_at.is_none() {
            told.created_at = reply.created_at.as_ref().map(time);
        }
    }
    object.end();
    told.metadata = any.then(|| crate::ir::written(&bytes).into_owned());
    told
}

/// The counts of a reply, where the metadata does not hold them. The schema demands input and output.
fn counts(usage: &Usage, (told, priced): (bool, bool), object: &mut Obj<'_>, report: &mut Report) -> bool {
    let Usage { input, output, total, cache_read: _, cache_write: _, reasoning: _, cost, place } = usage;
    let mut any = false;
    if let (false, Some(input), Some(output)) = (told, input, output) {
        any = true;
        object.object("usage", |o| {
            o.number("inputTokens", *input).number("outputTokens", *output).count("totalTokens", *total);
        });
    } else if !told && [input, output, total].iter().any(|count| count.is_some()) {
        report.dropped(At::place(place), (Field::Usage, "token counts that are not complete"));
    }
    if !told {
        unsaid::kinds_of_tokens(report, usage);
    }
    match cost {
        Some(cost) if !priced && cost.kind() == Kind::Number => {
            any = true;
            object.raw("costUsd", cost.as_str());
        }
        Some(_) if !priced => {
            report.dropped(At::place(place), Field::Cost);
        }
        Some(_) | None => {}
    }
    any
}

/// Whether a member fits the schema. Members that it does not name are free.
fn fits(name: &str, value: Value<'_>) -> bool {
    let whole = |value: Value<'_>| {
        value.peek().bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') && value.kind() == Kind::Number
    };
    match name {
        _ if value.kind() == Kind::Null => true,
        "costUsd" => value.kind() == Kind::Number,
        "durationMs" => whole(value),
        "model" | "parentToolUseId" => value.kind() == Kind::String,
        "usage" => {
            let of =
                |name: &str| value.members().filter(|(key, _)| key.is(name)).last().map(|(_, count)| count);
            let total = of("totalTokens").is_none_or(|total| total.kind() == Kind::Null || whole(total));
            of("inputTokens").is_some_and(whole) && of("outputTokens").is_some_and(whole) && total
        }
        _ => true,
    }
}

/// A time as RFC 3339: seconds or milliseconds since 1970 are spelled out, anything else stays.
fn time(stamp: &JsonString) -> JsonString {
    let Ok(number) = stamp.as_str().parse::<i64>() else { return stamp.clone() };
    let millis = if number.abs() > 100_000_000_000 { number } else { number.saturating_mul(1000) };
    let (seconds, rest) = (millis.div_euclid(1000), millis.rem_euclid(1000));
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = date(days);
    let fraction = if rest == 0 { String::new() } else { format!(".{rest:03}") };
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    JsonString::from_plain(&format!(
        "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z"
    ))
}

/// The date that is so many days after 1970-01-01, by Howard Hinnant's `civil_from_days`.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}
