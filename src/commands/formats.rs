//! `chatwire formats`: the table of wire formats, and what a pair of them keeps and loses.

use std::io::Write;

use chatwire::codec::{Shape, WireFormat};
use chatwire::formats;
use chatwire::formats::pair::{Fate, Pair};
use serde::Serialize;

use super::{Answer, Output, given};
use crate::cli::{FormatsArgs, Shared, Wire};

#[derive(Serialize)]
struct Row {
    id: &'static str,
    family: &'static str,
    shape: &'static str,
    framing: &'static str,
    about: &'static str,
}

/// Writes the table of all formats and pairs, or of one pair.
pub(crate) fn run(args: &FormatsArgs, shared: &Shared) -> anyhow::Result<Answer> {
    let json = given::is_json(shared)?;
    let mut output = Output::open(shared)?;
    match (args.from, args.to) {
        (Some(from), Some(to)) => {
            let from = format(from, None);
            let pair = Pair::of(from, format(to, Some(from)));
            if json {
                writeln!(output, "{}", serde_json::to_string(&told(&pair))?)?;
            } else {
                write_pair(&pair, &mut output)?;
            }
        }
        _ if json => write_json(&mut output)?,
        _ => write_tables(&mut output)?,
    }
    output.keep()?;
    Ok(Answer::Yes)
}

/// The format that a name stands for; a family alone is its stream, or its format of the shape that is converted.
fn format(name: Wire, from: Option<&WireFormat>) -> &'static WireFormat {
    let (family, shape) = match name {
        Wire::Format(format) => return format,
        Wire::Family(family) => (family, from.map_or(Shape::Stream, |from| from.shape)),
    };
    let of_shape = formats::of_shape(family, shape).or_else(|| formats::of_shape(family, Shape::Messages));
    let any = || formats::of_family(family).next();
    of_shape.or_else(any).unwrap_or_else(|| formats::first())
}

fn row(format: &WireFormat) -> Row {
    let framing = format.framing.name();
    Row { id: format.id, family: format.family, shape: format.shape.word(), framing, about: format.about }
}

#[derive(Serialize)]
struct Told {
    from: &'static str,
    to: &'static str,
    keeps: Vec<&'static str>,
    narrows: Vec<&'static str>,
    drops: Vec<&'static str>,
    invents: Vec<&'static str>,
}

fn told(pair: &Pair) -> Told {
    let names = |fate| pair.fields(fate).map(chatwire::ir::Field::name).collect();
    Told {
        from: pair.from.id,
        to: pair.to.id,
        keeps: names(Fate::Keeps),
        narrows: names(Fate::Narrows),
        drops: names(Fate::Drops),
        invents: names(Fate::Invents),
    }
}

/// A line for each format, then one for each pair.
fn write_json(output: &mut Output) -> anyhow::Result<()> {
    for format in formats::all() {
        writeln!(output, "{}", serde_json::to_string(&row(format))?)?;
    }
    for from in formats::all() {
        for to in formats::all().filter(|to| to.id != from.id) {
            writeln!(output, "{}", serde_json::to_string(&told(&Pair::of(from, to)))?)?;
        }
    }
    Ok(())
}

fn write_pair(pair: &Pair, output: &mut Output) -> std::io::Result<()> {
    writeln!(output, "{} to {}", pair.from.id, pair.to.id)?;
    for (fate, word) in [
        (Fate::Keeps, "keeps"),
        (Fate::Narrows, "narrows"),
        (Fate::Drops, "drops"),
        (Fate::Invents, "invents"),
    ] {
        let mut word = word;
        for field in pair.fields(fate) {
            writeln!(output, "{word:8}  {:16}  {}", field.name(), field.words().trim_end_matches(','))?;
            word = "";
        }
    }
    Ok(())
}

fn write_tables(output: &mut Output) -> std::io::Result<()> {
    let rows: Vec<_> = formats::all().map(row).collect();
    let widest = rows.iter().map(|row| row.id.len()).max().unwrap_or(0);
    writeln!(output, "     {:widest$}  {:10}  {:7}  ABOUT", "FORMAT", "SHAPE", "FRAMING")?;
    for (number, Row { id, family: _, shape, framing, about }) in (1..).zip(&rows) {
        writeln!(output, "{number:3}  {id:widest$}  {shape:10}  {framing:7}  {about}")?;
    }
    writeln!(
        output,
        "\nHow many of the things that FROM can say TO drops or narrows (`chatwire formats FROM TO` names them):"
    )?;
    write!(output, "     {:widest$}", "FROM \\ TO")?;
    for number in 1..=rows.len() {
        write!(output, " {number:2}")?;
    }
    writeln!(output)?;
    for (number, from) in (1..).zip(formats::all()) {
        write!(output, "{number:3}  {:widest$}", from.id)?;
        for to in formats::all() {
            let lost = Pair::of(from, to).lost();
            if from.id == to.id {
                write!(output, "  ·")?;
            } else {
                write!(output, " {lost:2}")?;
            }
        }
        writeln!(output)?;
    }
    Ok(())
}
