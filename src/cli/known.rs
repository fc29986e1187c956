//! Parsers of names: what is wrong with one is told in words, and completion scripts know them all.

use std::ffi::OsStr;

use chatwire::engine::catalogue;
use chatwire::engine::policy::Pattern;
use clap::builder::{PossibleValue, TypedValueParser};

use super::names::{self, Wire};

/// The names of wire formats and families.
pub(super) fn wire() -> Known<Wire> {
    Known { names: names::all, parse: names::wire }
}

/// The ids of rules, and families of them.
pub(super) fn rules() -> Known<Pattern> {
    Known { names: rule_names, parse: Pattern::new }
}

/// The same, where the command finds out itself what is meant.
pub(super) fn rule_name() -> Known<String> {
    Known { names: rule_names, parse: |name| Ok(name.to_owned()) }
}

fn rule_names() -> Vec<&'static str> {
    let mut families: Vec<_> = catalogue::all().map(chatwire::report::Rule::family).collect();
    families.dedup();
    catalogue::all().map(|rule| rule.id).chain(families).collect()
}

/// A value that has one of these names.
#[derive(Clone)]
pub(super) struct Known<T> {
    names: fn() -> Vec<&'static str>,
    parse: fn(&str) -> Result<T, String>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Known<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        self.parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}
