//! How much a pipe holds, where the system lets a program say so.

#[cfg(target_os = "linux")]
use std::os::fd::AsFd;

/// Twice a block of input: what one block becomes goes out in one go.
#[cfg(target_os = "linux")]
const ROOM: usize = 2 * super::input::BLOCK;

/// Makes a pipe hold more, so that its ends wait less for each other. What is no pipe is left as it is, and so is one
/// that holds more already.
#[cfg(target_os = "linux")]
pub fn widen(pipe: impl AsFd) {
    use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};
    if fcntl_getpipe_size(&pipe).is_ok_and(|room| room < ROOM) {
        // Where the system refuses, the narrow one is slower, and no worse else.
        let _ = fcntl_setpipe_size(&pipe, ROOM);
    }
}

/// Only Linux lets a program say how much a pipe holds.
#[cfg(not(target_os = "linux"))]
pub fn widen<T>(_: T) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io;

    use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};

    use super::*;

    #[test]
    fn a_narrow_pipe_is_widened() -> io::Result<()> {
        let (_reader, writer) = io::pipe()?;
        widen(&writer);
        assert!(fcntl_getpipe_size(&writer)? >= ROOM);
        Ok(())
    }

    #[test]
    fn a_wide_pipe_stays_as_wide() -> io::Result<()> {
        let (_reader, writer) = io::pipe()?;
        let wide = fcntl_setpipe_size(&writer, 2 * ROOM)?;
        widen(&writer);
        assert_eq!(fcntl_getpipe_size(&writer)?, wide);
        Ok(())
    }
}
