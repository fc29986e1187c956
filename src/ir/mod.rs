//! The ground floor: what a conversation is, as events and as a tree, and the JSON text it is made of.
//!
//! Invariants. This floor names no wire format and no framing. Text stays in its escaped JSON token until somebody
//! looks inside; opaque JSON stays the text it was, so number spelling, key order and repeated keys survive.

mod event;
mod extras;
pub mod grammar;
mod json;
mod message;
mod object;
mod patch;
pub mod show;
mod tape;
mod usage;

pub use event::{At, AtNode, Delta, Event, EventKind, FrameExtra, MessageHead, MessageKey, PartKey};
pub use extras::{Extra, Extras, Merge, Remainder, Scope};
pub use json::{Json, JsonStr, JsonString, Kind, minify, pretty};
pub use message::{
    ApprovalRequest, ApprovalResponse, Citation, Data, File, FileContent, Finish, Input, Interrupt, Message,
    Param, ParamKind, Part, PartKind, Place, Reasoning, Role, Run, RunError, Source, Status, StopReason,
    Tool, ToolCall, ToolChoice, ToolResult, Transcript,
};
pub use object::{Arr, Obj};
pub use patch::{Patch, apply, diff, merge};
pub use tape::{Fields, JsonFault, MAX_DEPTH, Tape, Value};
pub use usage::Usage;
