//! What is typed after `chatwire diff`.

use std::path::PathBuf;

use chatwire::engine::compare::Topic;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::known;
use super::names::Wire;

pub(super) const EXAMPLES: &str = "\
Examples:
  chatwire diff golden.sse new.sse       an agent's stream
  chatwire diff --exact in.sse out.sse   did a gateway change it?
  chatwire diff stream.sse answer.json --ignore usage
  curl -sN $URL | chatwire diff golden.sse -

Left out unless --exact is given: how ids are spelled, times,
chunk borders, metadata, and what the wire of the other side
cannot say. Records of a log are compared one by one, so the
longest is held in memory; --events holds none.

Exit codes: 0 same, 1 different or broken, 2 could not run";

/// `chatwire diff`
#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// The one file; `-` is stdin
    #[arg(value_name = "A")]
    pub(crate) left: PathBuf,
    /// The other file; `-` is stdin
    #[arg(value_name = "B")]
    pub(crate) right: PathBuf,
    /// Compare every leaf: ids, times and metadata too
    #[arg(long)]
    pub(crate) exact: bool,
    /// Compare event by event, chunk by chunk, in constant memory
    #[arg(long)]
    pub(crate) events: bool,
    /// What to leave out, such as `usage,reasoning`
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = topic())]
    pub(crate) ignore: Vec<Topic>,
    /// Format or family of both, or `A,B` of each [default: found out]
    #[arg(short, long, value_name = "FORMAT", value_delimiter = ',', value_parser = known::wire())]
    #[arg(hide_possible_values = true, help_heading = "Reading")]
    pub(crate) from: Vec<Wire>,
    /// Longest frame to read; K, M and G are understood
    #[arg(long, value_name = "BYTES", default_value = "256M", value_parser = super::through::bytes)]
    #[arg(help_heading = "Reading")]
    pub(crate) max_frame: u64,
}

fn topic() -> impl TypedValueParser<Value = Topic> {
    let words = Topic::WORDS.iter().map(|(word, _)| *word);
    PossibleValuesParser::new(words).try_map(|word| Topic::from_word(&word).ok_or("unknown word"))
}
