//! GNU builtins.

mod floats;
mod library;

use super::Lowered;
use super::function::FunctionLowering;
use crate::ast::Node;
use crate::gcc_builtins::{self, SHUFFLE};
use clew_ir::{
    BinaryOp, Builtin, Expr, ExprKind, FloatKind, Intrinsic, OverflowOp, Place, Scalar, Span,
    TerminatorKind, Type, TypeId, TypeTable,
};
pub(super) use library::is_library_builtin;
use library::support_function;

impl FunctionLowering<'_, '_> {
    /// A builtin by name, or `None` when the name is no builtin's.
    pub(crate) fn builtin(
        &mut self,
        node: &Node,
        name: &str,
        args: &[Node],
    ) -> Option<Lowered<Option<Expr>>> {
        if let Some(lowered) = self.sync_builtin(node, name, args) {
            return Some(lowered);
        }
        if name == SHUFFLE {
            return Some(self.gcc_shuffle(node, args));
        }
        let bare = match name.strip_prefix("__builtin_") {
            Some(bare) => bare,
            None if name == "alloca" => name,
            None => return None,
        };
        let lowered = self
            .value_builtin(node, bare, args)
            .or_else(|| self.bit_builtin(node, bare, args))
            .or_else(|| self.float_builtin(node, bare, args))
            .or_else(|| self.overflow_builtin(node, bare, args))
            .or_else(|| self.effect_builtin(node, bare, args))
            .or_else(|| self.object_builtin(node, bare, args))
            .or_else(|| Some(self.call_library(node, support_function(bare)?, args)));
        match lowered {
            Some(lowered) => Some(lowered),
            None if is_library_builtin(bare) || gcc_builtins::is_library(bare) => {
                Some(self.call_library(node, bare, args))
            }
            None if matches!(bare, "setjmp" | "longjmp") => None,
            None => Some(self.unsupported(format!("builtin {name}"), node)),
        }
    }

    /// Builtins that are their argument, or a constant.
    fn value_builtin(
        &mut self,
        node: &Node,
        name: &str,
        args: &[Node],
    ) -> Option<Lowered<Option<Expr>>> {
        match name {
            "expect"
            | "expect_with_probability"
            | "assume_aligned"
            | "launder"
            | "addressof"
            | "extract_return_addr" => {
                let nodes: Vec<_> = args.iter().collect();
                Some(self.operands(&nodes).map(|values| values.into_iter().next()))
            }
            "complex" => Some(self.complex_builtin(node, args)),
            "constant_p" => Some(self.constant_p(node, args)),
            "classify_type" => Some(self.classify_type(node, args)),
            "huge_val" | "inf" => Some(self.float_constant(node, f64::INFINITY)),
            "huge_valf" | "inff" => Some(self.float_constant(node, f64::INFINITY)),
            "huge_vall" | "infl" => Some(self.float_constant(node, f64::INFINITY)),
            "nan" | "nanf" | "nanl" => Some(self.float_constant(node, f64::NAN)),
            _ => None,
        }
    }

    /// `__builtin_complex(real, imaginary)`.
    fn complex_builtin(&mut self, node: &Node, args: &[Node]) -> Lowered<Option<Expr>> {
        let span = self.span(node);
        let nodes: Vec<_> = args.iter().collect();
        let values = self.operands(&nodes)?;
        let ty = self.node_type(node)?;
        self.joined_parts(ty, values, span).map(Some)
    }

    /// Whether an expression is constant, as GCC answers without optimisation.
    fn constant_p(&mut self, node: &Node, args: &[Node]) -> Lowered<Option<Expr>> {
        let span = self.span(node);
        let Some(arg) = args.first() else {
            return self.unsupported("__builtin_constant_p of this form", node);
        };
        // The argument is not evaluated.
        let before = self.decisions.conditions.len();
        let value = self.discarded(|this| this.rvalue(arg));
        let is_constant = match &value {
            Ok(value) => self.constant_bits(value).is_some() || is_string_address(value, self),
            Err(_) => false,
        };
        if self.decisions.conditions.len() != before {
            return self.unsupported("__builtin_constant_p with conditions", node);
        }
        Ok(Some(self.int(i128::from(is_constant), TypeTable::INT, span)))
    }

    /// GCC's number for the class of a type, after promotion; clang has others for what is promoted.
    fn classify_type(&mut self, node: &Node, args: &[Node]) -> Lowered<Option<Expr>> {
        let span = self.span(node);
        let Some(arg) = args.first() else {
            return self.unsupported("__builtin_classify_type of this form", node);
        };
        let ty = self.node_type(arg)?;
        let class = match self.types().get(ty) {
            Type::Void => 0,
            Type::Bool | Type::Int(_) | Type::Enum(_) => 1,
            Type::Pointer(_) | Type::Array { .. } | Type::Function(_) => 5,
            Type::Float(_) | Type::Opaque { .. } => 8,
            Type::Record(id) => match self.types().records[*id].kind {
                clew_ir::RecordKind::Complex => 9,
                clew_ir::RecordKind::Struct => 12,
                clew_ir::RecordKind::Union => 13,
                clew_ir::RecordKind::Vector => 14,
            },
        };
        Ok(Some(self.int(class, TypeTable::INT, span)))
    }

    fn float_constant(&mut self, node: &Node, value: f64) -> Lowered<Option<Expr>> {
        let span = self.span(node);
        let ty = self.node_type(node)?;
        let from = Scalar::Float(FloatKind::F64);
        let to = self.scalar(ty, span)?;
        let bits = clew_ir::ops::cast(from, to, u128::from(value.abs().to_bits()));
        Ok(Some(Expr::constant(bits, ty, span)))
    }

    fn intrinsic(
        &mut self,
        node: &Node,
        intrinsic: Intrinsic,
        args: &[Node],
    ) -> Lowered<Option<Expr>> {
        let span = self.span(node);
        let nodes: Vec<_> = args.iter().collect();
        let operands = self.operands(&nodes)?;
        for operand in &operands {
            self.scalar(operand.ty, span)?;
        }
        let ty = self.node_type(node)?;
        Ok(Some(Expr { kind: ExprKind::Intrinsic(intrinsic, operands), ty, span }))
    }

    fn bit_builtin(
        &mut self,
        node: &Node,
        name: &str,
        args: &[Node],
    ) -> Option<Lowered<Option<Expr>>> {
        let intrinsic = match name {
            "clz" | "clzl" | "clzll" | "clzs" | "clzg" => Intrinsic::CountLeadingZeros,
            "ctz" | "ctzl" | "ctzll" | "ctzs" | "ctzg" => Intrinsic::CountTrailingZeros,
            "ffs" | "ffsl" | "ffsll" => Intrinsic::FindFirstSet,
            "popcount" | "popcountl" | "popcountll" | "popcountg" => Intrinsic::PopCount,
            "parity" | "parityl" | "parityll" => Intrinsic::Parity,
            "clrsb" | "clrsbl" | "clrsbll" => Intrinsic::CountLeadingRedundantSignBits,
            "bswap16" | "bswap32" | "bswap64" => Intrinsic::ByteSwap,
            "bitreverse8" | "bitreverse16" | "bitreverse32" | "bitreverse64" => {
                Intrinsic::BitReverse
            }
            _ => return self.rotate_builtin(node, name, args),
        };
        Some(self.intrinsic(node, intrinsic, args))
    }

    /// `__builtin_rotateleft32(x, n)` and its kin, as two shifts.
    fn rotate_builtin(
        &mut self,
        node: &Node,
        name: &str,
        args: &[Node],
    ) -> Option<Lowered<Option<Expr>>> {
        let (is_left, bits) = match name.strip_prefix("rotateleft") {
            Some(bits) => (true, bits),
            None => (false, name.strip_prefix("rotateright")?),
        };
        let bits: i128 = bits.parse().ok()?;
        Some(self.rotate(node, is_left, bits, args))
    }

    fn rotate(
        &mut self,
        node: &Node,
        is_left: bool,
        bits: i128,
        args: &[Node],
    ) -> Lowered<Option<Expr>> {
        let span = self.span(node);
        let nodes: Vec<_> = args.iter().collect();
        let values = self.operands(&nodes)?;
        let [value, count] = &values[..] else {
            return self.unsupported("rotation of this form", node);
        };
        let ty = value.ty;
        let mask = self.int(bits - 1, ty, span);
        let op = |op, left: Expr, right: Expr, ty: TypeId| Expr {
            kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
            ty,
            span,
        };
        let count = self.cast(count.clone(), ty, true, span)?;
        let count = self.keep(count);
        let value = self.keep(value.clone());
        let zero = self.int(0, ty, span);
        let forth = op(BinaryOp::BitAnd, count.clone(), mask.clone(), ty);
        let back = op(BinaryOp::BitAnd, op(BinaryOp::Sub, zero, count, ty), mask, ty);
        let (up, down) = if is_left { (forth, back) } else { (back, forth) };
        let high = op(BinaryOp::Shl, value.clone(), up, ty);
        let low = op(BinaryOp::Shr, value, down, ty);
        Ok(Some(op(BinaryOp::BitOr, high, low, ty)))
    }

    /// `__builtin_add_overflow(a, b, &r)`, its kin, and those with the types in their names.
    fn overflow_builtin(
        &mut self,
        node: &Node,
        name: &str,
        args: &[Node],
    ) -> Option<Lowered<Option<Expr>>> {
        let is_predicate = name.ends_with("_overflow_p");
        let rest = name.strip_suffix("_overflow_p").or_else(|| name.strip_suffix("_overflow"))?;
        let rest = rest.trim_start_matches(['s', 'u']);
        let rest = if rest == "b" { "sub" } else { rest };
        let op = match rest.trim_end_matches('l') {
            "add" => OverflowOp::Add,
            "sub" | "b" => OverflowOp::Sub,
            "mu" => OverflowOp::Mul,
            _ => return None,
        };
        Some(self.overflow(node, op, args, is_predicate))
    }

    fn overflow(
        &mut self,
        node: &Node,
        op: OverflowOp,
        args: &[Node],
        is_predicate: bool,
    ) -> Lowered<Option<Expr>> {
        let span = self.span(node);
        let nodes: Vec<_> = args.iter().collect();
        let values = self.operands(&nodes)?;
        let [left, right, result] = &values[..] else {
            return self.unsupported("overflow builtin of this form", node);
        };
        let (left, right) = (self.keep(left.clone()), self.keep(right.clone()));
        let target = if is_predicate {
            result.ty
        } else {
            match self.types().pointee(result.ty) {
                Some(target) => target,
                None => return self.unsupported("overflow builtin of this form", node),
            }
        };
        let flag = Expr {
            kind: ExprKind::Intrinsic(
                Intrinsic::Overflows { op, result: target },
                vec![left.clone(), right.clone()],
            ),
            ty: TypeTable::BOOL,
            span,
        };
        if is_predicate {
            return Ok(Some(flag));
        }
        let flag = self.keep(flag);
        let arithmetic = match op {
            OverflowOp::Add => BinaryOp::Add,
            OverflowOp::Sub => BinaryOp::Sub,
            OverflowOp::Mul => BinaryOp::Mul,
        };
        let value = self.wrapped(arithmetic, left, right, target, span)?;
        let place = self.deref(result.clone(), node)?;
        self.assign(place, value, span);
        Ok(Some(flag))
    }

    /// `left op right`, cut to `target`: computed unsigned, where nothing overflows.
    fn wrapped(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        target: TypeId,
        span: Span,
    ) -> Lowered<Expr> {
        let bits = match self.scalar(target, span)? {
            Scalar::Int { bits, .. } => bits,
            Scalar::Float(_) => 64,
        };
        let unsigned = match bits {
            128 => TypeTable::UNSIGNED_INT128,
            64 => self.types().int64(false),
            _ => TypeTable::UNSIGNED_INT,
        };
        let left = self.cast(left, unsigned, true, span)?;
        let right = self.cast(right, unsigned, true, span)?;
        let value = self.arithmetic(op, left, right, span)?;
        if bits == 1 {
            // `_Bool` takes the low bit here, not the truth.
            let one = self.int(1, unsigned, span);
            let low = self.arithmetic(BinaryOp::BitAnd, value, one, span)?;
            return self.cast(low, target, true, span);
        }
        self.cast(value, target, true, span)
    }

    fn effect_builtin(
        &mut self,
        node: &Node,
        name: &str,
        args: &[Node],
    ) -> Option<Lowered<Option<Expr>>> {
        let span = self.span(node);
        match name {
            "unreachable" => {
                self.terminate(TerminatorKind::Unreachable, span);
                Some(Ok(None))
            }
            "trap" | "debugtrap" | "verbose_trap" => {
                self.emit_builtin(None, Builtin::Trap, Vec::new(), span);
                self.terminate(TerminatorKind::Unreachable, span);
                Some(Ok(None))
            }
            "prefetch" | "__clear_cache" => {
                Some(args.iter().try_for_each(|arg| self.effect(arg)).map(|()| None))
            }
            // An assumption is not evaluated.
            "assume" | "unwind_init" => Some(Ok(None)),
            "alloca" | "alloca_with_align" => Some(self.alloca(node, args)),
            "va_start" | "stdarg_start" | "va_end" | "va_copy" => {
                Some(self.va_builtin(name, args, span))
            }
            _ => None,
        }
    }

    fn alloca(&mut self, node: &Node, args: &[Node]) -> Lowered<Option<Expr>> {
        let span = self.span(node);
        let Some(size) = args.first() else {
            return self.unsupported("alloca of this form", node);
        };
        let size = self.rvalue(size)?;
        let size = self.cast(size, self.types().size_type(), true, span)?;
        let align = self.int(16, self.types().size_type(), span);
        let result = self.new_temporary(TypeTable::VOID_POINTER, span);
        let dest = Place::local(result, TypeTable::VOID_POINTER);
        self.emit_builtin(Some(dest), Builtin::Alloca, vec![size, align], span);
        Ok(Some(self.load_local(result, span)))
    }

    fn va_builtin(&mut self, name: &str, args: &[Node], span: Span) -> Lowered<Option<Expr>> {
        let builtin = match name {
            "va_copy" => Builtin::VaCopy,
            "va_end" => Builtin::VaEnd,
            _ => Builtin::VaStart,
        };
        let count = if builtin == Builtin::VaCopy { 2 } else { 1 };
        let mut addresses = Vec::with_capacity(count);
        for list in args.iter().take(count) {
            let address = self.va_list_address(list)?;
            addresses.push(self.keep(address));
        }
        self.emit_builtin(None, builtin, addresses, span);
        Ok(None)
    }

    /// `__builtin_object_size`: what is known at compile time.
    fn object_builtin(
        &mut self,
        node: &Node,
        name: &str,
        args: &[Node],
    ) -> Option<Lowered<Option<Expr>>> {
        matches!(name, "object_size" | "dynamic_object_size").then(|| self.object_size(node, args))
    }

    fn object_size(&mut self, node: &Node, args: &[Node]) -> Lowered<Option<Expr>> {
        let span = self.span(node);
        let [pointer, kind] = args else {
            return self.unsupported("__builtin_object_size of this form", node);
        };
        let kind = self.rvalue(kind)?;
        let kind = self.constant_bits(&kind).unwrap_or(0);
        let value = self.discarded(|this| this.rvalue(pointer));
        let known = value.ok().and_then(|value| self.known_size(&value, kind));
        let unknown = if kind & 2 == 0 { -1 } else { 0 };
        let size = known.map_or(unknown, i128::from);
        Ok(Some(self.int(size, self.types().size_type(), span)))
    }

    /// The bytes from an address to the end of its object (or of its member, when `kind & 1`).
    fn known_size(&self, address: &Expr, kind: u128) -> Option<u64> {
        let ExprKind::AddressOf(place) = &address.kind else {
            return match &address.kind {
                ExprKind::Cast { operand, .. } => self.known_size(operand, kind),
                ExprKind::Binary(BinaryOp::PtrAdd, pointer, index) => {
                    let size = self.known_size(pointer, kind)?;
                    let step = self.types().size(self.types().pointee(pointer.ty)?)?;
                    let index = u64::try_from(self.constant_int(index)?).ok()?;
                    size.checked_sub(index.checked_mul(step)?)
                }
                _ => None,
            };
        };
        let mut ty = match place.base {
            clew_ir::PlaceBase::Local(local) => self.locals[local].ty,
            clew_ir::PlaceBase::Global(global) => self.program().globals[global].ty,
            clew_ir::PlaceBase::Deref(_) => return None,
        };
        let (mut offset, mut end) = (0, self.types().size(ty)?);
        for step in &place.path {
            match step {
                clew_ir::Projection::Field(index) => {
                    let (_, record) = self.types().record(ty)?;
                    let field = record.fields.get(*index as usize)?;
                    offset += field.offset;
                    ty = field.ty;
                    if kind & 1 == 1 {
                        end = offset + self.types().size(ty)?;
                    }
                }
                clew_ir::Projection::Index(index) => {
                    let element = self.types().element(ty)?;
                    let index = u64::try_from(self.constant_int(index)?).ok()?;
                    offset += index * self.types().size(element)?;
                    ty = element;
                }
            }
        }
        end.checked_sub(offset)
    }
}

fn is_string_address(value: &Expr, lowering: &FunctionLowering<'_, '_>) -> bool {
    match &value.kind {
        ExprKind::AddressOf(place) => match place.base {
            clew_ir::PlaceBase::Global(id) => {
                lowering.program().globals[id].kind == clew_ir::GlobalKind::StringLiteral
                    && matches!(lowering.types().get(place.ty), Type::Array { .. })
            }
            _ => false,
        },
        ExprKind::Cast { operand, .. } => is_string_address(operand, lowering),
        _ => false,
    }
}
