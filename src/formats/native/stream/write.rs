//! Events as lines. Every event and every extra has a place here.

use super::words::scope;
use crate::emit::WriteEvents;
use crate::formats::native::{nodes, parts, write};
use crate::framing::Out;
use crate::ir::{
    Delta, Event, EventKind, FrameExtra, Json, JsonStr, JsonString, Live, Merge, MessageHead, MessageKey,
    Obj, PartKey, Scope,
};
use crate::report::Report;

/// Writes each event as it comes.
#[derive(Default)]
pub(super) struct Writer {
    /// A state that was told so often that it waits for the end of the run.
    untold: Option<Live>,
}

impl WriteEvents for Writer {
    fn write(&mut self, event: &Event<'_>, out: &mut Out, _report: &mut Report) {
        let Event { kind, at: _, extras } = event;
        if let EventKind::State(live) = kind {
            return self.state(live, extras, out);
        }
        if let EventKind::RunEnd { .. } = kind
            && let Some(live) = self.untold.take()
        {
            line(&[], out, |o| state(o, &live.now()));
        }
        line(extras, out, |o| members(o, kind));
    }

    fn finish(&mut self, _out: &mut Out, _report: &mut Report) {}
}

impl Writer {
    /// The state whole, or only what else its frame says.
    fn state(&mut self, live: &Live, extras: &[FrameExtra<'_>], out: &mut Out) {
        let now = live.told();
        self.untold = now.is_none().then(|| live.clone());
        match now {
            Some(now) => line(extras, out, |o| state(o, &now)),
            None if extras.is_empty() => {}
            None => line(extras, out, |o| members(o, &EventKind::Note)),
        }
    }
}

fn line(all: &[FrameExtra<'_>], out: &mut Out, members: impl Fn(&mut Obj<'_>)) {
    out.frame("", |o| {
        members(o);
        if !all.is_empty() {
            extras(o, all);
        }
    });
}

fn state(o: &mut Obj<'_>, now: &Json) {
    o.word("event", "state").json("state", Some(now));
}

fn members(o: &mut Obj<'_>, kind: &EventKind<'_>) {
    match kind {
        EventKind::RunStart(run) => o.word("event", "run-start").object("run", |o| write::run(o, run)),
        EventKind::MessageStart(head) => message_start(o, head),
        EventKind::Metadata { message: key, value } => {
            message(o.word("event", "metadata"), *key).json("metadata", Some(value))
        }
        EventKind::StepStart { message: key } => message(o.word("event", "step-start"), *key),
        EventKind::StepReset { message: key } => message(o.word("event", "step-reset"), *key),
        EventKind::StepEnd { message: key } => message(o.word("event", "step-end"), *key),
        EventKind::PartStart { key, message: of, part: head } => {
            message(part(o.word("event", "part-start"), *key), *of).object("value", |o| parts::head(o, head))
        }
        EventKind::Delta { key, delta: piece } => delta(part(o.word("event", "delta"), *key), piece),
        EventKind::Revise { key, part: head } => {
            part(o.word("event", "revise"), *key).object("value", |o| parts::head(o, head))
        }
        EventKind::CallReset { key } => part(o.word("event", "call-reset"), *key),
        EventKind::PartEnd { key } => part(o.word("event", "part-end"), *key),
        EventKind::Whole { message: of, part } => {
            message(o.word("event", "part"), *of).object("value", |o| parts::whole(o, part))
        }
        EventKind::Usage(usage) => o.word("event", "usage").object("usage", |o| write::usage(o, usage)),
        EventKind::State(live) => {
            state(o, &live.now());
            o
        }
        EventKind::Interrupt(interrupt) => {
            o.word("event", "interrupt").object("interrupt", |o| write::interrupt(o, interrupt))
        }
        EventKind::MessageEnd { key, finish } => {
            write::finish(message(o.word("event", "message-end"), *key), finish.as_deref());
            o
        }
        EventKind::Error(error) => o.word("event", "error").object("error", |o| write::error(o, error)),
        EventKind::RunEnd { finish, complete } => {
            write::finish(o.word("event", "run-end"), finish.as_deref());
            o.flag("complete", *complete)
        }
        EventKind::Raw { family, value } => {
            nodes::raw_node(o.word("event", "raw"), family, value);
            o
        }
        EventKind::Note => o.word("event", "note"),
    };
}

fn message_start<'a, 'o>(o: &'a mut Obj<'o>, head: &MessageHead) -> &'a mut Obj<'o> {
    let MessageHead { key, role, id, name, choice } = head;
    message(o.word("event", "message-start"), *key).word("role", role.word());
    o.maybe("id", id.as_ref()).maybe("name", name.as_ref());
    o.count("choice", (*choice > 0).then(|| u64::from(*choice)))
}

fn delta<'a, 'o>(o: &'a mut Obj<'o>, delta: &Delta<'_>) -> &'a mut Obj<'o> {
    match delta {
        Delta::Text(text) => o.token("text", *text),
        Delta::Args(text) => o.token("args", *text),
        Delta::Input(value) => o.json("input", Some(value)),
        Delta::Signature(text) => o.token("signature", *text),
    }
}

fn message<'a, 'o>(o: &'a mut Obj<'o>, key: MessageKey) -> &'a mut Obj<'o> {
    o.number("message", u64::from(key.0))
}

fn part<'a, 'o>(o: &'a mut Obj<'o>, key: PartKey) -> &'a mut Obj<'o> {
    o.number("part", u64::from(key.0))
}

fn extras(o: &mut Obj<'_>, extras: &[FrameExtra<'_>]) {
    o.array("extras", |list| {
        for FrameExtra { family, scope: of, path: _, name, value, merge } in extras {
            list.object(|o| {
                o.text("family", &JsonString::from_plain(family));
                let (word, key) = match of {
                    Scope::Run => (scope::RUN, None),
                    Scope::Choice(key) => (scope::CHOICE, Some(key.0)),
                    Scope::Message(key) => (scope::MESSAGE, Some(key.0)),
                    Scope::Part(key) => (scope::PART, Some(key.0)),
                };
                o.token("scope", JsonStr::new(word)).count("key", key.map(u64::from));
                o.object("fields", |o| nodes::field(o, name, value));
                if *merge == Merge::Append {
                    o.word("merge", "append");
                }
            });
        }
    });
}
