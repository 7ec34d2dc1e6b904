//! Predicates of certificates, and the states that they describe.

use super::access::Value;
use super::assigned::Assigned;
use super::call::whole_local;
use super::unset::Spans;
use super::{Moment, Register, Semantics, Slot, State};
use crate::certificate::{Location, Point, Predicate};
use crate::program::{Binary, Expr, ExprKind, Statement};
use crate::term::{Sort, Term};

impl Semantics<'_> {
    /// The state at the entry of a function: any state, with any arguments.
    pub(crate) fn entry_state(&mut self, function: usize) -> State {
        let memory = self.terms.fresh(Sort::Memory);
        self.roots.insert(memory, Moment(0));
        self.entry_memory = Some(memory);
        let mut state = self.empty_state(memory);
        let frame = self.new_frame(&mut state, function);
        state.frames.push(frame);
        let locals = &self.function(function).locals;
        for (local, param) in locals.iter().enumerate().filter(|(_, it)| it.is_parameter) {
            let Some(scalar) = param.ty.scalar() else {
                self.set_local(&mut state, local, Spans::all());
                continue;
            };
            let value = self.terms.fresh(Sort::Bits(scalar.bits()));
            if param.ty.is_pointer() {
                self.pointer_existed(value, Moment(0));
            }
            self.write_place(&mut state, 0, &whole_local(local, &param.ty), &Value::Scalar(value));
        }
        state
    }

    fn empty_state(&mut self, memory: Term) -> State {
        State {
            frames: Vec::new(),
            memory,
            conditions: Vec::new(),
            objects: Vec::new(),
            unset: Vec::new(),
            known: Vec::new(),
            written: Vec::new(),
            has_freed: false,
            is_aside: false,
            has_ended: false,
        }
    }

    /// Any state at a location: with the functions under way there.
    pub(crate) fn any_state(&mut self, location: &Location) -> State {
        let memory = self.new_memory();
        let mut state = self.empty_state(memory);
        state.has_freed = self.program.functions.values().any(|it| it.name == "free");
        // The objects are older than the memory: pointers in it may point to them.
        let mut arguments: Option<Vec<bool>> = None;
        for point in location.calls.iter().chain([&location.at]) {
            let function = point.function;
            let mut assigned = self.assigned_at(function, point.block, point.statement);
            let params = self.function(function).locals.iter().enumerate();
            let params = params.filter(|(_, it)| it.is_parameter);
            for ((local, _), has_value) in params.zip(arguments.take().into_iter().flatten()) {
                if !has_value {
                    assigned.set[local] = Spans::default();
                }
            }
            arguments = self.arguments_at(point, &assigned);
            let mut frame = self.new_frame(&mut state, function);
            for (local, slot) in frame.slots.iter_mut().enumerate() {
                match slot {
                    Slot::Register(value) => {
                        let ty = &self.function(function).locals[local].ty;
                        let (bits, size) = ty.scalar().map_or((1, 1), |it| (it.bits(), it.size()));
                        let some = self.terms.fresh(Sort::Bits(bits));
                        *value = match assigned.set[local].covers(0, size) {
                            true => Register::Value(some),
                            false => Register::Perhaps(some, self.terms.fresh(Sort::Bool)),
                        };
                    }
                    // It has no address, nor anything there.
                    Slot::Object(_) if !assigned.live.contains(&local) => {
                        *slot = Slot::Register(Register::Unset);
                    }
                    Slot::Object(object) => {
                        let escapes = self.escaping[&function].contains(&local);
                        state.objects[*object].born = Moment(0);
                        state.objects[*object].escaped = escapes.then_some(Moment(0));
                    }
                    Slot::Private(_) => {}
                }
            }
            state.frames.push(frame);
            for (local, set) in assigned.set.into_iter().enumerate() {
                self.set_local(&mut state, local, set);
            }
        }
        state
    }

    /// Which arguments have values, at a call.
    fn arguments_at(&self, point: &Point, assigned: &Assigned) -> Option<Vec<bool>> {
        let function = self.function(point.function);
        match function.blocks[point.block].statements.get(point.statement)? {
            Statement::Call { args, .. } => Some(self.arguments_set(function, assigned, args)),
            Statement::Set { .. }
            | Statement::Live(_)
            | Statement::Dead(_)
            | Statement::Zero(_) => None,
        }
    }

    /// Bytes of a local of the innermost function have values, nobody knows which.
    fn set_local(&mut self, state: &mut State, local: usize, set: Spans) {
        let top = state.top();
        match state.frames[top].slots[local] {
            Slot::Register(_) => {}
            Slot::Private(_) => state.frames[top].set[local] = set,
            Slot::Object(object) => {
                let unset = state.unset.iter_mut().filter(|it| it.object == Some(object));
                unset.for_each(|it| it.set = set.clone());
            }
        }
    }

    /// Whether a predicate holds in a state, as a formula. An expression that has no value (it
    /// dereferences null, divides by zero) does not hold.
    pub(crate) fn predicate(&mut self, state: &State, predicate: &Predicate) -> Term {
        self.predicate_in(state, state.top(), predicate)
    }

    fn predicate_in(&mut self, state: &State, frame: usize, predicate: &Predicate) -> Term {
        match predicate {
            Predicate::True => self.terms.bool(true),
            Predicate::False => self.terms.bool(false),
            Predicate::Not(operand) => {
                let operand = self.predicate_in(state, frame, operand);
                self.terms.not(operand)
            }
            Predicate::And(operands) => {
                let mut all = self.terms.bool(true);
                for operand in operands {
                    let operand = self.predicate_in(state, frame, operand);
                    all = self.terms.and(all, operand);
                }
                all
            }
            Predicate::Or(operands) => {
                let mut any = self.terms.bool(false);
                for operand in operands {
                    let operand = self.predicate_in(state, frame, operand);
                    any = self.terms.or(any, operand);
                }
                any
            }
            Predicate::Frame(frame, operand) => self.predicate_in(state, *frame, operand),
            Predicate::Across(op, here, other, there) => {
                let mut aside = aside(state);
                let scalar = here.ty.scalar().unwrap_or(crate::program::INT);
                let left = self.value(&mut aside, frame, here);
                let right = self.value(&mut aside, *other, there);
                let value = self.binary_value(&mut aside, *op, (scalar, left), (scalar, right));
                let holds = self.truth(crate::program::INT, value);
                let defined = self.terms.all(&aside.conditions);
                self.terms.and(defined, holds)
            }
            Predicate::Holds(expr) => self.holds(state, frame, expr),
        }
    }

    /// Whether an expression has a value that is not zero. Of `a | b` that is one of both, and the
    /// other need not have a value.
    fn holds(&mut self, state: &State, frame: usize, expr: &Expr) -> Term {
        match &expr.kind {
            ExprKind::Binary(Binary::BitOr, left, right) => {
                let (left, right) =
                    (self.holds(state, frame, left), self.holds(state, frame, right));
                self.terms.or(left, right)
            }
            _ => {
                let mut aside = aside(state);
                let scalar = expr.ty.scalar().unwrap_or(crate::program::INT);
                let value = self.value(&mut aside, frame, expr);
                let holds = self.truth(scalar, value);
                let defined = self.terms.all(&aside.conditions);
                self.terms.and(defined, holds)
            }
        }
    }
}

/// The state in which an expression of a certificate is evaluated.
fn aside(state: &State) -> State {
    let mut aside = state.clone();
    aside.is_aside = true;
    aside.conditions.clear();
    aside
}
