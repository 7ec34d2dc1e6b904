//! Residues: what is said of the remainders of one term depends on nothing but its remainder by
//! the least common multiple and its sign. Where no such class is left the parts contradict each
//! other. Leap years, check digits and alignment are of this kind.

use clew_logic::{Op, TermId, TermPool, bits};
use rustc_hash::FxHashMap;

use super::bounds::Ranges;

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

    /// For a part about a remainder: its dividend, and the value nearest to the one it has for
    /// which all that is said of the dividend's remainders holds, within its bounds if possible.
    pub(crate) fn nearest(
        &self,
        pool: &TermPool,
        ranges: &Ranges,
        part: TermId,
        value_of: impl FnOnce(TermId) -> u128,
    ) -> Option<(TermId, u128)> {
        if self.of_term.is_empty() {
            return None;
        }
        let (term, _) = Fact::of(pool, part)?;
        let facts = self.of_term.get(&term)?;
        let multiple = multiple(facts)?;
        let width = pool.width(term);
        let current = value_of(term);
        let mut candidates = (1..=multiple)
            .flat_map(|by| [current.wrapping_add(by), current.wrapping_sub(by)])
            .map(|value| bits::truncate(width, value))
            .filter(|&value| facts.iter().all(|fact| fact.allows(width, value)));
        let within = |value: &u128| ranges.clamp(term, *value) == *value;
        let first = candidates.next()?;
        let found = if within(&first) { None } else { candidates.find(within) };
        Some((term, found.unwrap_or(first)))
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
    use clew_logic::testing::{Rng, scale};
    use clew_logic::{Model, Sort};

    /// Random comparisons of remainders of `x`.
    fn sample(pool: &mut TermPool, rng: &mut Rng, x: TermId) -> TermId {
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

    #[test]
    fn contradictions_are_real_and_minimal() {
        let mut rng = Rng::new(21);
        let mut found = 0;
        for round in 0..200 * scale() {
            let mut pool = TermPool::new();
            let x = pool.input("x", Sort::BitVec(16));
            let input = pool.input_of(x).expect("an input");
            let parts: Vec<TermId> =
                (0..2 + rng.below(3)).map(|_| sample(&mut pool, &mut rng, x)).collect();
            let satisfiable = |pool: &TermPool, parts: &[TermId]| {
                (0..1u128 << 16).any(|value| {
                    let mut model = Model::new();
                    model.set_bits(input, value);
                    parts.iter().all(|&part| pool.eval(&model, part) == 1)
                })
            };
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
        let nearest = |pool: &TermPool, parts: &[TermId]| {
            let ranges = Ranges::of(pool, parts);
            Residues::of(pool, parts).nearest(pool, &ranges, parts[2], |_| 2000)
        };
        assert_eq!(nearest(&pool, &parts), Some((year, 2100)));
        let limit = pool.bv(32, 2050);
        parts.push(pool.slt(year, limit));
        assert_eq!(nearest(&pool, &parts), Some((year, 1900)));
        parts.pop();
        parts[0] = pool.not(parts[0]);
        assert_eq!(contradiction(&pool, &parts), Some(vec![parts[1], parts[0]]));
    }
}
