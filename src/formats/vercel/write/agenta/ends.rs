//! Errors, and how a turn ends.

use crate::framing::Out;
use crate::ir::{At, Field, Finish, Json, JsonString, Kind, Place, RunError, StopReason, Usage};
use crate::report::Report;
use crate::unsaid;

use super::look;
use super::state::{Reply, Writer};
use super::words;

/// What an error says of a reply that was cut short, and its code.
const CUT: (&str, &str) = ("The stream ended before the reply was complete.", "agent_run_failed");
/// What an error says of a turn without output, and its code.
const NOTHING: (&str, &str) = ("The agent produced no output.", "no_output");
/// The code of an error that names no class of its own.
const ANY: &str = "runner_error";

/// Whether a code is a stable slug, and no prose.
fn is_slug(code: &str) -> bool {
    let rest = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    code.len() <= 64 && code.starts_with(|c: char| c.is_ascii_lowercase()) && code.chars().all(rest)
}

impl Writer {
    /// An error: a data part that has its code, and the SDK's own.
    pub(super) fn error(&mut self, error: &RunError, out: &mut Out, report: &mut Report) {
        let RunError { message, code, extras, place } = error;
        self.open(out, report);
        look::drop_rest(extras, &["/detail"], report);
        let detail = look::of_agenta(extras, "/detail");
        let code = slug(code.as_ref(), detail, place, report);
        write_error(message, &code, detail, out);
        self.reply.failed = true;
    }

    /// The turn ends: as every turn, with `finish-step` and `finish`.
    pub(super) fn end(
        &mut self,
        finish: Option<&Finish>,
        complete: bool,
        out: &mut Out,
        report: &mut Report,
    ) {
        self.open(out, report);
        let held = self.reply.finish.take();
        let finish = finish.or(held.as_ref());
        if !complete && !self.reply.failed {
            report.invented("/errorText", (Field::Finish, "the words for a reply that was cut short"));
            self.fail(CUT, out);
        }
        out.frame("", |part| {
            part.word("type", "finish-step");
        });
        let cancelled = finish.is_some_and(|finish| finish.reason == StopReason::Cancelled);
        if self.reply.said == 0 && !self.reply.failed && !cancelled {
            report.invented("/errorText", (Field::Error, "the error that a turn without output ends with"));
            self.fail(NOTHING, out);
        }
        let word = if complete {
            finish.and_then(|finish| words::finish(finish, report))
        } else {
            unsaid::finish(report, finish);
            None
        };
        self.write_finish(word, out, report);
        out.sentinel("[DONE]");
        self.reply = Reply::default();
    }

    fn fail(&mut self, (text, code): (&str, &str), out: &mut Out) {
        write_error(&JsonString::from_plain(text), code, None, out);
        self.reply.failed = true;
    }

    fn write_finish(&mut self, word: Option<&str>, out: &mut Out, report: &mut Report) {
        if self.reply.usage.is_unknown() {
            self.reply.usage = std::mem::take(&mut self.reply.held);
        }
        let Usage { input, output, total, cache_read: _, cache_write: _, reasoning: _, cost, place: _ } =
            &self.reply.usage;
        unsaid::kinds_of_tokens(report, &self.reply.usage);
        let counted = [input, output, total].iter().any(|count| count.is_some()) || cost.is_some();
        let trace = self.reply.trace.as_ref();
        out.frame("", |part| {
            part.word("type", "finish");
            if let Some(word) = word {
                part.word("finishReason", word);
            }
            if !counted && trace.is_none() {
                return;
            }
            part.object("messageMetadata", |metadata| {
                if counted {
                    metadata.object("usage", |counts| {
                        counts.count("input", *input).count("output", *output).count("total", *total);
                        counts.json("cost", cost.as_ref());
                    });
                }
                metadata.json("traceId", trace);
            });
        });
    }
}

/// The code to write: the error's own, else that of its details, else the general one.
fn slug(code: Option<&Json>, detail: Option<&Json>, place: &Place, report: &mut Report) -> String {
    let own =
        code.and_then(Json::as_token).map(|code| code.decode().into_owned()).filter(|code| is_slug(code));
    let inner = detail.and_then(|detail| {
        look::at(detail, |detail| Some(look::text(detail, &["code"])?.decode().into_owned())).flatten()
    });
    let own = own.filter(|own| own != ANY || inner.is_none());
    let unfit = code.is_some_and(|code| code.kind() != Kind::Null) && own.is_none();
    let found = own.or_else(|| inner.filter(|inner| is_slug(inner)));
    match (&found, unfit) {
        (_, true) if code.and_then(Json::as_token).is_none_or(|code| !code.is(ANY)) => {
            report.dropped(At::place(&place.member("/code")), Field::ErrorCode);
        }
        (None, false) => {
            report.invented("/data/code", Field::ErrorCode);
        }
        (Some(_) | None, _) => {}
    }
    found.unwrap_or_else(|| ANY.to_owned())
}

fn write_error(text: &JsonString, code: &str, detail: Option<&Json>, out: &mut Out) {
    let detail = detail.filter(|detail| look::at(detail, look::is_true) == Some(true));
    out.frame("", |part| {
        part.word("type", "data-agent-error").object("data", |data| {
            data.word("code", code).text("errorText", text).json("errorDetail", detail);
        });
    });
    out.frame("", |part| {
        part.word("type", "error").text("errorText", text);
    });
}
