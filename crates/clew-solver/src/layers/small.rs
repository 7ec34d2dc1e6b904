//! Small domains: where bounds leave few values to the inputs of a slice, all of them are tried.
//! What is left after each part is kept, because the next query mostly begins with the same ones:
//! it has to try only what the last one left.

use clew_logic::{InputId, Model, Sort, Tape, TermId, TermPool, bits};

use super::bounds::Ranges;
use super::bytes::{Bytes, Domains};
use super::{Found, Slice};
use crate::budget::Clock;

/// The most assignments that are looked at.
const MAX_ASSIGNMENTS: u32 = 4096;
/// The most steps of a tape, each for a row of assignments.
const MAX_WORK: usize = 30_000;
/// Steps that cost less than what the layers after this one would do.
const LITTLE_WORK: usize = 1_000;

/// How much may be tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Patience {
    /// Only what is nearly free.
    Little,
    /// Whatever is sensible.
    Full,
}

/// The values of one input.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Domain {
    input: InputId,
    count: u32,
    choice: Choice,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Choice {
    /// From `low` on, each with `flip` applied.
    Range {
        low: u128,
        flip: u128,
    },
    Listed(Vec<u8>),
}

impl Domain {
    fn value(&self, digit: u32) -> u128 {
        match &self.choice {
            Choice::Range { low, flip } => (low + u128::from(digit)) ^ flip,
            Choice::Listed(values) => values[digit as usize].into(),
        }
    }
}

/// An assignment: the digits, one for each domain, as one number.
type Assignment = u32;

/// A part, and what is left after it.
struct Level {
    part: TermId,
    /// The place in `left`.
    left: usize,
    /// Whether the part excluded anything.
    excludes: bool,
}

/// The assignments of the last slice that had few.
#[derive(Default)]
pub(crate) struct SmallDomains {
    domains: Vec<Domain>,
    /// The parts that the domains come from.
    reasons: Vec<TermId>,
    levels: Vec<Level>,
    /// Lists of assignments, each within the one before; the first has all of them.
    left: Vec<Vec<Assignment>>,
}

impl SmallDomains {
    /// Tries all values of the slice's inputs, if they are few.
    pub(crate) fn decide(
        &mut self,
        pool: &TermPool,
        bytes: &mut Bytes,
        clock: &Clock,
        slice: &Slice,
        previous: Option<&Model>,
        patience: Patience,
    ) -> Option<Found> {
        if !self.keep_common(pool, slice) {
            if patience == Patience::Little {
                return None;
            }
            self.start(pool, bytes, slice)?;
        }
        let most = if patience == Patience::Little { LITTLE_WORK } else { MAX_WORK };
        self.filter(pool, clock, &slice.parts, most)?;
        Some(match self.nearest(previous) {
            Some(assignment) => Found::Model(self.model(assignment)),
            None => Found::Core(self.core()),
        })
    }

    /// Goes back to the parts that the slice shares with the last one. False where the domains
    /// are of no use for it.
    fn keep_common(&mut self, pool: &TermPool, slice: &Slice) -> bool {
        let common =
            self.levels.iter().zip(&slice.parts).take_while(|(level, part)| level.part == **part);
        let common = common.count();
        let known = &slice.parts[..common];
        if common == 0 || !self.reasons.iter().all(|reason| known.contains(reason)) {
            return false;
        }
        let members = pool.set_members(slice.inputs);
        if !members.iter().eq(self.domains.iter().map(|domain| &domain.input)) {
            return false;
        }
        self.levels.truncate(common);
        self.left.truncate(self.levels[common - 1].left + 1);
        true
    }

    /// Sets up the domains from as few of the first parts as will do.
    fn start(&mut self, pool: &TermPool, bytes: &mut Bytes, slice: &Slice) -> Option<()> {
        let inputs = pool.set_members(slice.inputs);
        let mut known = Known::default();
        slice.parts.iter().for_each(|&part| known.learn(pool, bytes, part));
        known.domains(pool, &inputs)?;
        let mut known = Known::default();
        let mut parts = slice.parts.iter();
        let domains = loop {
            if let Some(domains) = known.domains(pool, &inputs) {
                break domains;
            }
            known.learn(pool, bytes, *parts.next()?);
        };
        self.reasons = domains.iter().flat_map(|domain| known.reasons(pool, domain)).collect();
        let count: u32 = domains.iter().map(|domain| domain.count).product();
        self.domains = domains;
        self.levels.clear();
        self.left = vec![(0..count).collect()];
        Some(())
    }

    /// Takes in the parts that are new; none where that is too much or the clock stopped it.
    fn filter(
        &mut self,
        pool: &TermPool,
        clock: &Clock,
        parts: &[TermId],
        most: usize,
    ) -> Option<()> {
        let new = &parts[self.levels.len()..];
        let tried = self.left.last()?;
        let rows = tried.len().div_ceil(Tape::LANES);
        if rows * new.len() > most {
            return None;
        }
        let inputs: Vec<InputId> = self.domains.iter().map(|domain| domain.input).collect();
        let mut tape = Tape::compile(pool, &inputs, new)?;
        if rows * tape.len() > most {
            return None;
        }
        // For each assignment the number of new parts that hold before one that does not.
        let mut held = Vec::with_capacity(tried.len());
        for row in tried.chunks(Tape::LANES) {
            if clock.must_stop().is_some() {
                return None;
            }
            for (lane, &assignment) in row.iter().enumerate() {
                for (place, (_, value)) in self.values(assignment).enumerate() {
                    tape.set(place, lane, value);
                }
            }
            held.extend(row.iter().copied().zip(parts_held(&mut tape, new.len(), row.len())));
        }
        for (place, &part) in new.iter().enumerate() {
            let before = held.len();
            held.retain(|&(_, count)| count > place);
            let excludes = held.len() < before;
            if excludes {
                self.left.push(held.iter().map(|&(assignment, _)| assignment).collect());
            }
            self.levels.push(Level { part, left: self.left.len() - 1, excludes });
        }
        Some(())
    }

    fn values(&self, assignment: Assignment) -> impl Iterator<Item = (InputId, u128)> {
        let mut rest = assignment;
        self.domains.iter().map(move |domain| {
            let digit = rest % domain.count;
            rest /= domain.count;
            (domain.input, domain.value(digit))
        })
    }

    fn assign(&self, assignment: Assignment, model: &mut Model) {
        for (input, value) in self.values(assignment) {
            model.set_bits(input, value);
        }
    }

    fn model(&self, assignment: Assignment) -> Model {
        let mut model = Model::new();
        self.assign(assignment, &mut model);
        model
    }

    /// What is left that changes the fewest inputs, and those by the least.
    fn nearest(&self, previous: Option<&Model>) -> Option<Assignment> {
        let zero = Model::new();
        let previous = previous.unwrap_or(&zero);
        let distance = |&assignment: &Assignment| {
            let changes = self.values(assignment).map(|(input, value)| {
                let before = previous.bits(input);
                value.wrapping_sub(before).min(before.wrapping_sub(value))
            });
            changes.fold((0u32, 0u128), |(count, total), change| {
                (count + u32::from(change != 0), total.saturating_add(change))
            })
        };
        self.left.last()?.iter().min_by_key(|assignment| distance(assignment)).copied()
    }

    /// What the domains come from, and the parts that excluded something.
    fn core(&self) -> Vec<TermId> {
        let excluding = self.levels.iter().filter(|level| level.excludes);
        let mut core: Vec<TermId> =
            self.reasons.iter().copied().chain(excluding.map(|level| level.part)).collect();
        core.sort_unstable();
        core.dedup();
        core
    }
}

/// For each of the first lanes, how many roots hold before one that does not.
fn parts_held(tape: &mut Tape, roots: usize, lanes: usize) -> Vec<usize> {
    let mut held = vec![roots; lanes];
    let mut alive = bits::ones(lanes as u32) as u64;
    for root in 0..roots {
        if alive == 0 {
            break;
        }
        tape.run_root(root);
        let mut fallen = alive & !tape.holds(root);
        alive &= !fallen;
        while fallen != 0 {
            held[fallen.trailing_zeros() as usize] = root;
            fallen &= fallen - 1;
        }
    }
    held
}

/// What parts say of the values of inputs.
#[derive(Default)]
struct Known {
    ranges: Ranges,
    bytes: Domains,
    /// Parts that say something of a byte.
    of_bytes: Vec<(InputId, TermId)>,
}

impl Known {
    fn learn(&mut self, pool: &TermPool, bytes: &mut Bytes, part: TermId) {
        match bytes.allowed(pool, part) {
            Some((input, allowed)) => {
                self.bytes.learn(input, allowed);
                self.of_bytes.push((input, part));
            }
            None => {
                let _ = self.ranges.learn(pool, part);
            }
        }
    }

    /// The values of each input, where all of them together are few.
    fn domains(&self, pool: &TermPool, inputs: &[InputId]) -> Option<Vec<Domain>> {
        let mut product: u32 = 1;
        let mut domains = Vec::with_capacity(inputs.len());
        for &input in inputs {
            let domain = self.domain(pool, input)?;
            product = product.checked_mul(domain.count).filter(|&all| all <= MAX_ASSIGNMENTS)?;
            domains.push(domain);
        }
        Some(domains)
    }

    fn domain(&self, pool: &TermPool, input: InputId) -> Option<Domain> {
        let decl = pool.input_decl(input);
        if let Some(values) = self.bytes.of(input) {
            let choice = Choice::Listed(values.iter().collect());
            return Some(Domain { input, count: values.count(), choice });
        }
        let width = match decl.sort {
            Sort::Bool => 1,
            Sort::BitVec(width) => width,
            Sort::Array { .. } => return None,
        };
        let (low, high, flip) =
            self.ranges.narrowest(decl.term).unwrap_or((0, bits::ones(width), 0));
        let count = u32::try_from(high.checked_sub(low)?.checked_add(1)?).ok()?;
        Some(Domain { input, count, choice: Choice::Range { low, flip } })
    }

    /// The parts that a domain comes from.
    fn reasons(&self, pool: &TermPool, domain: &Domain) -> Vec<TermId> {
        match domain.choice {
            Choice::Range { .. } => {
                self.ranges.reasons(pool.input_decl(domain.input).term).collect()
            }
            Choice::Listed(_) => {
                let own = self.of_bytes.iter().filter(|(input, _)| *input == domain.input);
                own.map(|&(_, part)| part).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_logic::testing::{Random, TermSampler};

    fn whole(pool: &mut TermPool, parts: &[TermId]) -> Slice {
        let mut inputs = clew_logic::InputSet::EMPTY;
        for &part in parts {
            let set = pool.input_set(part);
            inputs = pool.set_union(inputs, set);
        }
        Slice { parts: parts.to_vec(), inputs }
    }

    fn satisfiable(pool: &TermPool, parts: &[TermId]) -> bool {
        let inputs: Vec<InputId> = pool.inputs().map(|(input, _)| input).collect();
        (0..1u128 << 8).any(|number| {
            let mut model = Model::new();
            model.set_bits(inputs[0], number & 15);
            model.set_bits(inputs[1], number >> 4);
            parts.iter().all(|&part| pool.eval(&model, part) == 1)
        })
    }

    /// Queries that share beginnings, as those of an exploration do.
    #[test]
    fn all_values_are_tried() {
        let mut rng = Random::new(5);
        let mut pool = TermPool::new();
        let inputs: Vec<TermId> = ["x", "y"].map(|name| pool.input(name, Sort::BitVec(4))).into();
        let mut sampler =
            TermSampler { rng: Random::new(6), inputs, widths: vec![4], arrays: false };
        let mut small = SmallDomains::default();
        let mut bytes = Bytes::default();
        let mut parts: Vec<TermId> = Vec::new();
        let (mut models, mut cores) = (0, 0);
        while models + cores < 3_000 {
            parts.truncate(rng.below(parts.len() as u64 + 1) as usize);
            for _ in 0..1 + rng.below(2) {
                parts.push(sampler.boolean(&mut pool, 2));
            }
            let slice = whole(&mut pool, &parts);
            let expected = satisfiable(&pool, &parts);
            let clock = Clock::new();
            let patience = if rng.one_in(3) { Patience::Little } else { Patience::Full };
            match small.decide(&pool, &mut bytes, &clock, &slice, None, patience) {
                Some(Found::Model(model)) => {
                    models += 1;
                    assert!(expected);
                    assert!(parts.iter().all(|&part| pool.eval(&model, part) == 1));
                }
                Some(Found::Core(core)) => {
                    cores += 1;
                    assert!(!expected);
                    assert!(core.iter().all(|part| parts.contains(part)));
                    assert!(!satisfiable(&pool, &core));
                }
                None => {
                    let bounds = super::super::bounds::contradiction(&pool, &parts);
                    assert!(patience == Patience::Little || bounds.is_some());
                }
            }
        }
        assert!(models > 500 && cores > 500, "{models} models, {cores} cores");
    }

    #[test]
    fn bounds_make_domains_small_and_the_nearest_model_is_taken() {
        let mut pool = TermPool::new();
        let [x, y] = ["x", "y"].map(|name| pool.input(name, Sort::BitVec(32)));
        let (low, high, forty) = (pool.bv(32, 10), pool.bv(32, 30), pool.bv(32, 40));
        let sum = pool.add(x, y);
        let bounded = [pool.sle(low, x), pool.sle(x, high), pool.sle(low, y), pool.sle(y, high)];
        let mut parts = bounded.to_vec();
        parts.push(pool.eq(sum, forty));
        let mut previous = Model::new();
        for (input, value) in [(x, 12), (y, 11)] {
            previous.set_bits(pool.input_of(input).expect("an input"), value);
        }
        let mut small = SmallDomains::default();
        let mut bytes = Bytes::default();
        let clock = Clock::new();
        let mut decide = |parts: &[TermId], pool: &mut TermPool| {
            let slice = whole(pool, parts);
            small.decide(pool, &mut bytes, &clock, &slice, Some(&previous), Patience::Full)
        };
        let Some(Found::Model(model)) = decide(&parts, &mut pool) else {
            panic!("10 + 30 is a way")
        };
        assert_eq!((pool.eval(&model, x), pool.eval(&model, y)), (29, 11));
        let unbounded = [bounded[0], bounded[1], parts[4]];
        assert!(decide(&unbounded, &mut pool).is_none());
    }
}
