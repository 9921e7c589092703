/// What it means that the player to move has no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Convention {
    /// A player who cannot move has lost.
    #[default]
    Normal,
    /// A player who cannot move has won.
    Misere,
}
