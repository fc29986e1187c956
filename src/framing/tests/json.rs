use super::{Framing, MAX, check, log, log_of};

#[track_caller]
fn json(input: &str, expected: &[&str]) {
    check(Framing::Json, input, expected);
}

#[test]
fn reads_documents() {
    json("\u{feff}{\n \"a\": \"}\\\"\\\\\"\n}\n", &["1:1+3 {\\n \"a\": \"}\\\"\\\\\"\\n}"]);
    json(
        "{\"a\":1}{\"b\":2}\n\u{1e}\"x\" 12 true\n\nnull",
        &["1:1+0 {\"a\":1}", "2:1+7 {\"b\":2}", "3:2+16 \"x\"", "4:2+20 12", "5:2+23 true", "6:4+29 null"],
    );
    json("", &[]);
    json(" \n", &[]);
}

#[test]
fn reads_arrays_by_element() {
    json("[]", &["open 1:1+0", "close 1:1+1"]);
    json(
        " [ {\"a\":[1]},\n[2], \"]\" ,3]\n[4]",
        &[
            "open 1:1+1",
            "[0] 1:1+3 {\"a\":[1]}",
            "[1] 1:2+14 [2]",
            "[2] 1:2+19 \"]\"",
            "[3] 1:2+24 3",
            "close 1:2+25",
            "open 2:3+27",
            "[0] 2:3+28 4",
            "close 2:3+29",
        ],
    );
}

#[test]
fn knows_the_sentinel() {
    json("{}\n[DONE]\n{}", &["1:1+0 {}", "1:2+3 [DONE] sentinel", "2:3+10 {}"]);
    json("[DONT]", &["open 1:1+0", "[0] 1:1+0 DONT", "close 1:1+5"]);
    json("[DONE", &["open 1:1+0", CUT_DONE, "[0] 1:1+0 DONE", "close 1:1+5"]);
}

const CUT_DONE: &str = "error 1:1+5 frame/cut-short: the input ends inside an array that begins in line 1";

#[test]
fn hands_over_what_was_cut() {
    json(
        "{\"a\":1}\n{\"b\":\"x",
        &[
            "1:1+0 {\"a\":1}",
            "error 2:2+15 frame/cut-short: the input ends inside a value that begins in line 2",
            "2:2+8 {\"b\":\"x",
        ],
    );
    let cut = "frame/cut-short: the input ends inside an array that begins in line 1";
    json("[{}", &["open 1:1+0", "[0] 1:1+1 {}", &format!("error 1:1+3 {cut}"), "close 1:1+3"]);
    json("[{},", &["open 1:1+0", "[0] 1:1+1 {}", &format!("error 1:1+4 {cut}"), "close 1:1+4"]);
    json("[", &["open 1:1+0", &format!("error 1:1+1 {cut}"), "close 1:1+1"]);
    json(
        "[{},{\"a\"",
        &["open 1:1+0", "[0] 1:1+1 {}", &format!("error 1:1+8 {cut}"), "[1] 1:1+4 {\"a\"", "close 1:1+8"],
    );
}

#[test]
fn goes_on_after_broken_values() {
    json(
        "{\"a\":\"cut\n{\"b\":1}\n{\"c\":[1}\n 7\n{}\n",
        &[
            "error 1:1+9 frame/open-string: line break inside a string of the value that begins in line 1",
            "2:2+10 {\"b\":1}",
            "error 3:3+25 frame/brackets: `}` closes no bracket of its kind in the value that begins in line 3",
            "4:5+30 {}",
        ],
    );
    json(
        "[\n{\"a\":\"cut\n{\"b\":1}\n]\n",
        &[
            "open 1:1+0",
            "error 1:2+11 frame/open-string: line break inside a string of the value that begins in line 2",
            "[1] 1:3+12 {\"b\":1}",
            "close 1:4+20",
        ],
    );
}

#[test]
fn says_what_is_no_json() {
    json(
        "oh no\n{}\nnope }{}\n{}",
        &[
            "error 0:1+0 frame/not-json: `oh no` where a JSON value should begin",
            "1:2+6 {}",
            "error 1:3+9 frame/trailing-data: `nope }{}` after a JSON value",
            "2:4+18 {}",
        ],
    );
    json("{}}", &["1:1+0 {}", "error 1:1+2 frame/trailing-data: `}` after a JSON value"]);
    // What an element may be is not for this floor to say.
    json("[NaN]", &["open 1:1+0", "[0] 1:1+1 NaN", "close 1:1+4"]);
}

#[test]
fn says_which_comma() {
    json(
        "[1,,2 3,]\n{},{}",
        &[
            "open 1:1+0",
            "[0] 1:1+1 1",
            "error 1:1+3 frame/comma: a comma stands where an element should be",
            "[1] 1:1+4 2",
            "error 1:1+6 frame/comma: a comma is missing between two elements",
            "[2] 1:1+6 3",
            "error 1:1+8 frame/comma: a comma stands before the end of the array",
            "close 1:1+8",
            "2:2+10 {}",
            "error 2:2+12 frame/comma: a comma stands between two values that are not in an array",
            "3:2+13 {}",
        ],
    );
}

#[test]
fn skips_headers_and_noise() {
    json(
        "* Connected\n{ [5 bytes data]\n{\"a\":\n1}* Connection #0 left\n",
        &[
            "warning 0:1+0 frame/noise: `* Connected` is no part of the body and is ignored, \
             and so is all that is like it",
            "1:3+29 {\"a\":\\n1}",
        ],
    );
    json("HTTP/1.1 200 OK\r\nA: b\r\n\r\n[1]", &["open 1:4+25", "[0] 1:4+26 1", "close 1:4+27"]);
}

#[test]
fn several_responses_of_curl_follow_each_other() {
    json(
        "{\n\"a\":1}HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nA: {\r\n\r\n{\n\"a\":2}\nhtml\n",
        &[
            "1:1+0 {\\n\"a\":1}",
            "warning 1:2+8 frame/noise: `HTTP/1.1 200 OK` is no part of the body and is ignored, \
             and so is all that is like it",
            "2:6+61 {\\n\"a\":2}",
            "error 2:8+70 frame/trailing-data: `html` after a JSON value",
        ],
    );
}

#[test]
fn ends_at_what_is_too_long() {
    let fault = "frame/too-long fatal: frame is longer than `4` bytes and is left out";
    let log = log(Framing::Json, 4, b"[1,[2],[3,4],5]");
    let expected =
        ["open 1:1+0", "[0] 1:1+1 1", "[1] 1:1+3 [2]", &format!("error 1:1+7 {fault}"), "close 1:1+7"];
    assert_eq!(log, expected);
}

#[test]
fn copes_with_deep_nesting() {
    let deep = format!("{}{}", "[{\"a\":".repeat(50_000), "}]".repeat(50_000));
    let log = log_of(Framing::Json, MAX, [deep.as_bytes()]);
    assert_eq!(log.len(), 3);
}
