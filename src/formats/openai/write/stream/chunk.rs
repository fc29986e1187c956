//! Chunks as a whole: one for a piece, and those that end a stream.

use super::head::Head;
use super::state::{To, Writer};
use crate::formats::openai::usage;
use crate::formats::openai::words::{DONE, Vocabulary, word};
use crate::formats::openai::write::extras::own;
use crate::formats::openai::write::nodes;
use crate::ir::{At, Field, Finish, JsonStr, Obj, PartKey, Patch, RunError};

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
            to.report.invented("/choices/0", (Field::Turn, "a choice, for the reply has no message"));
            self.add(0);
        }
        for choice in 0..self.choices.len() {
            if complete {
                self.end_choice(choice, finish, to);
            } else if self.choices[choice].role_waits {
                self.chunk(choice, Patch::none(), to, |_| ());
            }
        }
        if !complete
            && let Some(finish) = finish
            && let Some(raw) = &finish.raw
        {
            to.report.dropped(
                At::place(&finish.place),
                (Field::Finish, &format!("the finish reason `{}`", raw.as_str())),
            );
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
                (Field::Finish, &format!("the finish reason `{said}` becomes `{}`", word.word)),
            );
        }
        let word = match word {
            Some(word) => word.word,
            None if self.failed => return,
            None if self.own => {
                if self.choices[choice].role_waits {
                    self.chunk(choice, Patch::none(), to, |_| ());
                }
                return;
            }
            None => {
                to.report.invented(
                    &format!("/choices/{choice}/finish_reason"),
                    (Field::Finish, "a finish reason, which nobody told"),
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

    /// One chunk with more of a text: all but the text is copied, where nothing else waits to be said.
    #[inline]
    pub(super) fn more(
        &mut self,
        (key, choice): (PartKey, usize),
        (text, patch): (JsonStr<'_>, &Patch),
        to: &mut To<'_>,
        write: impl FnOnce(&mut Obj<'_>, JsonStr<'_>),
    ) {
        let waits = !self.head.told || self.choices[choice].role_waits || !self.waiting.is_empty();
        let thread = self.parts.get_mut(key.0 as usize).and_then(Option::as_mut);
        let Some(thread) = thread.filter(|_| !waits && patch.is_empty()) else {
            return self.chunk(choice, patch, to, |delta| write(delta, text));
        };
        let (head, index) = (&self.head, u64::from(self.choices[choice].index));
        to.out.recurring(&mut thread.mould, "", text, |frame, text| {
            whole(head, index, frame, |delta| write(delta, text));
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
            whole(head, index, frame, |delta| {
                if role {
                    delta.word("role", "assistant");
                }
                write(delta);
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

fn whole(head: &Head, index: u64, frame: &mut Obj<'_>, write: impl FnOnce(&mut Obj<'_>)) {
    head.write(frame);
    frame.array("choices", |choices| {
        choices.object(|object| {
            object.number("index", index).object("delta", write).raw("finish_reason", "null");
        });
    });
}
