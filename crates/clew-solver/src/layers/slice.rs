//! Independent slices: constraints that share no input, directly or through others, are decided
//! apart.

use clew_logic::{InputSet, TermPool};
use rustc_hash::FxHashMap;

use super::Slice;
use super::simplify::Part;

/// The slices; that of the last constraint comes first.
pub(crate) fn slices(pool: &mut TermPool, parts: &[Part]) -> Vec<Slice> {
    // Union-find over the different sets of inputs, joined through the inputs.
    let mut classes: Vec<u32> = Vec::new();
    let mut set_class: FxHashMap<InputSet, u32> = FxHashMap::default();
    let mut input_class: FxHashMap<clew_logic::InputId, u32> = FxHashMap::default();
    let mut of_part = Vec::with_capacity(parts.len());
    for part in parts {
        let set = pool.input_set(part.term);
        let class = *set_class.entry(set).or_insert_with(|| {
            let class = classes.len() as u32;
            classes.push(class);
            pool.for_each_in_set(set, |input| {
                let other = *input_class.entry(input).or_insert(class);
                let (a, b) = (root(&mut classes, class), root(&mut classes, other));
                classes[a.max(b) as usize] = a.min(b);
            });
            class
        });
        of_part.push(class);
    }
    let mut slices: Vec<Slice> = Vec::new();
    let mut places: FxHashMap<u32, usize> = FxHashMap::default();
    for (part, class) in parts.iter().zip(of_part) {
        let class = root(&mut classes, class);
        let place = *places.entry(class).or_insert_with(|| {
            slices.push(Slice { parts: Vec::new(), inputs: InputSet::EMPTY });
            slices.len() - 1
        });
        slices[place].parts.push(part.term);
        slices[place].inputs = pool.set_union(slices[place].inputs, pool.input_set(part.term));
    }
    if let Some(last) = parts.last() {
        let place = slices.iter().position(|slice| slice.parts.contains(&last.term));
        slices.swap(0, place.unwrap_or(0));
    }
    slices
}

/// Everything as one slice, for stacks without this layer.
pub(crate) fn whole(pool: &mut TermPool, parts: &[Part]) -> Vec<Slice> {
    let inputs = parts.iter().fold(InputSet::EMPTY, |inputs, part| {
        let set = pool.input_set(part.term);
        pool.set_union(inputs, set)
    });
    vec![Slice { parts: parts.iter().map(|part| part.term).collect(), inputs }]
}

fn root(classes: &mut [u32], mut class: u32) -> u32 {
    while classes[class as usize] != class {
        let parent = classes[class as usize];
        classes[class as usize] = classes[parent as usize];
        class = parent;
    }
    class
}
