use crate::framing::{Framing, sniff};

#[track_caller]
fn check(input: &str, framing: Option<Framing>) {
    let sniffed = sniff(input.as_bytes(), true);
    assert_eq!(sniffed.framing, framing, "{input:?}: {sniffed:?}");
}

#[test]
fn tells_sse() {
    for input in [
        "data: {}\n\n",
        "\u{feff}event: x\ndata: {}\n\n",
        ": ping\n\n",
        "id: 1\rdata: {}\r\r",
        "retry: 3\n",
        "\n\n\ndata:{}",
        "{\"success\":false}\ndata: {}\n\n",
        "x\"}]}\n\ndata: {}\n\n",
        "* Connected\n> GET\n< HTTP/1.1 200 OK\n{ [5 bytes data]\ndata: {}\n\n",
        "HTTP/2 200 \r\nA: b\r\n\r\ndata: {}\n\n",
    ] {
        check(input, Some(Framing::Sse));
    }
}

#[test]
fn tells_ndjson() {
    for input in [
        "{\"a\":1}\n{\"b\":2}",
        "\u{feff}\n\u{1e}{\"a\":1}\r\n\r\n{\"b\":2}\r\n",
        "[{\"role\":\"user\"}]\n[]\n",
        "{}{}\n",
        "{\"a\":1}\nnope",
        "{\"a\":\"cut\n{\"b\":1}\n",
        "HTTP/1.1 200 OK\r\n\r\n{\"a\":1}\n{\"b\":2}",
    ] {
        check(input, Some(Framing::Ndjson));
    }
}

#[test]
fn tells_json() {
    for input in [
        "{}",
        "{\"a\":1}\n",
        "[\n{\"a\":1},\n{\"b\":2}\n]\n",
        "{\n \"a\": 1\n}\n{\n}\n",
        "[{\"a\":1},\n{\"b\":2}]",
        "{\"messages\":\n[]}",
        "\"x\"",
        "12",
        "{ [5 bytes data]\n{\"a\":1}\n",
        "{\"a\":\"cut",
    ] {
        check(input, Some(Framing::Json));
    }
    assert_eq!(sniff(b"{\"a\":\"much lo", false).framing, Some(Framing::Json));
}

#[test]
fn says_when_it_cannot() {
    check("hello\n", None);
    check("<html></html>", None);
    let empty = sniff(b" \n\t", true);
    assert!(empty.empty && empty.framing.is_none());
    assert!(sniff(b"", true).empty && !sniff(b" \n", false).empty);
    assert!(sniff(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", true).binary);
    assert!(sniff(b"\xff\xfe{\0}\0", true).binary);
    assert!(!sniff(b"data: {\"a\":\"\xff\"}", true).binary);
}

#[test]
fn gives_the_headers() {
    let sniffed =
        sniff(b"HTTP/2 200 \r\nContent-Type: text/event-stream; charset=utf-8\r\nX-A:  b \r\n\r\n", true);
    assert_eq!(sniffed.header("content-type"), Some("text/event-stream; charset=utf-8"));
    assert_eq!(sniffed.header("x-a"), Some("b"));
    assert_eq!((sniffed.framing, sniffed.empty), (Some(Framing::Sse), true));
    let sniffed =
        sniff(b"> A: sent\n< HTTP/1.1 200 OK\n< Content-Type: application/json\n< \n{\"a\":1}", true);
    assert_eq!(sniffed.headers, [("content-type".to_owned(), "application/json".to_owned())]);
}

#[test]
fn names_framings() {
    for framing in Framing::ALL {
        assert_eq!(Framing::from_name(&framing.to_string()), Some(framing));
    }
    assert_eq!(Framing::from_name("SSE"), None);
}
