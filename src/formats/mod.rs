//! The table: one line for each family, which lists its wire formats. A room never imports another room.

use crate::codec::{Shape, WireFormat};
use crate::report::Rule;

mod ag_ui;
mod agenta;
mod anthropic;
pub mod native;
mod openai;
pub mod pair;
#[cfg(test)]
mod parley;
mod terminal_use;
#[cfg(test)]
pub(crate) mod testing;
mod vercel;

/// A family: its wire formats, and the rules of its readers and checkers.
struct Family {
    formats: &'static [WireFormat],
    rules: &'static [&'static Rule],
}

/// All families, in the order that decides a tie of detection.
const FAMILIES: &[Family] = &[
    Family { formats: openai::FORMATS, rules: openai::RULES },
    Family { formats: anthropic::FORMATS, rules: anthropic::RULES },
    Family { formats: vercel::FORMATS, rules: vercel::RULES },
    Family { formats: ag_ui::FORMATS, rules: ag_ui::RULES },
    Family { formats: agenta::FORMATS, rules: agenta::RULES },
    Family { formats: terminal_use::FORMATS, rules: terminal_use::RULES },
    Family { formats: native::FORMATS, rules: native::RULES },
    #[cfg(test)]
    Family { formats: parley::FORMATS, rules: parley::RULES },
];

/// All rules of all families.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    FAMILIES.iter().flat_map(|family| family.rules.iter().copied())
}

/// All wire formats, in the documented order.
pub fn all() -> impl Iterator<Item = &'static WireFormat> {
    FAMILIES.iter().flat_map(|family| family.formats.iter())
}

/// The first of them.
#[must_use]
pub fn first() -> &'static WireFormat {
    &openai::FORMATS[0]
}

/// The wire format with this id.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static WireFormat> {
    all().find(|format| format.id == id)
}

/// The formats of a family, its own before its dialects.
pub fn of_family(family: &str) -> impl Iterator<Item = &'static WireFormat> + use<'_> {
    all().filter(move |format| format.family == family)
}

/// The family's own format of this shape. A page stands where other families have a response.
#[must_use]
pub fn of_shape(family: &str, shape: Shape) -> Option<&'static WireFormat> {
    let fits = |format: &WireFormat| {
        format.shape == shape || (format.shape == Shape::Page && shape == Shape::Response)
    };
    of_family(family).find(|format| fits(format) && !format.id.contains('@'))
}
