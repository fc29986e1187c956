//! Which framing a sample of the input has, and why.

use super::Framing;
use super::preamble::{MARK, Top, top};
use super::scan::{values, whole};
use super::text::{is_blank, show, trim};

/// How far into the sample binary input is looked for.
const BINARY_SEEN: usize = 8 * 1024;

/// What a sample tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sniffed {
    /// The framing, if it can be told.
    pub framing: Option<Framing>,
    /// Why, a phrase each.
    pub evidence: Vec<String>,
    /// HTTP response headers above the body (`curl -i`, `curl -v`): names in lower case, values trimmed.
    pub headers: Vec<(String, String)>,
    /// There is nothing but white space, headers and noise, and the sample is the whole input.
    pub empty: bool,
    /// It is no text.
    pub binary: bool,
}

impl Sniffed {
    /// The value of a response header, by its lower-case name. Where several responses were captured, the last counts.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    fn decide(&mut self, framing: Framing, why: impl Into<String>) {
        self.framing = Some(framing);
        self.evidence.push(why.into());
    }
}

/// Tells the framing from the first bytes of the input; `whole_input` says that nothing follows them.
pub fn sniff(sample: &[u8], whole_input: bool) -> Sniffed {
    let mut sniffed = Sniffed::default();
    if is_binary(sample) {
        sniffed.binary = true;
        sniffed.evidence.push("it is not text".into());
        return sniffed;
    }
    let body = skip_top(sample, &mut sniffed);
    let streamed = sniffed.header("content-type").is_some_and(|kind| kind.starts_with("text/event-stream"));
    if is_blank(body) {
        sniffed.empty = whole_input;
        if streamed {
            sniffed.decide(Framing::Sse, "content-type is text/event-stream");
        }
    } else if let Some((number, line)) = sse_field(body) {
        sniffed.decide(Framing::Sse, format!("line {number} of the body is the SSE field `{}`", show(line)));
    } else if let Some((framing, why)) = json_framing(body, whole_input) {
        sniffed.decide(framing, why);
    } else if streamed {
        sniffed.decide(Framing::Sse, "content-type is text/event-stream");
    } else {
        sniffed.evidence.push(format!("the body begins with `{}`", show(first_line(body))));
    }
    sniffed
}

/// NUL bytes, or more control characters than text has.
fn is_binary(sample: &[u8]) -> bool {
    let head = &sample[..sample.len().min(BINARY_SEEN)];
    // Each byte goes the same way, and few are counted at a time, so that many are looked at together.
    let fine = |byte: u8| {
        (byte >= 0x20) | (byte == b'\t') | (byte == b'\n') | (byte == b'\r') | (byte == 0x1b) | (byte == 0x1e)
    };
    let odd = |few: &[u8]| usize::from(few.iter().map(|byte| u8::from(!fine(*byte))).sum::<u8>());
    memchr::memchr(0, head).is_some() || head.chunks(128).map(odd).sum::<usize>() * 20 > head.len()
}

/// The body below byte order mark, headers and noise.
fn skip_top<'a>(sample: &'a [u8], sniffed: &mut Sniffed) -> &'a [u8] {
    let (mut rest, mut in_headers, mut noisy) = (sample, false, false);
    loop {
        let used = match top(rest, rest.len() == sample.len(), in_headers, true) {
            Top::Mark => MARK.len(),
            Top::Blank(used) => used,
            Top::Status(used) => {
                in_headers = true;
                sniffed.evidence.push(format!("headers of a response, `{}`", show(first_line(rest))));
                used
            }
            Top::Header(line, used) => {
                sniffed.headers.extend(header(line));
                used
            }
            Top::HeadersEnd(used) => {
                in_headers = false;
                used
            }
            Top::Noise(line, used) => {
                sniffed.headers.extend(line.strip_prefix(b"< ").and_then(header));
                if !std::mem::replace(&mut noisy, true) {
                    sniffed.evidence.push(format!("the talk of curl, `{}`", show(line)));
                }
                used
            }
            Top::Body | Top::More => return rest,
        };
        rest = &rest[used..];
    }
}

fn header(line: &[u8]) -> Option<(String, String)> {
    let line = str::from_utf8(line).ok()?;
    let (name, value) = line.split_once(':')?;
    Some((name.trim().to_ascii_lowercase(), value.trim().to_owned()))
}

/// The first line that is an SSE field. `data:` and `event:` count anywhere (no line of JSON begins so), what else
/// begins an event only on top.
fn sse_field(body: &[u8]) -> Option<(usize, &[u8])> {
    let lines = || body.split(|byte| matches!(byte, b'\n' | b'\r'));
    let is_field = |line: &[u8]| line.starts_with(b"data:") || line.starts_with(b"event:");
    let is_top = |line: &[u8]| [&b":"[..], b"id:", b"retry:"].iter().any(|start| line.starts_with(start));
    let on_top = lines().enumerate().find(|(_, line)| !is_blank(line)).filter(|(_, line)| is_top(line));
    let found = on_top.or_else(|| lines().enumerate().find(|(_, line)| is_field(line)));
    found.map(|(index, line)| (index + 1, line))
}

fn json_framing(body: &[u8], whole_input: bool) -> Option<(Framing, &'static str)> {
    let body = trim(body);
    let line = first_line(body);
    let begins = matches!(body[0], b'{' | b'[' | b'"') || whole(line);
    if !begins {
        return None;
    }
    let rest = &body[line.len()..];
    let next = rest.split(|byte| *byte == b'\n').find(|line| !is_blank(line)).map(trim);
    let (found, left) = values(line);
    Some(match next {
        Some(_) if whole(trim(line)) => {
            (Framing::Ndjson, "the first line is one JSON value, and others follow")
        }
        Some(next) if next.starts_with(b"{") && is_cut(line) => {
            (Framing::Ndjson, "lines begin as JSON objects do, the first is broken")
        }
        _ if found.len() > 1 && left.is_empty() => {
            (Framing::Ndjson, "the first line holds several JSON values")
        }
        None if !whole_input => (Framing::Json, "it begins as JSON, in one long line"),
        None => (Framing::Json, "it is one JSON value"),
        Some(_) => (Framing::Json, "it begins as JSON, over several lines"),
    })
}

/// An object that should go on in the next line, but that line begins another one.
fn is_cut(line: &[u8]) -> bool {
    let text = trim(line);
    text.len() > 1 && text.starts_with(b"{") && !matches!(text.last(), Some(b'{' | b'[' | b',' | b':'))
}

fn first_line(body: &[u8]) -> &[u8] {
    let end = memchr::memchr2(b'\n', b'\r', body).unwrap_or(body.len());
    &body[..end]
}
