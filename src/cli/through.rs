//! What goes in and comes out: the options of commands that read inputs and write them in another form.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use chatwire::engine::pointer::Pointer;
use chatwire::framing::Framing;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::known;
use super::names::Wire;

/// Where input comes from.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct Sources {
    /// Files to read; `-` or none is stdin
    #[arg(value_name = "INPUT", help_heading = None::<&str>)]
    pub(crate) inputs: Vec<PathBuf>,
    /// Longest frame to read; K, M and G are understood
    #[arg(long, value_name = "BYTES", default_value = "256M", value_parser = bytes)]
    pub(crate) max_frame: u64,
}

/// How input is read.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct Reading {
    /// Format or family of the input [default: found out]
    #[arg(short, long, value_name = "FORMAT", value_parser = known::wire(), hide_possible_values = true)]
    pub(crate) from: Option<Wire>,
    /// A record that can't be read is left out, written as it was, or ends the run
    #[arg(long, value_name = "HOW", value_enum, default_value_t)]
    pub(crate) on_error: OnError,
    /// Convert only this member of each record, and copy the rest; may be given again
    #[arg(long, value_name = "POINTER", value_parser = Pointer::new, conflicts_with_all = ["framing", "pretty"])]
    pub(crate) at: Vec<Pointer>,
    /// File for the records that can't be read: each as a JSON object with the reason
    #[arg(long, value_name = "FILE")]
    pub(crate) rejects: Option<PathBuf>,
    /// Cores to read a log on [default: all; one for a live input]
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) sources: Sources,
}

/// How output is written.
#[derive(Debug, Args)]
#[command(next_help_heading = "Writing")]
pub(crate) struct Writing {
    /// Directory to write a file to for each input, named like it; INPUT may be directories
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    pub(crate) out_dir: Option<PathBuf>,
    /// Framing of the output [default: the format's own]
    #[arg(long, value_parser = framing())]
    pub(crate) framing: Option<Framing>,
    /// Indent documents
    #[arg(long)]
    pub(crate) pretty: bool,
    /// Let what the target can't say ride along in it, so that converting back with --carry gives the input again
    #[arg(long)]
    pub(crate) carry: bool,
    /// What the target can't say is reported, ignored, or reported with exit code 1
    #[arg(long, value_name = "HOW", value_enum, default_value_t)]
    pub(crate) on_loss: OnLoss,
}

// The values below have no docs of their own: clap would print them as long help.

/// What a loss leads to: it is told, is not told, or is told and makes the answer no.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnLoss {
    #[default]
    Report,
    Ignore,
    Fail,
}

/// What becomes of a record that can't be read: it is left out, written as it was, or the run ends there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    #[default]
    Skip,
    Keep,
    Stop,
}

fn framing() -> impl TypedValueParser<Value = Framing> {
    PossibleValuesParser::new(["sse", "ndjson", "json"]).map(|word| match word.as_str() {
        "sse" => Framing::Sse,
        "ndjson" => Framing::Ndjson,
        _ => Framing::Json,
    })
}

/// `4096`, `64K`, `256M`, `1G`: powers of 1024.
pub(super) fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let shift = match &text[digits.len()..] {
        "" => 0,
        "K" | "k" => 10,
        "M" | "m" => 20,
        "G" | "g" => 30,
        unit => return Err(format!("unknown unit `{unit}`, expected K, M or G")),
    };
    let number: u64 = digits.parse().map_err(|_| "expected a number of bytes, such as 64K".to_owned())?;
    let all = number.checked_mul(1 << shift).ok_or("too many bytes")?;
    if all == 0 { Err("at least one byte is needed".into()) } else { Ok(all) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_take_units_and_refuse_the_rest() {
        assert_eq!(bytes("4096"), Ok(4096));
        assert_eq!(bytes("64k"), Ok(64 << 10));
        assert_eq!(bytes("1G"), Ok(1 << 30));
        for wrong in ["", "K", "1T", "-1", "1.5M", "99999999999G", "0"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
