//! Frames that come again and again with another string in them: the rest is written once and copied.

use memchr::memchr;

use super::{Framing, Out};
use crate::ir::{JsonStr, Obj};

/// The constant parts of such a frame; the string stands between them.
#[derive(Clone, Debug, Default)]
pub struct Mould {
    parts: Vec<Vec<u8>>,
}

/// What stands for the string while the mould is made: no byte of it can stand in JSON.
const MARK: &str = "\0";

impl Out {
    /// As [`Out::frame`], for a frame of which all but `text` is the same whenever it is written from `mould`. `write`
    /// puts in the text that it is given.
    #[inline]
    pub fn recurring(
        &mut self,
        mould: &mut Mould,
        name: &str,
        text: JsonStr<'_>,
        write: impl FnOnce(&mut Obj<'_>, JsonStr<'_>),
    ) {
        if self.records.is_some() {
            // Whoever takes records down looks at each.
            return self.frame(name, |frame| write(frame, text));
        }
        if mould.parts.is_empty() {
            self.cast(mould, name, |frame| write(frame, JsonStr::new(MARK)));
        }
        if self.style.framing == Framing::Json {
            self.separate();
        }
        let mut parts = mould.parts.iter();
        parts.next().into_iter().for_each(|first| self.buf.extend_from_slice(first));
        for part in parts {
            self.buf.extend_from_slice(text.as_str().as_bytes());
            self.buf.extend_from_slice(part);
        }
    }

    /// Makes a mould of a frame; nothing is written.
    fn cast(&mut self, mould: &mut Mould, name: &str, write: impl FnOnce(&mut Obj<'_>)) {
        let (from, in_array) = (self.buf.len(), self.in_array);
        self.frame(name, write);
        self.in_array = in_array;
        let separator = usize::from(self.style.framing == Framing::Json);
        let mut rest = &self.buf[from + separator..];
        while let Some(mark) = memchr(MARK.as_bytes()[0], rest) {
            mould.parts.push(rest[..mark].to_vec());
            rest = &rest[mark + 1..];
        }
        mould.parts.push(rest.to_vec());
        self.buf.truncate(from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framing::{Record, Style};

    #[test]
    fn a_record_holds_the_text_itself() {
        let (mut out, mut mould) = (Out::recorder(), Mould::default());
        out.recurring(&mut mould, "x", JsonStr::new("one"), |frame, text| {
            frame.token("a", text);
        });
        let [Record::Frame { json, .. }] = &out.take_records()[..] else { panic!("no frame") };
        assert_eq!(json, r#"{"a":"one"}"#);
    }

    #[test]
    fn a_frame_from_the_mould_is_the_frame() {
        for framing in Framing::ALL {
            let style = Style { framing, names: true, pretty: false };
            let (mut one, mut other, mut mould) = (Out::new(style), Out::new(style), Mould::default());
            let write = |frame: &mut Obj<'_>, text: JsonStr<'_>| {
                frame.word("type", "x").token("a", text).number("n", 1).token("again", text);
            };
            for text in ["", "one", r"t\u00e9o\n", "three"] {
                one.frame("x", |frame| write(frame, JsonStr::new(text)));
                other.recurring(&mut mould, "x", JsonStr::new(text), write);
            }
            one.finish();
            other.finish();
            assert_eq!(String::from_utf8_lossy(one.bytes()), String::from_utf8_lossy(other.bytes()));
        }
    }
}
