//! The operators of the theories of Booleans, bit-vectors and arrays, by name.

use crate::pool::{TermId, TermPool};
use crate::sort::Sort;

type Binary = fn(&mut TermPool, TermId, TermId) -> TermId;

/// How operands are taken together.
enum Shape {
    /// Any number of Booleans, from the left.
    Connective(Binary),
    /// Any number of bit-vectors of one width, from the left.
    Fold(Binary),
    /// Exactly two bit-vectors of one width.
    Pair(Binary),
    /// Neighbours are compared, and all must hold.
    Chain(Binary),
}

fn shape(name: &str) -> Option<Shape> {
    Some(match name {
        "and" => Shape::Connective(TermPool::and),
        "or" => Shape::Connective(TermPool::or),
        "xor" => Shape::Connective(TermPool::xor),
        "bvand" => Shape::Fold(TermPool::and),
        "bvor" => Shape::Fold(TermPool::or),
        "bvxor" => Shape::Fold(TermPool::xor),
        "bvadd" => Shape::Fold(TermPool::add),
        "bvmul" => Shape::Fold(TermPool::mul),
        "bvsub" => Shape::Pair(TermPool::sub),
        "bvudiv" => Shape::Pair(TermPool::udiv),
        "bvurem" => Shape::Pair(TermPool::urem),
        "bvsdiv" => Shape::Pair(TermPool::sdiv),
        "bvsrem" => Shape::Pair(TermPool::srem),
        "bvsmod" => Shape::Pair(TermPool::smod),
        "bvshl" => Shape::Pair(TermPool::shl),
        "bvlshr" => Shape::Pair(TermPool::lshr),
        "bvashr" => Shape::Pair(TermPool::ashr),
        "bvnand" => Shape::Pair(|pool, a, b| {
            let all = pool.and(a, b);
            pool.not(all)
        }),
        "bvnor" => Shape::Pair(|pool, a, b| {
            let any = pool.or(a, b);
            pool.not(any)
        }),
        "bvxnor" => Shape::Pair(|pool, a, b| {
            let differ = pool.xor(a, b);
            pool.not(differ)
        }),
        "bvcomp" => Shape::Pair(|pool, a, b| {
            let equal = pool.eq(a, b);
            pool.bool_to_bv(equal, 1)
        }),
        "bvult" => Shape::Chain(TermPool::ult),
        "bvule" => Shape::Chain(TermPool::ule),
        "bvugt" => Shape::Chain(TermPool::ugt),
        "bvuge" => Shape::Chain(TermPool::uge),
        "bvslt" => Shape::Chain(TermPool::slt),
        "bvsle" => Shape::Chain(TermPool::sle),
        "bvsgt" => Shape::Chain(TermPool::sgt),
        "bvsge" => Shape::Chain(TermPool::sge),
        _ => return None,
    })
}

const OTHERS: &[&str] =
    &["not", "=>", "ite", "=", "distinct", "bvnot", "bvneg", "concat", "select", "store"];

/// Whether the name is an operator, whatever its operands.
pub(super) fn is_operator(name: &str) -> bool {
    OTHERS.contains(&name) || shape(name).is_some()
}

/// Applies an operator; nothing where the name is unknown or the operands do not fit.
pub(super) fn apply(pool: &mut TermPool, name: &str, args: &[TermId]) -> Option<TermId> {
    let sorts: Vec<Sort> = args.iter().map(|&arg| pool.sort(arg)).collect();
    let same = sorts.windows(2).all(|pair| pair[0] == pair[1]);
    let first = *sorts.first()?;
    let (booleans, vectors) = (same && first == Sort::Bool, same && first.width() > 0);
    if let Some(shape) = shape(name) {
        return match shape {
            Shape::Connective(op) if booleans => fold(pool, args, op),
            Shape::Fold(op) if vectors => fold(pool, args, op),
            Shape::Pair(op) if vectors && args.len() == 2 => Some(op(pool, args[0], args[1])),
            Shape::Chain(op) if vectors && args.len() >= 2 => Some(chain(pool, args, op)),
            Shape::Connective(_) | Shape::Fold(_) | Shape::Pair(_) | Shape::Chain(_) => None,
        };
    }
    match (name, args) {
        ("not", &[a]) if booleans => Some(pool.not(a)),
        ("=>", [premises @ .., conclusion]) if booleans => Some(
            premises.iter().rev().fold(*conclusion, |goal, &premise| pool.implies(premise, goal)),
        ),
        ("ite", &[c, a, b]) if sorts[0] == Sort::Bool && sorts[1] == sorts[2] => {
            Some(pool.ite(c, a, b))
        }
        ("=", [_, _, ..]) if booleans || vectors => Some(chain(pool, args, TermPool::eq)),
        ("distinct", [_, _, ..]) if booleans || vectors => {
            let mut all = TermPool::TRUE;
            for (place, &a) in args.iter().enumerate() {
                for &b in &args[place + 1..] {
                    let differ = pool.ne(a, b);
                    all = pool.and(all, differ);
                }
            }
            Some(all)
        }
        ("bvnot", &[a]) if vectors => Some(pool.not(a)),
        ("bvneg", &[a]) if vectors => Some(pool.neg(a)),
        ("concat", [_, _, ..]) if sorts.iter().all(|sort| sort.width() > 0) => {
            let total: u32 = sorts.iter().map(|sort| sort.width()).sum();
            if total <= crate::MAX_WIDTH { fold(pool, args, TermPool::concat) } else { None }
        }
        ("select", &[array, index]) => match first {
            Sort::Array { index: width, .. } if sorts[1] == Sort::BitVec(width) => {
                Some(pool.select(array, index))
            }
            _ => None,
        },
        ("store", &[array, index, value]) => match first {
            Sort::Array { index: width, element }
                if sorts[1] == Sort::BitVec(width) && sorts[2] == Sort::BitVec(element) =>
            {
                Some(pool.store(array, index, value))
            }
            _ => None,
        },
        _ => None,
    }
}

fn fold(pool: &mut TermPool, args: &[TermId], op: Binary) -> Option<TermId> {
    let (&first, rest) = args.split_first()?;
    Some(rest.iter().fold(first, |all, &next| op(pool, all, next)))
}

fn chain(pool: &mut TermPool, args: &[TermId], op: Binary) -> TermId {
    let first = op(pool, args[0], args[1]);
    args[1..].windows(2).fold(first, |all, pair| {
        let holds = op(pool, pair[0], pair[1]);
        pool.and(all, holds)
    })
}

/// Rotation to the left by less than the width.
pub(super) fn rotate(pool: &mut TermPool, a: TermId, by: u32) -> TermId {
    let width = pool.width(a);
    if by == 0 {
        return a;
    }
    let low = pool.extract(width - 1 - by, 0, a);
    let high = pool.extract(width - 1, width - by, a);
    pool.concat(low, high)
}
