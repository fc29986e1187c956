//! Events as short lines, for tests: `run+ | msg+ m0 assistant | part+ p0 m0 text | delta p0 text 'hm' | part- p0`.

use super::ending::Finish;
use super::event::{Delta, Event, EventKind};
use super::part::{FileContent, Input, Part, PartKind};

/// One event as a line. Extras stand behind it as `{/pointer value}`.
#[must_use]
pub fn event(event: &Event<'_>) -> String {
    let mut line = kind(event.kind);
    for extra in event.extras {
        line.push_str(&format!(" {{{} {}}}", extra.path, extra.value));
    }
    line
}

fn kind(kind: &EventKind<'_>) -> String {
    match kind {
        EventKind::RunStart(run) => {
            let known =
                [("id", &run.id), ("thread", &run.thread_id), ("model", &run.model), ("at", &run.created_at)];
            let mut line = "run+".to_owned();
            for (name, value) in known {
                if let Some(value) = value {
                    line.push_str(&format!(" {name}={}", value.as_str()));
                }
            }
            line
        }
        EventKind::MessageStart(head) => {
            let id = head.id.as_ref().map_or(String::new(), |id| format!(" id={}", id.as_str()));
            let choice = if head.choice > 0 { format!(" choice={}", head.choice) } else { String::new() };
            format!("msg+ m{} {}{id}{choice}", head.key.0, head.role.word())
        }
        EventKind::Metadata { message, value } => {
            format!("metadata m{} {}", message.0, value.as_str())
        }
        EventKind::StepStart { message } => format!("step+ m{}", message.0),
        EventKind::StepReset { message } => format!("step! m{}", message.0),
        EventKind::StepEnd { message } => format!("step- m{}", message.0),
        EventKind::PartStart { key, message, part: head } => {
            format!("part+ p{} m{} {}", key.0, message.0, part(head))
        }
        EventKind::Revise { key, part: head } => format!("revise p{} {}", key.0, part(head)),
        EventKind::CallReset { key } => format!("call! p{}", key.0),
        EventKind::Delta { key, delta: piece } => format!("delta p{} {}", key.0, delta(piece)),
        EventKind::PartEnd { key } => format!("part- p{}", key.0),
        EventKind::Whole { message, part: whole } => format!("whole m{} {}", message.0, part(whole)),
        EventKind::Usage(usage) => {
            let counts = [
                ("in", usage.input),
                ("out", usage.output),
                ("total", usage.total),
                ("read", usage.cache_read),
                ("write", usage.cache_write),
                ("reasoning", usage.reasoning),
            ];
            let known =
                counts.iter().filter_map(|(name, count)| count.map(|count| format!(" {name}={count}")));
            format!("usage{}", known.collect::<String>())
        }
        EventKind::State(state) => format!("state {}", state.now().as_str()),
        EventKind::Interrupt(interrupt) => format!("interrupt {}", interrupt.id.as_str()),
        EventKind::MessageEnd { key, finish: end } => {
            format!("msg- m{}{}", key.0, finish(end.as_deref()))
        }
        EventKind::Error(error) => format!("error '{}'", error.message.as_str()),
        EventKind::RunEnd { finish: end, complete } => {
            format!("run-{}{}", finish(end.as_deref()), if *complete { "" } else { " cut" })
        }
        EventKind::Raw { family, value } => format!("raw {family} {}", value.as_str()),
        EventKind::Note => "note".to_owned(),
    }
}

fn finish(finish: Option<&Finish>) -> String {
    finish.map_or(String::new(), |finish| {
        let raw = finish.raw.as_ref().map_or(String::new(), |raw| format!("({})", raw.as_str()));
        format!(" {}{raw}", finish.reason.word())
    })
}

fn delta(delta: &Delta<'_>) -> String {
    match delta {
        Delta::Text(text) => format!("text '{}'", text.as_str()),
        Delta::Args(text) => format!("args '{}'", text.as_str()),
        Delta::Input(value) => format!("input {}", value.as_str()),
        Delta::Signature(text) => format!("signature '{}'", text.as_str()),
    }
}

/// One part as a short text.
#[must_use]
pub fn part(part: &Part) -> String {
    let mut line = part_kind(&part.kind);
    for extra in &part.extras.list {
        line.push_str(&format!(" {{{} {}}}", extra.name, extra.value.as_str()));
    }
    line
}

fn part_kind(kind: &PartKind) -> String {
    match kind {
        PartKind::Text(text) => format!("text{}", quoted(text.as_str())),
        PartKind::Reasoning(reasoning) => {
            let sealed = reasoning
                .encrypted
                .as_ref()
                .map_or(String::new(), |data| format!(" sealed={}", data.as_str()));
            let signed = reasoning
                .signature
                .as_ref()
                .map_or(String::new(), |sign| format!(" signed={}", sign.as_str()));
            format!("reasoning{}{signed}{sealed}", quoted(reasoning.text.as_str()))
        }
        PartKind::Refusal(text) => format!("refusal{}", quoted(text.as_str())),
        PartKind::ToolCall(call) => {
            let id = call.id.as_ref().map_or("-", |id| id.as_str());
            let input = match &call.input {
                Input::Absent => String::new(),
                Input::Text(text) => quoted(text.as_str()),
                Input::Json(value) => format!(" {}", value.as_str()),
            };
            format!("call {id} {}{input}", call.name.as_str())
        }
        PartKind::ToolResult(result) => {
            let id = result.id.as_ref().map_or("-", |id| id.as_str());
            format!(
                "result {id} {:?} {}",
                result.status,
                result.output.as_ref().map_or("-", |output| output.as_str())
            )
        }
        PartKind::File(file) => {
            let (what, text) = match &file.content {
                FileContent::Data(text) => ("data", text),
                FileContent::Url(text) => ("url", text),
                FileContent::Id(text) => ("id", text),
            };
            let media_type = file.media_type.as_ref().map_or("-", |media_type| media_type.as_str());
            format!("file {media_type} {what}={}", text.as_str())
        }
        PartKind::Source(source) => format!("source {}", source.url.as_ref().map_or("-", |url| url.as_str())),
        PartKind::Data(data) => format!("data {} {}", data.name.as_str(), data.value.as_str()),
        PartKind::ApprovalRequest(request) => format!("approval? {}", request.id.as_str()),
        PartKind::ApprovalResponse(response) => {
            format!("approval! {} {}", response.id.as_str(), response.approved)
        }
        PartKind::Error(text) => format!("error{}", quoted(text.as_str())),
        PartKind::Step => "step".to_owned(),
        PartKind::Raw { family, value } => format!("raw {family} {}", value.as_str()),
    }
}

fn quoted(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(" '{text}'") }
}
