//! Calls: what is passed, what arrives, and what comes back.

use super::effect::{
    Arbitrary, Call, Called, Effect, Havoc, Lifetime, Next, Passed, Returned, Stored, Target,
};
use super::effect::{Base, Location};
use super::store::{Named, scalar_width};
use super::{Meaning, variable};
use clew_ir::{Callee, Expr, ExprKind, FloatKind, FunctionId, LocalId, Place, Scalar, TypeId};
use clew_logic::TermId;

impl Meaning<'_> {
    pub(super) fn call(&mut self, dest: Option<&Place>, callee: &Callee, args: &[Expr]) {
        let (called, result) = match callee {
            Callee::Builtin(builtin) => return self.builtin(dest, *builtin, args),
            Callee::Direct(function) => {
                (self.known(*function), self.program.function_type(*function).result)
            }
            Callee::Indirect(Expr { kind: ExprKind::FunctionAddress(function), ty, .. }) => {
                (self.known(*function), self.result_type(*ty))
            }
            Callee::Indirect(address) => {
                let ty = self.result_type(address.ty);
                (Called::Computed(self.value(address)), ty)
            }
        };
        let result = self.scalar(result);
        // A returned record is written by the function, to where the caller said.
        let record =
            dest.filter(|place| self.scalar(place.ty).is_none()).map(|place| self.location(place));
        let arguments = args.iter().map(|arg| self.passed(arg)).collect();
        if let Called::Undefined(function) = called {
            self.undefined(&self.program.functions[function].name, args);
        }
        self.found.next = Next::Call(Call { callee: called, arguments, result, record });
    }

    /// What a function without a body may change.
    fn undefined(&mut self, name: &str, args: &[Expr]) {
        let set = match (name, args) {
            ("klee_make_symbolic", [to, count, ..]) => match count.kind {
                ExprKind::Const(len) => Some((to, len as u64)),
                _ => None,
            },
            (_, [to]) if name.starts_with("__Crest") && !is_assumption(name) => {
                let pointee = self.program.types.pointee(to.ty);
                pointee.and_then(|ty| self.program.types.size(ty)).map(|len| (to, len))
            }
            _ if changes_nothing(name) => return,
            _ => None,
        };
        let havoc = match set {
            Some((to, len)) => Havoc::Range { address: self.value(to), len },
            None => Havoc::Escaped,
        };
        self.found.havocs.push(havoc);
    }

    fn known(&self, function: FunctionId) -> Called {
        match self.program.functions[function].body {
            Ok(_) => Called::Defined(function),
            Err(_) => Called::Undefined(function),
        }
    }

    fn result_type(&self, callee: TypeId) -> TypeId {
        let function = self.program.types.function(callee);
        function.expect("the verifier should admit calls of functions only").result
    }

    fn passed(&mut self, arg: &Expr) -> Passed {
        match self.scalar(arg.ty) {
            Some(scalar) => Passed::Scalar(scalar, self.value(arg)),
            None => {
                let from = self.aggregate(arg);
                Passed::Record { from, len: self.program.types.size(arg.ty).unwrap_or(0) }
            }
        }
    }

    /// What happens when this function is entered with these arguments: its parameters get their
    /// values. The store stands in the new frame; the terms speak of the state of the call.
    pub fn entry(&mut self, arguments: &[Passed]) -> Effect {
        for (at, &local) in self.function.params.iter().enumerate() {
            self.parameter(local, arguments.get(at).copied());
        }
        self.finish()
    }

    fn parameter(&mut self, local: LocalId, argument: Option<Passed>) {
        let ty = self.function.locals[local].ty;
        let target = match variable(self.program, self.function, local) {
            Some(_) => Target::Variable(local),
            None => {
                self.found.lifetimes.push(Lifetime::Begins(local));
                let address = self.store.address(self.pool, Named::Local(local));
                let size = self.program.types.size(ty).unwrap_or(0);
                Target::Memory(Location { base: Base::Local(local), address, size, bits: None })
            }
        };
        match (self.scalar(ty), argument) {
            (Some(to), argument) => {
                let value = self.argument(to, argument);
                self.write_scalar(target, to, value);
            }
            (None, Some(Passed::Record { from, .. })) => self.write(target, Stored::Copy(from)),
            (None, Some(Passed::Scalar(..)) | None) => {
                self.found.arbitrary.push(Arbitrary::NoArgument);
            }
        }
    }

    /// A scalar as a parameter takes it: where there is no prototype, it may have been promoted.
    fn argument(&mut self, to: Scalar, argument: Option<Passed>) -> TermId {
        match argument {
            Some(Passed::Scalar(from, value)) if from == to => value,
            Some(Passed::Scalar(
                from @ Scalar::Int { .. } | from @ Scalar::Float(FloatKind::F64),
                value,
            )) if is_promoted(from, to) => self.cast(from, to, value),
            Some(Passed::Scalar(..) | Passed::Record { .. }) | None => {
                self.arbitrary(scalar_width(to), Arbitrary::NoArgument)
            }
        }
    }

    /// What the return to a call does, in the caller's frame and in the state that the function
    /// leaves.
    pub fn returned(&mut self, dest: Option<&Place>, call: &Call, returned: Returned) -> Effect {
        if let Some(place) = dest {
            self.result(place, call, returned);
        }
        self.finish()
    }

    fn result(&mut self, place: &Place, call: &Call, returned: Returned) {
        let Some(to) = self.scalar(place.ty) else {
            let location = call.record.expect("a returned record should have a place");
            match returned {
                Returned::Record { from, .. } => {
                    self.write(Target::Memory(location), Stored::Copy(from));
                }
                Returned::Nothing | Returned::Scalar(..) | Returned::Unknown => {
                    self.found.arbitrary.push(Arbitrary::UnknownResult);
                    let Location { address, size: len, .. } = location;
                    self.found.havocs.push(Havoc::Range { address, len });
                }
            }
            return;
        };
        let value = match (returned, call.result) {
            (Returned::Scalar(from, value), Some(expected)) if from == expected => {
                self.cast(from, to, value)
            }
            (Returned::Unknown, _) => self.arbitrary(scalar_width(to), Arbitrary::UnknownResult),
            (Returned::Nothing | Returned::Scalar(..) | Returned::Record { .. }, _) => {
                self.arbitrary(scalar_width(to), Arbitrary::NoResult)
            }
        };
        let target = self.target(place);
        self.write_scalar(target, to, value);
    }
}

/// Whether a function says that its argument is not zero: where it is, executions are not wanted.
pub fn is_assumption(name: &str) -> bool {
    matches!(
        name,
        "__VERIFIER_assume" | "__CPROVER_assume" | "klee_assume" | "clew_assume" | "__CrestAssume"
    )
}

/// Whether a function without a body changes nothing that the program can see.
fn changes_nothing(name: &str) -> bool {
    is_assumption(name)
        || matches!(name, "clew_label" | "malloc" | "calloc" | "aligned_alloc" | "free")
        || matches!(name, "klee_int" | "klee_char" | "klee_long" | "klee_range")
        || name.starts_with("__VERIFIER_nondet_")
}

/// Whether a value of one type may stand for one of the other in a call without a prototype.
fn is_promoted(from: Scalar, to: Scalar) -> bool {
    match (from, to) {
        (Scalar::Int { .. }, Scalar::Int { .. }) => true,
        (Scalar::Float(from), Scalar::Float(to)) => from == FloatKind::F64 && to == FloatKind::F32,
        (Scalar::Int { .. }, Scalar::Float(_)) | (Scalar::Float(_), Scalar::Int { .. }) => false,
    }
}
