//! One thing that two inputs say differently.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::ir::{Json, Place};

/// A difference, with its place on both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// JSON pointer in the transcript of the left side; of what was added, in that of the right side.
    pub path: String,
    /// What happened.
    pub change: Change,
    /// What the left side says; `None` where it says nothing.
    pub left: Option<Json>,
    /// What the right side says.
    pub right: Option<Json>,
    /// Where that stood in the left input and in the right one.
    pub places: (Option<Place>, Option<Place>),
}

/// What happened from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It says something else.
    Changed,
    /// Only the right side says it.
    Added,
    /// Only the left side says it.
    Removed,
}

impl Change {
    /// Its word in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Added => "added",
            Self::Removed => "removed",
        }
    }

    /// What it is called where these are the values of the two sides.
    #[must_use]
    pub fn of(left: Option<&Json>, right: Option<&Json>) -> Self {
        match (left, right) {
            (Some(_), None) => Self::Removed,
            (None, Some(_)) => Self::Added,
            (Some(_), Some(_)) | (None, None) => Self::Changed,
        }
    }
}

#[derive(Serialize)]
struct Line<'a> {
    path: &'a str,
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<&'a RawValue>,
}

/// One JSON object, as CONTRACT section 4 lays it down.
#[must_use]
pub fn difference_to_json(difference: &Difference) -> String {
    let Difference { path, change, left, right, places: _ } = difference;
    let raw = |value: &Option<Json>| {
        let text = value.as_ref()?.as_str();
        serde_json::from_str::<&RawValue>(text).ok().map(ToOwned::to_owned)
    };
    let (left, right) = (raw(left), raw(right));
    let line = Line { path, kind: change.word(), left: left.as_deref(), right: right.as_deref() };
    serde_json::to_string(&line).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_there_is() {
        let mut one = Difference {
            path: "/messages/0/parts/1/input/n".into(),
            change: Change::Changed,
            left: Some(Json::from_valid("1.0")),
            right: Some(Json::from_valid(r#""é""#)),
            places: (None, None),
        };
        let line = difference_to_json(&one);
        assert_eq!(line, r#"{"path":"/messages/0/parts/1/input/n","kind":"changed","left":1.0,"right":"é"}"#);
        one.left = None;
        one.change = Change::of(None, one.right.as_ref());
        assert!(difference_to_json(&one).ends_with(r#""kind":"added","right":"é"}"#));
    }
}
