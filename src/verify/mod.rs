//! Where opinions meet: nothing is known here until two solvers with different bases have said the same.

mod answer;
mod control;
mod derivation;
mod desk;
mod games;
mod gate;
mod kept;
mod memo;
mod panel;
mod refusal;
mod store;
mod verified;
mod witnesses;

pub use derivation::Derivation;
pub use desk::{AtWork, Hand};
pub use games::{GAMES, Game, GameEntry, Rules};
pub use gate::{Budget, Gate};
pub use panel::{Panel, Played};
pub use refusal::{Opinion, Refusal};
pub use store::{Heard, Store, Unkept};
pub use verified::{ControlRecord, Provenance, Verified, Witness};
