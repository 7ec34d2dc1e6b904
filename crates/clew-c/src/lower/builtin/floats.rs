//! Builtins about floating-point numbers.

use crate::ast::Node;
use crate::lower::Lowered;
use crate::lower::function::FunctionLowering;
use clew_ir::{BinaryOp, Expr, ExprKind, Intrinsic, Place, TerminatorKind, TypeTable};

impl FunctionLowering<'_, '_> {
    pub(super) fn float_builtin(
        &mut self,
        node: &Node,
        name: &str,
        args: &[Node],
    ) -> Option<Lowered<Option<Expr>>> {
        let comparison = match name {
            "isgreater" => Some(BinaryOp::Gt),
            "isgreaterequal" => Some(BinaryOp::Ge),
            "isless" => Some(BinaryOp::Lt),
            "islessequal" => Some(BinaryOp::Le),
            _ => None,
        };
        if let Some(op) = comparison {
            return Some(self.quiet_comparison(node, op, args));
        }
        let intrinsic = match name {
            "fabs" | "fabsf" | "fabsl" => Intrinsic::FloatAbs,
            "copysign" | "copysignf" | "copysignl" => Intrinsic::CopySign,
            "signbit" | "signbitf" | "signbitl" => Intrinsic::SignBit,
            "isnan" | "isnanf" | "isnanl" => Intrinsic::IsNan,
            "isinf" | "isinff" | "isinfl" => Intrinsic::IsInf { signed: false },
            "isinf_sign" => Intrinsic::IsInf { signed: true },
            "isfinite" | "finite" | "finitef" | "finitel" => Intrinsic::IsFinite,
            "isnormal" => Intrinsic::IsNormal,
            "isunordered" => Intrinsic::IsUnordered,
            "islessgreater" => Intrinsic::IsLessGreater,
            "sqrt" | "sqrtf" | "sqrtl" => Intrinsic::Sqrt,
            "fma" | "fmaf" => Intrinsic::FusedMultiplyAdd,
            "fpclassify" => return Some(self.fpclassify(node, args)),
            _ => return None,
        };
        Some(self.intrinsic(node, intrinsic, args))
    }

    fn quiet_comparison(
        &mut self,
        node: &Node,
        op: BinaryOp,
        args: &[Node],
    ) -> Lowered<Option<Expr>> {
        let span = self.span(node);
        let nodes: Vec<_> = args.iter().collect();
        let mut values = self.operands(&nodes)?;
        match (values.pop(), values.pop()) {
            (Some(right), Some(left)) => self.arithmetic(op, left, right, span).map(Some),
            _ => self.unsupported("comparison of this form", node),
        }
    }

    /// `__builtin_fpclassify(nan, infinite, normal, subnormal, zero, x)`.
    fn fpclassify(&mut self, node: &Node, args: &[Node]) -> Lowered<Option<Expr>> {
        let span = self.span(node);
        let nodes: Vec<_> = args.iter().collect();
        let values = self.operands(&nodes)?;
        let [nan, infinite, normal, subnormal, zero, x] = &values[..] else {
            return self.unsupported("__builtin_fpclassify of this form", node);
        };
        let x = self.keep(x.clone());
        let test = |intrinsic| Expr {
            kind: ExprKind::Intrinsic(intrinsic, vec![x.clone()]),
            ty: TypeTable::INT,
            span,
        };
        let is_zero = Expr {
            kind: ExprKind::Unary(clew_ir::UnaryOp::LogicalNot, Box::new(x.clone())),
            ty: TypeTable::INT,
            span,
        };
        let cases = [
            (test(Intrinsic::IsNan), nan),
            (test(Intrinsic::IsInf { signed: false }), infinite),
            (test(Intrinsic::IsNormal), normal),
            (is_zero, zero),
        ];
        let result = self.new_temporary(TypeTable::INT, span);
        let place = Place::local(result, TypeTable::INT);
        let join = self.new_block();
        for (condition, class) in cases {
            let [hit, miss] = [(); 2].map(|()| self.new_block());
            let branch = TerminatorKind::Branch { condition, id: None, then: hit, otherwise: miss };
            self.terminate(branch, span);
            self.start(hit);
            self.assign(place.clone(), class.clone(), span);
            self.goto(join, span);
            self.start(miss);
        }
        self.assign(place, subnormal.clone(), span);
        self.goto_and_start(join, span);
        Ok(Some(self.load_local(result, span)))
    }
}
