//! Operators backwards: the value of one operand that gives a wanted result.

use clew_logic::{Op, bits};

/// A value for the first operand of `op`, near `a`, so that the result with the second operand
/// `b` is `wanted`; nothing where none is known.
pub(crate) fn first_operand(op: Op, width: u32, a: u128, b: u128, wanted: u128) -> Option<u128> {
    let candidate = match op {
        Op::And => wanted | (a & !b),
        Op::Or => (wanted & !b) | (a & b),
        Op::Xor => wanted ^ b,
        Op::Add => wanted.wrapping_sub(b),
        Op::Mul => return factor(width, a, b, wanted),
        Op::UDiv => {
            let rest = bits::urem(a, b);
            let product = wanted.checked_mul(b)?;
            product.checked_add(rest).filter(|&sum| sum <= bits::ones(width)).unwrap_or(product)
        }
        Op::URem => a.wrapping_sub(bits::urem(a, b)).wrapping_add(wanted),
        Op::SDiv => wanted.wrapping_mul(b),
        Op::SRem => a.wrapping_sub(bits::srem(width, a, b)).wrapping_add(wanted),
        Op::Shl if b < u128::from(width) => {
            let kept = bits::ones(width) & !(bits::ones(width) >> b);
            (wanted >> b) | (a & kept)
        }
        Op::LShr | Op::AShr if b < u128::from(width) => (wanted << b) | (a & bits::ones(b as u32)),
        _ => return None,
    };
    accept(op, width, bits::truncate(width, candidate), b, wanted)
}

/// As [`first_operand`], for the second operand.
pub(crate) fn second_operand(op: Op, width: u32, a: u128, b: u128, wanted: u128) -> Option<u128> {
    match op {
        Op::And | Op::Or | Op::Xor | Op::Add | Op::Mul => first_operand(op, width, b, a, wanted),
        Op::UDiv | Op::SDiv => {
            let guess = bits::apply(op, width, a, wanted);
            let next = [guess, bits::truncate(width, guess.wrapping_add(1)), 0];
            next.into_iter().find(|&b| bits::apply(op, width, a, b) == wanted)
        }
        Op::URem | Op::SRem => {
            let difference = bits::truncate(width, a.wrapping_sub(wanted));
            let next = [difference, 0];
            next.into_iter().find(|&b| bits::apply(op, width, a, b) == wanted)
        }
        Op::Shl | Op::LShr | Op::AShr => (0..=u128::from(width))
            .filter(|&by| by <= bits::ones(width))
            .find(|&by| bits::apply(op, width, a, by) == wanted),
        _ => None,
    }
}

fn accept(op: Op, width: u32, a: u128, b: u128, wanted: u128) -> Option<u128> {
    (bits::apply(op, width, a, b) == wanted).then_some(a)
}

/// `x` with `x * b = wanted`: the odd part of `b` has an inverse, the even part must divide.
fn factor(width: u32, a: u128, b: u128, wanted: u128) -> Option<u128> {
    if b == 0 {
        return None;
    }
    let even = b.trailing_zeros();
    if wanted != 0 && wanted.trailing_zeros() < even {
        return None;
    }
    let odd = b >> even;
    let inverse = (0..6).fold(odd, |x, _| x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x))));
    let low = bits::truncate(width - even.min(width - 1), (wanted >> even).wrapping_mul(inverse));
    // The highest bits do not matter and stay.
    let kept = a & !bits::ones(width - even.min(width - 1));
    accept(Op::Mul, width, bits::truncate(width, kept | low), b, wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPS: [Op; 12] = [
        Op::And,
        Op::Or,
        Op::Xor,
        Op::Add,
        Op::Mul,
        Op::UDiv,
        Op::URem,
        Op::SDiv,
        Op::SRem,
        Op::Shl,
        Op::LShr,
        Op::AShr,
    ];

    #[test]
    fn inverses_give_the_wanted_result() {
        for width in 1..=4u32 {
            let all = 0..1u128 << width;
            for op in OPS {
                for (a, b) in all.clone().flat_map(|a| all.clone().map(move |b| (a, b))) {
                    for wanted in all.clone() {
                        if let Some(x) = first_operand(op, width, a, b, wanted) {
                            assert!(x <= bits::ones(width));
                            assert_eq!(bits::apply(op, width, x, b), wanted, "{op:?}");
                        }
                        if let Some(x) = second_operand(op, width, a, b, wanted) {
                            assert!(x <= bits::ones(width));
                            assert_eq!(bits::apply(op, width, a, x), wanted, "{op:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sums_and_odd_products_always_have_an_inverse() {
        for (a, b) in (0..16u128).flat_map(|a| (0..16u128).map(move |b| (a, b))) {
            for wanted in 0..16 {
                assert!(first_operand(Op::Add, 4, a, b, wanted).is_some());
                assert!(b % 2 == 0 || first_operand(Op::Mul, 4, a, b, wanted).is_some());
            }
        }
    }
}
