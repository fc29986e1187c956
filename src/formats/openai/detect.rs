//! How well a sample fits.

use crate::codec::{Sample, Score};

pub(super) fn messages(_sample: &Sample<'_>) -> Score {
    Score::NONE
}
pub(super) fn request(_sample: &Sample<'_>) -> Score {
    Score::NONE
}
pub(super) fn response(_sample: &Sample<'_>) -> Score {
    Score::NONE
}
pub(super) fn stream(_sample: &Sample<'_>) -> Score {
    Score::NONE
}
