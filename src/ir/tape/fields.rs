//! The members of an object, by key.

use super::Value;
use super::node::{key_bit, key_tag};
use crate::ir::json::{Json, JsonStr, JsonString, Kind};

/// The members of an object, looked up by key. Members that are null count as absent and stay unread.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'f> {
    pub(super) object: Option<Value<'f>>,
}

impl<'f> Value<'f> {
    /// The members of an object, which then count for themselves; of any other kind, none.
    #[inline]
    #[must_use]
    pub fn fields(self) -> Fields<'f> {
        let object = self.kind() == Kind::Object;
        if object {
            self.open();
        }
        Fields { object: object.then_some(self) }
    }
}

impl<'f> Fields<'f> {
    /// No members at all.
    pub const NONE: Self = Self { object: None };

    /// The object these are the members of.
    #[must_use]
    pub fn value(self) -> Option<Value<'f>> {
        self.object
    }

    /// The member with this key, null or not; looking is not reading.
    #[inline(always)]
    #[must_use]
    pub fn member(self, key: &str) -> Option<Value<'f>> {
        let object = self.object?;
        let (node, tag) = (object.node(), key_tag(key.as_bytes()));
        if node.keys & key_bit(tag) == 0 && !node.repeats { None } else { object.search(key, tag) }
    }

    /// The member with this key, unless it is null; looking is not reading.
    #[inline(always)]
    #[must_use]
    pub fn get(self, key: &str) -> Option<Value<'f>> {
        self.member(key).filter(|value| value.kind() != Kind::Null)
    }

    /// Whether there is a member with this key, null included.
    #[inline(always)]
    #[must_use]
    pub fn has(self, key: &str) -> bool {
        self.member(key).is_some()
    }

    /// A string member, read.
    #[inline(always)]
    #[must_use]
    pub fn text(self, key: &str) -> Option<JsonStr<'f>> {
        self.get(key)?.text()
    }

    /// A string member, read and owned.
    #[inline(always)]
    #[must_use]
    pub fn string(self, key: &str) -> Option<JsonString> {
        self.text(key).map(JsonStr::owned)
    }

    /// A string member; looking is not reading.
    #[inline(always)]
    #[must_use]
    pub fn token(self, key: &str) -> Option<JsonStr<'f>> {
        self.get(key)?.token()
    }

    /// A whole number, read.
    #[inline(always)]
    #[must_use]
    pub fn count(self, key: &str) -> Option<u64> {
        self.get(key)?.count()
    }

    /// `true` or `false`, read.
    #[inline(always)]
    #[must_use]
    pub fn flag(self, key: &str) -> Option<bool> {
        self.get(key)?.flag()
    }

    /// Any member, read whole.
    #[inline(always)]
    #[must_use]
    pub fn json(self, key: &str) -> Option<Json> {
        self.get(key).map(Value::json)
    }

    /// The members of an object member; none if it is absent or of another kind.
    #[inline(always)]
    #[must_use]
    pub fn object(self, key: &str) -> Fields<'f> {
        self.get(key).map_or(Self::NONE, Value::fields)
    }

    /// The items of an array member; none if it is absent or of another kind.
    #[inline(always)]
    pub fn list(self, key: &str) -> impl Iterator<Item = Value<'f>> + use<'f> {
        self.get(key).into_iter().flat_map(Value::items)
    }
}
