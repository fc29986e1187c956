//! What the engine knows of a wire format: a row of data with the functions that read and write it.

use crate::check::MakeCheck;
use crate::emit::{ReadEvents, WriteEvents};
use crate::framing::Framing;
use crate::ir::{Arr, At, AtNode, Extra, Extras, Message, Path, Place, Says, Transcript, Usage, Value};
use crate::report::Report;

/// One wire format: a line of the table.
#[derive(Clone, Copy)]
pub struct WireFormat {
    /// Its id, `<family>-<shape>` or `<family>-<shape>@<dialect>`.
    pub id: &'static str,
    /// Its family.
    pub family: &'static str,
    /// What it holds.
    pub shape: Shape,
    /// What it is, in one line.
    pub about: &'static str,
    /// The framing it is written in unless another is asked for.
    pub framing: Framing,
    /// Whether its SSE records carry `event:` lines.
    pub names: bool,
    /// What it can say, how well and where; what has no row it has no place for.
    pub says: Says,
    /// How well a sample fits; each reason is told. See [`Score`].
    pub detect: fn(&Sample<'_>) -> Score,
    /// How it is read and written.
    pub codec: Codec,
    /// Where it has room for what it cannot say; `None` where it can say everything.
    pub carry: Option<Carry>,
}

/// Where a wire has room for what is not its own. What it cannot say rides there under `--carry`.
#[derive(Clone, Copy, Debug)]
pub struct Carry {
    /// JSON pointers to the member that holds it, from the message, the body or the frame; the first that has an object
    /// to stand in counts.
    pub places: &'static [&'static str],
    /// A message or frame that holds it and nothing else; `None` where the wire is one document.
    pub own: Option<&'static str>,
    /// Whether it always stands in one of its own, not only where there is no other.
    pub apart: bool,
    /// Who refuses a member like that, in words; `None` where the family's clients and servers take it.
    pub refused_by: Option<&'static str>,
}

impl Carry {
    /// A member of what there is.
    #[must_use]
    pub const fn beside(places: &'static [&'static str]) -> Self {
        Self { places, own: None, apart: false, refused_by: None }
    }

    /// The same, or where there is nothing a member of this.
    #[must_use]
    pub const fn or_in(self, own: &'static str) -> Self {
        Self { own: Some(own), ..self }
    }

    /// A member of this, which stands apart.
    #[must_use]
    pub const fn apart(own: &'static str, places: &'static [&'static str]) -> Self {
        Self { places, own: Some(own), apart: true, refused_by: None }
    }

    /// The same, where somebody refuses it.
    #[must_use]
    pub const fn refused_by(self, who: &'static str) -> Self {
        Self { refused_by: Some(who), ..self }
    }
}

/// What a wire format holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A history: an array of messages.
    Messages,
    /// The body of a request.
    Request,
    /// One reply, whole.
    Response,
    /// A page of a history, in the envelope a server answers with: where a reply would be asked for, but of messages.
    Page,
    /// One reply as it happens.
    Stream,
    /// The native transcript: all of these.
    Transcript,
}

impl Shape {
    /// Its name in a format id.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Messages => "messages",
            Self::Request => "request",
            Self::Response | Self::Page => "response",
            Self::Stream => "stream",
            Self::Transcript => "transcript",
        }
    }
}

/// How a wire format is read and written.
#[derive(Clone, Copy)]
pub enum Codec {
    /// Frames, one after another.
    Stream(StreamCodec),
    /// An array of messages, read one by one.
    Messages(MessagesCodec),
    /// One JSON document.
    Document(DocumentCodec),
}

/// A stream.
#[derive(Clone, Copy)]
pub struct StreamCodec {
    /// Makes a reader.
    pub reader: fn() -> Box<dyn ReadEvents>,
    /// Makes a writer.
    pub writer: fn() -> Box<dyn WriteEvents>,
    /// Names of extras that add up from frame to frame; of any other the last one counts.
    pub append: &'static [&'static str],
    /// Makes what finds the faults that reading does not, frame by frame.
    pub checker: Option<MakeCheck>,
}

/// A history.
#[derive(Clone, Copy)]
pub struct MessagesCodec {
    /// Reads one message.
    pub read: fn(Value<'_>, &mut Source<'_>) -> Message,
    /// Writes the messages of a transcript as the items of an array; what a history has no place for is reported.
    pub write: fn(Transcript, &mut Arr<'_>, &mut Report),
    /// Makes what writes a long history turn by turn; without it the whole has to be known before anything is written.
    pub turns: Option<fn() -> Box<dyn WriteTurns>>,
    /// Makes what finds the faults that reading does not, message by message.
    pub checker: Option<MakeCheck>,
}

/// Writes a history in pieces. All pieces together come to what they would at once, so what an id must not be is known
/// from one to the next. A piece ends where the user speaks again and no call waits for its answer.
pub trait WriteTurns {
    /// Writes the messages of a piece as items; what a history has no place for is reported.
    fn write(&mut self, piece: Transcript, list: &mut Arr<'_>, report: &mut Report);
}

/// A document.
#[derive(Clone, Copy)]
pub struct DocumentCodec {
    /// Reads a document.
    pub read: fn(Value<'_>, &mut Source<'_>) -> Transcript,
    /// Writes a transcript as one document; a response is given the reply alone.
    pub write: fn(Transcript, &mut Vec<u8>, &mut Report),
    /// Makes what finds the faults of a document that reading does not.
    pub checker: Option<MakeCheck>,
}

/// Where a record that is read stands, and where its faults go.
pub struct Source<'r> {
    /// Where faults go.
    pub report: &'r mut Report,
    /// The family whose extras it leaves.
    pub family: &'static str,
    /// Number of the record, from 1.
    pub frame: u64,
    /// Line of its first field, from 1.
    pub line: u64,
    /// JSON pointer of the value that is read, where it is an element of the record.
    pub base: String,
    /// What the reply took, where a message of a history says so.
    pub usage: Usage,
}

impl Source<'_> {
    /// The place of a value.
    #[must_use]
    pub fn place(&self, value: Value<'_>) -> Place {
        let mut path = Path::from(&*self.base);
        value.write_own_pointer(&mut path);
        Place { frame: self.frame, line: self.line, path }
    }

    /// What nobody has read in `value`, as its extras; nulls are no extras of a tree, they say nothing.
    #[must_use]
    pub fn extras(&self, value: Value<'_>) -> Extras {
        self.extras_named(value, "")
    }

    /// As [`Source::extras`], with `prefix` before each name.
    #[must_use]
    pub fn extras_named(&self, value: Value<'_>, prefix: &str) -> Extras {
        let mut extras = Extras::default();
        if value.unread().next().is_none() {
            return extras;
        }
        let mut base = None;
        value.leave(&mut String::with_capacity(64), &mut |left, below| {
            let base: &Place = base.get_or_insert_with(|| self.place(value));
            let name = [prefix, below].concat();
            extras.list.push(Extra { name, value: left.json(), place: base.member(below) });
        });
        if !extras.list.is_empty() {
            self.family.clone_into(&mut extras.family);
        }
        extras
    }

    /// An error at `value`.
    pub fn error(&mut self, rule: &'static str, value: Value<'_>, message: impl Into<String>, help: &str) {
        let at = at_value(self.frame, self.line, value);
        self.report.error(rule, at, message, help);
        self.report.rebase(&self.base);
    }

    /// Something to know of `value`.
    pub fn note(&mut self, rule: &'static str, value: Value<'_>, message: impl Into<String>, help: &str) {
        let at = at_value(self.frame, self.line, value);
        self.report.note(rule, at, message, help);
        self.report.rebase(&self.base);
    }

    /// A warning at `value`.
    pub fn warning(&mut self, rule: &'static str, value: Value<'_>, message: impl Into<String>, help: &str) {
        let at = at_value(self.frame, self.line, value);
        self.report.warning(rule, at, message, help);
        self.report.rebase(&self.base);
    }
}

/// A bounded piece of the input, as detection sees it: the first frames or the first values.
pub struct Sample<'s> {
    /// The values: frames of a stream, or documents. Of an array of messages or frames, its first elements.
    pub values: Vec<SampleValue<'s>>,
    /// Whether the values are elements of one top-level array.
    pub in_array: bool,
    /// Whether the framing is SSE.
    pub sse: bool,
    /// Whether a `[DONE]` came.
    pub sentinel: bool,
    /// Header lines of a `curl -i` capture, names in lower case.
    pub headers: &'s [(String, String)],
}

/// One value of a sample.
#[derive(Clone, Copy)]
pub struct SampleValue<'s> {
    /// The value.
    pub root: Value<'s>,
    /// Its SSE event name.
    pub name: Option<&'s str>,
}

impl Sample<'_> {
    /// The header of this name (in lower case).
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// How well a sample fits a format: 0 not at all, 100 beyond doubt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// From 0 to 100.
    pub points: u8,
    /// Why, in words: `frame 1: /type is message_start`.
    pub evidence: Vec<String>,
}

impl Score {
    /// It does not fit.
    pub const NONE: Self = Self { points: 0, evidence: Vec::new() };

    /// It fits this well, for this reason.
    #[must_use]
    pub fn of(points: u8, why: impl Into<String>) -> Self {
        Self { points, evidence: vec![why.into()] }
    }
}

/// The place of an element as an [`At`].
#[must_use]
pub fn at_value<'v>(frame: u64, line: u64, value: Value<'v>) -> At<'v> {
    At { frame, line, node: AtNode::Value(value) }
}
