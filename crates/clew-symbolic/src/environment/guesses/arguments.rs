//! How many arguments a program looks for: what `main` compares their number with.

use super::usage::{number, variable};
use clew_ir::{ExprKind, Function};

/// A program that asks for more arguments than this is not given as many at first.
const MOST: u64 = 63;

/// The bits of a number of arguments that `main` asks for; 0 where it does not.
pub(in crate::environment) fn argument_bits(main: &Function) -> u32 {
    let (Ok(body), Some(count)) = (&main.body, main.params.first()) else { return 0 };
    let mut most = 0;
    body.for_each_expr(&mut |expr| {
        if let ExprKind::Binary(op, a, b) = &expr.kind
            && op.is_comparison()
        {
            for (one, other) in [(a, b), (b, a)] {
                if variable(one) == Some(*count) {
                    most = most.max(number(other).filter(|it| *it <= MOST).unwrap_or(0));
                }
            }
        }
    });
    u64::BITS - most.leading_zeros()
}
