//! Preconditions: functions that say which calls of another function count.

use crate::body::TerminatorKind;
use crate::builder::FunctionBuilder;
use crate::expr::{BinaryOp, Expr};
use crate::ids::{FunctionId, LocalId, TypeId};
use crate::program::Program;
use crate::source::Span;
use crate::types::{Scalar, TypeTable};

/// What the name of a precondition begins with; that of the function follows.
const PRECONDITION: &str = "clew_pre_";
/// The same for a function that checks promises, and then the precondition.
const PROMISES: &str = "clew_promises_";

/// Something that callers promise of a parameter, which is named by its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promise {
    /// A pointer that is not null.
    NonNull(usize),
    /// An integer that is no less.
    AtLeast(usize, i128),
    /// An integer that is no more.
    AtMost(usize, i128),
}

/// The values that a type of integers has; `None` for other types, and for those that are too wide.
fn values_of(types: &TypeTable, ty: TypeId) -> Option<(i128, i128)> {
    match types.scalar(ty)? {
        Scalar::Int { bits, signed: true } if bits <= 64 => {
            Some((-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1))
        }
        Scalar::Int { bits, signed: false } if bits <= 64 => Some((0, (1i128 << bits) - 1)),
        Scalar::Int { .. } | Scalar::Float(_) => None,
    }
}

impl Program {
    /// The precondition that the program states for a function, and what its callers promise: a
    /// function with a body and as many parameters.
    pub fn precondition(&self, function: FunctionId) -> Option<FunctionId> {
        self.stated(function, PROMISES).or_else(|| self.own_precondition(function))
    }

    /// The precondition that the program's text states for a function: `clew_pre_NAME`.
    pub fn own_precondition(&self, function: FunctionId) -> Option<FunctionId> {
        self.stated(function, PRECONDITION)
    }

    fn stated(&self, function: FunctionId, prefix: &str) -> Option<FunctionId> {
        let id = self.function(&format!("{prefix}{}", self.functions[function].name))?;
        let pre = &self.functions[id];
        let is_alike = pre.params.len() == self.functions[function].params.len();
        (pre.body.is_ok() && is_alike && !pre.facts.is_set_aside).then_some(id)
    }

    /// Leaves out the preconditions that the program's text states: any call counts.
    pub fn set_preconditions_aside(&mut self) {
        for function in self.functions.iter_mut() {
            function.facts.is_set_aside = function.name.starts_with(PRECONDITION);
        }
    }

    /// The least and the largest value of an integer parameter; `None` where it is none, or too wide.
    pub fn parameter_values(&self, function: FunctionId, at: usize) -> Option<(i128, i128)> {
        let own = &self.functions[function];
        let ty = own.locals[*own.params.get(at)?].ty;
        if self.types.is_pointer(ty) { None } else { values_of(&self.types, ty) }
    }

    /// Adds a function that checks what callers promise, and behind that the precondition that the
    /// program states: from now on it is the precondition.
    pub fn add_promises(&mut self, function: FunctionId, promises: &[Promise]) {
        let own = &self.functions[function];
        let name = format!("{PROMISES}{}", own.name);
        let params: Vec<(String, TypeId)> = own
            .params
            .iter()
            .map(|it| (own.locals[*it].name.clone(), own.locals[*it].ty))
            .collect();
        let params: Vec<(&str, TypeId)> = params.iter().map(|(name, ty)| (&**name, *ty)).collect();
        let stated = self.own_precondition(function).map(|pre| {
            let pre_function = &self.functions[pre];
            let wanted = pre_function.params.iter().map(|it| pre_function.locals[*it].ty);
            (pre, wanted.collect::<Vec<TypeId>>(), self.function_type(pre).result)
        });
        let values: Vec<_> = params.iter().map(|(_, ty)| values_of(&self.types, *ty)).collect();
        let mut builder = FunctionBuilder::new(self, &name, TypeTable::INT, &params);
        let locals = builder.parameters();
        let fails = builder.block();
        let no = builder.int(0);
        builder.ret(fails, Some(no));
        let mut block = builder.entry();
        for promise in promises {
            let condition = match *promise {
                Promise::NonNull(at) => {
                    let value = builder.read(locals[at]);
                    let null = Expr::constant(0, value.ty, Span::NONE);
                    builder.binary(BinaryOp::Ne, value, null)
                }
                Promise::AtLeast(at, least) => {
                    compare(&mut builder, locals[at], values[at], BinaryOp::Ge, least)
                }
                Promise::AtMost(at, most) => {
                    compare(&mut builder, locals[at], values[at], BinaryOp::Le, most)
                }
            };
            let then = builder.block();
            let branch = TerminatorKind::Branch { condition, id: None, then, otherwise: fails };
            builder.terminate(block, branch);
            block = then;
        }
        let held = match stated {
            None => builder.int(1),
            Some((pre, wanted, held)) => {
                let result = builder.temporary(held);
                let asked = arguments(&mut builder, &wanted);
                builder.call(block, Some(result), pre, asked);
                let result = builder.read(result);
                let zero = Expr::constant(0, held, Span::NONE);
                builder.binary(BinaryOp::Ne, result, zero)
            }
        };
        builder.ret(block, Some(held));
        builder.finish();
    }

    /// Adds a function that calls `precondition`, and then `function` where that returned something
    /// other than zero, both with the arguments it is given.
    pub fn add_guarded(&mut self, precondition: FunctionId, function: FunctionId) -> FunctionId {
        let name = format!("clew_guarded_{}", self.functions[function].name);
        let own = &self.functions[function];
        let params: Vec<(String, TypeId)> = own
            .params
            .iter()
            .map(|it| (own.locals[*it].name.clone(), own.locals[*it].ty))
            .collect();
        let params: Vec<(&str, TypeId)> = params.iter().map(|(name, ty)| (&**name, *ty)).collect();
        let pre = &self.functions[precondition];
        let wanted: Vec<TypeId> = pre.params.iter().map(|it| pre.locals[*it].ty).collect();
        let held = self.function_type(precondition).result;
        let mut builder = FunctionBuilder::new(self, &name, TypeTable::VOID, &params);
        let result = builder.temporary(held);
        let entry = builder.entry();
        let (calls, ends) = (builder.block(), builder.block());
        let asked = arguments(&mut builder, &wanted);
        builder.call(entry, Some(result), precondition, asked);
        let condition = builder.read(result);
        let branch = TerminatorKind::Branch { condition, id: None, then: calls, otherwise: ends };
        builder.terminate(entry, branch);
        let types: Vec<TypeId> = params.iter().map(|(_, ty)| *ty).collect();
        let passed = arguments(&mut builder, &types);
        builder.call(calls, None, function, passed);
        builder.goto(calls, ends);
        builder.ret(ends, None);
        builder.finish()
    }
}

/// A comparison of a parameter with a number, as 64-bit integers of one kind. Numbers beyond the values
/// of the parameter are their limits.
fn compare(
    builder: &mut FunctionBuilder<'_>,
    local: LocalId,
    values: Option<(i128, i128)>,
    op: BinaryOp,
    number: i128,
) -> Expr {
    let (least, most) = values.unwrap_or((0, 0));
    let ty = builder.types().int64(least < 0);
    let value = builder.read(local);
    let value = if value.ty == ty { value } else { builder.cast(value, ty, true) };
    let bits = number.clamp(least, most) as u128 & u128::from(u64::MAX);
    let number = Expr::constant(bits, ty, Span::NONE);
    builder.binary(op, value, number)
}

/// The parameters, handed on to a function that may declare them in another way.
fn arguments(builder: &mut FunctionBuilder<'_>, wanted: &[TypeId]) -> Vec<Expr> {
    let params: Vec<LocalId> = builder.parameters();
    let mut passed = Vec::with_capacity(params.len());
    for (local, &ty) in params.into_iter().zip(wanted) {
        let value = builder.read(local);
        passed.push(if value.ty == ty { value } else { builder.cast(value, ty, true) });
    }
    passed
}
