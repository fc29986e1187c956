//! How runs begin.

use super::writer::Writer;
use crate::framing::Out;
use crate::ir::{At, Field, JsonString, Run};
use crate::report::Report;

impl Writer {
    /// Writes RUN_STARTED, once. Ids that AG-UI demands are made where there are none; a run that has none and is
    /// nothing but an error goes without.
    pub(super) fn start(&mut self, out: &mut Out, report: &mut Report) {
        let Some(head) = self.head.take() else { return };
        let Run { id, thread_id, model, created_at, place, names } = *head;
        let mut made = |id: &Option<JsonString>, pointer: &str, word: &str| {
            id.clone().unwrap_or_else(|| {
                report.invented(pointer, (Field::RunId, "an id of the run"));
                JsonString::from_plain(word)
            })
        };
        self.thread = made(&thread_id, "/threadId", "thread_1");
        self.id = made(&id, "/runId", "run_1");
        self.model = model.map(|model| (model, place.member(names[2])));
        let time = created_at.as_ref().and_then(|time| milliseconds(&time.decode()));
        if created_at.is_some() && time.is_none() {
            report.dropped(At::place(&place.member(names[3])), Field::Time);
        }
        let patch = self.pending.of_start();
        out.patched_frame("", &patch, |frame| {
            frame.word("type", "RUN_STARTED").text("threadId", &self.thread).text("runId", &self.id);
            if let Some(time) = &time {
                frame.raw("timestamp", time);
            }
        });
        for frame in self.pending.frames() {
            self.raw_event(&frame, At::NOWHERE, out, report);
        }
    }
}

/// A time in milliseconds; seconds are made such.
fn milliseconds(time: &str) -> Option<String> {
    let digits = time.bytes().all(|byte| byte.is_ascii_digit());
    let number: u64 = time.parse().ok().filter(|_| digits)?;
    Some(if time.len() > 11 { number.to_string() } else { number.saturating_mul(1000).to_string() })
}
