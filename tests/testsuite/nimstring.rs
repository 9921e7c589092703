//! Nimstring: every solver against the rules told a second time, and against each other through the gate.

use rungs::game::{
    Board, Convention, Ending, Nimstring, Outcome, Piece, Position, Positions, StringRange, Strings, Sum, Value,
};
use rungs::notation::read_strings;
use rungs::solver::{
    BoardLines, Loony, Question, Search, ShortLaw, Silence, Solver, StringComponents, StringMasks, TurnMex,
};
use rungs::verify::{Budget, Gate, Panel};

use crate::cutting::{End, Net};

const RULES: [(Nimstring, End); 2] =
    [(Nimstring { ending: Ending::LastCutWins }, End::Passes), (Nimstring { ending: Ending::MustMove }, End::MustCut)];

fn read(text: &str) -> Strings {
    read_strings(text).unwrap()
}

fn question(rules: &Nimstring, convention: Convention, positions: Positions<Strings>) -> Question<'_, Strings> {
    Question { game: "nimstring", rules, convention, positions }
}

/// All sums of pieces, strands among them, within so many strings.
fn sums(strings: u32) -> Vec<Strings> {
    let pieces: Vec<Piece> = (1..=strings + 1)
        .flat_map(|n| [Piece::Chain(n), Piece::Loop(n), Piece::Half(n), Piece::Free(n)])
        .filter(|piece| piece.exists() && piece.strings() <= strings)
        .collect();
    let mut sums = vec![(Sum::default(), 0)];
    let mut at = 0;
    while let Some((sum, from)) = sums.get(at).cloned() {
        at += 1;
        for (i, piece) in pieces.iter().enumerate().skip(from) {
            if sum.strings() + u64::from(piece.strings()) <= u64::from(strings) {
                sums.push((sum.plus(&Sum::new([*piece])), i));
            }
        }
    }
    sums.into_iter().map(|(sum, _)| Strings::Sum(sum)).collect()
}

/// All boards that can come of a blank one.
fn boards(rows: u32, columns: u32) -> Vec<Strings> {
    use rungs::game::PositionRange;
    StringRange::Below(Board::blank(rows, columns).unwrap()).iter().collect()
}

fn solvers() -> Vec<Box<dyn Solver<Strings>>> {
    vec![
        Box::new(TurnMex),
        Box::new(StringMasks::default()),
        Box::new(StringComponents::default()),
        Box::new(Loony::default()),
        Box::new(BoardLines),
        Box::new(ShortLaw::default()),
        Box::new(Search),
    ]
}

/// What a solver says of each position, one at a time where it is silent on all together.
fn ask<T>(work: Result<rungs::solver::Work<'_, T>, Silence>) -> Option<Vec<T>> {
    work.ok().and_then(|work| (work.run)(5_000_000).ok())
}

fn value_of<P: Position>(solver: &dyn Solver<P>, question: &Question<'_, P>) -> Option<Vec<Value>> {
    ask(solver.values(question))
}

/// Holds every solver that speaks against the second telling, on each of the positions; tells how often each spoke.
fn all_agree(positions: &[Strings]) -> Vec<usize> {
    let mut spoke = vec![0; solvers().len()];
    for (rules, end) in &RULES {
        for position in positions {
            let mut net = Net::new(&position.to_string(), *end);
            let all = net.all();
            let value = net.lost_beside(all);
            if *end == End::Passes {
                assert_eq!(Some(net.mex(all)), value, "{position}");
            }
            let outcome = Outcome::won_if(net.wins(all, 0, false));
            let misere = Outcome::won_if(net.wins_misere(all));
            let listed = || Positions::Listed(vec![position.clone()]);
            let normal_play = question(rules, Convention::Normal, listed());
            let misere_play = question(rules, Convention::Misere, listed());
            for (solver, spoke) in solvers().iter().zip(&mut spoke) {
                let about = format!("{position}, {end:?}: {}", solver.name());
                if let Some(said) = ask(solver.outcomes(&normal_play)) {
                    assert_eq!(said, [outcome], "{about}");
                    *spoke += 1;
                }
                if let Some(said) = ask(solver.outcomes(&misere_play)) {
                    assert_eq!(said, [misere], "{about}, misère");
                    *spoke += 1;
                }
                if let Some(said) = value_of(solver.as_ref(), &normal_play) {
                    assert_eq!(said, [value], "{about}");
                    *spoke += 1;
                }
                assert!(value_of(solver.as_ref(), &misere_play).is_none(), "{about}");
            }
        }
    }
    spoke
}

#[test]
fn every_solver_agrees_with_the_second_telling_on_sums() {
    let sums = sums(7);
    assert_eq!(sums.len(), 666);
    let spoke = all_agree(&sums);
    let everything = 6 * sums.len();
    // Mex over turns has two of the six questions where the last cut wins and one where it does not.
    assert_eq!(spoke[..4], [sums.len() * 3, everything, everything, sums.len() * 3]);
    assert_eq!(spoke[4], 0);
    assert!(spoke[5] > 0 && spoke[6] == sums.len() * 5 + 1, "{spoke:?}");
}

#[test]
fn every_solver_agrees_with_the_second_telling_on_boards() {
    let boards: Vec<Strings> = [boards(1, 1), boards(1, 2), boards(2, 1)].concat();
    let spoke = all_agree(&boards);
    assert_eq!(spoke[1], 6 * boards.len());
    assert_eq!(spoke[4], 3 * boards.len());
    assert_eq!(spoke[3], 3 * boards.len());
}

#[test]
fn a_board_and_the_sum_that_it_is_are_worth_the_same() {
    let mut found = 0;
    for position in boards(2, 2) {
        let Some(sum) = position.pieces() else { continue };
        found += 1;
        for (rules, _) in &RULES {
            let both = question(
                rules,
                Convention::Normal,
                Positions::Listed(vec![position.clone(), Strings::Sum(sum.clone())]),
            );
            let said = value_of(&StringMasks::default(), &both).unwrap();
            assert_eq!(said[0], said[1], "{position} {sum}");
        }
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn two_bases_agree_on_a_board_of_six_boxes() {
    let position = read("+ + + +/       /+ + + +/       /+ + + +");
    assert_eq!(position.strings(), 17);
    for (rules, _) in &RULES {
        let asked = question(rules, Convention::Normal, Positions::Listed(vec![position.clone()]));
        let verified = Gate::new(Panel::default(), Budget::default()).values(&asked).unwrap();
        let provenance = &verified.provenance()[0];
        assert!(!provenance.told_twice());
        assert_eq!(provenance.controls.len(), if rules.ending == Ending::LastCutWins { 1 } else { 2 });
    }
}
