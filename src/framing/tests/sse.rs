use super::{Framing, MAX, check, log, log_of};

#[track_caller]
fn sse(input: &str, expected: &[&str]) {
    check(Framing::Sse, input, expected);
}

#[test]
fn reads_every_line_end() {
    let log = ["1:1+0 {\"a\":1} record=data: {\"a\":1}", "2:3+15 {\"b\":2} record=data: {\"b\":2}"];
    sse("data: {\"a\":1}\n\ndata: {\"b\":2}\n\n", &log);
    sse("data: {\"a\":1}\r\rdata: {\"b\":2}\r\r", &log);
    sse("data: {\"a\":1}\n\rdata: {\"b\":2}\n\r", &log);
    sse(
        "data: {\"a\":1}\r\n\r\ndata: {\"b\":2}\r\n\n",
        &["1:1+0 {\"a\":1} record=data: {\"a\":1}", "2:3+17 {\"b\":2} record=data: {\"b\":2}"],
    );
}

#[test]
fn joins_data_lines_and_keeps_the_record() {
    sse(
        ": c\nevent: x\nid: 1\ndata: {\"a\":\r\ndata:  1\nretry: 3\ndata:}\n\ndata\ndata: [DONE] \n\n",
        &[
            "1:2+4 {\"a\":\\n 1\\n} name=x \
             record=: c\\nevent: x\\nid: 1\\ndata: {\"a\":\\r\\ndata:  1\\nretry: 3\\ndata:}",
            "1:9+58 \\n[DONE]  record=data\\ndata: [DONE]  sentinel",
        ],
    );
}

#[test]
fn drops_one_space_and_the_mark() {
    sse(
        "\u{feff}data:  {\"a\":1}\n\ndata:{\"b\":1}\n\n",
        &["1:1+3  {\"a\":1} record=data:  {\"a\":1}", "2:3+19 {\"b\":1} record=data:{\"b\":1}"],
    );
    sse("\u{feff}event: m\ndata: {}\n\n", &["1:1+3 {} name=m record=event: m\\ndata: {}"]);
}

#[test]
fn dispatches_no_event_without_data() {
    sse(
        ": ping\n\nid: 1\n\nevent: keepalive\n\ndata:\n\ndata\n\ndata: {}\n\n",
        &["1:11+46 {} record=data: {}"],
    );
    sse("retry: 3000\n\nfoo: bar\ndata: {}\nid: 3\n\n", &["1:4+22 {} record=foo: bar\\ndata: {}\\nid: 3"]);
    sse("", &[]);
    sse("\n\n\r\n", &[]);
}

#[test]
fn takes_a_name_after_the_data() {
    sse(
        "data: {\"a\":1}\nevent: late\n\n",
        &["1:1+0 {\"a\":1} name=late record=data: {\"a\":1}\\nevent: late"],
    );
    sse("event: x\nevent:\ndata: {}\n\n", &["1:1+0 {} record=event: x\\nevent:\\ndata: {}"]);
}

#[test]
fn reads_an_event_that_the_end_leaves_open() {
    sse("data: {\"a\":1}\n", &["1:1+0 {\"a\":1} record=data: {\"a\":1}"]);
    sse("data: {\"a\":1}\n\r", &["1:1+0 {\"a\":1} record=data: {\"a\":1}"]);
    sse("data: {\"a\":\"x", &["1:1+0 {\"a\":\"x record=data: {\"a\":\"x"]);
    sse("event: x", &[]);
}

#[test]
fn counts_no_sentinel_and_reads_on() {
    sse(
        "data: {}\n\ndata:  [DONE] \n\ndata: {\"b\":1}\n\n",
        &[
            "1:1+0 {} record=data: {}",
            "1:3+10  [DONE]  record=data:  [DONE]  sentinel",
            "2:5+26 {\"b\":1} record=data: {\"b\":1}",
        ],
    );
}

#[test]
fn separates_events_that_are_not() {
    let warning = "frame/event-not-separated: two events without a blank line between are read as two";
    sse(
        "data: {\"a\":1}\ndata: {\"b\":2}\n\n",
        &[
            "1:1+0 {\"a\":1} record=data: {\"a\":1}",
            &format!("warning 2:2+14 {warning}"),
            "2:2+14 {\"b\":2} record=data: {\"b\":2}",
        ],
    );
    sse(
        "event: x\ndata: {\"a\":\ndata: 1}\nid: 7\n: c\nevent: y\ndata: {}\ndata: [DONE]\n",
        &[
            "1:1+0 {\"a\":\\n1} name=x record=event: x\\ndata: {\"a\":\\ndata: 1}",
            &format!("warning 2:7+49 {warning}"),
            "2:4+30 {} name=y record=id: 7\\n: c\\nevent: y\\ndata: {}",
            &format!("warning 3:8+58 {warning}"),
            "2:8+58 [DONE] record=data: [DONE] sentinel",
        ],
    );
}

#[test]
fn finds_an_error_glued_to_a_broken_event() {
    sse(
        "event: x\ndata: {\"a\":{\ndata: \"b\nevent: error\ndata: {\"error\":1}\n\ndata: {}\n\n",
        &[
            "1:1+0 {\"a\":{\\n\"b name=x record=event: x\\ndata: {\"a\":{\\ndata: \"b",
            "error 2:4+31 frame/glued: a whole JSON value follows a broken one in the same event",
            "2:4+31 {\"error\":1} name=error record=event: error\\ndata: {\"error\":1}",
            "3:7+63 {} record=data: {}",
        ],
    );
    // Several lines of a broken value, none of them a value: one frame, for the next floor to judge.
    sse("data: {\"a\":\ndata: x}\n\n", &["1:1+0 {\"a\":\\nx} record=data: {\"a\":\\ndata: x}"]);
}

#[test]
fn leaves_keepalives_out() {
    sse(
        "data: : keepalive\n\ndata: {}\n\ndata: PING\n\n",
        &[
            "warning 0:1+0 frame/keepalive-as-data: `: keepalive` is a keep-alive sent as data and is left out",
            "1:3+19 {} record=data: {}",
            "warning 1:5+29 frame/keepalive-as-data: `PING` is a keep-alive sent as data and is left out",
        ],
    );
}

#[test]
fn reads_bare_json() {
    sse(
        "data: {\"a\":1}\n\n{\"error\":1}\n{\n  \"error\": {\n    \"b\": 2\n  }\n}\ndata: {}\n\n[DONE]\n",
        &[
            "1:1+0 {\"a\":1} record=data: {\"a\":1}",
            "warning 2:3+15 frame/bare-json: line `{\"error\":1}` has no field name and is read as data",
            "2:3+15 {\"error\":1}",
            "warning 3:4+27 frame/bare-json: line `{` has no field name and is read as data",
            "3:4+27 {\\n  \"error\": {\\n    \"b\": 2\\n  }\\n}",
            "4:9+59 {} record=data: {}",
            "4:11+69 [DONE] sentinel",
        ],
    );
}

#[test]
fn skips_headers_and_noise() {
    sse(
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/2 200 \r\ncontent-type: text/event-stream\r\n\r\ndata: {}\n\n",
        &["1:6+73 {} record=data: {}"],
    );
    sse(
        "*   Trying 192.0.2.7:443...\n> \n< HTTP/1.1 200 OK\n< \n{ [5 bytes data]\ndata: {}\n\
         } [7 bytes data]\n\n* Connection #0 left\n",
        &[
            "warning 0:1+0 frame/noise: `*   Trying 192.0.2.7:443...` is no part of the body and is ignored, \
             and so is all that is like it",
            "1:6+69 {} record=data: {}",
        ],
    );
}

#[test]
fn takes_the_progress_meter_off() {
    let meter = "  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0";
    let bytes = format!("{meter}\r{meter}data: {{}}\n\n: c\n{meter}event: x\ndata: {{}}\n\n");
    let log = log(Framing::Sse, MAX, bytes.as_bytes());
    assert_eq!(log.len(), 3, "{log:?}");
    assert!(log[0].starts_with("warning 0:1+0 frame/noise"), "{log:?}");
    assert!(log[1].ends_with(" {} record=data: {}"), "{log:?}");
    assert!(log[2].ends_with(" {} name=x record=: c\\nevent: x\\ndata: {}"), "{log:?}");
}

#[test]
fn says_what_is_no_field() {
    sse(
        "<html>\ndata: {}\n\nx\"}]}\n\n",
        &[
            "warning 0:1+0 frame/not-a-field: line `<html>` is no field and is ignored",
            "1:2+7 {} record=data: {}",
            "warning 1:4+17 frame/not-a-field: line `x\"}]}` is no field and is ignored",
        ],
    );
}

#[test]
fn leaves_out_what_is_too_long() {
    let long = format!(
        "id: 1\ndata: {{\"a\":\"{}\"}}\n\ndata: {{}}\n\n: c\ndata: {{\"b\":123}}\n\n",
        "x".repeat(99)
    );
    assert_eq!(
        log(Framing::Sse, 16, long.as_bytes()),
        [
            "error 1:1+0 frame/too-long: frame is longer than `16` bytes and is left out",
            "2:4+121 {} record=data: {}",
            "error 3:7+135 frame/too-long: frame is longer than `16` bytes and is left out",
        ]
    );
}

#[test]
fn borrows_an_event_that_lies_in_one_block() {
    struct Check<'a>(&'a [u8], usize);
    impl crate::framing::Sink for Check<'_> {
        fn frame(&mut self, frame: crate::framing::RawFrame<'_>) {
            assert!(self.0.as_ptr_range().contains(&frame.payload.as_ptr()));
            self.1 += 1;
        }
        fn open(&mut self, _: crate::framing::Position) {}
        fn element(&mut self, _: u64, _: crate::framing::RawFrame<'_>) {}
        fn close(&mut self, _: crate::framing::Position) {}
        fn fault(&mut self, _: crate::framing::Fault) {}
    }
    let bytes = b"data: {\"a\":1}\n\nid: 4\nevent: x\ndata:{}\n\ndata: {}\r\n\r\n";
    let mut sink = Check(bytes, 0);
    super::decoder(Framing::Sse, MAX).feed(bytes, &mut sink);
    assert_eq!(sink.1, 3);
}

#[test]
fn gives_a_frame_as_soon_as_it_is_whole() {
    assert_eq!(log_of(Framing::Sse, MAX, [&b"data: {}\r\n\r"[..]]).len(), 1);
    let mut log = super::Log::default();
    let mut decoder = super::decoder(Framing::Sse, MAX);
    decoder.feed(b"data: {\"a\":1}\r\n\r", &mut log);
    assert_eq!(log.0.len(), 1);
    decoder.feed(b"\ndata: {\"b\":1}\ndata: {\"c\":1}\n", &mut log);
    assert_eq!(log.0.len(), 3, "{:?}", log.0);
}

#[test]
fn is_quick_again_after_a_slow_event() {
    // Between the blocks of a CRLF stream, and after a comment, the next plain event is borrowed again.
    let head = b": c\r\ndata: {}\r\n\r";
    let tail = b"\ndata: {\"a\":1}\r\n\r\n";
    let mut log = super::Log::default();
    let mut decoder = crate::framing::sse::Sse::new(MAX);
    crate::framing::Decode::feed(&mut decoder, head, &mut log);
    let rest = decoder.quick_run(crate::framing::block::Block::checked(tail), &mut log);
    assert!(rest.bytes.is_empty());
    assert_eq!(log.0.len(), 2);
}
