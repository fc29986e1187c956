use super::batch::{Batch, Unit};
use super::rows::Rows;
use crate::framing::Framing;

/// Rows and the bytes between them, however the input is cut.
fn pieces(input: &str, framing: Framing, size: usize) -> (String, Vec<String>) {
    let (mut rows, mut batch) = (Rows::new(framing, 1 << 20), Batch::default());
    input.as_bytes().chunks(size).for_each(|block| rows.feed(block, &mut batch));
    rows.finish(&mut batch);
    let Batch { bytes, units, .. } = batch;
    let found = units.iter().filter_map(|unit| match unit {
        Unit::Row(row) => Some(format!(
            "{} {} {}",
            row.at.frame,
            row.at.line,
            String::from_utf8_lossy(&bytes[row.text.clone()]).trim_end()
        )),
        Unit::Plain(_) | Unit::Open => None,
    });
    let found = found.collect();
    (String::from_utf8(bytes).unwrap(), found)
}

#[test]
fn rows_and_what_is_between_are_the_input_however_it_is_cut() {
    for (input, framing, rows) in [
        ("{\"a\":1}\r\n\n  \n{}\n[2]", Framing::Ndjson, &["1 1 {\"a\":1}", "2 4 {}", "3 5 [2]"][..]),
        ("[ {\"a\":\n1} ,\n{},3 ]\n", Framing::Json, &["1 1 {\"a\":\n1}", "2 3 {}", "3 3 3"]),
        ("{\n}\n{}{} ", Framing::Json, &["1 1 {\n}", "2 3 {}", "3 3 {}"]),
        ("[] [1]", Framing::Json, &["1 1 1"]),
    ] {
        for size in 1..=input.len() {
            let (bytes, found) = pieces(input, framing, size);
            assert_eq!(
                (&*bytes, &found[..]),
                (input, &rows.iter().map(|row| (*row).to_owned()).collect::<Vec<_>>()[..])
            );
        }
    }
}
