//! Specimens with one fault each: a frame or a field that is dropped, renamed, put elsewhere, of another type or there
//! twice. `validate --strict` tells it, or `diff` finds that both say the same; what is neither is a survivor, and
//! `table.tsv` says for each kind of survivor why it is none of a checker's business.
//!
//! `CHATWIRE_MUTATIONS=2000 cargo test --test mutations` makes so many of each specimen, in place of a few dozen; the
//! first ones are always the same. Of 88,727 faults, 44 % are refused and 15 % warned of, 28 % say the same, and 13 % are
//! of the kinds in the table: mostly something optional less, something twice that may come twice, or another JSON
//! value where any may stand.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../common/mod.rs"]
mod common;
mod mutate;
mod tree;

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::Path;
use std::{env, fs};

use chatwire::engine::compare::{Listeners, Options, Reading, compare};
use chatwire::engine::input::Input;
use chatwire::engine::policy::Policy;
use chatwire::engine::validate::{Search, validate};
use chatwire::report::{Diagnostic, Severity};
use common::{Case, specimens};
use mutate::{Dice, Mutant};

/// How many mutants of each specimen there are where nobody asks for more.
const FEW: usize = 40;

/// So many show each kind that the table lists.
const MANY: usize = 2000;

/// What became of the mutants.
#[derive(Default)]
struct Tally {
    mutants: usize,
    refused: usize,
    warned: usize,
    noted: usize,
    same: usize,
    /// Survivors by what they are.
    survivors: BTreeMap<String, (usize, String)>,
}

/// What a checker says without numbers, and how often.
type Told = BTreeMap<(Severity, String), usize>;

fn input(text: &str) -> Input {
    Input::new("in".to_owned(), Box::new(Cursor::new(text.as_bytes().to_vec()))).unwrap()
}

fn told(text: &str, case: &Case) -> Told {
    let search = Search { from: vec![case.format], max_frame: 64 << 20, excerpts: false, recur: true };
    let policy = Policy { strict: true, ..Policy::default() };
    let mut told = Told::new();
    let mut take = |one: Diagnostic| {
        let Some(one) = policy.judge(one) else { return };
        let words: String = one.message.chars().filter(|letter| !letter.is_ascii_digit()).collect();
        *told.entry((one.severity, format!("{} {words}", one.rule))).or_default() += 1;
    };
    if validate(input(text), &search, &mut take).is_err() {
        told.insert((Severity::Error, "it cannot be read".to_owned()), 1);
    }
    told
}

/// Whether both say the same.
fn same(one: &str, two: &str, case: &Case) -> bool {
    let reading = || Reading { from: vec![case.format], max_frame: 64 << 20 };
    let mut count = 0;
    let mut listeners = Listeners {
        difference: &mut |_| {
            count += 1;
            Ok(())
        },
        fault: &mut |_, _| (),
    };
    let both = [(input(one), reading()), (input(two), reading())];
    compare(both, &Options::default(), &mut listeners).is_ok() && count == 0
}

fn hunt(case: &Case, most: usize, tally: &mut Tally) {
    let name = case.path.file_name().unwrap().to_str().unwrap();
    let whole = tree::frames(&String::from_utf8(case.bytes()).unwrap());
    let plain = tree::text(&whole);
    let base = told(&plain, case);
    let mut dice = Dice::new(name);
    for _ in 0..most {
        let Some(Mutant { what, text }) = mutate::mutate(&whole, &mut dice) else { continue };
        tally.mutants += 1;
        let found = told(&text, case);
        let more: Vec<Severity> =
            found.iter().filter(|(key, count)| base.get(key) < Some(count)).map(|(key, _)| key.0).collect();
        if more.contains(&Severity::Error) {
            tally.refused += 1;
        } else if more.contains(&Severity::Warning) {
            tally.warned += 1;
        } else if !more.is_empty() {
            tally.noted += 1;
        } else if same(&plain, &text, case) {
            tally.same += 1;
        } else {
            let key = format!("{name} {what}");
            let survivor = tally.survivors.entry(key).or_insert_with(|| (0, text));
            survivor.0 += 1;
        }
    }
}

/// A row of the table: patterns of specimens, mutations and places, in which `*` is anything.
struct Accepted {
    patterns: Vec<String>,
}

fn accepted() -> Vec<Accepted> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mutations/table.tsv");
    let table = fs::read_to_string(path).unwrap();
    let row = |line: &str| {
        let [specimens, mutation, places, why] = line.split('\t').collect::<Vec<_>>().try_into().expect(line);
        assert!(!why.is_empty(), "{line}: no reason");
        let pattern = |place: &str| format!("{specimens} {mutation} {place}");
        Accepted { patterns: places.split(' ').map(pattern).collect() }
    };
    table.lines().skip(1).filter(|line| !line.is_empty()).map(row).collect()
}

fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|name| {
            (0..=name.len()).any(|at| name.is_char_boundary(at) && fits(rest, &name[at..]))
        }),
    }
}

#[test]
fn one_fault_is_told_or_changes_nothing() {
    let asked = env::var("CHATWIRE_MUTATIONS").ok();
    let most = asked.as_deref().map_or(FEW, |number| number.parse().expect("a number"));
    let cases = specimens();
    let mut tallies = Vec::new();
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..cores)
            .map(|nth| {
                let cases = cases.iter().skip(nth).step_by(cores);
                scope.spawn(move || {
                    let mut tally = Tally::default();
                    cases.for_each(|case| hunt(case, most, &mut tally));
                    tally
                })
            })
            .collect();
        tallies.extend(threads.into_iter().map(|thread| thread.join().unwrap()));
    });
    let sum = |count: fn(&Tally) -> usize| tallies.iter().map(count).sum::<usize>();
    let rows = accepted();
    let mut used = vec![0; rows.len()];
    let mut open = Vec::new();
    for (what, (count, text)) in tallies.iter().flat_map(|tally| &tally.survivors) {
        match rows.iter().position(|row| row.patterns.iter().any(|pattern| fits(pattern, what))) {
            Some(row) => used[row] += count,
            None if env::var_os("CHATWIRE_SHOW").is_some() => open.push(format!("{count} {what}\n{text}")),
            None => open.push(format!("{count} {what}")),
        }
    }
    let counts = format!(
        "{} mutants: {} refused, {} warned of, {} noted, {} that say the same, {} survivors of listed kinds, {} others",
        sum(|tally| tally.mutants),
        sum(|tally| tally.refused),
        sum(|tally| tally.warned),
        sum(|tally| tally.noted),
        sum(|tally| tally.same),
        used.iter().sum::<usize>(),
        open.len(),
    );
    let idle = rows.iter().zip(&used).filter(|(_, used)| most >= MANY && **used == 0);
    open.extend(idle.map(|(row, _)| format!("an idle row: {}", row.patterns.join(", "))));
    if asked.is_some() {
        fs::write(env::temp_dir().join("chatwire-mutations.txt"), &counts).unwrap();
    }
    assert!(open.is_empty(), "{counts}\n{}", open.join("\n"));
}
