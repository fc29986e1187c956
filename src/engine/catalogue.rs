//! Every rule there is: those of the floors and those of the rooms.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{carry, member, rules};
use crate::check;
use crate::formats;
use crate::framing;
use crate::report::{LOSS_RULES, Rule};

/// All rules: `frame/` and `json/`, which hold of every wire, first, then family by family, then losses.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    let engine = [rules::RULES, carry::RULES, member::RULES].into_iter().flatten();
    let floors = framing::rules::RULES.iter().chain(check::rules::RULES).chain(engine);
    floors.copied().chain(formats::rules()).chain(LOSS_RULES.iter().copied())
}

/// The rule of this name.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static Rule> {
    static BY_ID: LazyLock<HashMap<&'static str, &'static Rule>> =
        LazyLock::new(|| all().map(|rule| (rule.id, rule)).collect());
    BY_ID.get(id).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::io::Cursor;
    use std::path::Path;

    use super::*;
    use crate::engine::detect::everything;
    use crate::engine::input::Input;
    use crate::engine::pointer::Pointer;
    use crate::engine::target::Target;
    use crate::engine::transcode::{Job, Refusal, transcode};
    use crate::engine::validate::{Search, validate};
    use crate::report::{Diagnostic, Example, Level, Severity};

    /// Longer frames are left out, so that an example can show it.
    const MAX_FRAME: usize = 2500;

    /// What is found in an example.
    fn found(example: &Example) -> Vec<Diagnostic> {
        let name = if example.from.is_empty() { None } else { formats::by_id(example.from) };
        let from = name.map_or_else(everything, |format| vec![format]);
        let input = Input::new("in".into(), Box::new(Cursor::new(example.bytes))).unwrap();
        let mut list = Vec::new();
        let mut tell = |one| list.push(one);
        let done = if example.to.is_empty() {
            let search = Search { from, max_frame: MAX_FRAME, excerpts: true, recur: true };
            validate(input, &search, &mut tell).map(|_| ())
        } else {
            let to = Target::from_name(example.to).unwrap();
            let mut job = Job { from, carry: example.carry, ..Job::new(to) };
            if !example.at.is_empty() {
                job.at.push(Pointer::new(example.at).unwrap());
            }
            transcode(input, &job, &mut std::io::sink(), &mut tell).map(|_| ())
        };
        match done {
            Ok(()) | Err(Refusal::Empty) => list,
            Err(refusal) => panic!("{refusal:?}"),
        }
    }

    fn lines(found: &[Diagnostic]) -> String {
        let all: Vec<_> = found.iter().map(|one| crate::report::to_text("in", one)).collect();
        all.join("\n")
    }

    #[test]
    fn rules_are_shown_by_their_examples() {
        let mut wrong = Vec::new();
        for rule in all() {
            let bad = found(&rule.fails);
            if !bad.iter().any(|one| one.rule == rule.id) {
                wrong.push(format!("{}: not told of its failing example:\n{}", rule.id, lines(&bad)));
            }
            let good = found(&rule.passes);
            let told = |one: &&Diagnostic| one.rule == rule.id || one.severity == Severity::Error;
            if let Some(one) = good.iter().find(told) {
                wrong.push(format!(
                    "{}: its passing example has {}",
                    rule.id,
                    lines(std::slice::from_ref(one))
                ));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    }

    #[test]
    fn rules_say_all_they_should() {
        let mut ids = BTreeSet::new();
        for rule in all() {
            let Rule { id, level, what, why, source, help, .. } = rule;
            assert!(ids.insert(*id), "{id} is listed twice");
            let name = id.split_once('/').map(|(_, name)| name).unwrap_or_default();
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(!name.is_empty() && name.chars().all(plain), "{id} is no `family/fault`");
            for text in [what, why, source, help] {
                assert!(!text.is_empty(), "{id} leaves something out");
            }
            assert!(!what.ends_with('.') && !help.ends_with('.'), "{id}: what and help are no sentences");
            assert!(why.ends_with('.'), "{id}: why is told in sentences");
            assert!(*level == Level::Loss || !id.starts_with("loss/"), "{id}");
        }
    }

    #[test]
    fn rules_of_a_room_are_of_its_family() {
        for format in formats::all() {
            let own: Vec<_> = formats::rules().filter(|rule| rule.family() == format.family).collect();
            assert!(!own.is_empty(), "{} has no rules", format.family);
        }
        for rule in all() {
            let floor = ["frame", "json", "loss"].contains(&rule.family());
            assert!(floor || formats::of_family(rule.family()).next().is_some(), "{}", rule.id);
        }
        for rule in formats::rules() {
            assert!(formats::of_family(rule.family()).next().is_some(), "{} is of no family", rule.id);
        }
    }

    /// Every id in the source is a rule, and every rule is reported somewhere.
    #[test]
    fn rules_are_the_ids_of_the_source() {
        let mut text = String::new();
        read_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut text);
        let families = formats::all().map(|format| format.family);
        let families: BTreeSet<_> = families.chain(["frame", "json", "loss"]).collect();
        let quoted: BTreeSet<&str> = text
            .split('"')
            .filter(|word| {
                let (family, fault) = word.split_once('/').unwrap_or_default();
                let plain = |c: char| c.is_ascii_lowercase() || c == '-';
                families.contains(family) && !fault.is_empty() && fault.chars().all(plain)
            })
            .collect();
        let unknown: Vec<_> = quoted.iter().filter(|id| by_id(id).is_none()).collect();
        assert!(unknown.is_empty(), "reported and no rule: {unknown:?}");
    }

    /// All source but tests and the rules themselves.
    fn read_all(folder: &Path, text: &mut String) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && name != "tests" {
                read_all(&path, text);
            } else if name.ends_with(".rs") && name != "tests.rs" {
                let file = fs::read_to_string(&path).unwrap();
                text.push_str(file.split("#[cfg(test)]").next().unwrap_or(""));
                text.push('"');
            }
        }
    }
}
