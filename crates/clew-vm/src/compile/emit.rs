//! The state of one function's compilation, and how operations are put down.

use super::assigned::LocalSet;
use super::probe::{Landing, Target};
use super::{Context, fold};
use crate::code::{Code, Compute, Home, Op, Reg, Slow};
use clew_ir::{Body, Expr, Function, FunctionId, Id, LocalId, Scalar, Span, TypeId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Registers above this are not given out: one operation may name a few more than it was given.
const MAX_REGISTERS: u32 = 0xff00;

/// Constants that are worth a register.
#[derive(Default)]
pub(super) struct Constants {
    /// Those that have one.
    pub(super) registers: FxHashMap<u64, Reg>,
    /// Those that were asked for and have none, in order.
    pub(super) wanted: Vec<u64>,
}

/// One function's compilation.
pub(super) struct Compiler<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) code: &'a mut Code,
    pub(super) id: FunctionId,
    pub(super) function: &'a Function,
    pub(super) body: &'a Body,
    /// By local.
    pub(super) homes: Vec<Home>,
    /// By local: the register that is 1 once the local has a value.
    pub(super) flags: Vec<Option<Reg>>,
    pub(super) in_register: &'a [bool],
    /// The locals that are ready at the current point.
    pub(super) ready: LocalSet,
    pub(super) constants: Constants,
    /// The registers that hold addresses of objects.
    pub(super) objects: std::ops::Range<Reg>,
    /// Whether the frame has more to clean up than its objects.
    pub(super) needs_leave: bool,
    /// The register with the variadic arguments.
    pub(super) area: Option<Reg>,
    /// The first temporary.
    pub(super) temporaries: u32,
    /// The next free temporary.
    pub(super) next: u32,
    /// One past the highest register used.
    pub(super) top: u32,
    /// Where the code being put down comes from.
    pub(super) span: Span,
    /// By block, then by landing: where its code starts.
    pub(super) starts: Vec<Option<u32>>,
    /// Jumps whose target is the number of a block or a landing still.
    pub(super) jumps: Vec<u32>,
    /// The landings of the current block.
    pub(super) landings: Vec<Landing>,
}

impl Compiler<'_> {
    /// Puts down an operation.
    pub(super) fn emit(&mut self, op: Op) -> u32 {
        self.code.push(op, self.span)
    }

    /// Puts down a rare operation.
    pub(super) fn emit_compute(&mut self, compute: Compute) {
        let index = self.code.computes.len() as u32;
        self.code.computes.push(compute);
        self.emit(Op::Compute { index });
    }

    /// Puts down an operation of the whole machine.
    pub(super) fn emit_slow(&mut self, slow: Slow) {
        let index = self.code.slow.len() as u32;
        self.code.slow.push(Rc::new(slow));
        self.emit(Op::Slow { index });
    }

    /// Puts down a jump; `make` gets the target.
    pub(super) fn emit_jump(&mut self, target: Target, make: impl FnOnce(u32) -> Op) -> u32 {
        let position = self.emit(make(target.0));
        self.jumps.push(position);
        position
    }

    /// Takes `count` temporaries in a row.
    pub(super) fn temporary(&mut self, count: u32) -> Reg {
        let register = self.next;
        self.next += count;
        self.top = self.top.max(self.next);
        register.min(MAX_REGISTERS) as Reg
    }

    /// Whether the function needs more registers than there are.
    pub(super) fn is_too_large(&self) -> bool {
        self.top > MAX_REGISTERS
    }

    /// The register wanted, or a temporary that holds a value of this type.
    pub(super) fn target(&mut self, want: Option<Reg>, scalar: Scalar) -> Reg {
        want.unwrap_or_else(|| self.temporary(if is_wide(scalar) { 2 } else { 1 }))
    }

    /// Puts `value` into a register of its own choice.
    pub(super) fn constant(&mut self, value: u64) -> Reg {
        if let Some(&register) = self.constants.registers.get(&value) {
            return register;
        }
        if !self.constants.wanted.contains(&value) {
            self.constants.wanted.push(value);
        }
        let d = self.temporary(1);
        self.emit(Op::Const { d, value });
        d
    }

    /// The bits of a constant expression.
    pub(super) fn fold(&mut self, expr: &Expr) -> Option<u128> {
        fold::fold(self.context, self.code, self.id, expr)
    }

    /// The canonical form of a constant integer (or pointer) of at most 64 bits.
    pub(super) fn immediate(&mut self, expr: &Expr) -> Option<i64> {
        let scalar @ Scalar::Int { bits: ..=64, .. } = self.scalar(expr.ty)? else {
            return None;
        };
        self.fold(expr).map(|bits| fold::canonical(scalar, bits) as i64)
    }

    /// The scalar type of a type.
    pub(super) fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        self.context.program.types.scalar(ty)
    }

    /// The scalar type of an expression that must have one.
    pub(super) fn scalar_of(&self, expr: &Expr) -> Scalar {
        self.scalar(expr.ty).expect("the verifier should admit scalar operands only")
    }

    /// Notes that a local has a value now.
    pub(super) fn set_flag(&mut self, local: LocalId) {
        if let Some(flag) = self.flags[local.index()] {
            self.emit(Op::Const { d: flag, value: 1 });
        }
    }

    /// Runs `body` for code that comes from `span`.
    pub(super) fn at<R>(&mut self, span: Span, body: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.span;
        if span.file.is_some() {
            self.span = span;
        }
        let result = body(self);
        self.span = before;
        result
    }

    /// Moves a value of one or two registers.
    pub(super) fn move_value(&mut self, d: Reg, a: Reg, scalar: Scalar) {
        if d == a {
            return;
        }
        self.emit(Op::Move { d, a });
        if is_wide(scalar) {
            self.emit(Op::Move { d: d + 1, a: a + 1 });
        }
    }
}

/// Whether a value takes two registers.
pub(super) fn is_wide(scalar: Scalar) -> bool {
    scalar.size() > 8
}
