//! Chunks as a whole: what each repeats, and how a stream ends.

use super::{To, Writer};
use crate::formats::openai::usage;
use crate::formats::openai::words::{DONE, Vocabulary, word};
use crate::formats::openai::write::document::created;
use crate::formats::openai::write::extras::own;
use crate::formats::openai::write::nodes;
use crate::formats::openai::write::thread::Choice;
use crate::ir::{At, Finish, JsonString, Obj, Patch, Run, RunError};
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

impl Writer {
    pub(super) fn error(&mut self, error: &RunError, to: &mut To<'_>) {
        self.failed = true;
        let mut patch = std::mem::take(&mut self.waiting);
        for extra in own(&error.extras, to.report) {
            patch.set.push((extra.name.clone(), extra.value.clone()));
        }
        to.out.patched_frame("", &patch, |frame| nodes::error(frame, error));
    }

    pub(super) fn end(&mut self, finish: Option<&Finish>, complete: bool, to: &mut To<'_>) {
        if complete && self.choices.is_empty() && !self.failed {
            to.report.invented("/choices/0", "a choice, for the reply has no message");
            self.choices.push(Choice::new(0));
        }
        for choice in 0..self.choices.len() {
            if complete {
                self.end_choice(choice, finish, to);
            } else if self.choices[choice].role_waits {
                self.chunk(choice, &Patch::default(), to, |_| ());
            }
        }
        if !complete
            && let Some(finish) = finish
            && let Some(raw) = &finish.raw
        {
            to.report.dropped(At::place(&finish.place), &format!("the finish reason `{}`", raw.as_str()));
        }
        self.closing(to);
        if complete {
            to.out.sentinel(DONE);
        } else if !self.failed {
            to.out.frame("", nodes::cut_short);
        }
        let (made_ids, runs, ours) = (self.made_ids, self.runs, self.ours);
        *self = Self { made_ids, runs, ours, ..Self::default() };
    }

    pub(super) fn end_choice(&mut self, choice: usize, finish: Option<&Finish>, to: &mut To<'_>) {
        let own = self.choices[choice].finish.take();
        let known = own.as_ref().or(finish);
        let vocabulary = if self.own { Vocabulary::Own } else { Vocabulary::Typed };
        let word = known.and_then(|finish| word(finish, vocabulary));
        if let (Some(word), Some(finish)) = (word, known)
            && word.narrowed
        {
            let said = finish.raw.as_ref().map_or(finish.reason.word(), |raw| raw.as_str());
            to.report.narrowed(
                At::place(&finish.place),
                &format!("the finish reason `{said}` becomes `{}`", word.word),
            );
        }
        let word = match word {
            Some(word) => word.word,
            None if self.failed || self.own => return,
            None => {
                to.report.invented(
                    &format!("/choices/{choice}/finish_reason"),
                    "a finish reason, which nobody told",
                );
                if self.choices[choice].calls > 0 { "tool_calls" } else { "stop" }
            }
        };
        self.head.tell(self.runs, to.report);
        let patch = std::mem::take(&mut self.waiting);
        let (head, choice) = (&self.head, &mut self.choices[choice]);
        let role = std::mem::take(&mut choice.role_waits);
        to.out.patched_frame("", &patch, |frame| {
            head.write(frame);
            frame.array("choices", |choices| {
                choices.object(|object| {
                    object.number("index", u64::from(choice.index)).object("delta", |delta| {
                        if role {
                            delta.word("role", "assistant");
                        }
                    });
                    object.word("finish_reason", word);
                });
            });
        });
    }

    /// The chunk without choices that holds the usage, and whatever still waits.
    pub(super) fn closing(&mut self, to: &mut To<'_>) {
        let mut patch = std::mem::take(&mut self.waiting);
        patch.set.append(&mut self.closing.set);
        if self.usage.is_unknown() && patch.is_empty() {
            return;
        }
        self.head.tell(self.runs, to.report);
        let (head, counts) = (&self.head, &self.usage);
        to.out.patched_frame("", &patch, |frame| {
            head.write(frame);
            frame.array("choices", |_| ());
            if !counts.is_unknown() {
                frame.object("usage", |object| usage::write(counts, object));
            }
        });
    }

    /// One chunk with a delta for one choice.
    #[inline]
    pub(super) fn chunk(
        &mut self,
        choice: usize,
        patch: &Patch,
        to: &mut To<'_>,
        write: impl FnOnce(&mut Obj<'_>),
    ) {
        if !self.head.told {
            self.head.tell(self.runs, to.report);
        }
        let (head, choice) = (&self.head, &mut self.choices[choice]);
        let role = std::mem::take(&mut choice.role_waits);
        let index = u64::from(choice.index);
        let frame = |frame: &mut Obj<'_>| {
            head.write(frame);
            frame.array("choices", |choices| {
                choices.object(|object| {
                    object.number("index", index).object("delta", |delta| {
                        if role {
                            delta.word("role", "assistant");
                        }
                        write(delta);
                    });
                    object.raw("finish_reason", "null");
                });
            });
        };
        if patch.is_empty() && self.waiting.is_empty() {
            return to.out.frame("", frame);
        }
        let mut all = std::mem::take(&mut self.waiting);
        all.set.extend(patch.set.iter().cloned());
        to.out.patched_frame("", &all, frame);
    }
}

fn is_number(time: &JsonString) -> bool {
    !time.is_empty() && time.as_str().bytes().all(|byte| byte.is_ascii_digit())
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
            report.invented("/id", "the id of the reply");
            JsonString::from_plain(&format!("chatcmpl-{n_runs}"))
        });
        self.model = model.clone().unwrap_or_else(|| {
            report.invented("/model", "the model's name");
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
