//! Documents and events there and back; the texts stand for every member there is.

mod document;
mod everything;
mod stream;

use crate::formats::by_id;
use crate::formats::testing;
use crate::ir::{Extras, Message, Part, Place, Run, Transcript, Usage};

fn strip_extras(extras: &mut Extras) {
    extras.list.iter_mut().for_each(|extra| extra.place = Place::default());
}

fn strip_part(part: &mut Part) {
    part.place = Place::default();
    strip_extras(&mut part.extras);
}

fn strip_message(message: &mut Message) {
    message.place = Place::default();
    message.id_name = None;
    message.finish.iter_mut().for_each(|finish| finish.place = Place::default());
    message.parts.iter_mut().for_each(strip_part);
    strip_extras(&mut message.extras);
}

/// A transcript without places, which native does not hold.
fn stripped(mut transcript: Transcript) -> Transcript {
    let who = transcript.run;
    transcript.run = Run { place: Place::default(), names: [""; 4], ..who };
    let usage = transcript.usage;
    transcript.usage = Usage { place: Place::default(), ..usage };
    transcript.messages.iter_mut().for_each(strip_message);
    transcript.finish.iter_mut().for_each(|finish| finish.place = Place::default());
    transcript.params.iter_mut().for_each(|param| param.place = Place::default());
    for tool in &mut transcript.tools {
        tool.place = Place::default();
        strip_extras(&mut tool.extras);
    }
    if let Some(error) = &mut transcript.error {
        error.place = Place::default();
        strip_extras(&mut error.extras);
    }
    for interrupt in &mut transcript.interrupts {
        interrupt.place = Place::default();
        strip_extras(&mut interrupt.extras);
    }
    strip_extras(&mut transcript.extras);
    transcript
}

/// What a document comes to when it is read and written, with what was reported of the reading.
fn again(text: &str) -> String {
    let native = by_id("native").unwrap();
    let (transcript, mut report) = testing::document(native, text);
    report.close_losses();
    let mut lines = vec![super::text(&transcript)];
    lines.extend(report.drain().map(|found| crate::report::to_text("in", &found)));
    lines.join("\n")
}
