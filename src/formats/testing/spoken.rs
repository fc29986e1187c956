//! Which fields a transcript says.

use std::collections::BTreeSet;

use crate::ir::{
    Citation, Field, File, FileContent, Finish, Input, Message, Part, PartKind, Role, Source, Status,
    StopReason, Transcript, Usage,
};

/// The fields that a transcript says.
pub(crate) fn fields(transcript: &Transcript) -> BTreeSet<Field> {
    let Transcript { run, messages, tools, params, finish, usage, error, interrupts, state, extras, .. } =
        transcript;
    let mut said = BTreeSet::new();
    let mut say = |field: Field, there: bool| {
        if there {
            said.insert(field);
        }
    };
    say(Field::RunId, run.id.is_some());
    say(Field::ThreadId, run.thread_id.is_some());
    say(Field::Model, run.model.is_some());
    say(Field::Time, run.created_at.is_some());
    say(Field::Tools, !tools.is_empty());
    say(Field::Params, !params.is_empty());
    say(Field::Error, error.is_some());
    say(Field::ErrorCode, error.as_ref().is_some_and(|error| error.code.is_some()));
    say(Field::Interrupt, !interrupts.is_empty());
    say(Field::State, state.is_some());
    say(Field::Extra, !extras.list.is_empty());
    finished(finish.as_ref(), &mut said);
    counted(usage, &mut said);
    for message in messages {
        spoken(message, &mut said);
    }
    said
}

fn finished(finish: Option<&Finish>, said: &mut BTreeSet<Field>) {
    if finish.is_some_and(|finish| finish.reason != StopReason::Unknown || finish.raw.is_some()) {
        said.insert(Field::Finish);
    }
}

fn counted(usage: &Usage, said: &mut BTreeSet<Field>) {
    let Usage { input, output, total, cache_read, cache_write, reasoning, cost, place: _ } = usage;
    for (field, there) in [
        (Field::Usage, input.is_some() || output.is_some()),
        (Field::TotalTokens, total.is_some()),
        (Field::CacheRead, cache_read.is_some()),
        (Field::CacheWrite, cache_write.is_some()),
        (Field::ReasoningTokens, reasoning.is_some()),
        (Field::Cost, cost.is_some()),
    ] {
        if there {
            said.insert(field);
        }
    }
}

fn spoken(message: &Message, said: &mut BTreeSet<Field>) {
    let Message { role, id, name, choice, parts, finish, metadata, extras, .. } = message;
    for (field, there) in [
        (Field::MessageId, id.is_some()),
        (Field::MessageName, name.is_some()),
        (Field::Choice, choice.unwrap_or(0) > 0),
        (Field::Metadata, metadata.is_some()),
        (Field::Role, matches!(role, Role::Developer | Role::Other(_))),
        (Field::Earlier, *role == Role::User),
        (Field::Extra, !extras.list.is_empty()),
    ] {
        if there {
            said.insert(field);
        }
    }
    finished(finish.as_ref(), said);
    for part in parts {
        part_of(part, said);
    }
}

fn part_of(part: &Part, said: &mut BTreeSet<Field>) {
    said.insert(part.kind.field());
    let inner: Vec<(Field, bool)> = match &part.kind {
        PartKind::Reasoning(it) => {
            vec![(Field::Signature, it.signature.is_some()), (Field::Sealed, it.encrypted.is_some())]
        }
        PartKind::ToolCall(call) => vec![
            (Field::CallId, call.id.is_some()),
            (Field::Arguments, call.input != Input::Absent),
            (Field::FreeText, call.free_text),
            (Field::ProviderRuns, call.provider_executed),
        ],
        PartKind::ToolResult(result) => vec![
            (Field::ResultName, result.name.is_some()),
            (Field::Output, result.output.as_ref().is_some_and(|output| output.as_token().is_none())),
            (Field::Failed, result.status == Status::Error),
            (Field::Denied, result.status == Status::Denied),
            (Field::Preliminary, result.preliminary),
            (Field::ProviderRan, result.provider_executed),
        ],
        PartKind::File(File { media_type, content, filename }) => vec![
            (Field::MediaType, media_type.is_some()),
            (Field::FileName, filename.is_some()),
            (Field::FileUrl, matches!(content, FileContent::Url(_))),
            (Field::FileId, matches!(content, FileContent::Id(_))),
        ],
        PartKind::Source(Source { url, title, id, media_type, filename, citation }) => {
            let words = citation.as_ref();
            vec![
                (Field::SourceId, id.is_some()),
                (Field::SourceTitle, title.is_some()),
                (Field::SourceDocument, url.is_none() || media_type.is_some() || filename.is_some()),
                (Field::Citation, words.is_some_and(has_span)),
                (Field::CitedText, words.is_some_and(|words| words.cited_text.is_some())),
            ]
        }
        PartKind::Data(data) => vec![
            (Field::DataName, true),
            (Field::DataId, data.id.is_some()),
            (Field::Transient, data.transient),
        ],
        PartKind::ApprovalRequest(it) => vec![(Field::Reason, it.reason.is_some())],
        PartKind::ApprovalResponse(it) => vec![(Field::Reason, it.reason.is_some())],
        PartKind::Text(_)
        | PartKind::Refusal(_)
        | PartKind::Error(_)
        | PartKind::Step
        | PartKind::Raw { .. } => Vec::new(),
    };
    said.extend(inner.into_iter().filter(|(_, there)| *there).map(|(field, _)| field));
    if !part.extras.list.is_empty() {
        said.insert(Field::Extra);
    }
}

fn has_span(words: &Citation) -> bool {
    words.start.is_some() || words.end.is_some()
}
