//! Unfold: a transcript as the events that would add up to it.

use crate::emit::WriteEvents;
use crate::framing::Out;
use crate::ir::{
    At, Delta, Event, EventKind, Extras, Field, FrameExtra, Input, JsonString, Live, Merge, Message,
    MessageHead, MessageKey, Part, PartKey, PartKind, Scope, Transcript,
};
use crate::report::Report;

/// Plays `transcript` to `writer`. Extras of the run and of messages come with the event that opens them; those of a
/// part stay in the part. Usage comes last, but first where there is no normal end that could tell it.
pub fn unfold(transcript: &Transcript, writer: &mut dyn WriteEvents, out: &mut Out, report: &mut Report) {
    let mut player = Player { writer, out, report, parts: 0 };
    player.run(transcript);
}

struct Player<'p> {
    writer: &'p mut dyn WriteEvents,
    out: &'p mut Out,
    report: &'p mut Report,
    parts: u32,
}

impl Player<'_> {
    fn say(&mut self, kind: &EventKind<'_>, at: At<'_>, extras: &[FrameExtra<'_>]) {
        self.writer.write(&Event { kind, at, extras }, self.out, self.report);
    }

    fn run(&mut self, transcript: &Transcript) {
        let Transcript {
            source: _,
            complete,
            run,
            messages,
            tools,
            params,
            finish,
            usage,
            error,
            interrupts,
            state,
            extras,
            remainder: _,
        } = transcript;
        let at = At::place(&run.place);
        self.say(&EventKind::RunStart(Box::new(run.clone())), at, &framed(extras, Scope::Run));
        for tool in tools {
            self.report.dropped(At::place(&tool.place), Field::Tools);
        }
        for param in params {
            self.report.dropped(At::place(&param.place), Field::Params);
        }
        let counted = EventKind::Usage(Box::new(usage.clone()));
        let early = !complete || error.is_some();
        if early && !usage.is_unknown() {
            self.say(&counted, At::place(&usage.place), &[]);
        }
        for (key, message) in (0..).zip(messages) {
            self.message(MessageKey(key), message);
        }
        if let Some(state) = state {
            let place = run.place.member("/state");
            self.say(&EventKind::State(Live::new(state)), At::place(&place), &[]);
        }
        for interrupt in interrupts {
            self.say(&EventKind::Interrupt(Box::new(interrupt.clone())), At::place(&interrupt.place), &[]);
        }
        if !early && !usage.is_unknown() {
            self.say(&counted, At::place(&usage.place), &[]);
        }
        if let Some(error) = error {
            self.say(&EventKind::Error(Box::new(error.clone())), At::place(&error.place), &[]);
        }
        let at = finish.as_ref().map_or(at, |finish| At::place(&finish.place));
        let finish = finish.clone().map(Box::new);
        self.say(&EventKind::RunEnd { finish, complete: *complete }, at, &[]);
    }

    fn message(&mut self, key: MessageKey, message: &Message) {
        let Message {
            role,
            id,
            name,
            choice,
            parts,
            finish,
            metadata,
            extras,
            remainder: _,
            place,
            id_name: _,
        } = message;
        let at = At::place(place);
        let (role, id, name) = (role.clone(), id.clone(), name.clone());
        let head = MessageHead { key, role, id, name, choice: choice.unwrap_or(0) };
        self.say(&EventKind::MessageStart(Box::new(head)), at, &framed(extras, Scope::Message(key)));
        if let Some(value) = metadata {
            // What stood outside the metadata is marked by an extra that is null.
            for mark in extras.list.iter().filter(|extra| extra.value.as_str() == "null") {
                self.report.stands(place, Field::Metadata, At::place(&mark.place));
            }
            self.say(&EventKind::Metadata { message: key, value: value.clone() }, at, &[]);
        }
        let mut in_step = false;
        let mut rest = parts.as_slice();
        while let Some((part, after)) = rest.split_first() {
            let cited = cited_by(part, after);
            rest = &after[cited.len()..];
            let at = At::place(&part.place);
            if part.kind == PartKind::Step {
                if std::mem::replace(&mut in_step, true) {
                    self.say(&EventKind::StepEnd { message: key }, at, &[]);
                }
                self.say(&EventKind::StepStart { message: key }, at, &[]);
                self.report.drop_extras(&part.extras);
            } else {
                self.part(key, part, cited);
            }
        }
        if in_step {
            self.say(&EventKind::StepEnd { message: key }, at, &[]);
        }
        self.say(&EventKind::MessageEnd { key, finish: finish.clone().map(Box::new) }, at, &[]);
    }

    /// One part; the sources that a text cites come while it is open.
    fn part(&mut self, message: MessageKey, part: &Part, cited: &[Part]) {
        let at = At::place(&part.place);
        let mut head = part.clone();
        let Some(body) = behead(&mut head) else {
            return self.say(&EventKind::Whole { message, part: Box::new(head) }, at, &[]);
        };
        let key = PartKey(self.parts);
        self.parts += 1;
        self.say(&EventKind::PartStart { key, message, part: Box::new(head) }, at, &[]);
        match &body {
            Body::Text(text) if text.is_empty() => {}
            Body::Text(text) => {
                self.say(&EventKind::Delta { key, delta: Delta::Text(text.token()) }, at, &[])
            }
            Body::Input(Input::Absent) => {}
            Body::Input(Input::Text(text)) if text.is_empty() => {}
            Body::Input(Input::Text(text)) => {
                self.say(&EventKind::Delta { key, delta: Delta::Args(text.token()) }, at, &[]);
            }
            Body::Input(Input::Json(value)) => {
                self.say(&EventKind::Delta { key, delta: Delta::Input(value.clone()) }, at, &[]);
            }
        }
        if let PartKind::Reasoning(reasoning) = &part.kind
            && let Some(signature) = &reasoning.signature
        {
            self.say(&EventKind::Delta { key, delta: Delta::Signature(signature.token()) }, at, &[]);
        }
        for inner in cited {
            self.part(message, inner, &[]);
        }
        self.say(&EventKind::PartEnd { key }, at, &[]);
    }
}

/// What stands between a text and the last source that it cites, that source included.
fn cited_by<'p>(part: &Part, after: &'p [Part]) -> &'p [Part] {
    let cites = |part: &Part| matches!(&part.kind, PartKind::Source(source) if source.citation.is_some());
    if !matches!(part.kind, PartKind::Text(_)) {
        return &after[..0];
    }
    let is_border = |part: &Part| matches!(part.kind, PartKind::Text(_) | PartKind::Step);
    let border = after.iter().position(is_border).unwrap_or(after.len());
    let count = after[..border].iter().rposition(cites).map_or(0, |last| last + 1);
    &after[..count]
}

enum Body {
    Text(JsonString),
    Input(Input),
}

/// Takes the text or input out of a part that comes in pieces; `None` for a part that comes at once.
fn behead(part: &mut Part) -> Option<Body> {
    match &mut part.kind {
        PartKind::Text(text) | PartKind::Refusal(text) => Some(Body::Text(std::mem::take(text))),
        PartKind::Reasoning(reasoning) if reasoning.encrypted.is_none() => {
            reasoning.signature = None;
            Some(Body::Text(std::mem::take(&mut reasoning.text)))
        }
        PartKind::ToolCall(call) => {
            let input = std::mem::take(&mut call.input);
            if matches!(&input, Input::Text(text) if text.is_empty()) {
                // Empty text is not the same as none, and no delta could say it.
                call.input = input.clone();
            }
            Some(Body::Input(input))
        }
        PartKind::Reasoning(_)
        | PartKind::ToolResult(_)
        | PartKind::File(_)
        | PartKind::Source(_)
        | PartKind::Data(_)
        | PartKind::ApprovalRequest(_)
        | PartKind::ApprovalResponse(_)
        | PartKind::Error(_)
        | PartKind::Step
        | PartKind::Raw { .. } => None,
    }
}

fn framed(extras: &Extras, scope: Scope) -> Vec<FrameExtra<'_>> {
    let one = |extra| framed_one(&extras.family, extra, scope);
    extras.list.iter().map(one).collect()
}

fn framed_one<'e>(family: &'e str, extra: &'e crate::ir::Extra, scope: Scope) -> FrameExtra<'e> {
    let scope = match scope {
        Scope::Message(key) if extra.name.starts_with("choice:") => Scope::Choice(key),
        Scope::Run | Scope::Choice(_) | Scope::Message(_) | Scope::Part(_) => scope,
    };
    FrameExtra {
        family,
        scope,
        path: &extra.place.path,
        name: &extra.name,
        value: extra.value.as_str(),
        merge: Merge::Replace,
    }
}
