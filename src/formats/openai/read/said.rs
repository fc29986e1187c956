//! The members of a message or of a delta, found in one pass.

use crate::ir::{JsonStr, Kind, Value};

/// Where thinking stands as text, best first. Vendors mirror one in the other.
pub(super) const THINKING_NAMES: [&str; 3] = ["/reasoning_content", "/reasoning", "/reasoning_text"];

/// What a message or a delta says; members that are null are absent. Looking is not reading.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Said<'f> {
    pub(super) role: Option<Value<'f>>,
    pub(super) content: Option<Value<'f>>,
    pub(super) refusal: Option<Value<'f>>,
    pub(super) thinking: [Option<Value<'f>>; 3],
    pub(super) details: Option<Value<'f>>,
    pub(super) annotations: Option<Value<'f>>,
    pub(super) audio: Option<Value<'f>>,
    pub(super) calls: Option<Value<'f>>,
    pub(super) function: Option<Value<'f>>,
}

impl<'f> Said<'f> {
    /// Looks through `object`, which then counts member by member.
    #[inline]
    pub(super) fn of(object: Value<'f>) -> Self {
        let mut said = Self::default();
        let _ = object.fields();
        for (_, value) in object.members() {
            if value.kind() == Kind::Null {
                continue;
            }
            let slot = match &*value.name() {
                "content" => &mut said.content,
                "role" => &mut said.role,
                "tool_calls" => &mut said.calls,
                "reasoning_content" => &mut said.thinking[0],
                "reasoning" => &mut said.thinking[1],
                "reasoning_text" => &mut said.thinking[2],
                "reasoning_details" => &mut said.details,
                "refusal" => &mut said.refusal,
                "annotations" => &mut said.annotations,
                "audio" => &mut said.audio,
                "function_call" => &mut said.function,
                _ => continue,
            };
            *slot = Some(value);
        }
        said
    }

    /// The thinking that counts: one field of several, with the position of its name in [`THINKING_NAMES`]. Mirrors of the
    /// same text are read with it; others stay unread, for they are never added.
    #[inline]
    pub(super) fn thought(&self) -> Option<(usize, Value<'f>, JsonStr<'f>)> {
        let mut taken: Option<(usize, Value<'f>, JsonStr<'f>)> = None;
        for (position, value) in self.thinking.iter().enumerate() {
            let Some((value, token)) = value.and_then(|value| Some((value, value.token()?))) else {
                continue;
            };
            match taken {
                _ if token.is_empty() => value.skip(),
                None => {
                    value.skip();
                    taken = Some((position, value, token));
                }
                Some((_, _, text)) if text == token => value.skip(),
                Some(_) => {}
            }
        }
        taken
    }
}
