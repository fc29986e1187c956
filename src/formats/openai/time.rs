//! Times: this wire counts whole seconds since 1970, others milliseconds or RFC 3339.

use crate::ir::JsonString;

/// Numbers beyond this are milliseconds: as seconds they would lie three thousand years ahead.
const SECONDS_END: u64 = 100_000_000_000;

/// A time in whole seconds, and whether that is all it said.
#[must_use]
pub(super) fn seconds(time: &JsonString) -> Option<(u64, bool)> {
    let text = time.decode();
    if let Ok(number) = text.parse::<u64>() {
        let millis = number > SECONDS_END;
        return Some(if millis { (number / 1000, number % 1000 == 0) } else { (number, true) });
    }
    if let Some((whole, rest)) = text.split_once('.')
        && let Ok(number) = whole.parse::<u64>()
        && rest.bytes().all(|digit| digit.is_ascii_digit())
    {
        let exact = number <= SECONDS_END && rest.bytes().all(|digit| digit == b'0');
        return Some((if number > SECONDS_END { number / 1000 } else { number }, exact));
    }
    rfc3339(&text)
}

fn rfc3339(text: &str) -> Option<(u64, bool)> {
    let (date, time) = text.split_once(['T', 't', ' '])?;
    let mut date = date.splitn(3, '-').map(str::parse::<i64>);
    let (year, month, day) = (date.next()?.ok()?, date.next()?.ok()?, date.next()?.ok()?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let clock = time.get(..8)?;
    let mut clock = clock.splitn(3, ':').map(str::parse::<i64>);
    let (hour, minute, second) = (clock.next()?.ok()?, clock.next()?.ok()?, clock.next()?.ok()?);
    let rest = &time[8..];
    let fraction = rest.strip_prefix('.').unwrap_or("");
    let digits = fraction.len() - fraction.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let exact = fraction[..digits].bytes().all(|digit| digit == b'0');
    let zone = if fraction.is_empty() { rest } else { &fraction[digits..] };
    let at = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset(zone)?;
    Some((u64::try_from(at).ok()?, exact))
}

/// Seconds that a zone is ahead of UTC; no zone is UTC.
fn offset(zone: &str) -> Option<i64> {
    let sign = match zone.chars().next() {
        None | Some('Z' | 'z') => return Some(0),
        Some('+') => 1,
        Some('-') => -1,
        Some(_) => return None,
    };
    let (hours, minutes) = zone.get(1..)?.split_once(':')?;
    Some(sign * (hours.parse::<i64>().ok()? * 3600 + minutes.parse::<i64>().ok()? * 60))
}

/// Days since 1970 in the Gregorian calendar, counted in years that begin in March.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_become_seconds() {
        for (text, seconds_are) in [
            ("1735689600", Some((1_735_689_600, true))),
            ("1735689600123", Some((1_735_689_600, false))),
            ("2025-01-01T00:00:00Z", Some((1_735_689_600, true))),
            ("2025-01-01T02:30:00.000+02:30", Some((1_735_689_600, true))),
            ("2024-02-29T12:00:00.5Z", Some((1_709_208_000, false))),
            ("soon", None),
        ] {
            assert_eq!(seconds(&JsonString::from_plain(text)), seconds_are, "{text}");
        }
    }
}
