//! Bodies.
use crate::formats::openai::time;
use crate::ir::{At, JsonString, Place, Transcript};
use crate::report::Report;
pub(in crate::formats::openai) fn write_messages(_t: Transcript, _o: &mut Vec<u8>, _r: &mut Report) {}
pub(in crate::formats::openai) fn write_request(_t: Transcript, _o: &mut Vec<u8>, _r: &mut Report) {}
pub(in crate::formats::openai) fn write_response(_t: Transcript, _o: &mut Vec<u8>, _r: &mut Report) {}

/// The time of a reply as the wire spells it: a number of seconds.
pub(super) fn created(time: Option<&JsonString>, place: &Place, report: &mut Report) -> String {
    let Some(text) = time else {
        report.invented("/created", "the time of the reply");
        return "0".to_owned();
    };
    match time::seconds(text) {
        Some((seconds, exact)) => {
            if !exact {
                report.narrowed(
                    At::place(place),
                    &format!("the time `{}` becomes whole seconds", text.as_str()),
                );
            }
            seconds.to_string()
        }
        None => {
            report.dropped(At::place(place), &format!("the time `{}`", text.as_str()));
            report.invented("/created", "the time of the reply");
            "0".to_owned()
        }
    }
}
