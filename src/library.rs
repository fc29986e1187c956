//! The front door of the library: detect, read, convert, fold and validate, over any reader and writer.
//!
//! What stands at the root of the crate is what a program should use, and what a version number speaks of; the modules
//! below are the floors of the house, and may change with any version before 1.0.

use std::fmt;
use std::io::{self, Read, Write};

use crate::codec::WireFormat;
use crate::engine::detect::{self as detection, Detected, everything};
use crate::engine::input::Input;
use crate::engine::policy::Policy;
use crate::engine::target::{Target, sources};
use crate::engine::transcode::{self, Job, MAX_FRAME, OnError, Outcome, Refusal};
use crate::engine::transcripts;
use crate::engine::validate::{self as search, Search};
use crate::formats;
use crate::framing::Framing;
use crate::ir::Transcript;
use crate::report::{Diagnostic, closest};

/// No wire format has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The name.
    pub name: String,
    /// A format or family whose name is much like it.
    pub near: Option<&'static str>,
}

impl UnknownName {
    fn new(name: &str) -> Self {
        let known = formats::all().flat_map(|format| [format.id, format.family]);
        Self { name: name.to_owned(), near: closest(name, known) }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no wire format is called `{}`", self.name)?;
        self.near.map_or(Ok(()), |near| write!(f, "; did you mean `{near}`?"))
    }
}

impl std::error::Error for UnknownName {}

/// A conversion: what to read, what to write, and how. It can be run on any number of inputs.
///
/// ```
/// use chatwire::Conversion;
///
/// let stream = br#"data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Low tide."},"finish_reason":"stop"}]}
///
/// data: [DONE]
///
/// "#;
/// let mut out = Vec::new();
/// let mut losses = Vec::new();
/// let outcome = Conversion::to("anthropic")?
///     .from("openai-stream")?
///     .run(&stream[..], &mut out, &mut |found| losses.push(found))?;
/// assert!(!outcome.failed);
/// assert!(String::from_utf8(out)?.contains(r#""text":"Low tide.""#));
/// assert!(losses.iter().any(|loss| loss.message.contains("the time of the reply")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Conversion {
    job: Job,
}

impl Conversion {
    /// Writes the format of this id, or that format of this family whose shape is the source's.
    ///
    /// # Errors
    /// Where there is none of this name.
    pub fn to(name: &str) -> Result<Self, UnknownName> {
        Ok(Self::of(Target::from_name(name).ok_or_else(|| UnknownName::new(name))?))
    }

    /// Writes what a stream adds up to, in the family of the stream.
    ///
    /// ```
    /// let stream = r#"{"type":"start","messageId":"m1"}
    /// {"type":"text-start","id":"t"}
    /// {"type":"text-delta","id":"t","delta":"Low "}
    /// {"type":"text-delta","id":"t","delta":"tide."}
    /// {"type":"text-end","id":"t"}
    /// {"type":"finish"}
    /// "#;
    /// let mut out = Vec::new();
    /// chatwire::Conversion::fold().run(stream.as_bytes(), &mut out, &mut |_| {})?;
    /// let parts = r#"[{"type":"text","text":"Low tide.","state":"done"}]"#;
    /// assert_eq!(String::from_utf8(out)?.trim(), format!(r#"[{{"id":"m1","role":"assistant","parts":{parts}}}]"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fold() -> Self {
        Self::of(Target::Fold(None))
    }

    fn of(to: Target) -> Self {
        Self { job: Job::new(to) }
    }

    /// Reads the format of this id, or one of this family, where it would else be found out.
    ///
    /// # Errors
    /// Where there is none of this name.
    pub fn from(mut self, name: &str) -> Result<Self, UnknownName> {
        self.job.from = sources(name);
        if self.job.from.is_empty() { Err(UnknownName::new(name)) } else { Ok(self) }
    }

    /// Writes in this framing, and not in the format's own.
    #[must_use]
    pub fn framing(mut self, framing: Framing) -> Self {
        self.job.framing = Some(framing);
        self
    }

    /// Indents documents.
    #[must_use]
    pub fn pretty(mut self) -> Self {
        self.job.pretty = true;
        self
    }

    /// Lets what the target cannot say ride in its extension place, and takes out what the source carries.
    #[must_use]
    pub fn carry(mut self) -> Self {
        self.job.carry = true;
        self
    }

    /// What becomes of a record that cannot be read; it is left out unless this says otherwise.
    #[must_use]
    pub fn on_error(mut self, what: OnError) -> Self {
        self.job.on_error = what;
        self
    }

    /// Refuses frames of more bytes than this.
    #[must_use]
    pub fn max_frame(mut self, bytes: usize) -> Self {
        self.job.max_frame = bytes;
        self
    }

    /// Reads a log on this many cores; its order is kept.
    #[must_use]
    pub fn cores(mut self, cores: usize) -> Self {
        self.job.cores = cores;
        self
    }

    /// Converts one input. Bytes are written as soon as what they say is known; faults and losses go to `tell`, in
    /// order. Gzip is read as what it holds.
    ///
    /// # Errors
    /// A [`Refusal`] where the input cannot be read at all, or where reading or writing fails.
    pub fn run(
        &self,
        reader: impl Read + 'static,
        write: &mut dyn Write,
        tell: &mut dyn FnMut(Diagnostic),
    ) -> Result<Outcome, Refusal> {
        transcode::transcode(open(reader)?, &self.job, write, tell)
    }
}

fn open(reader: impl Read + 'static) -> io::Result<Input> {
    Input::new(String::new(), Box::new(reader))
}

/// Which wire format is it? As few bytes are read as tell it.
///
/// ```
/// let history = r#"[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"5 m"}]}]"#;
/// let found = chatwire::detect(history.as_bytes())?;
/// assert_eq!(found.best[0].id, "anthropic-messages");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Where reading fails.
pub fn detect(reader: impl Read + 'static) -> io::Result<Detected> {
    detection::detect(&mut open(reader)?, &everything(), MAX_FRAME)
}

/// Reads an input of any format as the transcripts it holds: one for each run, reply, request, history or record.
///
/// ```
/// let history = r#"[{"role":"user","content":"Is it low tide?"}]"#;
/// let read = chatwire::read(history.as_bytes(), &mut |_| {})?;
/// assert_eq!(read[0].messages.len(), 1);
/// # Ok::<(), chatwire::Refusal>(())
/// ```
///
/// # Errors
/// A [`Refusal`] where the input cannot be read at all.
pub fn read(
    reader: impl Read + 'static,
    tell: &mut dyn FnMut(Diagnostic),
) -> Result<Vec<Transcript>, Refusal> {
    transcripts::transcripts(open(reader)?, &everything(), MAX_FRAME, tell)
}

/// Finds what is wrong with an input: all that `policy` lets through goes to `tell`, in order. Gives the format it was
/// read as.
///
/// ```
/// use chatwire::Policy;
///
/// let stream = "data: {\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}\n\n";
/// let mut rules = Vec::new();
/// chatwire::validate(stream.as_bytes(), &Policy::default(), &mut |found| rules.push(found.rule))?;
/// assert_eq!(rules, ["ag-ui/no-end"]);
/// # Ok::<(), chatwire::Refusal>(())
/// ```
///
/// # Errors
/// A [`Refusal`] where the input cannot be read at all.
pub fn validate(
    reader: impl Read + 'static,
    policy: &Policy,
    tell: &mut dyn FnMut(Diagnostic),
) -> Result<&'static WireFormat, Refusal> {
    let search = Search { from: everything(), max_frame: MAX_FRAME, excerpts: false, recur: true };
    search::validate(open(reader)?, &search, &mut |found| {
        policy.judge(found).into_iter().for_each(&mut *tell)
    })
}
