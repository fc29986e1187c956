//! Losses that many targets share: what a history, a reply or a stream has no place for.

use crate::calls::says_the_same;
use crate::ir::{
    At, Field, Finish, Input, Interrupt, Kind, Message, Param, Place, Run, RunError, Tape, Tool, Transcript,
    Usage,
};
use crate::report::{Loss, Report, What};

/// The members of a [`Run`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunMember {
    /// Its id.
    Id,
    /// The conversation's id.
    Thread,
    /// The model.
    Model,
    /// The time.
    Time,
}

/// Reports those members of a run that the target does not hold.
pub fn run(report: &mut Report, run: &Run, lost: &[RunMember]) {
    let Run { id, thread_id, model, created_at, place, names } = run;
    for (member, what, value, name) in [
        (RunMember::Id, Field::RunId, id, names[0]),
        (RunMember::Thread, Field::ThreadId, thread_id, names[1]),
        (RunMember::Model, Field::Model, model, names[2]),
        (RunMember::Time, Field::Time, created_at, names[3]),
    ] {
        if value.is_some() && lost.contains(&member) {
            report.dropped(At::place(&place.member(name)), what);
        }
    }
}

/// Reports that the target holds no token counts.
pub fn usage(report: &mut Report, usage: &Usage) {
    if !usage.is_unknown() {
        report.dropped(At::place(&usage.place), Field::Usage);
    }
}

/// Reports that counts which were told before are told anew, and otherwise.
pub fn counted_anew(report: &mut Report, before: &Usage, after: &Usage) {
    let counts = |usage: &Usage| {
        let Usage { input, output, total, cache_read, cache_write, reasoning, cost: _, place: _ } = usage;
        [*input, *output, *total, *cache_read, *cache_write, *reasoning]
    };
    let differ = |(old, new): (Option<u64>, Option<u64>)| old.is_some() && new.is_some() && old != new;
    if before.place != after.place && counts(before).into_iter().zip(counts(after)).any(differ) {
        let what = (Field::Revision, "an earlier count of tokens, which a later one replaces,");
        report.lose_here(Loss::Dropped, &before.place, what, None);
    }
}

/// Reports that the target does not tell which tokens were cached or reasoning.
pub fn kinds_of_tokens(report: &mut Report, usage: &Usage) {
    let Usage { input: _, output: _, total: _, cache_read, cache_write, reasoning, cost: _, place } = usage;
    for (field, count) in [
        (Field::CacheRead, cache_read),
        (Field::CacheWrite, cache_write),
        (Field::ReasoningTokens, reasoning),
    ] {
        if count.is_some() {
            report.dropped(At::place(place), field);
        }
    }
}

/// Reports that the target does not say how the reply ended.
pub fn finish(report: &mut Report, finish: Option<&Finish>) {
    if let Some(finish) = finish
        && let Some(raw) = &finish.raw
    {
        report.dropped(
            At::place(&finish.place),
            (Field::Finish, &format!("the finish reason `{}`", raw.as_str())),
        );
    }
}

/// Reports that the target has no place for the definitions of tools.
pub fn tools(report: &mut Report, tools: &[Tool]) {
    for tool in tools {
        report.dropped(At::place(&tool.place), Field::Tools);
    }
}

/// Reports that the target has no place for a request's parameters.
pub fn params(report: &mut Report, params: &[Param]) {
    for param in params {
        report.dropped(At::place(&param.place), Field::Params);
    }
}

/// Reports pieces of arguments, begun at `place`, that give way to arguments told whole at `at`, if these say something
/// else. Where the pieces were written already, nothing is lost.
pub fn arguments_anew(report: &mut Report, (pieces, whole): (&Input, &Input), place: &Place, at: At<'_>) {
    if !says_the_same(pieces, whole) {
        let what = "the pieces of arguments that come whole, and otherwise,";
        let slot = report.dropped(At::place(place), (Field::Revision, what));
        report.again(slot, at.frame.saturating_sub(1));
    }
}

/// Reports a flag that the target says as its opposite, under this name.
pub fn opposite(report: &mut Report, place: &Place, name: &str) {
    if !report.within_family() && !place.path.is_empty() && is_opposite(&place.path) != is_opposite(name) {
        let what = format!("what is allowed is said as its opposite, `{name}`");
        report.lose(Loss::Moved, At::place(place), (Field::Params, &what), None);
    }
}

/// Whether a flag of this name forbids where others allow, in a wire's own spelling or in native's.
pub fn is_opposite(name: &str) -> bool {
    name.contains("disable")
}

/// Reports that the target has no place for what a run waits for.
pub fn interrupts(report: &mut Report, interrupts: &[Interrupt]) {
    for interrupt in interrupts {
        report.lose(Loss::Dropped, At::place(&interrupt.place), Field::Interrupt, Some(&interrupt.id));
    }
}

/// Reports that a question about a call does not say why a run was interrupted, where that is more than the call.
pub fn interrupt_reason(report: &mut Report, interrupt: &Interrupt) {
    if let Some(reason) = interrupt.reason.as_ref().filter(|reason| !reason.token().is(Interrupt::CALL)) {
        let what = format!("the reason `{}` of an interrupt", reason.as_str());
        report.lose(
            Loss::Dropped,
            At::place(&interrupt.place),
            (Field::Interrupt, &what),
            Some(&interrupt.id),
        );
    }
}

/// Reports that the target has no place for the error of a reply.
pub fn error(report: &mut Report, error: Option<&RunError>) {
    if let Some(error) = error {
        report.dropped(
            At::place(&error.place),
            (Field::Error, &format!("the error `{}`", error.message.as_str())),
        );
    }
}

/// Reports that the target has no place for the id of a message.
pub fn message_id(report: &mut Report, message: &Message) {
    id_of(report, message, Field::MessageId.into());
}

/// As [`message_id`], in other words.
pub fn id_of(report: &mut Report, message: &Message, what: What<'_>) {
    if message.id.is_none() {
        return;
    }
    let name = message.id_name.unwrap_or("/id");
    if name == report.name_of(Field::MessageId) {
        report.lose(Loss::Dropped, At::place(&message.place), what, message.id.as_ref());
    } else {
        report.lose_here(Loss::Dropped, &message.place.member(name), what, message.id.as_ref());
    }
}

/// Reports that the target has no place for the name of a speaker.
pub fn message_name(report: &mut Report, message: &Message) {
    if message.name.is_some() {
        report.dropped(At::place(&message.place.member("/name")), Field::MessageName);
    }
}

/// Reports that the target has no place for the metadata of a message. A null extra of a member's name marks one that
/// stood outside the metadata.
pub fn metadata(report: &mut Report, message: &Message) {
    let Some(metadata) = &message.metadata else { return };
    let mut tape = Tape::default();
    let Ok(()) = tape.fill(metadata.as_str()) else { return };
    let view = tape.view(metadata.as_str());
    let root = view.root();
    let (mut own, mut apart) = (root.kind() != Kind::Object || root.members().next().is_none(), Vec::new());
    for (key, _) in root.members() {
        let name = format!("/{}", key.decode());
        let mark =
            message.extras.list.iter().find(|extra| extra.value.kind() == Kind::Null && extra.name == name);
        match mark {
            Some(mark) => apart.push((&mark.place, name)),
            None => own = true,
        }
    }
    if own {
        report.dropped(At::place(&message.place), Field::Metadata);
    }
    for (place, name) in apart {
        report.dropped(At::place(place), (Field::Extra, &format!("`{name}`")));
    }
}

/// Reports everything but messages: what a bare history has no place for. Extras of its own family are for it to use.
pub fn all_but_messages(report: &mut Report, transcript: &Transcript) {
    let Transcript {
        source: _,
        complete: _,
        run: who,
        messages: _,
        tools: offered,
        params: asked,
        finish: end,
        usage: counts,
        error: failed,
        interrupts: waiting,
        state,
        extras,
        remainder: _,
    } = transcript;
    run(report, who, &[RunMember::Id, RunMember::Thread, RunMember::Model, RunMember::Time]);
    tools(report, offered);
    params(report, asked);
    finish(report, end.as_ref());
    usage(report, counts);
    error(report, failed.as_ref());
    interrupts(report, waiting);
    if state.is_some() {
        report.dropped(At::place(&who.place.member("/state")), Field::State);
    }
    report.drop_extras(extras);
}
