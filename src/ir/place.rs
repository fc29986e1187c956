//! Where a node stood in the input.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// Where a node stood in the input. The default is nowhere: the node was made, or came from `native`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Number of the frame or record, from 1; 0 is nowhere.
    pub frame: u64,
    /// Line of the frame's first field, from 1.
    pub line: u64,
    /// JSON pointer inside the frame.
    pub path: Path,
}

impl Place {
    /// The place of a member of what stands here.
    #[must_use]
    pub fn member(&self, pointer: &str) -> Self {
        Self { frame: self.frame, line: self.line, path: Path::joined(&self.path, pointer) }
    }
}

/// How long a pointer may be that stands in its node itself. Most are; and most are never asked for.
const SHORT: usize = 22;

/// A JSON pointer that is kept.
#[derive(Clone)]
pub struct Path(Kept);

#[derive(Clone)]
enum Kept {
    Short(u8, [u8; SHORT]),
    Long(Box<str>),
}

impl Path {
    /// One pointer behind another.
    fn joined(first: &str, second: &str) -> Self {
        let length = first.len() + second.len();
        match u8::try_from(length) {
            Ok(kept) if length <= SHORT => {
                let mut bytes = [0; SHORT];
                bytes[..first.len()].copy_from_slice(first.as_bytes());
                bytes[first.len()..length].copy_from_slice(second.as_bytes());
                Self(Kept::Short(kept, bytes))
            }
            Ok(_) | Err(_) => Self(Kept::Long([first, second].concat().into())),
        }
    }

    /// Goes on with another piece.
    fn push(&mut self, piece: &str) {
        match (&mut self.0, u8::try_from(piece.len())) {
            (Kept::Short(length, bytes), Ok(more)) if usize::from(*length) + piece.len() <= SHORT => {
                let start = usize::from(*length);
                bytes[start..start + piece.len()].copy_from_slice(piece.as_bytes());
                *length += more;
            }
            (Kept::Short(..) | Kept::Long(_), _) => *self = Self::joined(self, piece),
        }
    }
}

impl fmt::Write for Path {
    #[inline]
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        self.push(piece);
        Ok(())
    }

    #[inline]
    fn write_char(&mut self, letter: char) -> fmt::Result {
        match &mut self.0 {
            Kept::Short(length, bytes) if usize::from(*length) < SHORT && letter.is_ascii() => {
                bytes[usize::from(*length)] = letter as u8;
                *length += 1;
            }
            Kept::Short(..) | Kept::Long(_) => self.push(letter.encode_utf8(&mut [0; 4])),
        }
        Ok(())
    }
}

impl Path {
    /// Whether it is this pointer.
    #[must_use]
    pub fn is(&self, pointer: &str) -> bool {
        self.bytes() == pointer.as_bytes()
    }

    fn bytes(&self) -> &[u8] {
        match &self.0 {
            Kept::Short(length, bytes) => &bytes[..usize::from(*length)],
            Kept::Long(text) => text.as_bytes(),
        }
    }
}

impl Deref for Path {
    type Target = str;

    fn deref(&self) -> &str {
        match &self.0 {
            // They were text when they came.
            Kept::Short(..) => std::str::from_utf8(self.bytes()).unwrap_or_default(),
            Kept::Long(text) => text,
        }
    }
}

impl From<&str> for Path {
    fn from(pointer: &str) -> Self {
        Self::joined(pointer, "")
    }
}

impl From<String> for Path {
    fn from(pointer: String) -> Self {
        if pointer.len() > SHORT { Self(Kept::Long(pointer.into())) } else { pointer.as_str().into() }
    }
}

impl From<Cow<'_, str>> for Path {
    fn from(pointer: Cow<'_, str>) -> Self {
        pointer.as_ref().into()
    }
}

impl Default for Path {
    fn default() -> Self {
        Self(Kept::Short(0, [0; SHORT]))
    }
}

impl PartialEq for Path {
    fn eq(&self, other: &Self) -> bool {
        self.bytes() == other.bytes()
    }
}

impl Eq for Path {}

impl Hash for Path {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes().hash(state);
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_its_text_however_long() {
        for length in 0..64 {
            let text = "/é".repeat(length);
            let whole = Path::from(text.as_str());
            let (first, second) = text.split_at(length / 2 * 3);
            let place = Place { path: first.into(), ..Place::default() };
            assert_eq!((&*whole, &*place.member(second).path), (text.as_str(), text.as_str()));
            assert_eq!(Path::from(text.clone()), whole);
            let mut grown = Path::default();
            text.split_inclusive('é').for_each(|piece| grown.push(piece));
            assert_eq!(grown, whole);
        }
    }
}
