//! Errors, in every form that servers send them in.

use super::nodes::{Placer, extras, mark, pass};
use crate::formats::openai::words::CUT_SHORT;
use crate::ir::{Extras, Fields, Json, JsonString, Kind, RunError, Value};

/// What a record says of an error.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Told {
    /// Nothing.
    Nothing,
    /// That the reply was cut short, in our own words.
    CutShort,
    /// An error.
    Error(Box<RunError>),
}

/// Finds the error of a record: `error` as object or text, `base_resp`, an error object at the top, or whatever came
/// under the event name `error`.
pub(super) fn read(root: Value<'_>, named: bool, place: Placer<'_>) -> Told {
    let fields = root.fields();
    if let Some(error) = fields.get("error").filter(|error| is_truthy(*error)) {
        return told(fields, error, place);
    }
    if let Some(base) = fields.get("base_resp") {
        return base_resp(base, place);
    }
    let is_error_object = fields.token("object").is_some_and(|word| word.is("error"));
    let bare = || fields.get("choices").is_none() && fields.get("id").is_none();
    let is_error = named || is_error_object || (fields.has("detail") && bare());
    if !is_error {
        return Told::Nothing;
    }
    let has_words = fields.token("message").is_some() || fields.has("detail");
    if has_words || named { bare_error(root, place) } else { Told::Nothing }
}

fn is_truthy(value: Value<'_>) -> bool {
    !matches!(value.peek(), "\"\"" | "false" | "0")
}

fn told(root: Fields<'_>, error: Value<'_>, place: Placer<'_>) -> Told {
    if error.kind() != Kind::Object {
        let message = words(error);
        let code = root.get("code").filter(|code| is_scalar(*code)).map(Value::json);
        return Told::Error(Box::new(RunError {
            message,
            code,
            extras: Extras::default(),
            place: place(error),
        }));
    }
    let fields = error.fields();
    let (kind, text) = CUT_SHORT;
    if fields.token("type").is_some_and(|word| word.is(kind))
        && fields.token("message").is_some_and(|word| word.is(text))
    {
        error.skip();
        return Told::CutShort;
    }
    Told::Error(Box::new(object(error, "/error", place)))
}

fn object(error: Value<'_>, prefix: &str, place: Placer<'_>) -> RunError {
    let fields = error.fields();
    let message = message(fields).unwrap_or_default();
    let code = fields.get("code").filter(|code| is_scalar(*code)).map(Value::json);
    let kind = if code.is_none() { fields.get("type").filter(|kind| is_scalar(*kind)) } else { None };
    let code = code.or_else(|| kind.map(Value::json));
    let mut extras = extras(error, prefix, place);
    if let Some(kind) = kind {
        mark(&mut extras, "/error/type", place(kind));
    }
    RunError { message, code, extras, place: place(error) }
}

fn message(fields: Fields<'_>) -> Option<JsonString> {
    ["message", "detail", "msg", "error"].into_iter().find_map(|key| fields.string(key))
}

fn bare_error(root: Value<'_>, place: Placer<'_>) -> Told {
    let fields = root.fields();
    pass(fields, "object");
    let Some(message) = message(fields) else {
        let message = JsonString::from_plain(root.peek());
        root.skip();
        let extras = Extras::default();
        return Told::Error(Box::new(RunError { message, code: None, extras, place: place(root) }));
    };
    let code = fields.get("code").filter(|code| is_scalar(*code)).map(Value::json);
    let code = code.or_else(|| fields.get("type").filter(|kind| is_scalar(*kind)).map(Value::json));
    Told::Error(Box::new(RunError {
        message,
        code,
        extras: extras(root, "/error", place),
        place: place(root),
    }))
}

/// MiniMax puts its errors beside `choices: null`; a status of 0 is success.
fn base_resp(base: Value<'_>, place: Placer<'_>) -> Told {
    let fields = base.fields();
    let Some(code) = fields.get("status_code").filter(|code| code.peek() != "0") else {
        return Told::Nothing;
    };
    let code = Some(code.json());
    let message = fields.string("status_msg").unwrap_or_default();
    Told::Error(Box::new(RunError { message, code, extras: Extras::default(), place: place(base) }))
}

fn is_scalar(value: Value<'_>) -> bool {
    matches!(value.kind(), Kind::String | Kind::Number)
}

fn words(value: Value<'_>) -> JsonString {
    match value.text() {
        Some(text) => text.owned(),
        None => JsonString::from_plain(Json::as_str(&value.json())),
    }
}
