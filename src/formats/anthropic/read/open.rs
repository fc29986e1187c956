//! The blocks of a stream that have started and not stopped.

use crate::ir::{Document, Input, Json, Keyed, Part, PartKey, PartKind, Place};

/// What a block may still get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// `text_delta` and citations.
    Text,
    /// `thinking_delta` and `signature_delta`.
    Thinking,
    /// `input_json_delta`.
    Args,
    /// Deltas of its own.
    Own,
}

impl Takes {
    /// What a block is called that takes this.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Thinking => "thinking",
            Self::Args => "tool_use",
            Self::Own => "other",
        }
    }
}

/// A block that is open.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) index: u64,
    pub(super) key: PartKey,
    pub(super) takes: Takes,
    /// Whether argument text came.
    pub(super) fed: bool,
    /// The input of the start, which counts where no argument text comes.
    pub(super) input: Option<Json>,
    /// The block as it stands, where it gets deltas of its own.
    pub(super) block: Option<Document>,
    /// Where the delta stands that changed the block last, if nobody was told of that yet.
    pub(super) untold: Option<Place>,
    /// The part of a text block that has no letter yet; it starts with the first one.
    pub(super) waiting: Option<Box<Part>>,
}

impl Open {
    /// A block whose part has started.
    pub(super) fn new(index: u64, key: PartKey, takes: Takes) -> Self {
        Self { index, key, takes, fed: false, input: None, block: None, untold: None, waiting: None }
    }
}

/// The open blocks, as a rule few at a time.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    open: Keyed<u64, Open>,
    /// Texts that waited for their first letter when they opened.
    waiting: Vec<u64>,
}

impl Blocks {
    pub(super) fn add(&mut self, open: Open) {
        if open.waiting.is_some() {
            self.waiting.push(open.index);
        }
        self.open.push(open.index, open);
    }

    /// The block of this index that takes this.
    #[inline]
    pub(super) fn find(&mut self, index: u64, takes: Takes) -> Option<&mut Open> {
        let found = self.open.places(&index).find(|place| self.open[*place].takes == takes)?;
        Some(&mut self.open[found])
    }

    /// The texts that waited when they opened; told once.
    pub(super) fn waiting(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.waiting)
    }

    /// What the block of this index takes.
    pub(super) fn takes(&self, index: u64) -> Option<Takes> {
        self.open.places(&index).last().map(|first| self.open[first].takes)
    }

    /// Takes out one block of this index.
    pub(super) fn remove(&mut self, index: u64) -> Option<Open> {
        let first = self.open.places(&index).last()?;
        self.open.take(first)
    }

    /// Takes out the first block.
    pub(super) fn remove_any(&mut self) -> Option<Open> {
        self.open.pop_front()
    }
}

/// What a part that has just started holds already, taken out of it: its text, its input, its signature.
#[derive(Debug, Default)]
pub(super) struct Held {
    pub(super) text: Option<crate::ir::JsonString>,
    pub(super) input: Option<Json>,
    pub(super) signature: Option<crate::ir::JsonString>,
    pub(super) block: Option<Json>,
}

/// Takes out what a part holds already and tells what it may still get; `None` for a part that is whole.
pub(super) fn behead(part: &mut Part) -> Option<(Takes, Held)> {
    let mut held = Held::default();
    let takes = match &mut part.kind {
        PartKind::Text(text) => {
            held.text = Some(std::mem::take(text));
            Takes::Text
        }
        PartKind::Reasoning(reasoning) if reasoning.encrypted.is_none() => {
            held.text = Some(std::mem::take(&mut reasoning.text));
            held.signature = reasoning.signature.take();
            Takes::Thinking
        }
        PartKind::ToolCall(call) => {
            if let Input::Json(input) = std::mem::take(&mut call.input) {
                held.input = Some(input);
            }
            Takes::Args
        }
        PartKind::Raw { family: _, value } => {
            held.block = Some(value.clone());
            Takes::Own
        }
        PartKind::Reasoning(_)
        | PartKind::Refusal(_)
        | PartKind::ToolResult(_)
        | PartKind::File(_)
        | PartKind::Source(_)
        | PartKind::Data(_)
        | PartKind::ApprovalRequest(_)
        | PartKind::ApprovalResponse(_)
        | PartKind::Error(_)
        | PartKind::Step => return None,
    };
    Some((takes, held))
}

/// Where in its frames the text of a block stands. Of a call the start says as much as the deltas, so it is all of both.
pub(super) fn delta_path(takes: Takes) -> &'static str {
    match takes {
        Takes::Text => "/delta/text",
        Takes::Thinking => "/delta/thinking",
        Takes::Args | Takes::Own => "",
    }
}
