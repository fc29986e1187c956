//! Events that a sink takes before their end is looked for come as they would else.

use super::{Extent, Fault, Framing, Log, Open, Position, RawFrame, Sink, decoder, log_of, text};
use crate::framing::{above, closing, line_end};

/// Takes this payload wherever it is met.
const KNOWN: &[u8] = br#"{"a":1}"#;

#[derive(Default)]
struct Taking {
    log: Log,
    taken: usize,
}

impl Sink for Taking {
    fn frame(&mut self, frame: RawFrame<'_>) {
        self.log.frame(frame);
    }
    fn open(&mut self, at: Position) {
        self.log.open(at);
    }
    fn element(&mut self, index: u64, frame: RawFrame<'_>) {
        self.log.element(index, frame);
    }
    fn close(&mut self, at: Position) {
        self.log.close(at);
    }
    fn fault(&mut self, fault: Fault) {
        self.log.fault(fault);
    }
    fn take_open(&mut self, open: RawFrame<'_>, ahead: Open) -> Option<Extent> {
        let (head, above) = if ahead == Open::Line { (&[][..], 0) } else { above(open.payload)? };
        let rest = open.payload[head.len()..].strip_prefix(KNOWN)?;
        let close = if ahead == Open::Line { line_end(rest)? } else { closing(rest)? };
        self.taken += 1;
        let end = open.payload.len() - rest.len();
        let name = head.strip_prefix(b"event: ").map(|name| &name[..1]).or((above == 2).then_some(b"y"));
        self.log.frame(RawFrame { payload: KNOWN, record: &open.record[..end], name, ..open });
        Some(match ahead {
            Open::Event => Extent::of_event(end + close, above),
            Open::Line => Extent { length: end + close, lines: 1 },
        })
    }
    fn looks_ahead(&self) -> bool {
        true
    }
}

#[test]
fn what_is_taken_early_is_what_would_come() {
    let all = [
        "data: {\"a\":1}\n\ndata: {\"a\":2}\n\ndata:{\"a\":1}\n\n",
        "event: x\ndata: {\"a\":1}\n\nid: 7\nevent: y\ndata: {\"a\":1}\r\n\r\ndata: {\"a\":1}\n\n",
        "event: x\r\ndata: {\"a\":1}\r\n\r\ndata: {\"a\":1}\n\r\ndata: {\"a\":1}\r\r",
        "data: {\"a\":1}\ndata: {\"a\":1}\n\ndata: {\"a\":1} \n\ndata: {\"a\":1}\n",
        "data: {\"a\":1}x\n\n: note\ndata: {\"a\":1}\n\ndata: {\"a\":1}\n\ndata: [DONE]\n\n",
        "data: {\"a\":1}\n\ndata: {\"a\":1}",
    ];
    check(Framing::Sse, &all);
}

#[test]
fn lines_that_are_taken_early_are_what_would_come() {
    let all = [
        "{\"a\":1}\n{\"a\":2}\n{\"a\":1}\r\n{\"a\":1} \n\n{\"a\":1}\n",
        "{\"a\":1}{\"a\":1}\n{\"a\":1}\n {\"a\":1}\n{\"a\":1}\r{\"a\":1}\n[DONE]\n{\"a\":1}",
        "HTTP/1.1 200 OK\r\nA: b\r\n\r\n{\"a\":1}\n* talk\n{\"a\":1}\nHTTP/1.1 200 OK\n{\"a\":1}\n\n{\"a\":1}\n",
    ];
    check(Framing::Ndjson, &all);
}

fn check(framing: Framing, all: &[&str]) {
    let mut taken = 0;
    for input in all {
        for max in [1, 12, 13, 14, 15, 20, 1000] {
            let plain = log_of(framing, max, [input.as_bytes()]);
            for at in 0..input.len() {
                let (head, tail) = input.as_bytes().split_at(at);
                let (mut sink, mut decoder) = (Taking::default(), decoder(framing, max));
                decoder.feed(head, &mut sink);
                decoder.feed(tail, &mut sink);
                decoder.finish(&mut sink);
                assert_eq!(sink.log.0, plain, "at most {max}, cut at {at}: {}", text(input.as_bytes()));
                taken += sink.taken;
            }
        }
    }
    assert!(taken > 500, "{taken}");
}
