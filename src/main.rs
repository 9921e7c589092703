//! The command `rungs`.

fn main() {}
