//! What `chatwire formats FROM TO` tells is held against what conversions of the specimens really report.

mod common;

use std::collections::BTreeSet;

use chatwire::codec::WireFormat;
use chatwire::formats;
use chatwire::formats::pair::{Fate, Pair};
use chatwire::ir::Field;
use chatwire::report::Severity;
use common::{Case, run, specimens};

/// The losses that conversions of these specimens into `to` report: rule and field.
fn reported(cases: &[&Case], to: &WireFormat) -> BTreeSet<(&'static str, Field)> {
    let mut losses = BTreeSet::new();
    for case in cases {
        let found = run(&case.bytes(), case.format.id, to.id).found;
        // Where there is no reply to write, all is lost, whatever the table says.
        if found.iter().any(|found| found.rule == "frame/no-reply") {
            continue;
        }
        let lost = found.iter().filter(|found| found.severity == Severity::Loss);
        losses.extend(lost.filter_map(|found| Some((found.rule, found.field?))));
    }
    losses
}

/// Whether the table says that a conversion may report this.
fn is_told(pair: Pair, rule: &str, field: Field) -> bool {
    if rule == "loss/invented" {
        return pair.to.says.demands(field);
    }
    let with_node = field.within().and_then(|node| pair.fate(node));
    match pair.fate(field).or(with_node) {
        Some(Fate::Drops | Fate::Narrows) => true,
        Some(Fate::Keeps | Fate::Invents) | None => false,
    }
}

#[test]
fn the_table_of_a_pair_tells_what_its_conversions_report() {
    let (all, mut wrong) = (specimens(), Vec::new());
    for to in formats::all() {
        let (mut dropped, mut lost) = (BTreeSet::new(), BTreeSet::new());
        for from in formats::all().filter(|from| from.id != to.id) {
            let cases: Vec<_> = all.iter().filter(|case| case.format.id == from.id).collect();
            let (pair, losses) = (Pair::of(from, to), reported(&cases, to));
            for (rule, field) in losses.iter().filter(|(rule, field)| !is_told(pair, rule, *field)) {
                wrong.push(format!("{} to {}: {rule} of {} is not told", from.id, to.id, field.name()));
            }
            lost.extend(losses.iter().map(|(_, field)| *field));
            dropped.extend(pair.fields(Fate::Drops));
        }
        let with_node = |field: &Field| field.within().is_some_and(|node| lost.contains(&node));
        let never = dropped.difference(&lost).filter(|field| !with_node(field));
        wrong.extend(never.map(|field| format!("{}: nothing reports {}", to.id, field.name())));
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
