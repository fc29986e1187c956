//! Messages, as tables.

use super::blocks::{BLOCK, SYSTEM_BLOCK};
use super::rules;
use crate::schema::{Object, Tagged, Type, must};

/// A message of a history, by its role; that there is none the reader tells.
pub(super) static MESSAGE: Tagged = Tagged {
    name: "a message",
    key: "role",
    variants: &[("user", &SPOKEN), ("assistant", &SPOKEN), ("system", &INSTRUCTIONS)],
    unknown: Some(&rules::UNKNOWN_ROLE),
    absent: None,
};
/// Of content that is a flag or a number the reader tells.
const CONTENT: Type =
    Type::Either(&[Type::Text, Type::List(&Type::Tagged(&BLOCK)), Type::Flag, Type::Number]);
/// Instructions.
pub(super) const SYSTEM: Type =
    Type::Either(&[Type::Text, Type::List(&Type::Tagged(&SYSTEM_BLOCK)), Type::Flag, Type::Number]);
static SPOKEN: Object = Object::new("a message", &[&[must("role", Type::Text), must("content", CONTENT)]]);
static INSTRUCTIONS: Object =
    Object::new("a system message", &[&[must("role", Type::Text), must("content", SYSTEM)]]);
