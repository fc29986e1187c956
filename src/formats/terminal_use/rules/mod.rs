//! The rules of Terminal Use, by what they are about.

use crate::report::Rule;

/// A history of one message of the assistant with these parts.
macro_rules! parts {
    ($parts:literal) => {
        messages(concat!(r#"[{"id":"a1","role":"assistant","parts":["#, $parts, "]}]"))
    };
}

mod history;
mod shape;
mod sources;
mod tools;

pub(super) use history::*;
pub(super) use shape::*;
pub(super) use tools::*;

/// All of them.
pub(in crate::formats) static RULES: &[&Rule] = &[
    &shape::MISSING_MEMBER,
    &shape::WRONG_TYPE,
    &shape::NULL,
    &shape::EMPTY_PARTS,
    &shape::UNKNOWN_MEMBER,
    &shape::MISSPELT_MEMBER,
    &shape::SNAKE_CASE,
    &shape::FILE_INCOMPLETE,
    &shape::DATA_MISSING,
    &shape::TYPE_MISSING,
    &shape::PART_UNKNOWN,
    &shape::VERCEL_PART,
    &history::ID_MISSING,
    &history::ROLE_MISSING,
    &history::ROLE_UNKNOWN,
    &history::PARTS_MISSING,
    &history::CREATED_AT,
    &history::MESSAGE_ID_REPEATED,
    &history::MORE_PAGES,
    &history::NO_CURSOR,
    &tools::TOOL_WITHOUT_ID,
    &tools::INPUT_NOT_OBJECT,
    &tools::STATE_UNKNOWN,
    &tools::OUTPUT_MISSING,
    &tools::ERROR_TEXT_MISSING,
    &tools::EARLY_OUTPUT,
    &tools::CALL_ID_REPEATED,
    &tools::CALL_WITHOUT_RESULT,
];
