//! Models that people like: values of the previous input where they fit, otherwise small,
//! printable or round ones, as long as a bounded number of evaluations allows.

use clew_logic::{Evaluator, InputId, Model, Sort, TermId, TermPool, bits};

use super::Slice;

/// How many changed models are tried for one slice.
const MAX_TRIALS: usize = 64;

/// The model with nicer values, still a model of the slice.
pub(crate) fn polish(
    pool: &TermPool,
    evaluator: &mut Evaluator,
    slice: &Slice,
    mut model: Model,
    previous: Option<&Model>,
) -> Model {
    let mut trials = 0;
    for input in pool.set_members(slice.inputs) {
        let sort = pool.input_decl(input).sort;
        if matches!(sort, Sort::Array { .. }) {
            continue;
        }
        let current = model.bits(input);
        let wish = previous.and_then(|previous| previous.get_bits(input));
        if wish == Some(current) {
            continue;
        }
        let concerned: Vec<TermId> = {
            let set = pool.input_set(pool.input_decl(input).term);
            let touches = |part: &&TermId| pool.sets_intersect(pool.input_set(**part), set);
            slice.parts.iter().rev().filter(touches).copied().collect()
        };
        for candidate in candidates(sort.width().max(1), current, wish) {
            if trials == MAX_TRIALS {
                return model;
            }
            trials += 1;
            if keeps(pool, evaluator, &concerned, &mut model, input, current, candidate) {
                break;
            }
        }
    }
    model
}

/// Sets the input and keeps it so if the parts that mention it still hold.
fn keeps(
    pool: &TermPool,
    evaluator: &mut Evaluator,
    parts: &[TermId],
    model: &mut Model,
    input: InputId,
    current: u128,
    candidate: u128,
) -> bool {
    model.set_bits(input, candidate);
    evaluator.forget();
    let holds = parts.iter().all(|&part| evaluator.holds(pool, model, part));
    if !holds {
        model.set_bits(input, current);
    }
    holds
}

/// Values nicer than the current one, the nicest first.
fn candidates(width: u32, current: u128, wish: Option<u128>) -> impl Iterator<Item = u128> {
    let minus_one = bits::ones(width);
    let edge = bits::sign_bit(width);
    let numbers = [0, 1, minus_one, 2, 3, 10, edge, edge - 1];
    // Of a byte people like to see a character.
    let characters = [0x61, 0x41, 0x30, 0x20, 0x7e, 0, 1, minus_one];
    let plain = if width == 8 { characters } else { numbers };
    // A value that is nice already is replaced by the wish only.
    let nice = match width {
        8 => is_printable(current),
        _ => bits::magnitude(width, current) <= 16,
    };
    let offered = if nice { 0 } else { plain.len() };
    wish.into_iter()
        .chain(plain.into_iter().take(offered))
        .filter(move |&candidate| candidate != current && candidate <= bits::ones(width))
}

fn is_printable(value: u128) -> bool {
    (0x20..0x7f).contains(&value)
}
