//! What may change until the run ends: the shared state and the metadata of messages. It is written once, at the end.

use crate::ir::{Document, Json, Live, Transcript};

/// Both, while they may change.
#[derive(Default)]
pub(super) struct Changing {
    state: Option<Live>,
    /// By the number of the message.
    metadata: Vec<Option<Document>>,
}

impl Changing {
    /// The state is this now. Whether it was another before.
    pub(super) fn set_state(&mut self, state: &Live) -> bool {
        self.state.replace(state.clone()).is_some()
    }

    /// Adds metadata to a message.
    pub(super) fn add_metadata(&mut self, message: usize, value: &Json) {
        if self.metadata.len() <= message {
            self.metadata.resize(message + 1, None);
        }
        Document::merge_into(&mut self.metadata[message], value);
    }

    /// Writes what it came to into the tree.
    pub(super) fn settle(self, run: &mut Transcript) {
        run.state = self.state.map(|state| state.now());
        for (message, metadata) in run.messages.iter_mut().zip(self.metadata) {
            message.metadata = metadata.map(|metadata| metadata.now());
        }
    }
}
