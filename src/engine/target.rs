//! What to write: a format, or a family and the shape that fits.

use crate::codec::{Shape, WireFormat};
use crate::formats;

/// What the user asked for.
#[derive(Clone, Copy)]
pub enum Target {
    /// This format.
    Format(&'static WireFormat),
    /// This family, in the shape of the source, else as messages.
    Family(&'static str),
    /// What a stream adds up to, in the source's own family or in this one.
    Fold(Option<&'static str>),
}

impl Target {
    /// The format or family of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        if let Some(format) = formats::by_id(name) {
            return Some(Self::Format(format));
        }
        formats::of_family(name).next().map(|format| Self::Family(format.family))
    }

    /// The format to write a source of this format in.
    #[must_use]
    pub fn resolve(self, source: &'static WireFormat) -> Option<&'static WireFormat> {
        let shaped =
            |family, shapes: &[Shape]| shapes.iter().find_map(|shape| formats::of_shape(family, *shape));
        match self {
            Self::Format(format) => Some(format),
            Self::Family(family) => shaped(family, &[source.shape, Shape::Messages, Shape::Transcript]),
            Self::Fold(family) => shaped(
                family.unwrap_or(source.family),
                &[Shape::Response, Shape::Messages, Shape::Transcript],
            ),
        }
    }
}

/// The formats that `--from NAME` stands for: one, or those of a family.
#[must_use]
pub fn sources(name: &str) -> Vec<&'static WireFormat> {
    match formats::by_id(name) {
        Some(format) => vec![format],
        None => formats::of_family(name).collect(),
    }
}
