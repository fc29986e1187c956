//! Histories and requests.

use super::block::{Blocks, For, Known};
use super::history::{Turn, lay_out};
use super::{own, params};
use crate::codec::WriteTurns;
use crate::ir::{Arr, At, Field, Items, JsonString, Message, Obj, Role, Run, Transcript, write_patched};
use crate::report::Report;
use crate::unsaid::{self, RunMember};

/// The most tokens of a reply where nobody says.
const MAX_TOKENS: u64 = 4096;
/// The model's name where nobody says.
const MODEL: &str = "unknown";

/// Whether a transcript is a history of this family already. The engine writes single messages of one without a source.
fn made_for(source: &str) -> For {
    if matches!(source, "" | "anthropic-messages" | "anthropic-request") {
        For::OwnHistory
    } else {
        For::History
    }
}

/// Writes a history.
pub(in crate::formats::anthropic) fn messages(
    transcript: Transcript,
    list: &mut Arr<'_>,
    report: &mut Report,
) {
    Known::default().write(transcript, list, report);
}

/// Writes a long history turn by turn.
pub(in crate::formats::anthropic) fn turns() -> Box<dyn WriteTurns> {
    Box::new(Known::default())
}

impl WriteTurns for Known {
    fn write(&mut self, mut piece: Transcript, list: &mut Arr<'_>, report: &mut Report) {
        unsaid::all_but_messages(report, &piece);
        let mut blocks = Blocks::new(made_for(&piece.source), report);
        std::mem::swap(&mut blocks.known, self);
        let turns = lay_out(std::mem::take(&mut piece.messages), &mut blocks, "");
        blocks.known.turn_ends(turns.len());
        std::mem::swap(&mut blocks.known, self);
        turns.iter().for_each(|turn| turn.write(list));
    }
}

/// Writes the body of a request.
pub(in crate::formats::anthropic) fn request(transcript: Transcript, out: &mut Vec<u8>, report: &mut Report) {
    let Transcript {
        source,
        complete: _,
        run,
        mut messages,
        tools,
        params: asked,
        finish,
        usage,
        error,
        interrupts,
        state,
        extras,
        remainder: _,
    } = transcript;
    unsaid::run(report, &run, &[RunMember::Id, RunMember::Thread, RunMember::Time]);
    unsaid::finish(report, finish.as_ref());
    unsaid::usage(report, &usage);
    unsaid::error(report, error.as_ref());
    unsaid::interrupts(report, &interrupts);
    if state.is_some() {
        report.dropped(At::place(&run.place.member("/state")), Field::State);
    }
    let patch = own::request_patch(&extras, report);
    let mut blocks = Blocks::new(made_for(&source), report);
    let lead = messages.iter().take_while(|message| leads(message)).count();
    let system = lay_out(messages.drain(..lead).collect(), &mut blocks, "/system");
    let turns = lay_out(messages, &mut blocks, "/messages");
    let as_it_was = source == "anthropic-request";
    write_patched(out, &patch, |body| {
        model(&run, as_it_was, body, report);
        if !as_it_was && !params::has_limit(&asked) {
            report.invented("/max_tokens", (Field::Params, &format!("`max_tokens` {MAX_TOKENS}")));
            body.number("max_tokens", MAX_TOKENS);
        }
        write_system(system, body);
        body.array("messages", |list| {
            turns.iter().for_each(|turn| turn.write(list));
        });
        params::tools(&tools, body, report);
        params::write(&asked, body, report);
    });
}

fn leads(message: &Message) -> bool {
    matches!(message.role, Role::System | Role::Developer)
}

fn model(run: &Run, as_it_was: bool, body: &mut Obj<'_>, report: &mut Report) {
    match &run.model {
        Some(model) => {
            body.text("model", model);
        }
        None if as_it_was => {}
        None => {
            report.invented("/model", (Field::Model, "the model's name `unknown`"));
            body.text("model", &JsonString::from_plain(MODEL));
        }
    }
}

/// One plain text is a string; anything more is blocks, in order.
fn write_system(system: Vec<Turn>, body: &mut Obj<'_>) {
    if let [Turn { plain: Some(text), .. }] = system.as_slice() {
        body.text("system", text);
        return;
    }
    let mut blocks = Items::default();
    system.into_iter().for_each(|turn| blocks.append(turn.into_blocks()));
    if !blocks.is_empty() {
        body.items("system", &blocks);
    }
}
