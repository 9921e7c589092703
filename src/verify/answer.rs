use crate::game::{Convention, Nimber, Outcome, Position, Value, mex};
use crate::solver::{Ask, Question, Silence, Solver, Work};

/// What can be asked about a position: its outcome, or its value.
pub(super) trait Answer: Clone + PartialEq + Send + Sync + 'static {
    /// The question that it answers.
    const ASK: Ask;

    /// Puts the question to a solver.
    fn put<'q, P: Position>(
        solver: &'q dyn Solver<P>,
        question: &'q Question<'q, P>,
    ) -> Result<Work<'q, Self>, Silence>;

    /// The answer as text.
    fn print(&self) -> String;

    /// What the definition makes of the answers for a position's options.
    fn follows(options: &[Self], convention: Convention) -> Self;

    /// Answers as bytes.
    fn pack(answers: &[Self]) -> Vec<u8>;

    /// So many answers out of their bytes; none where the bytes are not exactly theirs.
    fn unpack(bytes: &[u8], count: usize) -> Option<Vec<Self>>;
}

impl Answer for Outcome {
    const ASK: Ask = Ask::Outcome;

    fn put<'q, P: Position>(
        solver: &'q dyn Solver<P>,
        question: &'q Question<'q, P>,
    ) -> Result<Work<'q, Self>, Silence> {
        solver.outcomes(question)
    }

    fn print(&self) -> String {
        self.to_string()
    }

    fn follows(options: &[Self], convention: Convention) -> Self {
        match options {
            [] => Self::without_moves(convention),
            options => Self::won_if(options.contains(&Self::P)),
        }
    }

    /// A bit a position, set where it is won, the first of eight lowest.
    fn pack(answers: &[Self]) -> Vec<u8> {
        let bits = |eight: &[Self]| (0..).zip(eight).fold(0, |byte, (i, said)| byte | u8::from(*said == Self::N) << i);
        answers.chunks(8).map(bits).collect()
    }

    fn unpack(bytes: &[u8], count: usize) -> Option<Vec<Self>> {
        if bytes.len() != count.div_ceil(8) {
            return None;
        }
        let bits = bytes.iter().flat_map(|byte| (0..8).map(move |i| byte >> i & 1 == 1));
        bits.clone().skip(count).all(|set| !set).then(|| bits.take(count).map(Self::won_if).collect())
    }
}

impl Answer for Value {
    const ASK: Ask = Ask::Value;

    fn put<'q, P: Position>(
        solver: &'q dyn Solver<P>,
        question: &'q Question<'q, P>,
    ) -> Result<Work<'q, Self>, Silence> {
        solver.values(question)
    }

    fn print(&self) -> String {
        self.map_or_else(|| "no value".to_owned(), |value| format!("∗{value}"))
    }

    /// An option without a value is loony, and ignored.
    fn follows(options: &[Self], _: Convention) -> Self {
        Some(mex(options.iter().copied().flatten()))
    }

    /// Seven bits a byte, the lowest first, the eighth set where more follow: 0 for no value, else one more than it.
    fn pack(answers: &[Self]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(answers.len());
        for said in answers {
            let mut rest = said.map_or(0, |value| u64::from(value) + 1);
            while rest >= 1 << 7 {
                bytes.push((rest & 0x7f) as u8 | 0x80);
                rest >>= 7;
            }
            bytes.push(rest as u8);
        }
        bytes
    }

    fn unpack(bytes: &[u8], count: usize) -> Option<Vec<Self>> {
        let (mut said, mut number, mut shift) = (Vec::with_capacity(count.min(bytes.len())), 0u64, 0);
        for byte in bytes {
            number |= u64::from(byte & 0x7f).checked_shl(shift).filter(|_| shift < 35)?;
            shift += 7;
            if byte & 0x80 == 0 {
                said.push(number.checked_sub(1).map(Nimber::try_from).transpose().ok()?);
                (number, shift) = (0, 0);
            }
        }
        (shift == 0 && said.len() == count).then_some(said)
    }
}
