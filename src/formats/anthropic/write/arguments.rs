//! The input of a call: it must be an object.

use crate::calls::{Arguments, arguments};
use crate::ir::{At, Field, Json, JsonString, Kind, ToolCall};
use crate::report::{Loss, Report};

/// Where the input stands that is no object.
const INPUT: &str = "input";

/// The input of a call as the text of an object. What is none is kept under the name `input`, and reported.
pub(super) fn object(call: &ToolCall, at: At<'_>, report: &mut Report) -> String {
    let input = arguments(call);
    if input.is_object() {
        let Arguments::Json(text) = input else { return "{}".to_owned() };
        return text.into_owned();
    }
    let (what, text) = match input {
        Arguments::Json(text) if Kind::of(&text) == Kind::Null => {
            ("arguments `null` become `{}`", "{}".to_owned())
        }
        Arguments::Json(text) => ("arguments that are no object stand under the name `input`", named(&text)),
        Arguments::Text(text) if call.free_text => {
            ("the free text of a call stands under the name `input`", quoted(&text))
        }
        Arguments::Text(text) => {
            ("arguments that are no JSON stand as text under the name `input`", quoted(&text))
        }
    };
    report.lose(Loss::Narrowed, at, (Field::Arguments, what), call.id.as_ref());
    text
}

fn quoted(text: &JsonString) -> String {
    named(Json::string(text.token()).as_str())
}

fn named(value: &str) -> String {
    format!("{{\"{INPUT}\":{value}}}")
}
