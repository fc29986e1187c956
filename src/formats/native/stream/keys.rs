//! The numbers of parts and messages in the input, and the dense ones that events carry: a number in a file may be any.

use std::collections::HashMap;

/// Numbers that have been given out, and what is open under them.
#[derive(Debug)]
pub(super) struct Keys<T> {
    known: HashMap<u64, u32>,
    open: Vec<Option<T>>,
    last: Option<(u64, u32)>,
}

impl<T> Default for Keys<T> {
    fn default() -> Self {
        Self { known: HashMap::new(), open: Vec::new(), last: None }
    }
}

impl<T: Copy> Keys<T> {
    /// Opens what the input calls `number`; `None` if it has been there before.
    pub(super) fn start(&mut self, number: u64, what: T) -> Option<u32> {
        if self.known.contains_key(&number) {
            return None;
        }
        let key = u32::try_from(self.open.len()).ok()?;
        self.known.insert(number, key);
        self.open.push(Some(what));
        self.last = Some((number, key));
        Some(key)
    }

    /// The key of what the input calls `number`, open or not.
    #[inline]
    pub(super) fn find(&mut self, number: u64) -> Option<u32> {
        if let Some((last, key)) = self.last
            && last == number
        {
            return Some(key);
        }
        let key = *self.known.get(&number)?;
        self.last = Some((number, key));
        Some(key)
    }

    /// What is open under a key.
    #[inline]
    pub(super) fn open(&self, key: u32) -> Option<T> {
        self.open.get(key as usize).copied().flatten()
    }

    /// Tells what a key stands for anew, if it is open.
    pub(super) fn revise(&mut self, key: u32, what: T) {
        if let Some(open @ Some(_)) = self.open.get_mut(key as usize) {
            *open = Some(what);
        }
    }

    /// Closes a key; whether it was open.
    pub(super) fn close(&mut self, key: u32) -> bool {
        self.open.get_mut(key as usize).and_then(Option::take).is_some()
    }

    /// The keys that are open, in order.
    pub(super) fn all_open(&self) -> Vec<u32> {
        (0..).zip(&self.open).filter(|(_, open)| open.is_some()).map(|(key, _)| key).collect()
    }

    /// The key that was given out last.
    pub(super) fn newest(&self) -> Option<u32> {
        u32::try_from(self.open.len()).ok()?.checked_sub(1)
    }
}
