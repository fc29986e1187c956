//! Names of wire formats and families as they are typed, with a suggestion for a near miss.

use chatwire::codec::WireFormat;
use chatwire::formats;
use chatwire::report::closest;

/// What names a wire format: its id, or a family alone.
#[derive(Clone, Copy)]
pub(crate) enum Wire {
    /// One format.
    Format(&'static WireFormat),
    /// The format of this family whose shape fits.
    Family(&'static str),
}

impl std::fmt::Debug for Wire {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Format(format) => format.id,
            Self::Family(family) => family,
        })
    }
}

/// The families in the documented order.
pub(crate) fn families() -> Vec<&'static str> {
    let mut families: Vec<_> = formats::all().map(|format| format.family).collect();
    families.dedup();
    families
}

/// The names of all wire formats and families.
pub(super) fn all() -> Vec<&'static str> {
    formats::all().map(|format| format.id).chain(families()).collect()
}

/// The wire format or family of this name.
pub(super) fn wire(name: &str) -> Result<Wire, String> {
    if let Some(format) = formats::by_id(name) {
        return Ok(Wire::Format(format));
    }
    let families = families();
    if let Some(family) = families.iter().find(|family| **family == name) {
        return Ok(Wire::Family(family));
    }
    Err(match closest(name, all()) {
        Some(near) => format!("no wire format has this name; did you mean `{near}`?"),
        None => "no wire format has this name; `chatwire formats` lists them".into(),
    })
}
