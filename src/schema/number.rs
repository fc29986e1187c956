//! What kind of number a token is.

/// The largest whole number up to which a double holds them all.
const MOST: f64 = 9_007_199_254_740_991.0;

/// Whether it is whole and a double holds it exactly; `5.0` and `5e0` are.
#[must_use]
pub(super) fn is_whole(token: &str) -> bool {
    if token.bytes().all(|byte| byte.is_ascii_digit()) && token.len() < 16 {
        return true;
    }
    token.parse::<f64>().is_ok_and(|number| number.fract() == 0.0 && number.abs() <= MOST)
}

/// As [`is_whole`], and not below zero.
#[must_use]
pub(super) fn is_count(token: &str) -> bool {
    is_whole(token) && (!token.starts_with('-') || token.parse::<f64>().is_ok_and(|number| number == 0.0))
}
