use super::{Framing, MAX, check, log};
use crate::framing::{Ends, Fault, LineSource, Position, RawFrame, Records, Sink, decoder};

#[track_caller]
fn ndjson(input: &str, expected: &[&str]) {
    check(Framing::Ndjson, input, expected);
}

#[test]
fn reads_a_line_a_frame() {
    ndjson(
        "\u{feff}{\"a\":1}\r\n\n \t\n\u{1e}{\"b\": 2.50}\n  [1]\n{\"c\":3}",
        &["1:1+3 {\"a\":1}", "2:4+17 {\"b\": 2.50}", "3:5+31 [1]", "4:6+35 {\"c\":3}"],
    );
    ndjson("", &[]);
}

#[test]
fn counts_no_sentinel() {
    ndjson("{}\n [DONE]\n{}\n", &["1:1+0 {}", "1:2+4 [DONE] sentinel", "2:3+11 {}"]);
}

#[test]
fn hands_broken_lines_over() {
    ndjson("{\"a\":\nnope\n{}\n", &["1:1+0 {\"a\":", "2:2+6 nope", "3:3+11 {}"]);
    ndjson("{\"a\":1},\ndata: {}\n", &["1:1+0 {\"a\":1},", "2:2+9 data: {}"]);
    let log = log(Framing::Ndjson, MAX, b"{\"a\":\"\xff\"}\n{}\n");
    assert_eq!(log, ["1:1+0 {\"a\":\"\u{fffd}\"}", "2:2+10 {}"]);
}

#[test]
fn reads_several_values_of_a_line() {
    let warning = "frame/two-values: line 2 holds more than one JSON value; each is read";
    ndjson(
        "{}\n{\"a\":1}{\"b\":2} [3]\n{}",
        &[
            "1:1+0 {}",
            "2:2+3 {\"a\":1}",
            &format!("warning 3:2+10 {warning}"),
            "3:2+10 {\"b\":2}",
            "4:2+18 [3]",
            "5:3+22 {}",
        ],
    );
    ndjson(
        "{\"a\":1}{\"b\":\n",
        &[
            "1:1+0 {\"a\":1}",
            "error 2:1+7 frame/glued: a broken JSON value follows a whole one on the same line",
            "2:1+7 {\"b\":",
        ],
    );
}

#[test]
fn skips_headers_and_noise() {
    ndjson(
        "HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\n\r\n{\"a\":1}\n{}* Connection #0 left\n",
        &[
            "1:4+55 {\"a\":1}",
            "2:5+63 {}",
            "warning 2:5+65 frame/noise: `* Connection #0 left` is no part of the body and is ignored, \
             and so is all that is like it",
        ],
    );
}

#[test]
fn several_responses_of_curl_follow_each_other() {
    ndjson(
        "HTTP/1.1 200 OK\r\nA: b\r\n\r\n{\"a\":1}\nHTTP/2 200 \r\nte: x\r\n\r\n{\"a\":2}",
        &[
            "1:4+25 {\"a\":1}",
            "warning 1:5+33 frame/noise: `HTTP/2 200` is no part of the body and is ignored, \
             and so is all that is like it",
            "2:8+55 {\"a\":2}",
        ],
    );
}

#[test]
fn leaves_out_what_is_too_long() {
    let log = log(Framing::Ndjson, 8, b"{\"a\":123456}\n{\"a\":12}\n{\"a\":123}");
    let fault = "frame/too-long: frame is longer than `8` bytes and is left out";
    assert_eq!(
        log,
        [format!("error 1:1+0 {fault}"), "2:2+13 {\"a\":12}".into(), format!("error 3:3+22 {fault}")]
    );
}

/// Takes every line itself.
#[derive(Default)]
struct Known(Vec<Vec<u8>>);

impl Sink for Known {
    fn frame(&mut self, frame: RawFrame<'_>) {
        assert!(frame.sentinel);
    }
    fn open(&mut self, _: Position) {}
    fn element(&mut self, _: u64, _: RawFrame<'_>) {}
    fn close(&mut self, _: Position) {}
    fn fault(&mut self, _: Fault) {}
    fn take(&mut self, frame: RawFrame<'_>) -> bool {
        self.0.push(frame.payload.to_vec());
        true
    }
}

#[test]
fn both_ways_give_the_same_payloads() {
    let input = "{\"a\":1e400}\n\r\n [1, 2 ]\r\n\"x\"\n{\"k\":\"\\ud800\",\"k\":0.10}\n\u{1e}null\n  \n[DONE]\n{\"z\":{}}";
    let mut known = Known::default();
    let mut decoder = decoder(Framing::Ndjson, MAX);
    decoder.feed(input.as_bytes(), &mut known);
    decoder.finish(&mut known);

    let (mut records, mut source, mut block) =
        (Records::new(), LineSource::new(Ends::Lf, MAX), input.as_bytes());
    let mut read = Vec::new();
    let mut take = |text: &[u8]| {
        let text = text.strip_prefix(b"\x1e").unwrap_or(text);
        if let Some(Ok(value)) = records.read(text) {
            read.push(value.get().as_bytes().to_vec());
        }
    };
    while let Some(line) = source.next(&mut block) {
        take(line.text);
    }
    if let Some(line) = source.finish() {
        take(line.text);
    }
    assert_eq!(known.0, read);
    assert_eq!(read.len(), 6);
}
