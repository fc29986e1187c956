//! Bytes to frames and back; knows no wire format.
