//! Tool parts: what each state asks for and excludes, as tables. Source: `ai` 7.0.173, `uiMessagesSchema`.

use super::{FAULTS, rules};
use crate::check::Findings;
use crate::ir::Value;
use crate::schema::{Member, Object, Tagged, Type, check, may, must};

/// How the text of a call's input is to be taken.
pub(super) const WORDS_OF_INPUT: Member = may("inputEncoding", Type::Word(&["json", "text"]));

/// Checks a `tool-NAME` part.
pub(super) fn static_tool(part: Value<'_>, found: &mut Findings<'_>) {
    check(part, &Type::Tagged(&BY_STATE), &FAULTS, found);
    state(part, found);
}

/// Checks a `dynamic-tool` part.
pub(super) fn dynamic_tool(part: Value<'_>, found: &mut Findings<'_>) {
    check(part, &Type::Object(&DYNAMIC), &FAULTS, found);
    static_tool(part, found);
}

/// What a dynamic tool has besides: its name, and `false` where the tool was a static one.
static DYNAMIC: Object =
    Object::new("a dynamic tool part", &[&[must("toolName", Type::Text), WAS_STATIC]]).open();
const WAS_STATIC: Member = may("dynamic", Type::Test("`false`", |value| value.peek() == "false"));

/// A tool part by its state.
static BY_STATE: Tagged = Tagged {
    name: "a tool part",
    key: "state",
    variants: &[
        ("output-available", &DONE),
        ("output-error", &FAILED),
        ("input-available", &AVAILABLE),
        ("input-streaming", &STREAMING),
        ("approval-requested", &ASKED),
        ("approval-responded", &ANSWERED),
        ("output-denied", &DENIED),
    ],
    unknown: Some(&rules::UNKNOWN_STATE),
    absent: Some(&rules::NO_STATE),
};

const HEAD: &[Member] = &[
    must("type", Type::Text),
    must("toolCallId", Type::Text),
    must("state", Type::Text),
    may("toolName", Type::Any).null_fine(),
    may("dynamic", Type::Any).null_fine(),
    may("title", Type::Text),
    may("toolMetadata", Type::Map),
    may("providerExecuted", Type::Flag),
    may("callProviderMetadata", Type::Map),
];
/// Members that some states exclude, which [`EXCLUDED`] tells.
const OUTPUT_ANY: Member = may("output", Type::Any).null_fine();
const ERROR_ANY: Member = may("errorText", Type::Any).null_fine();
const APPROVAL_ANY: Member = may("approval", Type::Any).null_fine();
const INPUT: Member = must("input", Type::Any).null_fine();
const RESULT_META: Member = may("resultProviderMetadata", Type::Map);

static STREAMING: Object = Object::new(
    "a tool part",
    &[
        HEAD,
        &[
            may("input", Type::Any).null_fine(),
            may("rawInput", Type::Text),
            WORDS_OF_INPUT,
            OUTPUT_ANY,
            ERROR_ANY,
            APPROVAL_ANY,
        ],
    ],
);
static AVAILABLE: Object = Object::new("a tool part", &[HEAD, &[INPUT, OUTPUT_ANY, ERROR_ANY, APPROVAL_ANY]]);
static ASKED: Object = Object::new(
    "a tool part",
    &[HEAD, &[INPUT, OUTPUT_ANY, ERROR_ANY, must("approval", Type::Object(&QUESTION))]],
);
static ANSWERED: Object =
    Object::new("a tool part", &[HEAD, &[INPUT, OUTPUT_ANY, ERROR_ANY, must("approval", ANSWER)]]);
static DONE: Object = Object::new(
    "a tool part",
    &[
        HEAD,
        &[
            INPUT,
            must("output", Type::Any).null_fine(),
            ERROR_ANY,
            may("preliminary", Type::Flag),
            RESULT_META,
            may("approval", ANSWER),
        ],
    ],
);
static FAILED: Object = Object::new(
    "a tool part",
    &[
        HEAD,
        &[
            may("input", Type::Any).null_fine(),
            may("rawInput", Type::Any).null_fine().old(&rules::OLD_RAW_INPUT),
            must("errorText", Type::Text),
            OUTPUT_ANY,
            RESULT_META,
            may("approval", ANSWER),
        ],
    ],
);
static DENIED: Object =
    Object::new("a tool part", &[HEAD, &[INPUT, OUTPUT_ANY, ERROR_ANY, must("approval", ANSWER)]]);

const OF_APPROVAL: &[Member] = &[
    must("id", Type::Text),
    may("descriptor", Type::Any).null_fine(),
    may("requestReason", Type::Text),
    may("isAutomatic", Type::Flag),
    may("signature", Type::Text),
    may("inputSchemaInput", Type::Any).null_fine(),
];
static QUESTION: Object = Object::new(
    "an approval",
    &[OF_APPROVAL, &[may("approved", Type::Any).null_fine(), may("reason", Type::Any).null_fine()]],
);
const ANSWER: Type = Type::Object(&RESPONSE);
static RESPONSE: Object =
    Object::new("an approval", &[OF_APPROVAL, &[must("approved", Type::Flag), may("reason", Type::Text)]]);

/// The members that a state excludes: of the part, and of its approval.
const EXCLUDED: &[(&str, &[&str], &[&str])] = &[
    ("input-streaming", &["output", "errorText", "approval"], &[]),
    ("input-available", &["output", "errorText", "approval"], &[]),
    ("approval-requested", &["output", "errorText"], &["approved", "reason"]),
    ("approval-responded", &["output", "errorText"], &[]),
    ("output-available", &["errorText"], &[]),
    ("output-error", &["output"], &[]),
    ("output-denied", &["output", "errorText"], &[]),
];

/// Finds members that the state of the part excludes, and an approval that says something else than the state.
fn state(part: Value<'_>, found: &mut Findings<'_>) {
    let fields = part.look();
    let Some(state) = fields.token("state") else { return };
    let Some((state, of_part, of_approval)) = EXCLUDED.iter().find(|(word, _, _)| state.is(word)) else {
        return;
    };
    let approval = fields.get("approval").map_or(crate::ir::Fields::NONE, Value::look);
    let of_part = of_part.iter().filter_map(|key| fields.member(key));
    for member in of_part.chain(of_approval.iter().filter_map(|key| approval.member(key))) {
        let message = format!("a tool part in the state `{state}` has `{}`", member.key().decode());
        found.put(&rules::OTHER_STATE, member, message);
    }
    let (Some(said), Some(asked)) = (approval.get("approved"), approved(state)) else { return };
    if said.peek() == if asked { "false" } else { "true" } {
        let message = format!("`approved` is `{}` in the state `{state}`", said.peek());
        found.put(&rules::APPROVAL_CONTRADICTS, said, message);
    }
}

/// What the approval of a part in this state must say.
fn approved(state: &str) -> Option<bool> {
    match state {
        "output-available" | "output-error" => Some(true),
        "output-denied" => Some(false),
        _ => None,
    }
}
