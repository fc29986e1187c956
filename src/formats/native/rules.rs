//! The rules of this family. To be written: see the model, `ag_ui/rules`.

use crate::report::Rule;

/// All of them.
pub(in crate::formats) static RULES: &[&Rule] = &[];
