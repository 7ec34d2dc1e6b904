//! How the inputs of a run are changed for another: by chance, in the ways that sequences differ.

use clew_logic::InputId;
use clew_random::Random;

/// The inputs of a run, in the order in which they were made.
pub(super) type Inputs = Vec<(InputId, u128)>;

/// The most inputs that are changed together.
const MOST: usize = 8;
/// The most questions for making inputs lighter.
const MOST_QUESTIONS: u32 = 128;

/// Changes inputs, perhaps to some of another run. What is left out is drawn by chance. Where they become
/// longer, they need room: the inputs that come behind them.
pub(super) fn vary(inputs: &mut Inputs, room: Inputs, other: &Inputs, dice: &mut Random) {
    let from = dice.index(inputs.len() + 1);
    let count = 1 + dice.index(MOST);
    match dice.index(8) {
        0 | 1 => inputs.truncate(from),
        2 => leave_out(inputs, from, count),
        3 => (0..count.min(4)).for_each(|_| {
            let at = dice.index(inputs.len());
            leave_out(inputs, at, 1);
        }),
        4 => move_up(inputs, from, count),
        5 => repeat(inputs, room, (from, count), dice),
        6 => {
            repeat(inputs, room, (from, count), dice);
            let at = dice.index(inputs.len());
            leave_out(inputs, at, 1);
        }
        _ => take_over(inputs, other, from, dice),
    }
}

/// The inputs without the parts that are not needed, the largest parts first; what comes behind them
/// moves up. `None` where whether the rest suffices has no answer any more.
pub(super) fn lighten(
    mut inputs: Inputs,
    mut suffices: impl FnMut(&Inputs) -> Option<bool>,
) -> Option<Inputs> {
    let (mut size, mut questions) = (inputs.len() / 2, 0);
    while size > 0 {
        let mut from = 0;
        while from < inputs.len() && questions < MOST_QUESTIONS {
            questions += 1;
            let mut lighter = inputs.clone();
            move_up(&mut lighter, from, size);
            match suffices(&lighter)? {
                true => inputs = lighter,
                false => from += size,
            }
        }
        size /= 2;
    }
    Some(inputs)
}

/// Leaves some inputs out.
fn leave_out(inputs: &mut Inputs, from: usize, count: usize) {
    let to = (from + count).min(inputs.len());
    inputs.drain(from.min(to)..to);
}

/// Gives inputs the values of those that come later, as if some had never been there.
fn move_up(inputs: &mut Inputs, from: usize, count: usize) {
    let mut values: Vec<u128> = inputs.iter().map(|it| it.1).collect();
    let to = (from + count).min(values.len());
    values.drain(from.min(to)..to);
    assign(inputs, &values);
}

/// Has a part of the values come again somewhere, before what was there.
fn repeat(inputs: &mut Inputs, room: Inputs, (from, count): (usize, usize), dice: &mut Random) {
    let mut values: Vec<u128> = inputs.iter().map(|it| it.1).collect();
    let to = (from + count).min(values.len());
    let part = values[from.min(to)..to].to_vec();
    let at = match dice.index(2) {
        0 => to,
        _ => dice.index(values.len() + 1),
    };
    values.splice(at..at, part);
    values.extend(room.iter().map(|it| it.1));
    inputs.extend(room);
    values.truncate(inputs.len());
    assign(inputs, &values);
}

/// Takes values over from another run: those of the same inputs from somewhere on.
fn take_over(inputs: &mut Inputs, other: &Inputs, from: usize, dice: &mut Random) {
    let count = match dice.index(2) {
        0 => usize::MAX,
        _ => 1 + dice.index(MOST),
    };
    let Some(&(first, _)) = inputs.get(from) else { return };
    for &(input, value) in other.iter().filter(|it| it.0 >= first).take(count) {
        match inputs.binary_search_by_key(&input, |it| it.0) {
            Ok(at) => inputs[at].1 = value,
            Err(at) => inputs.insert(at, (input, value)),
        }
    }
}

/// Gives the first inputs these values; the others are left out.
fn assign(inputs: &mut Inputs, values: &[u128]) {
    inputs.truncate(values.len());
    inputs.iter_mut().zip(values).for_each(|(input, value)| input.1 = *value);
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_logic::{Sort, TermPool};

    fn inputs(values: &[u128]) -> Inputs {
        let mut pool = TermPool::new();
        let mut input = |at: usize| {
            let term = pool.input(&format!("v[{at}]"), Sort::BitVec(8));
            pool.input_of(term).expect("an input")
        };
        values.iter().enumerate().map(|(at, value)| (input(at), *value)).collect()
    }

    fn values(inputs: &Inputs) -> Vec<u128> {
        inputs.iter().map(|it| it.1).collect()
    }

    #[test]
    fn values_move_up() {
        let mut moved = inputs(&[1, 2, 3, 4]);
        move_up(&mut moved, 1, 2);
        assert_eq!(moved, inputs(&[1, 4]));
        move_up(&mut moved, 2, 8);
        assert_eq!(moved, inputs(&[1, 4]));
    }

    #[test]
    fn what_is_not_needed_is_left_out() {
        let heavy = inputs(&[5, 5, 7, 5, 5, 5, 9, 5, 5]);
        let has_both = |it: &Inputs| {
            let first = it.iter().position(|it| it.1 == 7);
            Some(first.is_some_and(|at| it[at..].iter().any(|it| it.1 == 9)))
        };
        assert_eq!(lighten(heavy.clone(), has_both), Some(inputs(&[7, 9])));
        assert_eq!(lighten(heavy, |_| None), None);
        let mut questions = 0;
        let large = lighten(inputs(&[1; 300]), |_| {
            questions += 1;
            Some(false)
        });
        assert_eq!((large.map(|it| it.len()), questions), (Some(300), MOST_QUESTIONS));
    }

    #[test]
    fn a_part_comes_again() {
        let mut dice = Random::new(1);
        let repeated: Vec<_> = (0..64)
            .map(|_| {
                let mut repeated = inputs(&[1, 2, 3, 4, 5, 6]);
                repeat(&mut repeated, Inputs::new(), (0, 2), &mut dice);
                values(&repeated)
            })
            .collect();
        assert!(repeated.contains(&vec![1, 2, 1, 2, 3, 4]));
        assert!(repeated.iter().all(|it| it.len() == 6));
    }

    #[test]
    fn values_of_another_run_are_for_the_same_inputs() {
        let mut dice = Random::new(1);
        let mut taken = inputs(&[1, 2, 3]);
        taken.remove(1);
        take_over(&mut taken, &inputs(&[7, 8, 9]), 1, &mut dice);
        assert_eq!(taken[0].1, 1);
        assert_eq!(values(&taken).last(), Some(&9));
    }

    #[test]
    fn inputs_stay_in_order() {
        let mut dice = Random::new(5);
        let other = inputs(&[9; 12]);
        for _ in 0..1000 {
            let mut varied = inputs(&[1, 2, 3, 4, 5]);
            vary(&mut varied, Inputs::new(), &other, &mut dice);
            assert!(varied.is_sorted_by_key(|it| it.0));
        }
        vary(&mut Inputs::new(), Inputs::new(), &Inputs::new(), &mut dice);
    }
}
