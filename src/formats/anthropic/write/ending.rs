//! How a stream that is being written ends.

use super::own::{self, IN_THE_DELTA};
use super::reply;
use super::state::State;
use crate::formats::anthropic::usage;
use crate::framing::Out;
use crate::ir::{Extras, Field, Finish, Json, JsonStr, JsonString, Patch, RunError};
use crate::report::Report;
use crate::unsaid;

/// The normal end. A reason that nobody said stays null.
pub(super) fn end(word: Option<&str>, state: &State, out: &mut Out, report: &mut Report) {
    let counts = &state.usage;
    reply::told_usage(counts, report);
    for (count, target) in
        [(counts.input, "/message/usage/input_tokens"), (counts.output, "/usage/output_tokens")]
    {
        if count.is_none() {
            report.invented(target, (Field::Usage, "a count of 0: nobody says how many there were"));
        }
    }
    let mut patch = own::members(&state.extras);
    for (name, _) in &mut patch.set {
        if IN_THE_DELTA.contains(&name.as_str()) {
            name.insert_str(0, "/delta");
        }
    }
    out.patched_frame("message_delta", &patch, |frame| {
        frame.word("type", "message_delta").object("delta", |delta| {
            match word {
                Some(word) => delta.token("stop_reason", JsonStr::new(word)),
                None => delta.raw("stop_reason", "null"),
            };
            delta.raw("stop_sequence", "null");
        });
        frame.object("usage", |object| {
            if counts.input.is_some() {
                usage::write(counts, object);
            } else {
                usage::write_but_input(counts, object);
            }
        });
    });
    out.patched_frame("message_stop", &frame_members(&state.extras), |frame| {
        frame.word("type", "message_stop");
    });
}

/// The end of a run that failed or was cut short.
pub(super) fn break_off(
    state: State,
    finish: Option<&Finish>,
    complete: bool,
    out: &mut Out,
    report: &mut Report,
) {
    unsaid::finish(report, finish);
    unsaid::usage(report, &state.usage);
    report.drop_extras(&state.extras);
    let error = state.error.unwrap_or_else(|| {
        let message = match finish {
            Some(finish) if complete => format!("the reply ended with `{}`", finish.reason.word()),
            Some(_) | None => "the reply was cut short".to_owned(),
        };
        report.invented("/error", (Field::Error, &format!("an error that says so: {message}")));
        let code = Some(Json::from_valid("\"api_error\""));
        Box::new(RunError { message: JsonString::from_plain(&message), code, ..RunError::default() })
    });
    let body = reply::error_body(&error, report);
    out.raw_frame("error", &body);
}

/// Own members of frames, which the last one takes.
fn frame_members(extras: &Extras) -> Patch {
    let of_frames = extras.list.iter().filter_map(|extra| {
        let name = own::frame_member(&extra.name)?;
        Some((name.to_owned(), extra.value.clone()))
    });
    Patch { set: of_frames.collect(), remove: Vec::new() }
}
