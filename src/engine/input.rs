//! Where bytes come from: a file or standard input, plain or gzip, read in blocks.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use super::pipe;

/// How much is asked of the system at once, as long as it gives as much.
pub const BLOCK: usize = 256 * 1024;
/// How much is asked first: a short input touches no more memory.
const FIRST: usize = 16 * 1024;

const GZIP: [u8; 2] = [0x1f, 0x8b];

/// An input whose first bytes can be looked at before it is read.
pub struct Input {
    /// What it is called in reports.
    pub name: String,
    reader: Box<dyn Read>,
    head: Vec<u8>,
    block: Vec<u8>,
    /// Whether the last block was full, so that a larger one pays.
    full: bool,
    ended: bool,
    watch: Option<Box<dyn FnMut(u64)>>,
}

impl Input {
    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    /// Where the file cannot be opened or is a directory.
    pub fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            let stdin = io::stdin();
            pipe::widen(&stdin);
            return Self::new("<stdin>".to_owned(), Box::new(stdin));
        }
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::Error::new(
                io::ErrorKind::IsADirectory,
                "it is a directory; name the files in it",
            ));
        }
        Self::new(path.display().to_string(), Box::new(file))
    }

    /// Reads from anything.
    ///
    /// # Errors
    /// Where the first read fails.
    pub fn new(name: String, reader: Box<dyn Read>) -> io::Result<Self> {
        let (head, block) = (Vec::new(), Vec::new());
        let mut input = Self { name, reader, head, block, full: true, ended: false, watch: None };
        while input.head.len() < GZIP.len() && input.more()? {}
        if input.head.starts_with(&GZIP) {
            let head = Cursor::new(std::mem::take(&mut input.head));
            let packed = std::mem::replace(&mut input.reader, Box::new(io::empty()));
            input.reader = Box::new(MultiGzDecoder::new(head.chain(packed)));
            input.ended = false;
        }
        Ok(input)
    }

    /// Tells `watch` how many bytes each block has.
    #[must_use]
    pub fn watched(mut self, watch: impl FnMut(u64) + 'static) -> Self {
        self.watch = Some(Box::new(watch));
        self
    }

    /// The bytes read so far and not yet given out.
    #[must_use]
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// Whether there is nothing after [`Input::head`].
    #[must_use]
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Reads one more block behind the head. `false` at the end.
    ///
    /// # Errors
    /// Where reading fails.
    pub fn more(&mut self) -> io::Result<bool> {
        let got = read(&mut *self.reader, &mut self.block, &mut self.full)?;
        self.head.extend_from_slice(&self.block[..got]);
        self.ended = got == 0;
        Ok(got > 0)
    }

    /// Gives the head, then block after block, to `take`, as soon as they come.
    ///
    /// # Errors
    /// Where reading or `take` fails.
    pub fn each_block(mut self, mut take: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        while let Some(block) = self.next_block()? {
            take(block)?;
        }
        Ok(())
    }

    /// The head, then block after block; `None` at the end.
    ///
    /// # Errors
    /// Where reading fails.
    pub fn next_block(&mut self) -> io::Result<Option<&[u8]>> {
        let got = if self.head.is_empty() {
            if self.ended {
                return Ok(None);
            }
            let got = read(&mut *self.reader, &mut self.block, &mut self.full)?;
            self.ended = got == 0;
            got
        } else {
            self.block = std::mem::take(&mut self.head);
            self.block.len()
        };
        if let Some(watch) = &mut self.watch {
            watch(got as u64);
        }
        Ok((got > 0).then(|| &self.block[..got]))
    }
}

fn read(reader: &mut dyn Read, block: &mut Vec<u8>, full: &mut bool) -> io::Result<usize> {
    if *full {
        block.resize((block.len() * 4).clamp(FIRST, BLOCK), 0);
    }
    loop {
        match reader.read(block) {
            Err(fault) if fault.kind() == io::ErrorKind::Interrupted => {}
            Ok(got) => {
                *full = got == block.len();
                return Ok(got);
            }
            Err(fault) => return Err(fault),
        }
    }
}
