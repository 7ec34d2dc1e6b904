//! Residues: what is said of the remainders of one term depends on nothing but its remainder by
//! the least common multiple and its sign. Where no such class is left the parts contradict each
//! other. Leap years, check digits and alignment are of this kind.

use clew_logic::{Op, TermId, TermPool, bits};
use rustc_hash::FxHashMap;

/// The largest common multiple that is looked at.
const MAX_MULTIPLE: u128 = 1024;

/// How a remainder is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Remainder {
    Unsigned,
    /// With the sign of the dividend.
    Signed,
}

/// A part that compares a remainder with a constant.
#[derive(Clone, Copy, Debug)]
struct Fact {
    part: TermId,
    remainder: Remainder,
    modulus: u128,
    /// The comparison at a width, the constant, and whether that stands on the left.
    op: Op,
    width: u32,
    constant: u128,
    constant_first: bool,
    negated: bool,
}

impl Fact {
    /// The term whose remainder a part is about, and what it says.
    fn of(pool: &TermPool, part: TermId) -> Option<(TermId, Fact)> {
        let negated = pool.op(part) == Op::Not;
        let inner = if negated { pool.args(part)[0] } else { part };
        let op = pool.op(inner);
        if !matches!(op, Op::Eq | Op::Ult | Op::Slt) {
            return None;
        }
        let (a, b) = (pool.args(inner)[0], pool.args(inner)[1]);
        let (side, constant, constant_first) = match (pool.value(a), pool.value(b)) {
            (None, Some(constant)) => (a, constant, false),
            (Some(constant), None) => (b, constant, true),
            _ => return None,
        };
        let (term, remainder, modulus) = remainder_of(pool, side)?;
        let is_sensible = modulus > 0
            && modulus <= MAX_MULTIPLE
            && bits::sign_bit(pool.width(term)) > MAX_MULTIPLE;
        is_sensible.then(|| {
            let width = pool.width(side);
            let fact =
                Fact { part, remainder, modulus, op, width, constant, constant_first, negated };
            (term, fact)
        })
    }

    /// Whether it holds for a value of the term, whose width is given.
    fn allows(&self, width: u32, value: u128) -> bool {
        let rest = match self.remainder {
            Remainder::Unsigned => bits::urem(value, self.modulus),
            Remainder::Signed => bits::srem(width, value, self.modulus),
        };
        let rest = bits::truncate(self.width, rest);
        let (a, b) =
            if self.constant_first { (self.constant, rest) } else { (rest, self.constant) };
        (bits::apply(self.op, self.width, a, b) == 1) != self.negated
    }
}

/// The dividend, the kind and the modulus of a term that is a remainder. That by a power of two
/// was rewritten to the lowest bits.
fn remainder_of(pool: &TermPool, term: TermId) -> Option<(TermId, Remainder, u128)> {
    let args = pool.args(term);
    match pool.op(term) {
        Op::URem => Some((args[0], Remainder::Unsigned, pool.value(args[1])?)),
        Op::SRem => {
            let modulus = pool.value(args[1])?;
            let width = pool.width(term);
            Some((args[0], Remainder::Signed, bits::magnitude(width, modulus)))
        }
        Op::Extract => match pool.extract_bounds(term)? {
            (high, 0) if high < 16 => Some((args[0], Remainder::Unsigned, 2 << high)),
            _ => None,
        },
        _ => None,
    }
}

/// What the parts say of remainders, by term.
#[derive(Default)]
pub(crate) struct Residues {
    of_term: FxHashMap<TermId, Vec<Fact>>,
}

impl Residues {
    pub(crate) fn of(pool: &TermPool, parts: &[TermId]) -> Self {
        let mut residues = Residues::default();
        for &part in parts {
            if let Some((term, fact)) = Fact::of(pool, part) {
                residues.of_term.entry(term).or_default().push(fact);
            }
        }
        residues
    }

    /// The term whose remainder a part is about.
    pub(crate) fn dividend(&self, pool: &TermPool, part: TermId) -> Option<TermId> {
        if self.of_term.is_empty() {
            return None;
        }
        Fact::of(pool, part).map(|(term, _)| term)
    }

    /// The value nearest to the given one for which all that is said of the term's remainders
    /// holds, one that is `liked` if possible.
    pub(crate) fn nearest(
        &self,
        pool: &TermPool,
        term: TermId,
        value: u128,
        mut liked: impl FnMut(u128) -> bool,
    ) -> Option<u128> {
        let facts = self.of_term.get(&term)?;
        let multiple = multiple(facts)?;
        let width = pool.width(term);
        let mut candidates = (1..=multiple)
            .flat_map(|by| [value.wrapping_add(by), value.wrapping_sub(by)])
            .map(|value| bits::truncate(width, value))
            .filter(|&value| facts.iter().all(|fact| fact.allows(width, value)));
        let first = candidates.next()?;
        let found = if liked(first) { None } else { candidates.find(|&value| liked(value)) };
        Some(found.unwrap_or(first))
    }
}

/// Parts that contradict each other by the remainders they ask for.
pub(crate) fn contradiction(pool: &TermPool, parts: &[TermId]) -> Option<Vec<TermId>> {
    let residues = Residues::of(pool, parts);
    let facts = residues.of_term.iter().filter(|(_, facts)| facts.len() > 1);
    let mut contradictions: Vec<(TermId, &Vec<Fact>)> = facts
        .filter(|(term, facts)| contradict(facts, pool.width(**term)))
        .map(|(&term, facts)| (term, facts))
        .collect();
    contradictions.sort_unstable_by_key(|&(term, _)| term);
    let &(term, facts) = contradictions.first()?;
    let mut facts = facts.clone();
    let mut place = 0;
    while place < facts.len() {
        let mut rest = facts.clone();
        rest.remove(place);
        if contradict(&rest, pool.width(term)) {
            facts = rest;
        } else {
            place += 1;
        }
    }
    let mut core: Vec<TermId> = facts.iter().map(|fact| fact.part).collect();
    core.sort_unstable();
    Some(core)
}

/// Whether no value satisfies all facts.
fn contradict(facts: &[Fact], width: u32) -> bool {
    let Some(multiple) = multiple(facts) else { return false };
    let holds = |value| facts.iter().all(|fact| fact.allows(width, value));
    !(0..multiple).any(|rest| holds(rest) || holds(bits::neg(width, multiple - rest)))
}

/// The least common multiple of the moduli, if it is not too large.
fn multiple(facts: &[Fact]) -> Option<u128> {
    facts.iter().try_fold(1, |multiple: u128, fact| {
        let gcd = gcd(multiple, fact.modulus);
        Some(multiple / gcd * fact.modulus).filter(|&multiple| multiple <= MAX_MULTIPLE)
    })
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_logic::testing::{Random, scale};
    use clew_logic::{InputId, Sort, Tape};

    /// Random comparisons of remainders of `x`.
    fn sample(pool: &mut TermPool, rng: &mut Random, x: TermId) -> TermId {
        let width = pool.width(x);
        let modulus = pool.bv(width, rng.pick(&[2, 3, 4, 5, 6, 8, 10, 12, 100, 400]));
        let constant = pool.bv(width, u128::from(rng.below(12)));
        let minus = pool.neg(constant);
        let constant = if rng.one_in(4) { minus } else { constant };
        let rest = match rng.below(3) {
            0 => pool.urem(x, modulus),
            1 => pool.srem(x, modulus),
            _ => {
                let negative = pool.neg(modulus);
                pool.srem(x, negative)
            }
        };
        match rng.below(6) {
            0 | 1 => pool.eq(rest, constant),
            2 => pool.ne(rest, constant),
            3 => pool.slt(rest, constant),
            4 => pool.slt(constant, rest),
            _ => pool.ult(rest, constant),
        }
    }

    /// Whether one of all values satisfies the parts about the only input, which has 16 bits.
    fn satisfiable(pool: &TermPool, parts: &[TermId]) -> bool {
        let inputs: Vec<InputId> = pool.inputs().map(|(input, _)| input).collect();
        let mut tape = Tape::compile(pool, &inputs, parts).expect("there are no arrays");
        (0..1u128 << 16).step_by(Tape::LANES).any(|first| {
            (0..Tape::LANES).for_each(|lane| tape.set(0, lane, first + lane as u128));
            tape.run();
            (0..parts.len()).fold(u64::MAX, |all, root| all & tape.holds(root)) != 0
        })
    }

    #[test]
    fn contradictions_are_real_and_minimal() {
        let mut rng = Random::new(21);
        let mut found = 0;
        for round in 0..200 * scale() {
            let mut pool = TermPool::new();
            let x = pool.input("x", Sort::BitVec(16));
            let parts: Vec<TermId> =
                (0..2 + rng.below(3)).map(|_| sample(&mut pool, &mut rng, x)).collect();
            if let Some(core) = contradiction(&pool, &parts) {
                found += 1;
                assert!(core.iter().all(|part| parts.contains(part)), "round {round}");
                assert!(!satisfiable(&pool, &core), "round {round}");
                for dropped in 0..core.len() {
                    let mut rest = core.clone();
                    rest.remove(dropped);
                    assert!(satisfiable(&pool, &rest), "round {round}");
                }
            }
        }
        assert!(found > 40, "{found}");
    }

    #[test]
    fn the_nearest_leap_year_is_found() {
        let mut pool = TermPool::new();
        let year = pool.input("year", Sort::BitVec(32));
        let zero = pool.bv(32, 0);
        let [four, hundred, four_hundred] = [4, 100, 400].map(|number| {
            let number = pool.bv(32, number);
            pool.srem(year, number)
        });
        let mut parts = vec![pool.eq(four, zero), pool.eq(hundred, zero)];
        parts.push(pool.ne(four_hundred, zero));
        assert_eq!(contradiction(&pool, &parts), None);
        let residues = Residues::of(&pool, &parts);
        assert_eq!(residues.dividend(&pool, parts[2]), Some(year));
        assert_eq!(residues.nearest(&pool, year, 2000, |_| true), Some(2100));
        assert_eq!(residues.nearest(&pool, year, 2000, |value| value < 2050), Some(1900));
        assert_eq!(residues.nearest(&pool, year, 2000, |_| false), Some(2100));
        parts[0] = pool.not(parts[0]);
        assert_eq!(contradiction(&pool, &parts), Some(vec![parts[1], parts[0]]));
    }
}
