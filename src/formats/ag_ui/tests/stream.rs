//! Reading and writing streams.
