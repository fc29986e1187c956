//! The ground floor: what a conversation is, as events and as a tree, and the JSON text it is made of.
//!
//! Invariants. This floor names no wire format and no framing. Text stays in its escaped JSON token until somebody
//! looks inside; opaque JSON stays the text it was, so number spelling, key order and repeated keys survive.

mod document;
mod ending;
mod event;
mod extras;
mod field;
pub mod grammar;
mod json;
mod json_patch;
mod key;
mod keyed;
mod layout;
mod list;
mod message;
mod numbered;
mod object;
mod part;
mod patch;
mod patched;
mod place;
mod request;
pub mod show;
mod tape;
mod tree;
mod usage;

pub use document::{Document, Live};
pub use ending::{Finish, Interrupt, RunError, StopReason};
pub use event::{At, AtNode, Delta, Event, EventKind, FrameExtra, MessageHead};
pub use extras::{Extra, Extras, Merge, Remainder, Scope};
pub use field::{Field, How, Row, Says};
pub use json::{Json, JsonStr, JsonString, Kind};
pub use json_patch::is_known;
pub use key::{MessageKey, PartKey};
pub use keyed::Keyed;
pub use layout::{minify, pretty, text, tighten, utf8, utf8_start, written};
pub use message::{Message, Role, Run, Transcript};
pub use numbered::Numbered;
pub use object::{Arr, Items, Obj};
pub use part::{
    ApprovalRequest, ApprovalResponse, Citation, Data, File, FileContent, Input, Part, PartKind, Reasoning,
    Source, Status, ToolCall, ToolResult,
};
pub use patch::{Patch, apply, by_name, diff};
pub use patched::{in_one_line, patched, write_patched};
pub use place::{Path, Place};
pub use request::{Param, ParamKind, Tool, ToolChoice};
pub use tape::fields::Fields;
pub(crate) use tape::scalar_end;
pub use tape::{JsonFault, MAX_DEPTH, Tape, Value, View};
pub use usage::Usage;
