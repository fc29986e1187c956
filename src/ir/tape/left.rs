//! What a reader has left in a frame: members that nobody read.

use super::node::Seen;
use super::{Kind, Value};

impl<'f> Value<'f> {
    /// The topmost values at or under this one that nobody has read or opened.
    pub fn unread(self) -> impl Iterator<Item = Value<'f>> + use<'f> {
        let end = self.node().next;
        let mut index = self.index;
        std::iter::from_fn(move || {
            while index < end {
                let value = Value { index, ..self };
                match value.node().seen.get() {
                    Seen::Opened => index += 1,
                    Seen::Left | Seen::Read => index = value.node().next,
                    Seen::Not => {
                        index = value.node().next;
                        return Some(value);
                    }
                }
            }
            None
        })
    }

    /// The strings and numbers in this value that say something and that nobody has read or looked at, so that nothing
    /// depends on them; those in extras are among them.
    pub fn idle(self) -> impl Iterator<Item = Value<'f>> + use<'f> {
        let end = self.node().next;
        let mut index = self.index;
        std::iter::from_fn(move || {
            while index < end {
                let value = Value { index, ..self };
                if value.node().seen.get() == Seen::Read || value.node().looked.get() {
                    index = value.node().next;
                    continue;
                }
                index += 1;
                if matches!(value.kind(), Kind::String | Kind::Number) && !value.says_nothing() {
                    return Some(value);
                }
            }
            None
        })
    }

    /// Calls `left` with each of [`Value::unread`] but nulls, and with its JSON pointer from where `below` begins. All of
    /// them are extras from then on.
    pub(crate) fn leave(self, below: &mut String, left: &mut dyn FnMut(Value<'f>, &str)) {
        match self.node().seen.get() {
            Seen::Left | Seen::Read => {}
            Seen::Not if self.kind() == Kind::Null => self.set_left(),
            Seen::Not => {
                self.set_left();
                left(self, below);
            }
            Seen::Opened => {
                for (position, child) in self.children().enumerate().filter(|(_, child)| child.has_left()) {
                    let length = below.len();
                    child.push_step(|| position, below);
                    child.leave(below, left);
                    below.truncate(length);
                }
            }
        }
    }

    /// Whether there is anything to leave in it. A null by itself is left at once.
    fn has_left(self) -> bool {
        match self.node().seen.get() {
            Seen::Left | Seen::Read => false,
            Seen::Opened => self.unread().next().is_some(),
            Seen::Not if self.kind() == Kind::Null => {
                self.set_left();
                false
            }
            Seen::Not => true,
        }
    }
}
