//! Independent slices: constraints that share no input, directly or through others, are decided
//! apart; and those that hold already are not decided at all.

use clew_logic::{InputSet, TermId, TermPool};

use super::Slice;
use super::simplify::Part;

/// The slices in which a part does not hold, by the newest such part, the newest first. `inputs`
/// are those of all parts.
pub(crate) fn violated_slices(
    pool: &mut TermPool,
    parts: &[Part],
    inputs: InputSet,
    mut holds: impl FnMut(&TermPool, TermId) -> bool,
) -> Vec<Slice> {
    let mut sliced = vec![false; parts.len()];
    let mut slices = Vec::new();
    for place in (0..parts.len()).rev() {
        if sliced[place] || holds(pool, parts[place].term) {
            continue;
        }
        let slice = slice_of(pool, parts, place, inputs);
        if slice.parts.len() == parts.len() {
            return vec![slice];
        }
        for (part, sliced) in parts.iter().zip(&mut sliced) {
            *sliced |= pool.sets_intersect(pool.input_set(part.term), slice.inputs);
        }
        // A part without inputs is in no slice but that of itself.
        sliced[place] = true;
        slices.push(slice);
    }
    slices
}

/// Everything that hangs together with one part.
fn slice_of(pool: &mut TermPool, parts: &[Part], place: usize, all: InputSet) -> Slice {
    let mut inputs = pool.input_set(parts[place].term);
    if inputs.is_empty() {
        return Slice { parts: vec![parts[place].term], inputs };
    }
    loop {
        let before = inputs;
        for part in parts.iter().rev() {
            let set = pool.input_set(part.term);
            if pool.sets_intersect(inputs, set) {
                inputs = pool.set_union(inputs, set);
            }
        }
        if inputs == before || inputs == all {
            break;
        }
    }
    let hangs_together =
        |part: &&Part| inputs == all || pool.sets_intersect(inputs, pool.input_set(part.term));
    Slice { parts: parts.iter().filter(hangs_together).map(|part| part.term).collect(), inputs }
}

/// Everything as one slice, for stacks without this layer.
pub(crate) fn whole(parts: &[Part], inputs: InputSet) -> Slice {
    Slice { parts: parts.iter().map(|part| part.term).collect(), inputs }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_logic::Sort;
    use clew_logic::testing::Random;

    /// Union-find over the inputs says which parts belong together.
    fn classes(pool: &TermPool, parts: &[Part]) -> Vec<usize> {
        let mut class: Vec<usize> = (0..parts.len()).collect();
        loop {
            let before = class.clone();
            for a in 0..parts.len() {
                for b in 0..parts.len() {
                    let sets = [a, b].map(|place: usize| pool.input_set(parts[place].term));
                    if pool.sets_intersect(sets[0], sets[1]) {
                        class[a] = class[a].min(class[b]);
                    }
                }
            }
            if class == before {
                return class;
            }
        }
    }

    #[test]
    fn slices_are_the_classes_with_a_violated_part() {
        let mut rng = Random::new(4);
        for _ in 0..500 {
            let mut pool = TermPool::new();
            let inputs: Vec<TermId> =
                (0..8).map(|n| pool.input(&format!("x{n}"), Sort::BitVec(8))).collect();
            let mut all = InputSet::EMPTY;
            let parts: Vec<Part> = (0..1 + rng.below(8) as u32)
                .map(|origin| {
                    let (a, b) = (rng.pick(&inputs), rng.pick(&inputs));
                    let limit = pool.bv(8, u128::from(origin) + 3);
                    let sum = pool.mul(a, b);
                    let term = pool.ult(sum, limit);
                    let set = pool.input_set(term);
                    all = pool.set_union(all, set);
                    Part { term, origin }
                })
                .collect();
            let violated: Vec<TermId> =
                parts.iter().map(|part| part.term).filter(|_| rng.one_in(3)).collect();
            let found =
                violated_slices(&mut pool, &parts, all, |_, part| !violated.contains(&part));
            let class = classes(&pool, &parts);
            let mut expected: Vec<Vec<TermId>> = Vec::new();
            for newest in (0..parts.len()).rev() {
                let members = || (0..parts.len()).filter(|&place| class[place] == class[newest]);
                let first = members().rev().find(|&place| violated.contains(&parts[place].term));
                if first == Some(newest) {
                    expected.push(members().map(|place| parts[place].term).collect());
                }
            }
            let found: Vec<Vec<TermId>> = found.into_iter().map(|slice| slice.parts).collect();
            assert_eq!(found, expected);
        }
    }
}
