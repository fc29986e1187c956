//! Help for the rooms' tests: frames in, lines out.

use crate::codec::{Codec, Source, WireFormat};
use crate::emit::{Emit, Frame, ReadEvents, Sinks, Spare, WriteEvents};
use crate::framing::{Framing, Out, Style};
use crate::ir::{Arr, At, Event, EventKind, Tape, Transcript, Usage, grammar::Grammar, show};
use crate::report::{Report, to_text};

/// Writes down what comes, and holds it to the grammar.
#[derive(Default)]
struct Recorder {
    lines: Vec<String>,
    grammar: Grammar,
}

impl WriteEvents for Recorder {
    fn write(&mut self, event: &Event<'_>, _out: &mut Out, _report: &mut Report) {
        self.lines.push(show::event(event));
        if let Err(fault) = self.grammar.check(event.kind) {
            panic!("{fault}, after {:#?}", self.lines);
        }
    }

    fn finish(&mut self, _out: &mut Out, _report: &mut Report) {}
}

pub(crate) fn out() -> Out {
    Out::new(Style { framing: Framing::Ndjson, names: false, pretty: false })
}

/// Feeds frames (one JSON text a line, `[DONE]` is the sentinel, `name> {…}` gives the SSE event name) through the
/// format's reader into `writer`.
pub(crate) fn feed(
    format: &WireFormat,
    frames: &str,
    writer: &mut dyn WriteEvents,
    out: &mut Out,
    report: &mut Report,
) {
    let Codec::Stream(codec) = format.codec else { panic!("{} is no stream", format.id) };
    let mut reader: Box<dyn ReadEvents> = (codec.reader)();
    let (mut tape, mut spare, wire) = (Tape::default(), Spare::default(), (format.family, codec.append));
    let mut number = 0;
    for (line, text) in (1..).zip(frames.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        if text.trim() == "[DONE]" {
            let mut emit = Emit::new(wire, None, &mut spare, Sinks { writer, out, report });
            reader.sentinel(&mut emit);
            emit.close();
            continue;
        }
        let (name, text) = match text.split_once("> ") {
            Some((name, text)) if !name.contains('{') => (Some(name.trim()), text.trim()),
            Some(_) | None => (None, text.trim()),
        };
        number += 1;
        tape.fill(text).unwrap();
        let view = tape.view(text);
        let frame = Frame { root: view.root(), name: name.map(str::as_bytes), number, line };
        let mut emit = Emit::new(wire, Some(frame), &mut spare, Sinks { writer, out, report });
        reader.read(frame, &mut emit);
        emit.close();
    }
    let mut emit = Emit::new(wire, None, &mut spare, Sinks { writer, out, report });
    reader.finish(&mut emit);
    emit.close();
    writer.finish(out, report);
}

/// Reads frames and gives the events, one a line, and after them what was reported.
pub(crate) fn read(format: &WireFormat, frames: &str) -> String {
    let mut recorder = Recorder::default();
    let mut report = Report::default();
    feed(format, frames, &mut recorder, &mut out(), &mut report);
    report.close_losses();
    recorder.lines.extend(report.drain().map(|found| to_text("in", &found)));
    recorder.lines.join("\n")
}

/// Holds that frames give these lines. White space at both ends of a line does not count.
#[track_caller]
pub(crate) fn check_read(format: &WireFormat, frames: &str, lines: &str) {
    assert_eq!(trimmed(&read(format, frames)), trimmed(lines));
}

fn trimmed(lines: &str) -> Vec<&str> {
    lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// What a writer makes of these events: the frames, one a line, and after them what was reported.
pub(crate) fn written(format: &WireFormat, events: &[EventKind<'_>]) -> String {
    let Codec::Stream(codec) = format.codec else { panic!("{} is no stream", format.id) };
    let (mut writer, mut out, mut report) = ((codec.writer)(), out(), Report::default());
    for kind in events {
        writer.write(&Event { kind, at: At::NOWHERE, extras: &[] }, &mut out, &mut report);
    }
    writer.finish(&mut out, &mut report);
    with_report(&out, report)
}

/// Reads frames of a stream format and writes them in the same format through the events (no copying).
pub(crate) fn rewritten(format: &WireFormat, frames: &str) -> String {
    let Codec::Stream(codec) = format.codec else { panic!("{} is no stream", format.id) };
    let (mut writer, mut out, mut report) = ((codec.writer)(), out(), Report::default());
    writer.source(format.id);
    feed(format, frames, &mut *writer, &mut out, &mut report);
    with_report(&out, report)
}

fn with_report(out: &Out, mut report: Report) -> String {
    report.close_losses();
    let mut text = String::from_utf8(out.bytes().to_vec()).unwrap();
    text.extend(report.drain().map(|found| to_text("in", &found) + "\n"));
    text
}

/// Reads a document, or a history of messages.
pub(crate) fn document(format: &WireFormat, text: &str) -> (Transcript, Report) {
    let mut report = Report::default();
    let mut tape = Tape::default();
    tape.fill(text).unwrap();
    let view = tape.view(text);
    let root = view.root();
    let (family, base, usage) = (format.family, String::new(), Usage::default());
    let mut source = Source { report: &mut report, family, frame: 1, line: 1, base, usage };
    let transcript = match format.codec {
        Codec::Document(codec) => (codec.read)(root, &mut source),
        Codec::Messages(codec) => {
            let messages = root.items().map(|item| (codec.read)(item, &mut source)).collect();
            Transcript {
                messages,
                complete: true,
                usage: std::mem::take(&mut source.usage),
                ..Transcript::default()
            }
        }
        Codec::Stream(_) => panic!("{} is a stream", format.id),
    };
    (transcript, report)
}

/// Writes a transcript as a document; after it, a line each, what was reported.
pub(crate) fn write_document(format: &WireFormat, transcript: Transcript) -> String {
    let mut report = Report::default();
    let mut bytes = Vec::new();
    match format.codec {
        Codec::Document(codec) => (codec.write)(transcript, &mut bytes, &mut report),
        Codec::Messages(codec) => {
            let mut list = Arr::begin(&mut bytes);
            (codec.write)(transcript, &mut list, &mut report);
            list.end();
        }
        Codec::Stream(_) => panic!("{} is a stream", format.id),
    }
    report.close_losses();
    let mut text = String::from_utf8(bytes).unwrap();
    text.push('\n');
    text.extend(report.drain().map(|found| to_text("in", &found) + "\n"));
    text
}
