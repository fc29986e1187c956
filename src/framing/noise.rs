//! What captures hold beside the body: the talk of `curl -v`, its progress meter, keep-alives sent as data.

use super::rules;
use super::text::{show, trim};
use super::{Fault, Position, Sink};

/// How many bytes at the start of a line are noise: none, all of it, or a progress meter that the body follows on
/// the same line (curl does not end the meter's line before it writes).
pub(super) fn length(line: &[u8]) -> usize {
    if is_talk(line) {
        return line.len();
    }
    meter(line)
}

/// Whether a line that begins like this, and is not yet at its end, may turn out as noise.
pub(super) fn may_be(start: &[u8]) -> bool {
    match trim(start) {
        [] | [b'{' | b'}'] => true,
        [b'{' | b'}', rest @ ..] => b" [".starts_with(&rest[..rest.len().min(2)]),
        [first, ..] => b"*><%0123456789cDH".contains(first),
    }
}

/// Reports noise, once for each decoder.
pub(super) fn warn(warned: &mut bool, line: &[u8], at: Position, sink: &mut dyn Sink) {
    if std::mem::replace(warned, true) {
        return;
    }
    let message =
        format!("`{}` is no part of the body and is ignored, and so is all that is like it", show(line));
    sink.fault(Fault::warning(
        rules::NOISE,
        message,
        "capture with `curl -sN` and keep stderr out of the file",
        at,
    ));
}

/// Whether data is a keep-alive: a comment or one of the usual words where JSON should be.
pub(super) fn is_keepalive(payload: &[u8]) -> bool {
    const WORDS: [&str; 7] = ["ping", "[ping]", "pong", "keepalive", "keep-alive", "keep_alive", "heartbeat"];
    let text = trim(payload);
    text.first() == Some(&b':') || WORDS.iter().any(|word| text.eq_ignore_ascii_case(word.as_bytes()))
}

fn is_talk(line: &[u8]) -> bool {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    match line {
        b"*" | b">" | b"<" => true,
        [b'*' | b'>' | b'<', b' ', ..] => true,
        [b'{' | b'}', b' ', b'[', rest @ ..] => rest.ends_with(b" bytes data]"),
        _ => {
            let text = trim(line);
            line.starts_with(b"curl: (")
                || text.starts_with(b"% Total ")
                || text.starts_with(b"Dload  Upload ")
        }
    }
}

/// `100  1234    0  1234    0     0    456      0 --:--:--  0:00:02 --:--:--   456`
fn meter(line: &[u8]) -> usize {
    if !line.trim_ascii_start().first().is_some_and(u8::is_ascii_digit) {
        return 0;
    }
    let in_meter = |byte: &u8| byte.is_ascii_digit() || b" :-.kMGT".contains(byte);
    let length = line.iter().position(|byte| !in_meter(byte)).unwrap_or(line.len());
    let words = line[..length].split(|byte| *byte == b' ');
    if words.filter(|word| is_time(word)).count() >= 2 { length } else { 0 }
}

fn is_time(word: &[u8]) -> bool {
    word == b"--:--:--" || word.split(|byte| *byte == b':').count() == 3
}
