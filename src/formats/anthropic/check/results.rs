//! Results of the server's own tools, as tables. Source: the types of PyPI
//! `anthropic`, those of requests and of replies taken together.

use super::contents::{CACHE, CALLER, DOCUMENT, KIND, REFERENCE, TEXT_BLOCK, beta};
use super::rules;
use crate::schema::{Member, Object, Tagged, Type, may, must};

const HEAD: &[Member] = &[KIND, must("tool_use_id", Type::Text), CACHE, CALLER];

/// What a result holds, by its type; another type is of a later version.
const CONTENT: Tagged = Tagged {
    name: "the content of a result",
    key: "type",
    variants: &[],
    unknown: Some(&rules::UNKNOWN_BLOCK),
    absent: Some(&rules::MISSING_MEMBER),
};
static ERROR: Object = Object::new(
    "the error of a server's tool",
    &[&[KIND, must("error_code", Type::Text), may("error_message", Type::Text).null_fine()]],
);

/// `web_search_tool_result`
pub(super) static WEB_SEARCH: Object = Object::new(
    "a web_search_tool_result",
    &[
        HEAD,
        &[must("content", Type::Either(&[Type::List(&Type::Tagged(&PAGES)), Type::Tagged(&SEARCH_ERROR)]))],
    ],
);
static PAGES: Tagged = Tagged { variants: &[("web_search_result", &PAGE)], ..CONTENT };
static SEARCH_ERROR: Tagged = Tagged { variants: &[("web_search_tool_result_error", &ERROR)], ..CONTENT };
static PAGE: Object = Object::new(
    "a page that was found",
    &[&[
        KIND,
        must("url", Type::Text),
        must("title", Type::Text),
        must("encrypted_content", Type::Text),
        may("page_age", Type::Text).null_fine(),
    ]],
);

/// `web_fetch_tool_result`
pub(super) static WEB_FETCH: Object =
    Object::new("a web_fetch_tool_result", &[HEAD, &[must("content", Type::Tagged(&FETCHED))]]);
static FETCHED: Tagged = Tagged {
    variants: &[("web_fetch_result", &FETCHED_PAGE), ("web_fetch_tool_result_error", &ERROR)],
    ..CONTENT
};
static FETCHED_PAGE: Object = Object::new(
    "a page that was fetched",
    &[&[
        KIND,
        must("url", Type::Text),
        must("content", Type::Tagged(&DOCUMENTS)),
        may("retrieved_at", Type::Text).null_fine(),
    ]],
);
static DOCUMENTS: Tagged = Tagged { variants: &[("document", &DOCUMENT)], ..CONTENT };

/// `code_execution_tool_result` and `bash_code_execution_tool_result`
pub(super) static CODE: Object =
    Object::new("a result of code", &[HEAD, &[must("content", Type::Tagged(&RAN))]]);
static RAN: Tagged = Tagged {
    variants: &[
        ("code_execution_result", &OUTPUT),
        ("bash_code_execution_result", &OUTPUT),
        ("encrypted_code_execution_result", &SEALED_OUTPUT),
        ("code_execution_tool_result_error", &ERROR),
        ("bash_code_execution_tool_result_error", &ERROR),
    ],
    ..CONTENT
};
const RUN: &[Member] = &[
    KIND,
    must("content", Type::List(&ANY_FILE)),
    must("return_code", Type::Whole),
    must("stderr", Type::Text),
];
static OUTPUT: Object = Object::new("what code has printed", &[RUN, &[must("stdout", Type::Text)]]);
static SEALED_OUTPUT: Object =
    Object::new("what code has printed", &[RUN, &[must("encrypted_stdout", Type::Text)]]);
const ANY_FILE: Type = Type::Tagged(&FILES);
static FILES: Tagged = Tagged {
    variants: &[("code_execution_output", &WRITTEN), ("bash_code_execution_output", &WRITTEN)],
    ..CONTENT
};
static WRITTEN: Object = Object::new("a file that code has written", &[&[KIND, must("file_id", Type::Text)]]);

/// `text_editor_code_execution_tool_result`
pub(super) static EDITOR: Object =
    Object::new("a result of the text editor", &[HEAD, &[must("content", Type::Tagged(&EDITED))]]);
static EDITED: Tagged = Tagged {
    variants: &[
        ("text_editor_code_execution_view_result", &VIEW),
        ("text_editor_code_execution_create_result", &CREATED),
        ("text_editor_code_execution_str_replace_result", &REPLACED),
        ("text_editor_code_execution_tool_result_error", &ERROR),
    ],
    ..CONTENT
};
const COUNT: Type = Type::Count;
static VIEW: Object = Object::new(
    "a file that is shown",
    &[&[
        KIND,
        must("content", Type::Text),
        must("file_type", Type::Word(&["text", "image", "pdf"])),
        may("num_lines", COUNT).null_fine(),
        may("start_line", COUNT).null_fine(),
        may("total_lines", COUNT).null_fine(),
    ]],
);
static CREATED: Object =
    Object::new("a file that was written", &[&[KIND, must("is_file_update", Type::Flag)]]);
static REPLACED: Object = Object::new(
    "lines that were replaced",
    &[&[
        KIND,
        may("lines", Type::List(&Type::Text)).null_fine(),
        may("new_lines", COUNT).null_fine(),
        may("new_start", COUNT).null_fine(),
        may("old_lines", COUNT).null_fine(),
        may("old_start", COUNT).null_fine(),
    ]],
);

/// `tool_search_tool_result`
pub(super) static TOOL_SEARCH: Object =
    Object::new("a tool_search_tool_result", &[HEAD, &[must("content", Type::Tagged(&TOOLS))]]);
static TOOLS: Tagged = Tagged {
    variants: &[("tool_search_tool_search_result", &FOUND_TOOLS), ("tool_search_tool_result_error", &ERROR)],
    ..CONTENT
};
static FOUND_TOOLS: Object = Object::new(
    "tools that were found",
    &[&[KIND, must("tool_references", Type::List(&Type::Tagged(&REFERENCES)))]],
);
static REFERENCES: Tagged = Tagged { variants: &[("tool_reference", &REFERENCE)], ..CONTENT };

/// `mcp_tool_use`
pub(super) static MCP_USE: Object = Object::new(
    "an mcp_tool_use block",
    &[&[
        KIND,
        must("id", Type::Text),
        must("name", Type::Text),
        must("server_name", Type::Text),
        must("input", Type::Map),
        CACHE,
    ]],
)
.also(beta);
/// `mcp_tool_result`
pub(super) static MCP_RESULT: Object = Object::new(
    "an mcp_tool_result block",
    &[
        HEAD,
        &[
            may("content", Type::Either(&[Type::Text, Type::List(&Type::Tagged(&TEXT_BLOCK))])),
            may("is_error", Type::Flag),
        ],
    ],
)
.also(beta);
