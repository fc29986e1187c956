//! What can be compared and left out, by the words that `--ignore` takes.

/// A kind of thing that two conversations may say differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// Text of messages.
    Text,
    /// Thinking, its signatures and sealed forms.
    Reasoning,
    /// Refusals in words.
    Refusals,
    /// Tool calls and their inputs.
    Calls,
    /// Answers of tools.
    Results,
    /// Files.
    Files,
    /// Sources and citations.
    Sources,
    /// Named values of the application.
    Data,
    /// Questions whether a call may be made, and the answers.
    Approvals,
    /// Errors.
    Errors,
    /// Nodes that one family alone speaks.
    Raw,
    /// How replies end.
    Finish,
    /// Token counts.
    Usage,
    /// Which model replied.
    Model,
    /// Names of speakers.
    Names,
    /// Tools on offer.
    Tools,
    /// What a request asks for.
    Params,
    /// Shared state.
    State,
    /// What a run waits for.
    Interrupts,
    /// How ids are spelled; compared by `--exact` alone.
    Ids,
    /// Times; compared by `--exact` alone.
    Times,
    /// Free metadata, and members that one family alone understands; compared by `--exact` alone.
    Metadata,
    /// Borders of steps and messages, and parts that say nothing; compared by `--exact` alone.
    Borders,
}

impl Topic {
    /// All topics with their words.
    pub const WORDS: &'static [(&'static str, Self)] = &[
        ("text", Self::Text),
        ("reasoning", Self::Reasoning),
        ("refusals", Self::Refusals),
        ("calls", Self::Calls),
        ("results", Self::Results),
        ("files", Self::Files),
        ("sources", Self::Sources),
        ("data", Self::Data),
        ("approvals", Self::Approvals),
        ("errors", Self::Errors),
        ("raw", Self::Raw),
        ("finish", Self::Finish),
        ("usage", Self::Usage),
        ("model", Self::Model),
        ("names", Self::Names),
        ("tools", Self::Tools),
        ("params", Self::Params),
        ("state", Self::State),
        ("interrupts", Self::Interrupts),
        ("ids", Self::Ids),
        ("times", Self::Times),
        ("metadata", Self::Metadata),
        ("borders", Self::Borders),
    ];

    /// The topic of this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, topic)| *topic)
    }

    /// Whether only an exact comparison looks at it.
    #[must_use]
    pub fn only_exact(self) -> bool {
        matches!(self, Self::Ids | Self::Times | Self::Metadata | Self::Borders)
    }
}

/// What is compared.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Whether ids, times and metadata are compared too.
    pub exact: bool,
    /// Whether borders are compared although the rest is not exact.
    pub borders: bool,
    /// What is left out.
    pub ignore: Vec<Topic>,
}

impl Scope {
    /// Whether `topic` is compared.
    #[must_use]
    pub fn holds(&self, topic: Topic) -> bool {
        let asked = self.exact || !topic.only_exact() || (self.borders && topic == Topic::Borders);
        asked && !self.ignore.contains(&topic)
    }
}
