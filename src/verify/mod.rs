//! Where opinions meet: nothing is known here until two solvers with different bases have said the same.

mod games;
mod gate;
mod panel;
mod refusal;
mod verified;

pub use games::{GAMES, Game, GameEntry, Rules};
pub use gate::{Budget, Gate};
pub use panel::{Panel, Played};
pub use refusal::{Opinion, Refusal};
pub use verified::{ControlRecord, Provenance, Verified, Witness};
