//! Whether the data of an event is whole already.

use crate::framing::scan::{Scanner, Step, whole};
use crate::framing::text::is_blank;

/// Whether the data so far is whole JSON; asked at each further line, so the scan goes on where it stopped.
pub(super) struct Balance {
    scanner: Scanner,
    scanned: usize,
    step: Step,
}

impl Balance {
    pub(super) fn new() -> Balance {
        Balance { scanner: Scanner::new(), scanned: 0, step: Step::More }
    }

    pub(super) fn reset(&mut self) {
        self.scanner.reset();
        (self.scanned, self.step) = (0, Step::More);
    }

    pub(super) fn is_whole(&mut self, data: &[u8]) -> bool {
        if self.step == Step::More {
            let step = self.scanner.feed(&data[self.scanned..]);
            self.step = if let Step::End(end) = step { Step::End(self.scanned + end) } else { step };
            self.scanned = data.len();
        }
        let Step::End(end) = self.step else {
            return false;
        };
        matches!(data, [b'{' | b'[', ..]) && is_blank(&data[end..]) && whole(data)
    }
}
