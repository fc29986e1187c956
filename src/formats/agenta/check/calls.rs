//! Calls and their results, in streams, histories and replies.

use std::collections::HashMap;

use super::super::rules;
use crate::check::Findings;
use crate::ir::{JsonStr, Value};

/// The calls so far; `true` where there is a result.
#[derive(Default)]
pub(super) struct Calls {
    known: HashMap<String, bool>,
}

impl Calls {
    /// A call; whether it is one that was not known.
    pub(super) fn call(
        &mut self,
        node: Value<'_>,
        id: Option<JsonStr<'_>>,
        name: Option<JsonStr<'_>>,
        found: &mut Findings<'_>,
    ) -> bool {
        let Some(id) = said(id) else {
            found.put(&rules::CALL_WITHOUT_ID, node, "a call without an id");
            return true;
        };
        if self.known.contains_key(&id) {
            return false;
        }
        if said(name).is_none() {
            found.put(&rules::CALL_WITHOUT_NAME, node, format!("the call `{id}` does not name its tool"));
        }
        self.known.insert(id, false);
        true
    }

    /// The result of a call.
    pub(super) fn result(&mut self, node: Value<'_>, id: Option<JsonStr<'_>>, found: &mut Findings<'_>) {
        let Some(id) = said(id) else {
            found.put(&rules::CALL_WITHOUT_ID, node, "a result without the id of its call");
            return;
        };
        match self.known.insert(id.clone(), true) {
            Some(false) => {}
            Some(true) => {
                found.put(&rules::RESULT_TWICE, node, format!("the call `{id}` has a result already"))
            }
            None => {
                let text = format!("the result is for the call `{id}`, which is not there");
                found.put(&rules::RESULT_WITHOUT_CALL, node, text);
            }
        }
    }

    /// Whether there was a call with this id.
    pub(super) fn knows(&self, id: JsonStr<'_>) -> bool {
        self.known.contains_key(&*id.decode())
    }

    /// A call that is told beside something else.
    pub(super) fn brought(&mut self, id: JsonStr<'_>) {
        self.known.entry(id.decode().into_owned()).or_insert(false);
    }
}

/// Text that is not empty.
fn said(text: Option<JsonStr<'_>>) -> Option<String> {
    text.filter(|text| !text.is_empty()).map(|text| text.decode().into_owned())
}
