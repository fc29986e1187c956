//! The plain bytes of a string: all but quotes, backslashes and control characters, looked at a block at a time.

/// Bytes that are looked at together.
const BLOCK: usize = 16;

/// How many bytes from the start are plain.
#[inline(always)]
pub(super) fn plain(bytes: &[u8]) -> usize {
    let Some(block) = bytes.first_chunk() else { return few(bytes) };
    let special = special(block);
    if special == 0 { BLOCK + many(&bytes[BLOCK..]) } else { first(special) }
}

/// As `plain`, behind the first block.
#[inline(never)]
fn many(bytes: &[u8]) -> usize {
    let (blocks, rest) = bytes.as_chunks();
    for (number, block) in blocks.iter().enumerate() {
        let special = special(block);
        if special != 0 {
            return number * BLOCK + first(special);
        }
    }
    blocks.len() * BLOCK + few(rest)
}

/// As `plain`, of less than a block. The zeros behind it are not plain.
fn few(bytes: &[u8]) -> usize {
    let mut block = [0; BLOCK];
    block[..bytes.len()].copy_from_slice(bytes);
    first(special(&block))
}

/// A byte of ones for each byte that is not plain, the first one lowest: machines compare all of a block at once.
#[inline(always)]
fn special(block: &[u8; BLOCK]) -> u128 {
    let mut special = [0; BLOCK];
    for (ones, byte) in special.iter_mut().zip(block) {
        *ones = if (*byte < 0x20) | (*byte == b'"') | (*byte == b'\\') { u8::MAX } else { 0 };
    }
    u128::from_le_bytes(special)
}

/// Where the first special byte is.
#[inline(always)]
fn first(special: u128) -> usize {
    special.trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_at_each_place_is_plain_or_not() {
        for at in 0..BLOCK {
            for byte in 0..=u8::MAX {
                let mut block = [b'x'; BLOCK];
                block[at] = byte;
                let is_special = byte < 0x20 || byte == b'"' || byte == b'\\';
                let expected = if is_special { at } else { BLOCK };
                assert_eq!(plain(&block), expected, "{byte:#04x} at {at}");
            }
        }
    }

    #[test]
    fn the_first_special_byte_ends_what_is_plain() {
        for length in 0..100 {
            let text = vec![b'x'; length];
            assert_eq!(plain(&text), length);
            for at in 0..length {
                let mut text = text.clone();
                text[at] = b'"';
                assert_eq!(plain(&text), at, "of {length}");
            }
        }
    }
}
