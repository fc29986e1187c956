//! What this wire can say, how well and where.

use crate::ir::{Field, Row};

/// The column: `parley-messages`. See [`Row::how`] for the letters.
pub(super) const ROWS: &[Row] = &[
    Row::new(Field::Role, "n", "/who", ""),
    Row::new(Field::Text, "k", "/says", ""),
    Row::new(Field::Extra, "o", "", ""),
];
