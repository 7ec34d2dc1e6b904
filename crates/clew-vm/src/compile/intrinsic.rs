//! Pure builtins.

use super::emit::Compiler;
use crate::code::{Compute, Reg};
use clew_ir::{Expr, Intrinsic, Scalar};

impl Compiler<'_> {
    /// Computes a builtin.
    pub(super) fn intrinsic(
        &mut self,
        op: Intrinsic,
        operands: &[Expr],
        result: Scalar,
        want: Option<Reg>,
    ) -> Reg {
        let d = self.target(want, result);
        let mark = self.next;
        let operands =
            operands.iter().map(|operand| (self.scalar_of(operand), self.value(operand))).collect();
        self.emit_compute(Compute::Intrinsic { op, operands, result, d });
        self.next = mark;
        d
    }
}
