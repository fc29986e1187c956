//! Frames that are kept whole.

use super::part;
use super::writer::Writer;
use crate::formats::ag_ui::{FAMILY, words};
use crate::framing::Out;
use crate::ir::{At, Field, Fields, Json, Tape};
use crate::report::Report;

impl Writer {
    /// A node only one family speaks: an event of our own goes out as it was.
    pub(super) fn raw(&mut self, family: &str, value: &Json, at: At<'_>, out: &mut Out, report: &mut Report) {
        if family != FAMILY {
            report.dropped(at, (Field::Own, &format!("a node that only {family} has")));
            return;
        }
        self.flush_before(out, report);
        self.raw_event(value, at, out, report);
    }

    /// An event of our own, unless it is one that our other events must agree with.
    pub(super) fn raw_event(&mut self, value: &Json, at: At<'_>, out: &mut Out, report: &mut Report) {
        let mut tape = Tape::default();
        let text = value.as_str();
        let kind = match tape.fill(text) {
            Ok(()) => tape.view(text).root().fields().token("type").map(|kind| kind.decode().into_owned()),
            Err(_) => None,
        };
        let kind = kind.filter(|_| part::is_event(value)).unwrap_or_default();
        let tied = ["TEXT_", "TOOL_", "REASONING_MESSAGE_", "RUN_", "MESSAGES_", "THINKING_"];
        let tied = words::EVENTS.contains(&&*kind) && tied.iter().any(|start| kind.starts_with(start));
        if kind.is_empty() || tied {
            report.dropped(at, (Field::Own, "a frame that is no event of its own"));
            return;
        }
        self.follow(&kind, tape.view(text).root().fields());
        out.raw_frame("", text);
    }

    /// Keeps count of the steps, subagents and spans that run.
    fn follow(&mut self, kind: &str, event: Fields<'_>) {
        let (name, end) = match kind {
            "STEP_STARTED" | "STEP_FINISHED" => ("stepName", "STEP_FINISHED"),
            "SUBAGENT_STARTED" | "SUBAGENT_FINISHED" | "SUBAGENT_ERROR" => {
                ("subagentRunId", "SUBAGENT_FINISHED")
            }
            "REASONING_START" | "REASONING_END" => ("messageId", "REASONING_END"),
            _ => return,
        };
        let id = event.token(name).map(|id| id.as_str().to_owned()).unwrap_or_default();
        let frame = format!("{{\"type\":\"{end}\",\"{name}\":\"{id}\"}}");
        if kind.ends_with("START") || kind.ends_with("STARTED") {
            self.open.push((end.to_owned(), frame));
        } else if let Some(index) = self.open.iter().rposition(|(_, known)| *known == frame) {
            self.open.remove(index);
        }
    }
}
