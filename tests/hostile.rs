//! What holds for any bytes, tried with captures that were damaged. `PROPTEST_CASES=100000` tries longer;
//! `tests/fuzz` tries the same with a fuzzer.

#[path = "fuzz/holds.rs"]
mod holds;

mod common;

use std::fs;
use std::sync::LazyLock;

use common::{corpus, specimens};
use proptest::prelude::*;

/// Captures and specimens that are short enough to be tried often.
static CAPTURES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let all = corpus(true).into_iter().chain(specimens());
    all.filter_map(|case| fs::read(case.path).ok()).filter(|bytes| bytes.len() < 20_000).collect()
});

/// What is done to a capture, at a place from 0 to 1.
#[derive(Clone, Debug)]
enum Damage {
    Cut(f64),
    Drop(f64, usize),
    Twice(f64, usize),
    Byte(f64, u8),
    Put(f64, &'static str),
    Splice(f64, usize, f64),
}

/// Pieces that readers must not stumble over.
const PIECES: &[&str] = &[
    "\n",
    "\r",
    "\n\n",
    "data: ",
    "event: x\n",
    "[DONE]",
    "[",
    "]",
    "{",
    "}",
    "\"",
    ",",
    ":",
    "null",
    "1e400",
    "\\ud83d",
    "\u{feff}",
    "{}",
    "[]",
    "\"type\":",
    "\"id\":\"a\",",
    "-0",
    "\u{0}",
    "\\",
    "\u{1f}\u{8b}",
];

fn damage() -> impl Strategy<Value = Damage> {
    let place = || 0.0..1.0f64;
    prop_oneof![
        place().prop_map(Damage::Cut),
        (place(), 1..200usize).prop_map(|(at, n)| Damage::Drop(at, n)),
        (place(), 1..400usize).prop_map(|(at, n)| Damage::Twice(at, n)),
        (place(), any::<u8>()).prop_map(|(at, byte)| Damage::Byte(at, byte)),
        (place(), proptest::sample::select(PIECES)).prop_map(|(at, piece)| Damage::Put(at, piece)),
        (place(), any::<usize>(), place()).prop_map(|(at, other, from)| Damage::Splice(at, other, from)),
    ]
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a place"
)]
fn place(bytes: &[u8], at: f64) -> usize {
    (bytes.len() as f64 * at) as usize
}

fn damaged(mut bytes: Vec<u8>, damages: &[Damage]) -> Vec<u8> {
    for damage in damages {
        match damage {
            Damage::Cut(at) => bytes.truncate(place(&bytes, *at)),
            Damage::Drop(at, n) => {
                let at = place(&bytes, *at);
                bytes.drain(at..(at + n).min(bytes.len()));
            }
            Damage::Twice(at, n) => {
                let at = place(&bytes, *at);
                let piece = bytes[at..(at + n).min(bytes.len())].to_vec();
                bytes.splice(at..at, piece);
            }
            Damage::Byte(at, byte) => {
                let at = place(&bytes, *at);
                if let Some(old) = bytes.get_mut(at) {
                    *old = *byte;
                }
            }
            Damage::Put(at, piece) => {
                let at = place(&bytes, *at);
                bytes.splice(at..at, piece.bytes());
            }
            Damage::Splice(at, other, from) => {
                let other = &CAPTURES[other % CAPTURES.len()];
                let at = place(&bytes, *at);
                bytes.splice(at.., other[place(other, *from)..].iter().copied());
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn holds_for_any_bytes(
        capture in any::<prop::sample::Index>(),
        damages in prop::collection::vec(damage(), 0..5),
        formats in any::<[u8; 2]>(),
    ) {
        let bytes = damaged(capture.get(&CAPTURES).clone(), &damages);
        let input = [&formats[..], &bytes].concat();
        for (_, holds) in holds::ALL {
            holds(&input);
        }
        holds::validate(&bytes);
    }
}

/// A few hundred, unless the environment says how many.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(256)
}
