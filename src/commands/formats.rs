//! `chatwire formats`: the table of wire formats.

use std::io::Write;

use chatwire::codec::WireFormat;
use chatwire::formats;
use serde::Serialize;

use super::{Answer, Output};
use crate::cli::{ReportForm, Shared};

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
    let rows: Vec<_> = formats::all().map(row).collect();
    let mut output = Output::open(shared)?;
    match shared.report {
        ReportForm::Json => {
            for row in &rows {
                writeln!(output, "{}", serde_json::to_string(row)?)?;
            }
        }
        ReportForm::Text => write_table(&rows, &mut output)?,
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
