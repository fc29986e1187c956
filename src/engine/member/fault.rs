//! Where findings stand that were made in a member: in its row, under its pointer.

use crate::framing::Position;
use crate::report::{Diagnostic, Report};

/// Findings of a value that was read where it stands: their paths are those of the row.
pub(super) fn in_member(report: &mut Report, told: usize, pointer: &str, place: Position) {
    report.move_since(told, |found| {
        if let Some(target) = &mut found.target {
            target.insert_str(0, pointer);
        } else if found.path.as_deref().is_none_or(str::is_empty) {
            found.path = Some(pointer.to_owned());
        }
        settle(found, place);
    });
}

/// Findings of frames in an array: the number of a frame is a step of the path.
pub(super) fn in_frames(report: &mut Report, told: usize, pointer: &str, place: Position) {
    report.move_since(told, |found| {
        let frame = found.frames.map_or(found.frame, |(first, _)| first);
        let step = if frame == 0 { String::new() } else { format!("/{}", frame - 1) };
        if let Some((first, last)) = found.frames.take() {
            found.message.push_str(&format!(" (frames {first} to {last} of the stream)"));
        }
        prefix(found, pointer, &step);
        settle(found, place);
    });
}

/// Findings of what a string holds: paths go on in its text, and the message says in which frame of it.
pub(super) fn in_text(report: &mut Report, told: usize, pointer: &str, place: Position) {
    report.move_since(told, |found| {
        match found.frames.take() {
            Some((first, last)) => {
                found.message.push_str(&format!(" (frames {first} to {last} of the text)"));
            }
            None if found.frame > 0 => {
                found.message.push_str(&format!(" (frame {} of the text)", found.frame))
            }
            None => {}
        }
        prefix(found, pointer, "");
        settle(found, place);
    });
}

fn prefix(found: &mut Diagnostic, pointer: &str, step: &str) {
    if let Some(target) = &mut found.target {
        target.insert_str(0, pointer);
    } else {
        found.path = Some([pointer, step, found.path.as_deref().unwrap_or("")].concat());
    }
}

/// The frame is the row; what is left out in a member leaves the row in.
fn settle(found: &mut Diagnostic, place: Position) {
    (found.frame, found.line) = (place.frame, place.line);
    found.rejected = None;
}
