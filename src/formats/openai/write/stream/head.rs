//! What every chunk repeats, and what of it has to be made up.

use crate::formats::openai::write::document::created;
use crate::ir::{Field, JsonString, Obj, Run};
use crate::report::Report;

/// What every chunk repeats.
#[derive(Debug, Default)]
pub(super) struct Head {
    pub(super) run: Run,
    id: JsonString,
    created: String,
    model: JsonString,
    pub(super) told: bool,
    /// Whether its own family may leave out again what it left out.
    pub(super) own: bool,
}

impl Head {
    /// Decides what the chunks repeat, and says what has to be made up.
    pub(super) fn tell(&mut self, n_runs: u64, report: &mut Report) {
        if std::mem::replace(&mut self.told, true) {
            return;
        }
        let Run { id, thread_id: _, model, created_at, place, names } = &self.run;
        self.id = id.clone().unwrap_or_else(|| {
            if self.own {
                return JsonString::default();
            }
            report.invented("/id", Field::RunId);
            JsonString::from_plain(&format!("chatcmpl-{n_runs}"))
        });
        self.model = model.clone().unwrap_or_else(|| {
            report.invented("/model", Field::Model);
            JsonString::default()
        });
        let plain = created_at.as_ref().filter(|time| self.own && is_number(time));
        self.created = match plain {
            Some(time) => time.as_str().to_owned(),
            None => created(created_at.as_ref(), &place.member(names[3]), report),
        };
    }

    #[inline]
    pub(super) fn write(&self, frame: &mut Obj<'_>) {
        frame.text("id", &self.id).word("object", "chat.completion.chunk").raw("created", &self.created);
        frame.text("model", &self.model);
    }
}

fn is_number(time: &JsonString) -> bool {
    !time.is_empty() && time.as_str().bytes().all(|byte| byte.is_ascii_digit())
}
