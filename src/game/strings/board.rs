/// A board of Dots and Boxes: rows and columns of boxes, and the lines that are not yet drawn.
///
/// Lines are numbered as they are read, row of text by row of text: the top sides of the first row of boxes,
/// then its upright sides, then the top sides of the next row, and at the end the bottom sides of the last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    rows: u32,
    columns: u32,
    undrawn: Box<[u32]>,
}

impl Board {
    /// The most rows, and the most columns, of boxes.
    pub const MOST: u32 = 20;

    /// The board of this many rows and columns of boxes on which these lines are not yet drawn.
    /// None if it has no boxes, is larger than [`Board::MOST`] either way, or has no such line.
    pub fn new(rows: u32, columns: u32, undrawn: impl IntoIterator<Item = u32>) -> Option<Self> {
        let mut undrawn: Vec<u32> = undrawn.into_iter().collect();
        undrawn.sort_unstable();
        undrawn.dedup();
        let sized = (1..=Self::MOST).contains(&rows) && (1..=Self::MOST).contains(&columns);
        let board = Self { rows, columns, undrawn: undrawn.into() };
        (sized && board.undrawn.last().is_none_or(|&line| line < board.lines())).then_some(board)
    }

    /// The board on which nothing is drawn; none if it has no boxes or is too large.
    pub fn blank(rows: u32, columns: u32) -> Option<Self> {
        let board = Self::new(rows, columns, [])?;
        Self::new(rows, columns, 0..board.lines())
    }

    /// How many rows of boxes.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// How many columns of boxes.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// How many lines, drawn or not.
    pub fn lines(&self) -> u32 {
        self.rows * self.stride() + self.columns
    }

    /// The lines not yet drawn, ascending.
    pub fn undrawn(&self) -> &[u32] {
        &self.undrawn
    }

    /// Whether a line is drawn.
    pub fn is_drawn(&self, line: u32) -> bool {
        self.undrawn.binary_search(&line).is_err()
    }

    /// The line above the box at a row and a column; for the row below the last, the line beneath.
    pub fn above(&self, row: u32, column: u32) -> u32 {
        row * self.stride() + column
    }

    /// The line to the left of the box at a row and a column; for the column after the last, the line to its right.
    pub fn left_of(&self, row: u32, column: u32) -> u32 {
        row * self.stride() + self.columns + column
    }

    /// The four sides of the box at a row and a column.
    pub fn sides(&self, row: u32, column: u32) -> [u32; 4] {
        [self.above(row, column), self.left_of(row, column), self.left_of(row, column + 1), self.above(row + 1, column)]
    }

    /// The boxes on either side of a line, each as row and column; one at the edge.
    pub fn beside(&self, line: u32) -> impl Iterator<Item = (u32, u32)> {
        let (row, along) = (line / self.stride(), line % self.stride());
        let (first, second) = match along.checked_sub(self.columns) {
            None => ((row.checked_sub(1), Some(along)), (Some(row), Some(along))),
            Some(column) => ((Some(row), column.checked_sub(1)), (Some(row), Some(column))),
        };
        let (rows, columns) = (self.rows, self.columns);
        [first, second]
            .into_iter()
            .filter_map(|(row, column)| row.zip(column))
            .filter(move |&(row, column)| row < rows && column < columns)
    }

    /// The board with one more line drawn, and how many boxes that completes.
    pub fn draw(&self, line: u32) -> (Self, u32) {
        let undrawn: Vec<u32> = self.undrawn.iter().copied().filter(|&other| other != line).collect();
        let board = Self { undrawn: undrawn.into(), ..*self };
        let complete =
            |&(row, column): &(u32, u32)| board.sides(row, column).into_iter().all(|side| board.is_drawn(side));
        let completed = board.beside(line).filter(complete).count();
        (board, completed as u32)
    }

    /// How many lines there are from one box to the one below it, as lines are numbered.
    fn stride(&self) -> u32 {
        2 * self.columns + 1
    }
}
