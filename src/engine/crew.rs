//! Threads that work on the records of a log, batch by batch; what comes of the batches is given back in their order.
//!
//! Invariant. No more than a few batches are on their way if who sends them waits while there are too many, so memory is
//! bounded.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, SyncSender, TrySendError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// How many bytes of records make a batch.
pub(super) const BATCH: usize = 256 * 1024;
/// How many batches may wait for each thread.
const AHEAD: usize = 1;

/// What a thread does with an order.
pub(super) type Hand<O, D> = Box<dyn FnMut(O) -> D>;

/// The threads, and the orders that are on their way.
pub(super) struct Crew<O, D> {
    orders: SyncSender<(O, Sender<D>)>,
    running: VecDeque<Running<D>>,
    cores: usize,
}

/// An order that was given.
enum Running<D> {
    /// A thread has it, or it waits for one.
    Away(Receiver<D>),
    /// It is done.
    Done(D),
}

impl<O: Send + 'static, D: Send + 'static> Crew<O, D> {
    /// Starts so many threads. `hire` gives for each what makes its hand, which then never leaves its thread.
    pub(super) fn new<M>(cores: usize, hire: impl Fn() -> M) -> Self
    where
        M: FnOnce() -> Hand<O, D> + Send + 'static,
    {
        let (orders, taken) = sync_channel::<(O, Sender<D>)>(AHEAD * cores);
        let taken = Arc::new(Mutex::new(taken));
        for _ in 0..cores {
            let (taken, make) = (Arc::clone(&taken), hire());
            thread::spawn(move || {
                let mut hand = make();
                loop {
                    let order = taken.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((order, done)) = order else { return };
                    // The lane may be gone; then nobody wants it.
                    let _ = done.send(hand(order));
                }
            });
        }
        Self { orders, running: VecDeque::new(), cores }
    }

    /// Sends an order on its way.
    pub(super) fn send(&mut self, order: O) {
        let (sender, receiver) = channel();
        self.running.push_back(Running::Away(receiver));
        let sent = self.orders.send((order, sender));
        debug_assert!(sent.is_ok(), "the crew is there as long as its lane");
    }

    /// Sends an order on its way unless enough others wait for a thread; then it is given back.
    pub(super) fn offer(&mut self, order: O) -> Option<O> {
        let (sender, receiver) = channel();
        match self.orders.try_send((order, sender)) {
            Ok(()) => self.running.push_back(Running::Away(receiver)),
            Err(TrySendError::Full((order, _)) | TrySendError::Disconnected((order, _))) => {
                return Some(order);
            }
        }
        None
    }

    /// Takes in what came of an order that was given back: it has its turn.
    pub(super) fn keep(&mut self, done: D) {
        self.running.push_back(Running::Done(done));
    }

    /// What came of the oldest order, if it is done.
    pub(super) fn ready(&mut self) -> Option<D> {
        match self.running.pop_front()? {
            Running::Done(done) => Some(done),
            Running::Away(receiver) => {
                let done = receiver.try_recv().ok();
                if done.is_none() {
                    self.running.push_front(Running::Away(receiver));
                }
                done
            }
        }
    }

    /// Whether the oldest order has to be waited for before another is sent: each thread has one in its hands and one
    /// that waits, and whoever sends them may have as many.
    pub(super) fn is_full(&self) -> bool {
        self.running.len() > 2 * AHEAD * (self.cores + 1)
    }

    /// What came of the oldest order; `None` where none is on its way.
    pub(super) fn oldest(&mut self) -> Option<D> {
        match self.running.pop_front()? {
            Running::Done(done) => Some(done),
            Running::Away(receiver) => receiver.recv().ok(),
        }
    }
}
