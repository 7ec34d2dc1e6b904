//! Bodies, statements and terminators: invariants 8 and 18 to 24.

use super::exprs::Moves;
use super::{Location, Verifier};
use crate::body::{Body, Builtin, Callee, Statement, StatementKind, SwitchArm, TerminatorKind};
use crate::expr::{Expr, ExprKind, Place};
use crate::ids::{BlockId, Id, TypeId};
use crate::ops;
use crate::program::{Function, LocalKind};
use crate::types::{FloatKind, FunctionType, Scalar};
use std::collections::BTreeSet;

impl Verifier<'_> {
    pub(super) fn body(&mut self, function: &Function) {
        let Ok(body) = &function.body else { return };
        if !self.check(8, !body.blocks.is_empty(), || "the body has no block".to_owned()) {
            return;
        }
        let before = self.violations.len();
        let function_location = self.location;
        for (id, block) in body.blocks.iter_enumerated() {
            for target in block.terminator.kind.successors() {
                self.location = Location { block: Some(id), ..function_location };
                self.check(1, target.index() < body.blocks.len(), || {
                    format!("{target} does not exist")
                });
                self.check(8, target != body.entry(), || "an edge leads to the entry".to_owned());
            }
            for (at, statement) in block.statements.iter().enumerate() {
                self.location =
                    Location { block: Some(id), statement: Some(at), ..function_location };
                self.statement(function, statement);
            }
            self.location = Location { block: Some(id), ..function_location };
            self.terminator(function, body, &block.terminator.kind);
        }
        self.location = function_location;
        self.decision_table(body);
        // The data flow wants a body that is whole.
        if self.violations.len() == before {
            self.temporaries(function, body);
        }
        self.location = function_location;
    }

    fn statement(&mut self, function: &Function, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign { place, value } => {
                let place_holds = self.place(function, place);
                if self.expr(function, value, Moves::Aggregates) && place_holds {
                    self.check(18, self.agree(place.ty, value.ty), || {
                        format!("{} is assigned to {}", value.ty, place.ty)
                    });
                }
            }
            StatementKind::Call { dest, callee, args } => {
                self.call(function, dest.as_ref(), callee, args);
            }
            StatementKind::Live(local) | StatementKind::Dead(local) => {
                let kind = function.locals.get(*local).map(|local| local.kind);
                if self.check(1, kind.is_some(), || format!("{local} does not exist")) {
                    self.check(20, kind != Some(LocalKind::Parameter), || {
                        format!("{local} is a parameter")
                    });
                }
            }
            StatementKind::Zero(place) => {
                if self.place(function, place) {
                    self.check(20, !self.program.is_bit_field(&function.locals, place), || {
                        "a bit-field is zeroed by bytes".to_owned()
                    });
                }
            }
        }
    }

    fn call(&mut self, function: &Function, dest: Option<&Place>, callee: &Callee, args: &[Expr]) {
        let mut all_hold = true;
        for arg in args {
            all_hold &= self.expr(function, arg, Moves::Records);
        }
        if let Some(dest) = dest {
            all_hold &= self.place(function, dest);
        }
        if let Callee::Indirect(address) = callee {
            all_hold &= self.expr(function, address, Moves::Scalars);
        }
        if !all_hold {
            return;
        }
        let types = self.types;
        let ty = match callee {
            Callee::Direct(target) => {
                let Some(target_function) = self.program.functions.get(*target) else {
                    return self.report(1, format!("{target} does not exist"));
                };
                if !self.type_exists(target_function.ty) {
                    return;
                }
                types.function(target_function.ty)
            }
            Callee::Indirect(address) if types.is_pointer(address.ty) => types.function(address.ty),
            Callee::Indirect(_) => None,
            Callee::Builtin(builtin) => return self.builtin(*builtin, dest, args),
        };
        match ty {
            Some(ty) => self.signature(ty, dest, args),
            None => self.report(19, "what is called is no function".to_owned()),
        }
    }

    fn signature(&mut self, ty: &FunctionType, dest: Option<&Place>, args: &[Expr]) {
        let declared = if ty.has_prototype { ty.params.as_slice() } else { &[] };
        let takes_more = ty.is_variadic || !ty.has_prototype;
        let count = declared.len();
        self.check(19, args.len() == count || (takes_more && args.len() > count), || {
            format!("{} arguments for {count} parameters", args.len())
        });
        for (at, (arg, &param)) in args.iter().zip(declared).enumerate() {
            if self.type_exists(param) {
                self.check(19, self.agree(arg.ty, param), || {
                    format!("argument {at} is {}, declared {param}", arg.ty)
                });
            }
        }
        for arg in args.iter().skip(count) {
            let is_promoted = match self.types.scalar(arg.ty) {
                Some(Scalar::Int { bits, .. }) => bits >= 32,
                Some(Scalar::Float(kind)) => kind != FloatKind::F32,
                None => true,
            };
            self.check(19, is_promoted, || format!("an argument of {} is not promoted", arg.ty));
        }
        if let Some(dest) = dest
            && self.type_exists(ty.result)
        {
            self.check(19, self.agree(dest.ty, ty.result), || {
                format!("a result of {} goes to {}", ty.result, dest.ty)
            });
        }
    }

    fn builtin(&mut self, builtin: Builtin, dest: Option<&Place>, args: &[Expr]) {
        let pointer = |ty: TypeId| self.types.is_pointer(ty);
        let integer = |ty: TypeId| self.is_integer(ty);
        let tys: Vec<TypeId> = args.iter().map(|arg| arg.ty).collect();
        let takes = match (builtin, tys.as_slice()) {
            (Builtin::Alloca, [size, align]) => integer(*size) && integer(*align),
            (Builtin::StackSave | Builtin::Trap | Builtin::Synchronize, []) => true,
            (Builtin::StackRestore, [_]) => true,
            (
                Builtin::VaStart | Builtin::VaArg { .. } | Builtin::VaEnd | Builtin::SetJmp,
                [address],
            ) => pointer(*address),
            (Builtin::VaCopy, [to, from]) => pointer(*to) && pointer(*from),
            (Builtin::LongJmp, [buffer, value]) => pointer(*buffer) && integer(*value),
            _ => false,
        };
        let gives = dest.is_none_or(|dest| match builtin {
            Builtin::Alloca => pointer(dest.ty),
            Builtin::StackSave => self.types.scalar(dest.ty).is_some(),
            Builtin::VaArg { ty } => ty.index() < self.type_count && self.agree(dest.ty, ty),
            Builtin::SetJmp => integer(dest.ty),
            Builtin::StackRestore
            | Builtin::VaStart
            | Builtin::VaCopy
            | Builtin::VaEnd
            | Builtin::LongJmp
            | Builtin::Trap
            | Builtin::Synchronize => false,
        });
        self.check(19, takes, || format!("{builtin:?} does not take {tys:?}"));
        self.check(19, gives, || format!("{builtin:?} does not give what is wanted"));
    }

    fn terminator(&mut self, function: &Function, body: &Body, terminator: &TerminatorKind) {
        match terminator {
            TerminatorKind::Goto(_) | TerminatorKind::Unreachable => {}
            TerminatorKind::Branch { condition, .. } => {
                let before = self.violations.len();
                let holds = self.expr(function, condition, Moves::Scalars);
                // What the expression's own check reports as a moved aggregate is this.
                if !holds && self.violations.len() > before {
                    self.report(21, format!("the condition has {}", condition.ty));
                }
            }
            TerminatorKind::Switch { value, arms, .. } => {
                if self.expr(function, value, Moves::Scalars) {
                    self.switch(value.ty, arms);
                }
            }
            TerminatorKind::IndirectGoto { address, targets } => {
                if self.expr(function, address, Moves::Scalars) {
                    self.check(23, self.types.is_pointer(address.ty), || {
                        format!("a goto to {}", address.ty)
                    });
                }
                let distinct: BTreeSet<BlockId> = targets.iter().copied().collect();
                self.check(23, distinct.len() == targets.len(), || {
                    "the targets are not distinct".to_owned()
                });
                for label in label_addresses(body) {
                    self.check(23, distinct.contains(&label), || {
                        format!("{label} has its address taken and is no target")
                    });
                }
            }
            TerminatorKind::Return(None) => {}
            TerminatorKind::Return(Some(value)) => {
                let ty = self.types.function(function.ty).expect("checked before the body");
                if self.expr(function, value, Moves::Records) && self.type_exists(ty.result) {
                    self.check(24, self.agree(value.ty, ty.result), || {
                        format!("{} is returned as {}", value.ty, ty.result)
                    });
                }
            }
        }
    }

    fn switch(&mut self, ty: TypeId, arms: &[SwitchArm]) {
        let (width, signed) = match self.types.scalar(ty) {
            Some(Scalar::Int { bits, signed }) if bits >= 32 && !self.types.is_pointer(ty) => {
                (bits, signed)
            }
            _ => return self.report(22, format!("a switch on {ty}")),
        };
        let fits = |value: i128| ops::int_value(value as u128, width, signed) == value;
        // Unsigned 128-bit values are compared as their bits.
        let key = |value: i128| if width == 128 && !signed { value ^ i128::MIN } else { value };
        let mut ranges: Vec<(i128, i128)> = Vec::new();
        for arm in arms {
            let holds = fits(arm.low) && fits(arm.high) && key(arm.low) <= key(arm.high);
            self.check(22, holds, || format!("case {}...{} of {ty}", arm.low, arm.high));
            ranges.push((key(arm.low), key(arm.high)));
        }
        ranges.sort_unstable();
        for pair in ranges.windows(2) {
            self.check(22, pair[0].1 < pair[1].0, || "two cases overlap".to_owned());
        }
    }
}

/// The labels whose addresses the body takes.
fn label_addresses(body: &Body) -> BTreeSet<BlockId> {
    let mut labels = BTreeSet::new();
    body.for_each_expr(&mut |expr: &Expr| {
        if let ExprKind::LabelAddress(block) = expr.kind {
            labels.insert(block);
        }
    });
    labels
}
