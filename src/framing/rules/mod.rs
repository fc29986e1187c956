//! The rules of this floor, `frame/<fault>`: what the bytes around the JSON can have wrong.

mod catalogue;

pub(crate) use catalogue::RULES;

/// A frame is longer than `--max-frame`; it is left out so that memory stays bounded.
pub const TOO_LONG: &str = "frame/too-long";
/// Lines that are no part of the body: the talk and the progress meter of `curl -v`, joined to the capture by `2>&1`.
pub const NOISE: &str = "frame/noise";
/// SSE: two events without the blank line that must stand between them. By the grammar they are one event whose data
/// is two JSON values; both are read.
pub const EVENT_NOT_SEPARATED: &str = "frame/event-not-separated";
/// A whole JSON value follows a broken one in the same event or line, as when a proxy adds an error to a cut event.
pub const GLUED: &str = "frame/glued";
/// SSE: a line of JSON without `data:` before it. A client ignores it; it is read because it is often the error.
pub const BARE_JSON: &str = "frame/bare-json";
/// SSE: a keep-alive sent as data (`data: : keepalive`, `data: ping`) where a comment was meant.
pub const KEEPALIVE_AS_DATA: &str = "frame/keepalive-as-data";
/// SSE: a line that is no field (`Internal Server Error`, a line of HTML, the end of a cut event).
pub const NOT_A_FIELD: &str = "frame/not-a-field";
/// NDJSON: two or more JSON values on one line; each is read.
pub const TWO_VALUES: &str = "frame/two-values";
/// JSON: the input ends inside a value or an array.
pub const CUT_SHORT: &str = "frame/cut-short";
/// JSON: something that is no JSON follows a value.
pub const TRAILING_DATA: &str = "frame/trailing-data";
/// JSON: the input does not begin as JSON does.
pub const NOT_JSON: &str = "frame/not-json";
/// JSON: a bracket closes another kind of bracket.
pub const BRACKETS: &str = "frame/brackets";
/// JSON: a line break inside a string, which is mostly a value cut short with others after it.
pub const OPEN_STRING: &str = "frame/open-string";
/// JSON: a comma too many, or one that is missing, between values.
pub const COMMA: &str = "frame/comma";
