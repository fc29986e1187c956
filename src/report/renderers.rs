//! Which renderer each form has.

use super::form::{FindRule, Form, Looks, Render};
use super::{github, json, junit, sarif, text};

/// What tells findings in this form.
#[must_use]
pub fn renderer(form: Form, looks: Looks, rule: FindRule) -> Box<dyn Render> {
    match form {
        Form::Text => Box::new(text::Text::new(looks)),
        Form::Json => Box::new(json::Lines),
        Form::Github => Box::new(github::Commands),
        Form::Sarif => Box::new(sarif::Log::new(rule)),
        Form::Junit => Box::new(junit::Suites::default()),
    }
}
