//! A member by its JSON Pointer (RFC 6901).

use crate::ir::{Kind, Value};

/// The place of a member in each record: `/request`, `/calls/0/response`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer {
    text: String,
    steps: Vec<String>,
}

impl Pointer {
    /// Reads a pointer as it was typed.
    ///
    /// # Errors
    /// Where it is none, or is one to the whole record; in words.
    pub fn new(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("the empty pointer is the whole record, which is converted without --at".into());
        }
        let Some(path) = text.strip_prefix('/') else {
            let meant = text.trim_start_matches(['#', '.', '$', '/']).replace('.', "/");
            return Err(format!("a JSON pointer begins with `/`; did you mean `/{meant}`?"));
        };
        let steps = path.split('/').map(unescaped).collect::<Option<_>>();
        let steps = steps.ok_or("`~` stands for itself as `~0`, and for `/` as `~1`")?;
        Ok(Self { text: text.to_owned(), steps })
    }

    /// As it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the other member is this one or stands in it.
    #[must_use]
    pub fn holds(&self, other: &Self) -> bool {
        other.steps.starts_with(&self.steps)
    }

    /// The member; looking is not reading. Of repeated keys the last counts.
    pub(super) fn find<'v>(&self, root: Value<'v>) -> Option<Value<'v>> {
        self.steps.iter().try_fold(root, |value, step| match value.kind() {
            Kind::Object => value.look().member(step),
            Kind::Array => value.elements().nth(index(step)?),
            Kind::Null | Kind::Bool | Kind::Number | Kind::String => None,
        })
    }
}

/// A step with its escapes undone; `None` where one is none.
fn unescaped(step: &str) -> Option<String> {
    let mut pieces = step.split('~');
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (mark, rest) = piece.split_at_checked(1)?;
        plain.push(match mark {
            "0" => '~',
            "1" => '/',
            _ => return None,
        });
        plain.push_str(rest);
    }
    Some(plain)
}

/// An index has no sign and no leading zero.
fn index(step: &str) -> Option<usize> {
    let digits = !step.is_empty() && step.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || (step.len() > 1 && step.starts_with('0')) { None } else { step.parse().ok() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Tape;

    #[test]
    fn members_are_found_as_the_rfc_says() {
        let text = r#"{"foo":["bar","baz"],"":0,"a/b":1,"m~n":8,"o":{"\u0069":2},"d":1,"d":2}"#;
        let mut tape = Tape::default();
        tape.fill(text).unwrap();
        let view = tape.view(text);
        let find = |pointer: &str| Pointer::new(pointer).unwrap().find(view.root()).map(Value::verbatim);
        for (pointer, found) in [
            ("/foo/0", Some("\"bar\"")),
            ("/foo/1", Some("\"baz\"")),
            ("/", Some("0")),
            ("/a~1b", Some("1")),
            ("/m~0n", Some("8")),
            ("/o/i", Some("2")),
            ("/d", Some("2")),
            ("/foo/2", None),
            ("/foo/01", None),
            ("/foo/-", None),
            ("/foo/+1", None),
            ("/foo/0/x", None),
            ("/no", None),
        ] {
            assert_eq!(find(pointer), found, "{pointer}");
        }
    }

    #[test]
    fn what_is_no_pointer_is_told_what_it_could_be() {
        for (typed, told) in [
            ("", "whole record"),
            ("request", "`/request`"),
            (".a.b", "`/a/b`"),
            ("#/a", "`/a`"),
            ("/a~2", "`~0`"),
            ("/a~", "`~0`"),
        ] {
            let error = Pointer::new(typed).unwrap_err();
            assert!(error.contains(told), "{typed}: {error}");
        }
    }

    #[test]
    fn a_member_holds_itself_and_what_stands_in_it() {
        let holds = |a: &str, b: &str| Pointer::new(a).unwrap().holds(&Pointer::new(b).unwrap());
        assert!(holds("/a", "/a") && holds("/a", "/a/b"));
        assert!(!holds("/a", "/ab") && !holds("/a/b", "/a"));
    }
}
