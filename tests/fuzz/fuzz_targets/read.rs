#![no_main]
#![allow(dead_code, reason = "each target tries one of them")]

#[path = "../holds.rs"]
mod holds;

libfuzzer_sys::fuzz_target!(|data: &[u8]| holds::read(data));
