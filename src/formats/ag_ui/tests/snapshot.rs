//! Reading: MESSAGES_SNAPSHOT.

use super::check;

#[test]
fn a_snapshot_adds_what_is_new_and_tells_the_rest_anew() {
    check(
        r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"m2","delta":"Low."}
{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u1","role":"user","content":"tide?","name":"n"},{"id":"m2","role":"assistant","content":"Low.","toolCalls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}]}"#,
        r#"msg+ m0 assistant id=m2
        part+ p0 m0 text
        delta p0 text 'Low.'
        part- p0
        msg- m0
        msg+ m1 user id=u1
        part+ p1 m1 text
        delta p1 text 'tide?'
        part- p1
        revise p0 text 'Low.'
        part+ p2 m0 call c1 f
        delta p2 args '{}'
        part- p2
        msg- m1
        run- stop"#,
    );
}

#[test]
fn a_snapshot_takes_back_what_it_leaves_out_but_for_thinking_and_what_is_open() {
    check(
        r#"{"type":"REASONING_MESSAGE_CHUNK","messageId":"r1","delta":"h"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"a"}
{"type":"TEXT_MESSAGE_START","messageId":"m2"}
{"type":"MESSAGES_SNAPSHOT","messages":[]}
{"type":"TEXT_MESSAGE_END","messageId":"m2"}"#,
        r#"msg+ m0 assistant id=r1
        part+ p0 m0 reasoning
        delta p0 text 'h'
        part- p0
        msg- m0
        msg+ m1 assistant id=m1
        part+ p1 m1 text
        delta p1 text 'a'
        part- p1
        msg- m1
        msg+ m2 assistant id=m2
        part+ p2 m2 text
        step! m1
        part- p2
        msg- m2
        run- stop"#,
    );
}
