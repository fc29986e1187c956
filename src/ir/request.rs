//! What a request offers and asks for.

use super::extras::Extras;
use super::json::{Json, JsonString};
use super::place::Place;

/// A tool on offer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tool {
    /// Its name.
    pub name: JsonString,
    /// What it does.
    pub description: Option<JsonString>,
    /// JSON Schema of its input.
    pub schema: Option<Json>,
    /// The whole definition, where only its family understands it (`family`, value).
    pub raw: Option<(String, Json)>,
    /// What only the source's family says.
    pub extras: Extras,
    /// Where it stood.
    pub place: Place,
}

/// One thing a request asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// What.
    pub kind: ParamKind,
    /// Where it stood.
    pub place: Place,
}

/// What requests of at least two families can ask for.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamKind {
    /// The most tokens of the reply.
    MaxTokens(u64),
    /// Randomness.
    Temperature(Json),
    /// Nucleus sampling.
    TopP(Json),
    /// Texts that end the reply.
    Stop(Vec<JsonString>),
    /// Which tool must or may be called.
    ToolChoice(ToolChoice),
    /// Whether several calls may be made at once.
    ParallelTools(bool),
    /// Who asks.
    User(JsonString),
    /// How much thinking: a word.
    Effort(JsonString),
    /// JSON Schema that the reply must fit.
    OutputSchema(Json),
    /// Whether the reply is to be streamed.
    Stream(bool),
}

/// Which tool must or may be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolChoice {
    /// As the model likes.
    Auto,
    /// Some tool.
    Any,
    /// No tool.
    None,
    /// This tool.
    Tool(JsonString),
}
