//! Reading tool calls, in all the ways that servers cut them up.

use super::stream::check;

const HEAD: &str = "run+ id=c model=m at=1\nmsg+ m0 assistant\n";

#[track_caller]
fn calls(deltas: &str, lines: &str) {
    let all = format!("{HEAD}{lines}\nmsg- m0\nrun- tool-calls(tool_calls)");
    let (events, reports): (Vec<_>, Vec<_>) =
        all.lines().map(str::trim).partition(|line| !line.starts_with("in"));
    check(&format!("{deltas}\n{{}} => tool_calls"), &[events, reports].concat().join("\n"));
}

#[test]
fn pieces_join_by_index() {
    calls(
        r#"{"role":"assistant","tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":""}}]}
           {"tool_calls":[{"index":1,"id":"b","type":"function","function":{"name":"g","arguments":""}}]}
           {"tool_calls":[{"index":0,"function":{"arguments":"{}"}},{"index":1,"function":{"arguments":"[]"}}]}"#,
        "part+ p0 m0 call a f
         delta p0 args '{}'
         part+ p1 m0 call b g
         delta p1 args '[]'
         part- p0
         part- p1",
    );
}

#[test]
fn repeated_ids_and_names_are_no_news_and_cut_names_join() {
    calls(
        r#"{"role":"assistant","tool_calls":[{"index":0,"id":"0","type":"function","function":{"name":"edit_ex","arguments":""}}]}
           {"tool_calls":[{"index":0,"id":"0","type":"function","function":{"name":"isting"}}]}
           {"tool_calls":[{"index":0,"id":"0","type":"function","function":{"name":"edit_existing","arguments":"{"}}]}
           {"tool_calls":[{"index":0,"id":"","type":"function","function":{"name":"","arguments":"}"}}]}
           {"tool_calls":[{"index":0,"id":"1","type":"function","function":{"name":"f","arguments":"{}"}}]}"#,
        "part+ p0 m0 call 0 edit_existing
         delta p0 args '{'
         delta p0 args '}'
         part+ p1 m0 call 1 f
         delta p1 args '{}'
         part- p0
         part- p1",
    );
}

#[test]
fn without_an_index_a_new_id_opens_a_call() {
    calls(
        r#"{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{"}}]}
           {"tool_calls":[{"function":{"arguments":"}"}}]}
           {"tool_calls":[{"id":"b","type":"function","function":{"name":"g","arguments":"{}"}}]}"#,
        "part+ p0 m0 call a f
         delta p0 args '{'
         delta p0 args '}'
         part+ p1 m0 call b g
         delta p1 args '{}'
         part- p0
         part- p1
         in:1: frame 1, /choices/0/delta/tool_calls/0: warning[openai/tool-index-missing]: a tool call has no `index`",
    );
}

#[test]
fn free_text_and_extras_stay() {
    calls(
        r#"{"role":"assistant","tool_calls":[{"index":3,"id":"a","type":"custom","custom":{"name":"f","input":"x"},"extra":{"s":1}}]}"#,
        r#"part+ p0 m0 call a f
           delta p0 args 'x' {/choices/0/delta/tool_calls/0/extra {"s":1}}
           part- p0"#,
    );
}

#[test]
fn the_legacy_form_is_marked() {
    check(
        r#"{"role":"assistant","function_call":{"name":"f","arguments":""}}
           {"function_call":{"arguments":"{}"}} => function_call"#,
        "run+ id=c model=m at=1
         msg+ m0 assistant
         part+ p0 m0 call - f {/function_call null}
         delta p0 args '{}'
         part- p0
         msg- m0
         run- tool-calls(function_call)",
    );
}

#[test]
fn two_finish_reasons_are_told_and_calls_decide() {
    check(
        r#"{"role":"assistant","tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}
           {} => tool_calls
           {} => stop"#,
        "run+ id=c model=m at=1
         msg+ m0 assistant
         part+ p0 m0 call a f
         delta p0 args '{}'
         part- p0
         msg- m0
         run- tool-calls(tool_calls)
         in:3: frame 3, /choices/0: warning[openai/finish-twice]: a second finish reason, `stop` after `tool_calls`",
    );
}
