//! Every test that looks at the crate from outside, in one binary.

mod gate;
mod layers;
