//! What rides along: the way from what the target says to what the source said, as a change of the native transcript.
//!
//! Blind to formats, and right by construction: the native transcript is whole, and both ends read the same text.

use crate::codec::{Codec, Shape, Source, WireFormat};
use crate::formats;
use crate::ir::{Arr, JsonString, Kind, Obj, Patch, Tape, Transcript, Usage, Value, apply, diff, minify};
use crate::report::Report;

/// Version of what is carried.
const VERSION: u64 = 1;

/// What a message, a body or a stream carries.
pub(super) enum Carried {
    /// The rest of what was said up to here.
    Rest(Rest),
    /// It is still to come: this stands at the start of a stream.
    Follows,
}

/// What the target could not say.
pub(super) struct Rest {
    /// A digest of what the change is made to, so that it is made to nothing else.
    of: String,
    /// How many frames of the same reply follow this one.
    left: u64,
    patch: Patch,
}

impl Rest {
    /// What is in `source` and not in `written`, which is what was read where it was written.
    pub(super) fn between(source: &Transcript, written: &Transcript) -> Option<Self> {
        let (source, written) = (native(source)?, native(written)?);
        let (mut there, mut here) = (Tape::default(), Tape::default());
        there.fill(&source).ok()?;
        here.fill(&written).ok()?;
        let (there, here) = (there.view(&source), here.view(&written));
        let (there, here) = (there.root(), here.root());
        Some(Self { of: digest(here), left: 0, patch: diff(there, here) })
    }

    /// Whether `written` says all there is: so it is where the source was of the same format.
    pub(super) fn is_none(source: &Transcript, written: &Transcript) -> bool {
        source.source == written.source
            && Self::between(source, written).is_some_and(|rest| rest.patch.is_empty())
    }

    /// The same, with so many frames of the reply after it.
    pub(super) fn before(self, left: usize) -> Self {
        Self { left: left as u64, ..self }
    }

    /// How many frames of the same reply follow.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// What `written` and this add up to; `None` where it is of something else.
    pub(super) fn add_to(&self, written: &Transcript) -> Option<Transcript> {
        let text = native(written)?;
        let mut tape = Tape::default();
        tape.fill(&text).ok()?;
        if digest(tape.view(&text).root()) != self.of {
            return None;
        }
        read(&apply(&text, &self.patch))
    }
}

impl Carried {
    /// As it stands in the target.
    pub(super) fn to_json(&self) -> String {
        let mut out = Vec::new();
        let mut o = Obj::begin(&mut out);
        o.number("version", VERSION);
        match self {
            Self::Follows => o.flag("follows", true),
            Self::Rest(Rest { of, left, patch: Patch { set, remove } }) => {
                o.count("left", (*left > 0).then_some(*left));
                o.text("of", &JsonString::from_plain(of));
                o.object("set", |o| {
                    for (pointer, value) in set {
                        o.json(JsonString::from_plain(pointer).as_str(), Some(value));
                    }
                });
                o.array("remove", |list| pointers(list, remove))
            }
        };
        o.end();
        String::from_utf8_lossy(&out).into_owned()
    }

    /// What a value says, if it is something carried.
    pub(super) fn from_value(value: Value<'_>) -> Option<Self> {
        let fields = value.fields();
        fields.count("version").filter(|version| *version == VERSION)?;
        if fields.flag("follows") == Some(true) {
            return Some(Self::Follows);
        }
        let of = fields.text("of")?.decode().into_owned();
        let set = fields.get("set")?.members();
        let set = set.map(|(pointer, value)| (pointer.decode().into_owned(), value.json())).collect();
        let remove = fields.list("remove").filter_map(Value::text);
        let remove = remove.map(|pointer| pointer.decode().into_owned()).collect();
        let left = fields.count("left").unwrap_or_default();
        Some(Self::Rest(Rest { of, left, patch: Patch { set, remove } }))
    }
}

fn pointers(list: &mut Arr<'_>, pointers: &[String]) {
    for pointer in pointers {
        list.text(&JsonString::from_plain(pointer));
    }
}

/// The format that holds a whole transcript.
fn hub() -> Option<&'static WireFormat> {
    formats::all().find(|format| format.shape == Shape::Transcript)
}

/// A transcript with all that it says, without white space.
fn native(transcript: &Transcript) -> Option<String> {
    let Codec::Document(codec) = hub()?.codec else { return None };
    let (mut bytes, mut tight) = (Vec::new(), Vec::new());
    (codec.write)(transcript.clone(), &mut bytes, &mut Report::default());
    minify(&String::from_utf8_lossy(&bytes), &mut tight);
    Some(String::from_utf8_lossy(&tight).into_owned())
}

fn read(text: &str) -> Option<Transcript> {
    let hub = hub()?;
    let Codec::Document(codec) = hub.codec else { return None };
    let mut tape = Tape::default();
    tape.fill(text).ok()?;
    let mut report = Report::default();
    let (base, usage) = (String::new(), Usage::default());
    let mut source = Source { report: &mut report, family: hub.family, frame: 1, line: 1, base, usage };
    let read = (codec.read)(tape.view(text).root(), &mut source);
    (report.errors() == 0).then_some(read)
}

/// A digest that other spellings of the same JSON share: order of keys, escapes, white space and the spelling of
/// numbers do not count.
fn digest(value: Value<'_>) -> String {
    format!("{:016x}", fingerprint(value))
}

fn fingerprint(value: Value<'_>) -> u64 {
    let kind = value.kind() as u64;
    match value.kind() {
        Kind::Object => value.members().fold(kind, |sum, (key, value)| {
            sum.wrapping_add(hash(fingerprint(value), key.decode().as_bytes()))
        }),
        Kind::Array => value.elements().fold(kind, |sum, item| hash(sum, &fingerprint(item).to_le_bytes())),
        Kind::String => {
            let text = value.token().unwrap_or_default().decode();
            hash(kind, text.as_bytes())
        }
        Kind::Number => {
            let number: f64 = value.peek().parse().unwrap_or_default();
            hash(kind, number.to_string().as_bytes())
        }
        Kind::Null | Kind::Bool => hash(kind, value.peek().as_bytes()),
    }
}

/// FNV-1a, 64 bits.
fn hash(seed: u64, bytes: &[u8]) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325 ^ seed.rotate_left(32);
    bytes.iter().fold(start, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
