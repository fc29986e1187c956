//! Writes histories and replies.

use std::collections::BTreeMap;

use super::extras::{own, own_of_body, patch};
use super::history::History;
use super::members::Body;
use super::nodes::{self, patched_text};
use super::spoken::Spoken;
use crate::calls::CallIds;
use crate::codec::WriteTurns;
use crate::formats::openai::words::{FAMILY, Vocabulary, word};
use crate::formats::openai::{time, usage};
use crate::ir::{
    Arr, At, Extra, Field, Finish, JsonString, Message, Obj, Part, Place, Role, Run, Transcript,
    write_patched,
};
use crate::report::{Loss, Report};
use crate::unsaid::{self, RunMember};

/// Writes the messages of a transcript as an array.
pub(in crate::formats::openai) fn write_messages(
    transcript: Transcript,
    items: &mut Arr<'_>,
    report: &mut Report,
) {
    History::default().write(transcript, items, report);
}

/// Writes a long history turn by turn.
pub(in crate::formats::openai) fn turns() -> Box<dyn WriteTurns> {
    Box::new(History::default())
}

impl WriteTurns for History {
    fn write(&mut self, piece: Transcript, items: &mut Arr<'_>, report: &mut Report) {
        unsaid::all_but_messages(report, &piece);
        self.messages(piece.messages, piece.source.starts_with(FAMILY), items, report);
        self.turn_ends();
    }
}

/// Writes a reply: a choice for each alternative, or an error body.
pub(in crate::formats::openai) fn write_response(
    transcript: Transcript,
    out: &mut Vec<u8>,
    report: &mut Report,
) {
    let Transcript {
        source,
        complete: _,
        run,
        messages,
        tools,
        params,
        finish: _,
        usage: counts,
        error,
        interrupts,
        state,
        extras,
        remainder: _,
    } = &transcript;
    unsaid::run(report, run, &[RunMember::Thread]);
    unsaid::tools(report, tools);
    unsaid::params(report, params);
    unsaid::interrupts(report, interrupts);
    if state.is_some() {
        report.dropped(At::place(&run.place.member("/state")), Field::State);
    }
    let failed = error.iter().flat_map(|error| own(&error.extras, report));
    let failed: Vec<&Extra> = failed.collect();
    let mut set = patch(&own_of_body(extras, false, report), "");
    set.set.append(&mut patch(&failed, "").set);
    let nested = source.starts_with(FAMILY) && usage::is_nested(counts);
    set.set.retain(|(name, value)| !(name == "/system_fingerprint" && value.as_str() == "\"\""));
    write_patched(out, &set, |object| {
        if !(messages.is_empty() && error.is_some()) {
            write_head(object, &transcript, report);
            let reply = Reply { transcript: &transcript, ids: CallIds::new(|_| true, false) };
            reply.write(object, report);
            if !(counts.is_unknown() || nested) {
                object.object("usage", |object| usage::write(counts, object));
            }
        } else {
            unsaid::run(report, run, &[RunMember::Id, RunMember::Model, RunMember::Time]);
        }
        if let Some(error) = error {
            nodes::error(object, error);
        }
    });
}

fn write_head(object: &mut Obj<'_>, transcript: &Transcript, report: &mut Report) {
    let Run { id, thread_id: _, model, created_at, place, names } = &transcript.run;
    let first = transcript.messages.iter().find(|message| message.role == Role::Assistant);
    let id = id.clone().or_else(|| first.and_then(|message| message.id.clone())).unwrap_or_else(|| {
        report.invented("/id", Field::RunId);
        JsonString::from_plain("chatcmpl-1")
    });
    let is_number =
        |time: &&JsonString| transcript.source.starts_with(FAMILY) && time.decode().parse::<u64>().is_ok();
    let created = match created_at.as_ref().filter(is_number) {
        // Some servers of this wire count milliseconds.
        Some(number) => number.as_str().to_owned(),
        None => created(created_at.as_ref(), &place.member(names[3]), report),
    };
    let model = model.clone().unwrap_or_else(|| {
        report.invented("/model", Field::Model);
        JsonString::default()
    });
    object.text("id", &id).word("object", "chat.completion").raw("created", &created).text("model", &model);
}

struct Reply<'t> {
    transcript: &'t Transcript,
    ids: CallIds,
}

impl Reply<'_> {
    fn write(mut self, object: &mut Obj<'_>, report: &mut Report) {
        let messages = &self.transcript.messages;
        let mut said: BTreeMap<u32, Vec<&Message>> = BTreeMap::new();
        for message in messages.iter().filter(|message| message.role == Role::Assistant) {
            said.entry(message.choice.unwrap_or(0)).or_default().push(message);
        }
        for message in messages.iter().filter(|message| message.role != Role::Assistant) {
            for part in &message.parts {
                nodes::lose(part, At::place(&part.place), report);
                report.drop_extras(&part.extras);
            }
            unsaid::message_id(report, message);
            unsaid::message_name(report, message);
            unsaid::metadata(report, message);
            report.drop_extras(&message.extras);
        }
        object.array("choices", |choices| {
            for (number, said) in said {
                self.choice(number, &said, choices, report);
            }
        });
    }

    fn choice(&mut self, number: u32, said: &[&Message], choices: &mut Arr<'_>, report: &mut Report) {
        let transcript = self.transcript;
        for (n, message) in said.iter().enumerate() {
            identity(message, n, transcript.run.id.as_ref(), report);
        }
        let parts: Vec<&Part> = said.iter().flat_map(|message| &message.parts).collect();
        let spoken = Spoken::of(parts, report);
        let extras: Vec<&Extra> = said.iter().flat_map(|message| own(&message.extras, report)).collect();
        let (around, inside): (Vec<&Extra>, Vec<&Extra>) =
            extras.into_iter().partition(|extra| extra.name.starts_with("choice:"));
        let inside: Vec<&Extra> = inside
            .into_iter()
            .filter(|extra| !(extra.name == "/content" && spoken.has_content()))
            .filter(|extra| !(extra.name == "/refusal" && spoken.has_refusal()))
            .collect();
        let target = format!("/choices/{number}/message");
        let message = patched_text(&patch(&inside, ""), |object| {
            object.word("role", "assistant");
            spoken.write(object, (Body::Reply { own: self.own() }, "null"), &mut self.ids, &target, report);
        });
        let last = said.iter().rev().find_map(|message| message.finish.as_ref());
        let finish = self.finish(last.or(transcript.finish.as_ref()), number, spoken.has_calls(), report);
        let mut set = patch(&around, "");
        set.set.retain(|(name, _)| name != "choice:/message");
        for (name, _) in &mut set.set {
            *name = name.trim_start_matches("choice:").to_owned();
        }
        choices.patched(&set, |choice| {
            choice.number("index", u64::from(number)).raw("message", &message).raw("logprobs", "null");
            choice.raw("finish_reason", &finish);
        });
    }

    /// Whether the reply was read from this family.
    fn own(&self) -> bool {
        self.transcript.source.starts_with(FAMILY)
    }

    /// The finish reason as JSON: a word, or null where nobody said and none can be made up.
    fn finish(&self, finish: Option<&Finish>, number: u32, calls: bool, report: &mut Report) -> String {
        let own = self.own();
        let vocabulary = if own { Vocabulary::Own } else { Vocabulary::Typed };
        let word = finish.and_then(|finish| word(finish, vocabulary).map(|word| (finish, word)));
        if let Some((finish, word)) = word {
            if word.narrowed {
                let said = finish.raw.as_ref().map_or(finish.reason.word(), |raw| raw.as_str());
                let text = format!("the finish reason `{said}` becomes `{}`", word.word);
                report.narrowed(At::place(&finish.place), (Field::Finish, &text));
            }
            return format!("\"{}\"", word.word);
        }
        if own || !self.transcript.complete {
            return "null".to_owned();
        }
        report.invented(
            &format!("/choices/{number}/finish_reason"),
            (Field::Finish, "a finish reason, which nobody told"),
        );
        if calls { "\"tool_calls\"".to_owned() } else { "\"stop\"".to_owned() }
    }
}

/// Who a message is: the first one's id may be the reply's; that others join it is reported.
fn identity(message: &Message, n: usize, run: Option<&JsonString>, report: &mut Report) {
    if n > 0 {
        let what = "a second message of the reply joins the first";
        report.lose(Loss::Moved, At::place(&message.place), (Field::Turn, what), message.id.as_ref());
    }
    if n > 0 || (run.is_some() && message.id.as_ref() != run) {
        unsaid::message_id(report, message);
    }
    unsaid::message_name(report, message);
    unsaid::metadata(report, message);
}

/// The time of a reply as the wire spells it: a number of seconds.
pub(super) fn created(time: Option<&JsonString>, place: &Place, report: &mut Report) -> String {
    let Some(text) = time else {
        report.invented("/created", Field::Time);
        return "0".to_owned();
    };
    match time::seconds(text) {
        Some((seconds, exact)) => {
            if !exact {
                report.narrowed(
                    At::place(place),
                    (Field::Time, &format!("the time `{}` becomes whole seconds", text.as_str())),
                );
            }
            seconds.to_string()
        }
        None => {
            report.dropped(At::place(place), (Field::Time, &format!("the time `{}`", text.as_str())));
            report.invented("/created", Field::Time);
            "0".to_owned()
        }
    }
}
