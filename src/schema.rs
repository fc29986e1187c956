//! A small language of tables for the shape of JSON: which members an object has, and of what kind.
//!
//! A room writes its document down as `static` tables, and one walk over the tape finds what departs from them:
//! ```text
//! static TEXT_START: Object = Object::new("TEXT_MESSAGE_START", &[BASE, &[
//!     must("messageId", Type::Text),
//!     may("role", Type::Word(&["developer", "system", "assistant", "user"])),
//!     may("parentRunId", Type::Text).null_read(),     // the client reads null as absent: told under --strict
//! ]]);
//! static EVENT: Tagged = Tagged { key: "type", variants: &[("TEXT_MESSAGE_START", &TEXT_START)], … };
//! static FAULTS: Faults = Faults { missing: &rules::MISSING_MEMBER, … };   // the room's rules for each kind of fault
//! check(frame.root, &Type::Tagged(&EVENT), &FAULTS, found);
//! ```
//! Members that no table knows are a fault under `--strict` alone, unless the object is [`Object::open`]; one whose name
//! is a known one but for a slip (`tool_call_id`, `detla`) is always told.

mod number;
mod table;
mod walk;

use crate::check::{Check, Findings};
use crate::emit::Frame;

pub use table::{Faults, Member, Null, Object, Tagged, Type, may, must};
pub use walk::{check, check_as};

/// A checker that only looks at the shape of each frame, message or document.
pub struct Shaped {
    /// What each must be.
    pub kind: Type,
    /// The rules for what departs.
    pub faults: &'static Faults,
}

impl Check for Shaped {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        check(frame.root, &self.kind, self.faults, found);
    }
}
