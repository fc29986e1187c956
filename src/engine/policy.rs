//! Which findings are told, and how bad they are: the levels of the rules, changed by what was asked for.

use super::catalogue;
use crate::report::{Diagnostic, Level, Rule, Severity, closest};

/// One rule, or all of a family (`ag-ui`, `frame`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern(String);

impl Pattern {
    /// The rule or family of this name; `family/*` is the family.
    ///
    /// # Errors
    /// Where there is none: what was meant, in words.
    pub fn new(name: &str) -> Result<Self, String> {
        let plain = name.strip_suffix("/*").unwrap_or(name);
        let pattern = Self(plain.to_owned());
        if catalogue::all().any(|rule| pattern.holds(rule.id)) {
            return Ok(pattern);
        }
        let known = catalogue::all().flat_map(|rule| [rule.id, rule.family()]);
        Err(match closest(plain, known) {
            Some(near) => format!("no rule or family has this name; did you mean `{near}`?"),
            None => "no rule or family has this name; `chatwire explain` lists them".to_owned(),
        })
    }

    /// As it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn holds(&self, rule: &str) -> bool {
        rule == self.0 || rule.split_once('/').is_some_and(|(family, _)| family == self.0)
    }

    /// A rule by its own name goes before its family.
    fn is_exact(&self) -> bool {
        self.0.contains('/')
    }
}

/// What is told.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Whether rules are told that a tolerant client lets pass.
    pub strict: bool,
    /// Whether the input may begin and end anywhere.
    pub partial: bool,
    /// The only rules that are told, unless it is empty.
    pub select: Vec<Pattern>,
    /// Rules that are not told.
    pub ignore: Vec<Pattern>,
    /// Levels of rules in place of their own; `None` is off. The last one that fits counts.
    pub levels: Vec<(Pattern, Option<Severity>)>,
}

impl Policy {
    /// The finding as it is told, if it is.
    #[must_use]
    pub fn judge(&self, mut found: Diagnostic) -> Option<Diagnostic> {
        let rule = catalogue::by_id(found.rule);
        let asked = self.level(found.rule);
        let silent = rule.is_some_and(|rule| self.is_silent(rule, asked.is_some()));
        if silent || !self.is_wanted(found.rule) {
            return None;
        }
        if let Some(level) = asked {
            found.severity = level?;
        }
        Some(found)
    }

    /// Whether a rule is not told unless it is asked for.
    fn is_silent(&self, rule: &Rule, asked: bool) -> bool {
        let lax = rule.level == Level::Strict && !self.strict && !asked;
        let selected = self.select.iter().any(|pattern| pattern.is_exact() && pattern.holds(rule.id));
        (lax && !selected) || (rule.whole && self.partial)
    }

    /// A rule named in full goes before its family; `--ignore` goes before `--select`.
    fn is_wanted(&self, rule: &str) -> bool {
        let rank = |list: &[Pattern]| {
            list.iter()
                .filter(|pattern| pattern.holds(rule))
                .map(|pattern| 1 + u8::from(pattern.is_exact()))
                .max()
        };
        match (rank(&self.select), rank(&self.ignore)) {
            (None, None) => self.select.is_empty(),
            (Some(wanted), Some(unwanted)) => wanted > unwanted,
            (Some(_), None) => true,
            (None, Some(_)) => false,
        }
    }

    fn level(&self, rule: &str) -> Option<Option<Severity>> {
        let fits = self.levels.iter().filter(|(pattern, _)| pattern.holds(rule));
        fits.max_by_key(|(pattern, _)| pattern.is_exact()).map(|(_, level)| *level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(policy: &Policy, rule: &'static str) -> Option<Severity> {
        let severity = catalogue::by_id(rule).map(|rule| rule.level.severity()).unwrap_or_default();
        policy.judge(Diagnostic { rule, severity, ..Diagnostic::default() }).map(|found| found.severity)
    }

    fn all(names: &[&str]) -> Vec<Pattern> {
        names.iter().map(|name| Pattern::new(name).unwrap()).collect()
    }

    #[test]
    fn strict_rules_are_told_where_they_are_asked_for() {
        let mut policy = Policy::default();
        assert_eq!(told(&policy, "ag-ui/null-read"), None);
        policy.select = all(&["ag-ui/null-read"]);
        assert_eq!(told(&policy, "ag-ui/null-read"), Some(Severity::Error));
        policy = Policy {
            levels: vec![(Pattern::new("ag-ui/null-read").unwrap(), Some(Severity::Note))],
            ..Policy::default()
        };
        assert_eq!(told(&policy, "ag-ui/null-read"), Some(Severity::Note));
        policy = Policy { strict: true, ..Policy::default() };
        assert_eq!(told(&policy, "ag-ui/null-read"), Some(Severity::Error));
    }

    #[test]
    fn a_rule_goes_before_its_family() {
        let policy = Policy { select: all(&["ag-ui"]), ignore: all(&["ag-ui/no-end"]), ..Policy::default() };
        assert_eq!(told(&policy, "ag-ui/not-open"), Some(Severity::Error));
        assert_eq!(told(&policy, "ag-ui/no-end"), None);
        assert_eq!(told(&policy, "json/invalid"), None);
        let policy =
            Policy { select: all(&["ag-ui/no-end"]), ignore: all(&["ag-ui/*"]), ..Policy::default() };
        assert_eq!(told(&policy, "ag-ui/no-end"), Some(Severity::Warning));
        assert_eq!(told(&policy, "ag-ui/not-open"), None);
    }

    #[test]
    fn levels_can_be_changed_and_put_out() {
        let levels = vec![
            (Pattern::new("ag-ui/no-end").unwrap(), Some(Severity::Error)),
            (Pattern::new("ag-ui").unwrap(), None),
        ];
        let policy = Policy { levels, ..Policy::default() };
        assert_eq!(told(&policy, "ag-ui/no-end"), Some(Severity::Error));
        assert_eq!(told(&policy, "ag-ui/not-open"), None);
    }

    #[test]
    fn a_piece_of_a_stream_needs_no_start_and_no_end() {
        let policy = Policy { partial: true, ..Policy::default() };
        assert_eq!(told(&policy, "ag-ui/no-end"), None);
        assert_eq!(told(&policy, "ag-ui/wrong-type"), Some(Severity::Error));
    }

    #[test]
    fn what_was_meant_is_named() {
        let error = Pattern::new("ag-ui/no-edn").unwrap_err();
        assert!(error.contains("`ag-ui/no-end`"), "{error}");
    }
}
