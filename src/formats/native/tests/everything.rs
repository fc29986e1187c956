//! A transcript in which every member of every node says something.

use crate::ir::{
    ApprovalRequest, ApprovalResponse, Citation, Data, Extra, Extras, File, FileContent, Finish, Input,
    Interrupt, Json, JsonString, Message, Param, ParamKind, Part, PartKind, Patch, Place, Reasoning,
    Remainder, Role, Run, RunError, Source, Status, StopReason, Tool, ToolCall, ToolChoice, ToolResult,
    Transcript, Usage,
};

fn s(text: &str) -> JsonString {
    JsonString::from_plain(text)
}

fn some(text: &str) -> Option<JsonString> {
    Some(s(text))
}

fn json(text: &str) -> Json {
    Json::check(text).unwrap()
}

fn extras(name: &str, value: &str) -> Extras {
    let extra = Extra { name: name.to_owned(), value: json(value), place: Place::default() };
    Extras::new("openai", vec![extra])
}

fn remainder() -> Remainder {
    let set = vec![("/b~1\"".to_owned(), json("1.50")), ("/a".to_owned(), json("null"))];
    Remainder { format: "openai-messages".to_owned(), patch: Patch { set, remove: vec!["/c".to_owned()] } }
}

fn call(id: Option<JsonString>, input: Input, free_text: bool, provider_executed: bool) -> PartKind {
    PartKind::ToolCall(ToolCall { id, name: s("get_tide"), input, free_text, provider_executed })
}

fn result(output: Option<&str>, status: Status, preliminary: bool, provider_executed: bool) -> PartKind {
    let output = output.map(json);
    PartKind::ToolResult(ToolResult {
        id: some("call_1"),
        name: some("get_tide"),
        output,
        status,
        preliminary,
        provider_executed,
    })
}

fn file(content: FileContent) -> PartKind {
    PartKind::File(File { media_type: some("image/png"), content, filename: some("a.png") })
}

fn said() -> Vec<PartKind> {
    vec![
        PartKind::Text(s("a \"quoted\"\nline \\ é 😀")),
        PartKind::Text(JsonString::default()),
        PartKind::Reasoning(Reasoning {
            text: s("hm"),
            signature: some("seal"),
            encrypted: some("c2VjcmV0"),
        }),
        PartKind::Reasoning(Reasoning { text: s("hm"), signature: some("seal"), encrypted: None }),
        PartKind::Reasoning(Reasoning::default()),
        PartKind::Refusal(s("no")),
        PartKind::Error(s("boom")),
        PartKind::Step,
        PartKind::Raw { family: "anthropic".to_owned(), value: json(r#"{"type": "new"}"#) },
    ]
}

fn called() -> Vec<PartKind> {
    vec![
        call(some("call_1"), Input::Json(json(r#"{"n": 1.0, "n": 1e3}"#)), false, true),
        call(None, Input::Absent, false, false),
        call(some(""), Input::Json(json("null")), false, false),
        call(some("call_2"), Input::Text(s("{\"city\":")), false, false),
        call(some("call_3"), Input::Text(s("{}")), true, false),
        result(Some("\"low\""), Status::Ok, false, false),
        result(None, Status::Denied, false, true),
        result(Some("null"), Status::Error, true, false),
    ]
}

fn shown() -> Vec<PartKind> {
    vec![
        file(FileContent::Data(s("aGk="))),
        file(FileContent::Url(s("https://example.org/a.png"))),
        PartKind::File(File { media_type: None, content: FileContent::Id(s("file_1")), filename: None }),
        PartKind::Source(Source {
            url: some("https://example.org"),
            title: some("t"),
            id: some("s1"),
            media_type: some("text/plain"),
            filename: some("a.txt"),
            citation: Some(Citation { start: Some(0), end: Some(9), cited_text: some("c") }),
        }),
        PartKind::Source(Source { citation: Some(Citation::default()), ..Source::default() }),
        PartKind::Source(Source::default()),
        PartKind::Data(Data { name: s("progress"), id: some("p1"), value: json("0.50"), transient: true }),
        PartKind::Data(Data { name: s("x"), id: None, value: json("null"), transient: false }),
        PartKind::ApprovalRequest(ApprovalRequest {
            id: s("a1"),
            call_id: some("call_1"),
            reason: some("r"),
        }),
        PartKind::ApprovalResponse(ApprovalResponse {
            id: s("a1"),
            call_id: some("call_1"),
            approved: true,
            reason: some("r"),
        }),
        PartKind::ApprovalResponse(ApprovalResponse {
            id: s("a2"),
            call_id: None,
            approved: false,
            reason: None,
        }),
    ]
}

/// One part of each kind, and of each form of it.
fn parts() -> Vec<Part> {
    let kinds = said().into_iter().chain(called()).chain(shown());
    let mut parts: Vec<_> = kinds.map(|kind| Part::new(kind, Place::default())).collect();
    for (part, n) in parts.iter_mut().zip(0..) {
        if n % 2 == 0 && part.kind != PartKind::Step {
            part.extras = extras("/cache~1control", r#"{"type":"ephemeral"}"#);
        }
    }
    parts
}

fn finish(reason: StopReason, raw: Option<JsonString>) -> Option<Finish> {
    Some(Finish { reason, raw, place: Place::default() })
}

fn params() -> Vec<Param> {
    let kinds = [
        ParamKind::MaxTokens(100),
        ParamKind::Temperature(json("0.70")),
        ParamKind::TopP(json("1")),
        ParamKind::Stop(vec![s("\n"), s("x")]),
        ParamKind::ToolChoice(ToolChoice::Auto),
        ParamKind::ToolChoice(ToolChoice::Any),
        ParamKind::ToolChoice(ToolChoice::None),
        ParamKind::ToolChoice(ToolChoice::Tool(s("get_tide"))),
        ParamKind::ParallelTools(false),
        ParamKind::User(s("u")),
        ParamKind::Effort(s("high")),
        ParamKind::OutputSchema(json(r#"{"type":"object"}"#)),
        ParamKind::Stream(true),
    ];
    kinds.into_iter().map(|kind| Param { kind, place: Place::default() }).collect()
}

fn tools() -> Vec<Tool> {
    let place = Place::default();
    let whole = Tool {
        name: s("get_tide"),
        description: some("d"),
        schema: Some(json("{}")),
        raw: Some(("anthropic".to_owned(), json(r#"{"type":"bash"}"#))),
        extras: extras("/strict", "true"),
        place: place.clone(),
    };
    vec![whole, Tool { name: s("bare"), ..Tool::default() }]
}

fn messages() -> Vec<Message> {
    let words = [Role::System, Role::Developer, Role::User, Role::Tool, Role::Other(s("critic \"x\""))];
    let mut messages: Vec<_> = words.into_iter().map(|role| Message { role, ..Message::default() }).collect();
    messages.push(Message {
        role: Role::Assistant,
        id: some("m1"),
        name: some("n"),
        choice: Some(0),
        parts: parts(),
        finish: finish(StopReason::ToolCalls, some("tool_use")),
        metadata: Some(json(r#"{"k":[1, 2]}"#)),
        extras: extras("choice:/logprobs", "[]"),
        remainder: remainder(),
        place: Place::default(),
        id_name: None,
    });
    messages
}

/// The whole.
pub(super) fn transcript() -> Transcript {
    let place = Place::default();
    let [id, thread_id, model, created_at] = ["r1", "t1", "m", "1735689600"].map(some);
    Transcript {
        source: "openai-stream".to_owned(),
        complete: false,
        run: Run { id, thread_id, model, created_at, place: place.clone(), names: [""; 4] },
        messages: messages(),
        tools: tools(),
        params: params(),
        finish: finish(StopReason::Stop, some("end_turn")),
        usage: Usage {
            input: Some(42),
            output: Some(9),
            total: Some(51),
            cache_read: Some(0),
            cache_write: Some(1),
            reasoning: Some(u64::MAX),
            cost: Some(json("0.10")),
            place: place.clone(),
        },
        error: Some(RunError {
            message: s("e"),
            code: Some(json("529")),
            extras: extras("/x", "1"),
            place: place.clone(),
        }),
        interrupts: vec![Interrupt {
            id: s("i1"),
            reason: some("r"),
            call_id: some("call_1"),
            message: some("m"),
            payload: Some(json("null")),
            extras: extras("/x", "1"),
            place,
        }],
        state: Some(json("null")),
        extras: extras("/service_tier", "\"default\""),
        remainder: remainder(),
    }
}
