//! How often frames recur in real captures. That they give the same is held by `tests/recur.rs`.

use std::fs;
use std::path::Path;

use crate::codec::{Codec, Shape};
use crate::engine::sink::{Lane, OnError, Work};
use crate::engine::stream::StreamLane;
use crate::formats;
use crate::framing::{Framing, Out, Style, decoder, sniff};

/// Runs a capture through the lane; how many frames recurred, and how many more gave one delta.
fn count(id: &str, bytes: &[u8]) -> [usize; 2] {
    let (from, to) = (formats::by_id(id).unwrap(), formats::by_id("native-stream").unwrap());
    let Codec::Stream(codec) = from.codec else { panic!("{id} is no stream") };
    let out = Out::new(Style { framing: to.framing, names: false, pretty: false });
    let mut lane = StreamLane::new(Work::new(from, to, out, OnError::Skip), codec, true);
    let mut decoder = decoder(sniff(bytes, true).framing.unwrap_or(Framing::Sse), 1 << 24);
    decoder.feed(bytes, &mut lane);
    decoder.finish(&mut lane);
    lane.finish();
    lane.reading.recur.as_ref().unwrap().count
}

/// `CHATWIRE_CORPUS` may name a larger corpus than the one of the repository, whose captures are short.
#[test]
fn real_captures_recur() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let root = std::env::var("CHATWIRE_CORPUS").map_or(own, Into::into);
    let manifest = fs::read_to_string(root.join("MANIFEST.tsv")).unwrap();
    let mut sum = [0, 0];
    for line in manifest.lines().skip(1) {
        let columns: Vec<_> = line.split('\t').collect();
        let other = columns[0].starts_with("bad/") || columns[0].starts_with("later/");
        let format = formats::by_id(columns[1]).filter(|format| !other && format.shape == Shape::Stream);
        let Some(format) = format else { continue };
        let [again, read] = count(format.id, &fs::read(root.join(columns[0])).unwrap());
        sum = [sum[0] + again, sum[1] + read];
    }
    let least = if std::env::var_os("CHATWIRE_CORPUS").is_some() { 24 } else { 4 };
    assert!(sum[0] > least * sum[1], "{sum:?}: frames that recurred, and frames of one delta that were read");
}
