use proptest::prelude::*;

use super::*;

fn valid(text: &str) -> bool {
    Tape::default().fill(text).is_ok()
}

#[test]
fn what_nobody_read_is_left() {
    let text = r#"{"a":1,"b":{"c":[1,2],"d":null},"a":"last","\u0065":true}"#;
    let mut tape = Tape::default();
    tape.fill(text).unwrap();
    let view = tape.view(text);
    let root = view.root();
    let fields = root.fields();
    assert_eq!(fields.text("a").unwrap().as_str(), "last");
    assert_eq!(fields.flag("e"), Some(true));
    assert!(fields.object("b").get("d").is_none());
    let left: Vec<_> = root.unread().map(|value| (value.pointer(), value.peek())).collect();
    assert_eq!(left, [("/a".into(), "1"), ("/b/c".into(), "[1,2]"), ("/b/d".into(), "null")]);
}

#[test]
fn pointers_escape_and_start_where_asked() {
    let text = r#"[{"a/b~":[5]}]"#;
    let mut tape = Tape::default();
    tape.fill(text).unwrap();
    let view = tape.view(text);
    let first = view.root().items().next().unwrap();
    let five = first.fields().list("a/b~").next().unwrap();
    assert_eq!(five.pointer(), "/0/a~1b~0/0");
    assert_eq!(five.pointer_from(first), "/a~1b~0/0");
}

#[test]
fn a_pointer_is_the_same_among_few_and_among_many() {
    for n in [2, 63, 64, 65, 500] {
        let items: Vec<String> = (0..n).map(|i| format!(r#"{{"k{i}":[[{i}]]}}"#)).collect();
        let members: Vec<String> = (0..n).map(|i| format!(r#""m{i}":[0,{i}]"#)).collect();
        let text = format!(r#"[[{}],{{{}}}]"#, items.join(","), members.join(","));
        let mut tape = Tape::default();
        tape.fill(&text).unwrap();
        let view = tape.view(&text);
        let root = view.root();
        let [list, object] = root.items().collect::<Vec<_>>()[..] else { panic!("two") };
        for (i, item) in list.items().enumerate() {
            let inner = item.fields().list(&format!("k{i}")).next().unwrap().items().next().unwrap();
            assert_eq!(inner.pointer(), format!("/0/{i}/k{i}/0/0"));
            assert_eq!(inner.pointer_from(item), format!("/k{i}/0/0"));
            assert_eq!(item.pointer_from(item), "");
        }
        for (i, (_, member)) in object.members().enumerate() {
            assert_eq!(member.items().last().unwrap().pointer_from(object), format!("/m{i}/1"));
        }
    }
}

#[test]
fn deep_nesting_is_a_fault_and_no_crash() {
    let deep = "[".repeat(20_000);
    assert_eq!(Tape::default().fill(&deep).unwrap_err().what, "nested deeper than 512 levels");
    assert!(valid(&format!("{}{}", "[".repeat(512), "]".repeat(512))));
}

#[test]
fn a_cut_text_says_so() {
    for cut in [r#"{"a":"#, r#"{"a"#, "[1,", r#"["\u12"#, "tru", r#""\"#] {
        assert!(Tape::default().fill(cut).unwrap_err().cut_short, "{cut}");
    }
    assert!(!Tape::default().fill("[1 2]").unwrap_err().cut_short);
}

proptest! {
    #[test]
    fn accepts_what_serde_json_accepts(mut bytes in prop::collection::vec(prop::sample::select(
        b"\"\\{}[],:0123456789eE+-.tfnul u\x01\t d8truefalsenull".to_vec()), 0..24)) {
        bytes.retain(|byte| *byte != 0);
        let text = String::from_utf8(bytes).unwrap();
        let serde = serde_json::from_str::<&serde_json::value::RawValue>(&text).is_ok();
        prop_assert_eq!(valid(&text), serde, "{}", text);
    }

    #[test]
    fn accepts_mutations_as_serde_json_does(at in 0usize..90, with in any::<char>()) {
        let base = r#"{"id":"x","n":[-1.5e+3,0,true,null],"s":"a\n\u00e9\ud83d\"","o":{"k":{}}, "e":[]}"#;
        let mut text: Vec<char> = base.chars().collect();
        let at = at % text.len();
        text[at] = with;
        let text: String = text.into_iter().collect();
        let serde = serde_json::from_str::<&serde_json::value::RawValue>(&text).is_ok();
        prop_assert_eq!(valid(&text), serde, "{}", text);
    }
}
