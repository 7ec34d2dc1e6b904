//! Reading arrays: stores become choices, reads of array inputs become fresh words that agree
//! where their indices do (Ackermann).

use std::collections::BTreeMap;

use clew_logic::{InputId, Op, TermId, TermPool};
use rustc_hash::FxHashMap;
use rustsat::types::Lit;

use super::gates::ClauseSink;
use super::terms::Blaster;
use super::words;

/// What a comparison of two indices counts for, in terms.
const STEPS_OF_COMPARISON: u32 = 8;

/// The reads so far.
#[derive(Default)]
pub(super) struct Reads {
    /// Words by array and index.
    known: FxHashMap<(TermId, TermId), Vec<Lit>>,
    /// Reads of each input, in the order of the inputs.
    inputs: BTreeMap<InputId, Vec<InputRead>>,
}

/// A read of an input.
#[derive(Clone)]
struct InputRead {
    index: TermId,
    /// The bits of the index.
    place: Vec<Lit>,
    element: Vec<Lit>,
}

impl Reads {
    pub(super) fn elements(&self) -> impl Iterator<Item = (InputId, &[Lit], &[Lit])> {
        self.inputs.iter().flat_map(|(&input, reads)| {
            reads.iter().map(move |read| (input, read.place.as_slice(), read.element.as_slice()))
        })
    }
}

/// Stores at constant indices on top of an array: the elements, and the array below.
struct Table {
    elements: BTreeMap<u128, TermId>,
    below: TermId,
}

fn table(pool: &TermPool, mut array: TermId) -> Table {
    let mut elements = BTreeMap::new();
    while pool.op(array) == Op::Store {
        let args = pool.args(array);
        let Some(index) = pool.value(args[1]) else { break };
        elements.entry(index).or_insert(args[2]);
        array = args[0];
    }
    Table { elements, below: array }
}

impl<S: ClauseSink> Blaster<S> {
    pub(super) fn select(&mut self, pool: &TermPool, array: TermId, index: TermId) -> Vec<Lit> {
        let mut stack = vec![array];
        while let Some(&top) = stack.last() {
            if self.reads.known.contains_key(&(top, index)) {
                stack.pop();
                continue;
            }
            let args = pool.args(top);
            let needed: Vec<TermId> = match pool.op(top) {
                Op::Store if pool.value(args[1]).is_some() => vec![table(pool, top).below],
                Op::Store => vec![args[0]],
                Op::Ite => vec![args[1], args[2]],
                _ => Vec::new(),
            };
            let before = stack.len();
            stack.extend(
                needed.into_iter().filter(|&array| !self.reads.known.contains_key(&(array, index))),
            );
            if stack.len() == before {
                stack.pop();
                let word = self.read(pool, top, index);
                self.reads.known.insert((top, index), word);
            }
        }
        self.reads.known[&(array, index)].clone()
    }

    /// One level; what lies below was read before.
    fn read(&mut self, pool: &TermPool, array: TermId, index: TermId) -> Vec<Lit> {
        let args = pool.args(array);
        match pool.op(array) {
            Op::ConstArray => self.known(args[0]),
            Op::Input => {
                let input = pool.input_of(array).expect("an input should have its id");
                self.read_input(pool, input, index)
            }
            Op::Ite => {
                let condition = self.known(args[0])[0];
                let yes = self.reads.known[&(args[1], index)].clone();
                let no = self.reads.known[&(args[2], index)].clone();
                self.gates.mux_word(condition, &yes, &no)
            }
            Op::Store if pool.value(args[1]).is_some() => {
                let table = table(pool, array);
                let otherwise = self.reads.known[&(table.below, index)].clone();
                let elements: Vec<(u128, Vec<Lit>)> = table
                    .elements
                    .iter()
                    .map(|(&place, &element)| (place, self.known(element)))
                    .collect();
                let index = self.known(index);
                self.look_up(&elements, &index, &otherwise)
            }
            Op::Store => {
                let element = self.known(args[2]);
                let below = self.reads.known[&(args[0], index)].clone();
                let hit = self.is_same_place(pool, args[1], index);
                self.gates.mux_word(hit, &element, &below)
            }
            op => unreachable!("{op:?} makes no array"),
        }
    }

    /// A tree of choices by the bits of the index, the highest first.
    fn look_up(
        &mut self,
        elements: &[(u128, Vec<Lit>)],
        index: &[Lit],
        otherwise: &[Lit],
    ) -> Vec<Lit> {
        let Some((first, _)) = elements.first() else { return otherwise.to_vec() };
        if index.is_empty() {
            return elements[0].1.clone();
        }
        // Bits in which all places agree are compared at once.
        let differing = elements.iter().fold(0, |bits, (place, _)| bits | (place ^ first));
        let top = 128 - differing.leading_zeros() as usize;
        if top < index.len() {
            let prefix = words::constant((index.len() - top) as u32, first >> top);
            let hit = self.gates.equal(&index[top..], &prefix);
            let inside = self.look_up_low(elements, &index[..top], otherwise);
            return self.gates.mux_word(hit, &inside, otherwise);
        }
        self.look_up_low(elements, index, otherwise)
    }

    fn look_up_low(
        &mut self,
        elements: &[(u128, Vec<Lit>)],
        index: &[Lit],
        otherwise: &[Lit],
    ) -> Vec<Lit> {
        let Some((&bit, lower)) = index.split_last() else { return elements[0].1.clone() };
        let mask = (1u128 << lower.len()) - 1;
        let split = elements.partition_point(|(place, _)| place >> lower.len() & 1 == 0);
        let strip = |part: &[(u128, Vec<Lit>)]| -> Vec<(u128, Vec<Lit>)> {
            part.iter().map(|(place, word)| (place & mask, word.clone())).collect()
        };
        let low = self.look_up(&strip(&elements[..split]), lower, otherwise);
        let high = self.look_up(&strip(&elements[split..]), lower, otherwise);
        self.gates.mux_word(bit, &high, &low)
    }

    fn read_input(&mut self, pool: &TermPool, input: InputId, index: TermId) -> Vec<Lit> {
        let place = self.known(index);
        let earlier = self.reads.inputs.get(&input).cloned().unwrap_or_default();
        if let Some(read) = earlier.iter().find(|read| read.place == place) {
            return read.element.clone();
        }
        let width = pool.width(pool.input_decl(input).term);
        let element = self.gates.fresh_word(width);
        for read in &earlier {
            let same = self.is_same_place(pool, index, read.index);
            if same == super::gates::FALSE {
                continue;
            }
            for (&a, &b) in element.iter().zip(&read.element) {
                self.gates.clause(&[!same, !a, b]);
                self.gates.clause(&[!same, a, !b]);
            }
        }
        let read = InputRead { index, place, element: element.clone() };
        self.reads.inputs.entry(input).or_default().push(read);
        element
    }

    /// Whether two indices are equal. What is added to both does not matter: offsets from the same
    /// start are compared without it.
    fn is_same_place(&mut self, pool: &TermPool, left: TermId, right: TermId) -> Lit {
        let width = pool.width(left);
        let (mut xs, x) = addends(pool, left);
        let (mut ys, y) = addends(pool, right);
        xs.retain(|term| match ys.iter().position(|other| other == term) {
            Some(at) => {
                ys.swap_remove(at);
                false
            }
            None => true,
        });
        self.steps += STEPS_OF_COMPARISON;
        let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        let ahead = y.wrapping_sub(x) & mask;
        match (xs.as_slice(), ys.as_slice()) {
            ([], []) if ahead == 0 => super::gates::TRUE,
            ([], []) => super::gates::FALSE,
            ([term], []) => {
                let term = self.known(*term);
                self.gates.equal(&term, &words::constant(width, ahead))
            }
            ([], [term]) => {
                let term = self.known(*term);
                self.gates.equal(&term, &words::constant(width, ahead.wrapping_neg() & mask))
            }
            ([one], [other]) if ahead == 0 => {
                let (one, other) = (self.known(*one), self.known(*other));
                self.gates.equal(&one, &other)
            }
            _ => {
                let (left, right) = (self.known(left), self.known(right));
                self.gates.equal(&left, &right)
            }
        }
    }
}

/// The terms that are added up to one, and the sum of the constants among them.
fn addends(pool: &TermPool, term: TermId) -> (Vec<TermId>, u128) {
    let (mut terms, mut sum) = (Vec::new(), 0u128);
    let mut work = vec![term];
    while let Some(term) = work.pop() {
        match (pool.value(term), pool.op(term)) {
            (Some(value), _) => sum = sum.wrapping_add(value),
            (None, Op::Add) => work.extend(pool.args(term)),
            (None, _) => terms.push(term),
        }
    }
    (terms, sum)
}
