//! The order in which events may come. Readers owe it; tests and debug builds hold them to it.

use std::collections::HashSet;

use super::event::EventKind;
use super::key::{MessageKey, PartKey};

/// Follows the events of a stream and tells the first that is out of order.
#[derive(Debug, Default)]
pub struct Grammar {
    running: bool,
    messages: HashSet<MessageKey>,
    open: HashSet<PartKey>,
    known: HashSet<PartKey>,
}

impl Grammar {
    /// Takes the next event.
    ///
    /// # Errors
    /// Says what is out of order.
    pub fn check(&mut self, kind: &EventKind<'_>) -> Result<(), String> {
        match kind {
            EventKind::RunStart(_) => return self.start(),
            EventKind::Note | EventKind::Raw { .. } => return Ok(()),
            _ if !self.running => return Err(format!("outside a run: {kind:?}")),
            EventKind::MessageStart(head) => {
                if !self.messages.insert(head.key) {
                    return Err(format!("message {} starts twice", head.key.0));
                }
            }
            EventKind::PartStart { key, message, .. } => {
                self.message(*message)?;
                if !self.known.insert(*key) {
                    return Err(format!("part {} starts twice", key.0));
                }
                self.open.insert(*key);
            }
            EventKind::Delta { key, .. } if !self.open.contains(key) => {
                return Err(format!("delta for part {}, which is not open", key.0));
            }
            EventKind::Revise { key, .. } if !self.known.contains(key) => {
                return Err(format!("part {} is told anew and never was", key.0));
            }
            EventKind::CallReset { key } if !self.known.contains(key) => {
                return Err(format!("call {} is made anew and never was", key.0));
            }
            EventKind::PartEnd { key } if !self.open.remove(key) => {
                return Err(format!("part {} ends and is not open", key.0));
            }
            EventKind::MessageEnd { key, .. } => self.message(*key)?,
            EventKind::Metadata { message, .. }
            | EventKind::StepStart { message }
            | EventKind::StepReset { message }
            | EventKind::StepEnd { message }
            | EventKind::Whole { message, .. } => self.message(*message)?,
            EventKind::RunEnd { .. } => return self.end(),
            EventKind::Delta { .. }
            | EventKind::Revise { .. }
            | EventKind::CallReset { .. }
            | EventKind::PartEnd { .. }
            | EventKind::Usage(_)
            | EventKind::State(_)
            | EventKind::Interrupt(_)
            | EventKind::Error(_) => {}
        }
        Ok(())
    }

    fn start(&mut self) -> Result<(), String> {
        if self.running {
            return Err("a run starts inside a run".to_owned());
        }
        *self = Self { running: true, ..Self::default() };
        Ok(())
    }

    fn message(&self, key: MessageKey) -> Result<(), String> {
        if self.messages.contains(&key) { Ok(()) } else { Err(format!("message {} has not started", key.0)) }
    }

    fn end(&mut self) -> Result<(), String> {
        self.running = false;
        match self.open.iter().min() {
            Some(key) => Err(format!("the run ends while part {} is open", key.0)),
            None => Ok(()),
        }
    }
}
