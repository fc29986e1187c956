//! Reading: how runs begin and end.

use super::STREAM;
use crate::formats::testing::check_read;

#[test]
fn an_end_has_outcome_usage_and_interrupts() {
    check_read(
        STREAM,
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r","timestamp":1764001234567,"parentRunId":"p"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r","result":1,"outcome":{"type":"interrupt","interrupts":[{"id":"i1","reason":"why","expiresAt":"x"}]},"usage":[{"model":"m","inputTokens":3,"outputTokens":0}]}"#,
        r#"run+ id=r thread=t at=1764001234567 {/parentRunId "p"}
        interrupt i1
        usage in=3 out=0
        run- paused(interrupt) {/result 1} {/usage/0/model "m"}"#,
    );
}

#[test]
fn several_usages_are_added_up_and_kept() {
    check_read(
        STREAM,
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r","usage":[{"model":"m","inputTokens":3},{"model":"n","inputTokens":4,"outputTokens":1}]}"#,
        r#"run+ id=r thread=t
        usage in=7 out=1
        run- stop {/usage [{"model":"m","inputTokens":3},{"model":"n","inputTokens":4,"outputTokens":1}]}"#,
    );
}

#[test]
fn an_error_ends_a_run_and_a_cut_is_no_end() {
    check_read(
        STREAM,
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"RUN_ERROR","message":"boom","code":"c"}
{"type":"RUN_STARTED","threadId":"t","runId":"r2"}"#,
        "run+ id=r thread=t
        msg+ m0 assistant id=m1
        part+ p0 m0 text
        part- p0
        msg- m0
        error 'boom'
        run- error
        run+ id=r2 thread=t
        run- cut
        in: warning[ag-ui/no-end]: the stream ends and the run has not
        help: a run ends with RUN_FINISHED or RUN_ERROR; the capture may be cut short",
    );
}

#[test]
fn text_without_a_run_or_a_start_is_kept() {
    check_read(
        STREAM,
        r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"tail"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#,
        "run+
        msg+ m0 assistant id=m1
        part+ p0 m0 text
        delta p0 text 'tail' { null}
        part- p0
        msg- m0
        run- stop {/threadId \"t\"} {/runId \"r\"}
        in:1: frame 1: error[ag-ui/outside-run]: a piece of a message before RUN_STARTED
        help: a run begins with RUN_STARTED; the capture may be cut
        in:1: frame 1: error[ag-ui/not-open]: a piece of the text message `m1`, which is not open
        help: send TEXT_MESSAGE_START with this messageId first
        in:2: frame 2: error[ag-ui/open-at-end]: RUN_FINISHED while `m1` is open
        help: end messages, calls, spans, steps and subagents before the run
        in:2: frame 2: warning[ag-ui/other-run-id]: `runId` is `r` and was another at RUN_STARTED
        help: a run keeps its ids
        in:2: frame 2: warning[ag-ui/other-run-id]: `threadId` is `t` and was another at RUN_STARTED
        help: a run keeps its ids
        in:3: frame 3: error[ag-ui/not-open]: the end of the text message `m1`, which is not open
        help: send TEXT_MESSAGE_START with this messageId first",
    );
}
