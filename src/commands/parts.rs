//! What is in a file: one input, or the bodies of a HAR capture, each an input of its own.

use std::path::Path;

use chatwire::engine::har;
use chatwire::engine::input::Input;
use chatwire::engine::transcode::Refusal;
use chatwire::report::Diagnostic;

use crate::terminal::Terminal;

/// What was found in a file.
#[derive(Default)]
pub(super) struct Parts {
    /// How many bodies are in no format that is read; 0 where the file is no capture.
    pub(super) others: u64,
    /// What is wrong with the capture.
    pub(super) fault: Option<Diagnostic>,
}

/// Gives what is in a file to `visit`, which says why where it can't read it. Of a capture (if it is to be `split`), bodies of no known format
/// are counted; where no other is in it, that is what it comes to.
pub(super) fn each(
    path: &Path,
    split: bool,
    watch: impl FnMut(u64) + 'static,
    visit: &mut dyn FnMut(Input) -> Result<(), Refusal>,
) -> Result<Parts, Refusal> {
    let mut input = Input::open(path)?.watched(watch);
    if !split || !har::is_har(&mut input)? {
        return visit(input).map(|()| Parts::default());
    }
    let file = input.name.clone();
    let (mut others, mut known, mut end) = (0, 0, None);
    let fault = har::bodies(input, &mut |body| {
        match body.into_input(&file).map_err(Refusal::Io).and_then(&mut *visit) {
            Ok(()) => known += 1,
            Err(Refusal::Empty | Refusal::Unknown(..)) => others += 1,
            Err(Refusal::Io(error)) if super::output::is_of_writing(&error) => end = Some(error),
            Err(Refusal::Io(_)) => others += 1,
        }
        end.is_none()
    });
    if let Some(error) = end {
        return Err(error.into());
    }
    if known == 0 && fault.is_none() {
        let message = match others {
            0 => "the HAR capture holds no bodies".to_owned(),
            _ => format!("none of the {others} bodies in the HAR capture is in a format chatwire reads"),
        };
        return Err(Refusal::Unknown(
            message,
            "browsers leave out the bodies of streams; `curl -i` keeps them",
        ));
    }
    Ok(Parts { others, fault })
}

impl Parts {
    /// Tells what is left out or wrong.
    pub(super) fn tell(&self, file: &str, terminal: &mut Terminal) {
        self.note().iter().chain(&self.fault).for_each(|found| terminal.tell(file, found));
    }

    fn note(&self) -> Option<Diagnostic> {
        let message = match self.others {
            0 => return None,
            1 => "1 body is in no format chatwire reads and is left out".to_owned(),
            n => format!("{n} bodies are in no format chatwire reads and are left out"),
        };
        Some(Diagnostic { rule: "har/other-bodies", message, ..Diagnostic::default() })
    }
}
