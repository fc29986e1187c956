//! `chatwire formats`: the table of wire formats.

use std::io::Write;

use chatwire::codec::WireFormat;
use chatwire::formats;
use serde::Serialize;

use super::{Answer, Output, given};
use crate::cli::Shared;

#[derive(Serialize)]
struct Row {
    id: &'static str,
    family: &'static str,
    shape: &'static str,
    framing: &'static str,
    about: &'static str,
}

/// Writes the table.
pub(crate) fn run(shared: &Shared) -> anyhow::Result<Answer> {
    let json = given::is_json(shared)?;
    let rows: Vec<_> = formats::all().map(row).collect();
    let mut output = Output::open(shared)?;
    if json {
        for row in &rows {
            writeln!(output, "{}", serde_json::to_string(row)?)?;
        }
    } else {
        write_table(&rows, &mut output)?;
    }
    output.keep()?;
    Ok(Answer::Yes)
}

fn row(format: &WireFormat) -> Row {
    let framing = format.framing.name();
    Row { id: format.id, family: format.family, shape: format.shape.word(), framing, about: format.about }
}

fn write_table(rows: &[Row], output: &mut Output) -> std::io::Result<()> {
    let widest = rows.iter().map(|row| row.id.len()).max().unwrap_or(0);
    writeln!(output, "{:widest$}  {:10}  {:7}  ABOUT", "FORMAT", "SHAPE", "FRAMING")?;
    for Row { id, family: _, shape, framing, about } in rows {
        writeln!(output, "{id:widest$}  {shape:10}  {framing:7}  {about}")?;
    }
    Ok(())
}
