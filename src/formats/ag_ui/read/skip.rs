//! Members that say what is known already.

use crate::ir::Fields;

/// Marks a member as read: it says what is known already.
pub(super) fn skip(fields: Fields<'_>, name: &str) {
    if let Some(value) = fields.get(name) {
        value.skip();
    }
}
