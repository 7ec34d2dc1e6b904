//! Which bytes of locals have a value at a point whatever way led there: a forward analysis of one
//! function, for states of which nothing else is known.

use super::unset::Spans;
use super::{Semantics, escapes_of_expr};
use crate::program::{
    Base, Callee, Expr, ExprKind, Function, Place, Position, Statement, Step, Terminator, Type,
};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Arrays of more elements are looked at as a whole.
const MOST_ELEMENTS: u64 = 256;

/// What has a value, and who can know of it, at a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Assigned {
    /// The bytes of each local that have a value.
    pub(crate) set: Vec<Spans>,
    /// The locals that live on every way: where others were, something else may be.
    pub(crate) live: BTreeSet<usize>,
    /// The locals whose address was a value on every way.
    escaped: BTreeSet<usize>,
    /// Those of them whose address went out of the function on every way: code unknown can write them.
    leaked: BTreeSet<usize>,
    /// The locals whose address was a value on some way: pointers may lead there.
    taken: BTreeSet<usize>,
}

/// The same at the start of each block; none for blocks that nothing leads to.
pub(crate) type AssignedAtBlocks = Rc<Vec<Option<Assigned>>>;

impl Assigned {
    /// At the start of a function: parameters have values.
    fn at_entry(function: &Function) -> Self {
        let of = |is_parameter| if is_parameter { Spans::all() } else { Spans::default() };
        let set = function.locals.iter().map(|local| of(local.is_parameter)).collect();
        let mut live: BTreeSet<usize> = (0..function.locals.len()).collect();
        for statement in function.blocks.iter().flat_map(|block| &block.statements) {
            if let Statement::Live(local) = statement {
                live.remove(local);
            }
        }
        let none = BTreeSet::new;
        Self { set, live, escaped: none(), leaked: none(), taken: none() }
    }

    /// Where nothing leads: nothing is known.
    fn nothing(function: &Function) -> Self {
        let set = vec![Spans::default(); function.locals.len()];
        let taken = (0..function.locals.len()).collect();
        let none = BTreeSet::new;
        Self { set, live: none(), escaped: none(), leaked: none(), taken }
    }

    /// What holds on both ways; whether that is less than before.
    fn meet(&mut self, other: &Self) -> bool {
        let before = self.clone();
        for (set, other) in self.set.iter_mut().zip(&other.set) {
            *set = set.intersection(other);
        }
        self.live.retain(|local| other.live.contains(local));
        self.escaped.retain(|local| other.escaped.contains(local));
        self.leaked.retain(|local| other.leaked.contains(local));
        self.taken.extend(&other.taken);
        *self != before
    }

    /// Something without a value was written through a pointer.
    fn lose_taken(&mut self) {
        for local in &self.taken {
            self.set[*local] = Spans::default();
        }
    }

    /// The addresses of locals that an expression makes values of.
    fn take_addresses(&mut self, expr: &Expr) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        escapes_of_expr(expr, &mut found);
        self.escaped.extend(&found);
        self.taken.extend(&found);
        found
    }

    /// Addresses go out of the function: with that of an object that may hold some, all there are.
    fn leak(&mut self, function: &Function, found: &BTreeSet<usize>) {
        self.leaked.extend(found);
        if found.iter().any(|local| may_hold_pointers(&function.locals[*local].ty)) {
            self.leaked.extend(&self.escaped);
        }
    }
}

impl<'p> Semantics<'p> {
    /// What has a value at a point.
    pub(crate) fn assigned_at(
        &mut self,
        number: usize,
        block: usize,
        statement: usize,
    ) -> Assigned {
        let function = self.function(number);
        let blocks = self.assigned_in(number);
        let mut assigned = match &blocks[block] {
            Some(known) => known.clone(),
            None => Assigned::nothing(function),
        };
        for each in &function.blocks[block].statements[..statement] {
            self.assign_by(function, &mut assigned, each);
        }
        assigned
    }

    /// Which arguments of a call have values.
    pub(crate) fn arguments_set(
        &self,
        function: &Function,
        assigned: &Assigned,
        args: &[Expr],
    ) -> Vec<bool> {
        args.iter().map(|arg| !self.reads_unset(function, assigned, arg)).collect()
    }

    fn assigned_in(&mut self, number: usize) -> AssignedAtBlocks {
        if let Some(known) = self.assigned.get(&number) {
            return Rc::clone(known);
        }
        let function = self.function(number);
        let mut blocks = vec![None; function.blocks.len()];
        blocks[0] = Some(Assigned::at_entry(function));
        let mut work = BTreeSet::from([0]);
        while let Some(block) = work.pop_first() {
            let Some(mut assigned) = blocks[block].clone() else { continue };
            for statement in &function.blocks[block].statements {
                self.assign_by(function, &mut assigned, statement);
            }
            for next in function.blocks[block].terminator.successors() {
                let is_new = match &mut blocks[next] {
                    Some(known) => known.meet(&assigned),
                    unknown @ None => {
                        *unknown = Some(assigned.clone());
                        true
                    }
                };
                if is_new {
                    work.insert(next);
                }
            }
        }
        let found = Rc::new(blocks);
        self.assigned.insert(number, Rc::clone(&found));
        found
    }

    /// Whether what a function returns and stores behind pointers has values, if its arguments have.
    fn gives_values(&mut self, number: usize) -> bool {
        match self.gives.get(&number) {
            // Of functions that call themselves nothing is known.
            Some(known) => return known.unwrap_or(false),
            None => self.gives.insert(number, None),
        };
        let function = self.function(number);
        self.assigned_in(number);
        let gives_values = (0..function.blocks.len()).all(|block| {
            let mut assigned = self.assigned_at(number, block, 0);
            let contents = &function.blocks[block];
            let stores_values = contents
                .statements
                .iter()
                .all(|it| self.stores_values(function, &mut assigned, it));
            let Terminator::Return(Some(value)) = &contents.terminator else {
                return stores_values;
            };
            stores_values && !self.reads_unset(function, &assigned, value)
        });
        self.gives.insert(number, Some(gives_values));
        gives_values
    }

    /// Whether a statement stores nothing without a value behind a pointer.
    fn stores_values(
        &mut self,
        function: &'p Function,
        assigned: &mut Assigned,
        statement: &Statement,
    ) -> bool {
        let is_elsewhere = |place: &Place| !matches!(place.base, Base::Local(_));
        let stores_values = match statement {
            Statement::Set { place, value } if is_elsewhere(place) => {
                !self.reads_unset(function, assigned, value)
            }
            Statement::Call { dest, callee, args } => {
                let to = args.first().and_then(|it| self.pointed_local(it));
                let is_copied = to.is_none() && !self.copies_values(assigned, callee, args);
                let has_value = self.assign_by_call(function, &mut assigned.clone(), callee, args);
                let is_entered =
                    matches!(callee, Callee::Direct(number) if self.may_enter(*number));
                let is_stored = is_entered || dest.as_ref().is_some_and(is_elsewhere);
                !is_copied && (has_value || !is_stored)
            }
            Statement::Set { .. }
            | Statement::Zero(_)
            | Statement::Live(_)
            | Statement::Dead(_) => true,
        };
        self.assign_by(function, assigned, statement);
        stores_values
    }

    fn assign_by(
        &mut self,
        function: &'p Function,
        assigned: &mut Assigned,
        statement: &Statement,
    ) {
        match statement {
            Statement::Live(local) => {
                assigned.set[*local] = Spans::default();
                assigned.escaped.remove(local);
                assigned.leaked.remove(local);
                assigned.taken.remove(local);
                assigned.live.insert(*local);
            }
            Statement::Dead(local) => {
                assigned.live.remove(local);
            }
            Statement::Zero(place) => self.assign_place(assigned, place, true),
            Statement::Set { place, value } => {
                let found = assigned.take_addresses(value);
                if self.is_outside(place) {
                    assigned.leak(function, &found);
                }
                match self.copied_local(value) {
                    Some((from, start)) => self.copy_local(assigned, place, from, start),
                    None => {
                        let has_value = !self.reads_unset(function, assigned, value);
                        self.assign_place(assigned, place, has_value);
                    }
                }
            }
            Statement::Call { dest, callee, args } => {
                for arg in args {
                    let found = assigned.take_addresses(arg);
                    if self.runs_unknown_code(callee) {
                        assigned.leak(function, &found);
                    }
                }
                let has_value = self.assign_by_call(function, assigned, callee, args);
                if let Some(dest) = dest {
                    self.assign_place(assigned, dest, has_value);
                }
            }
        }
    }

    /// Whether a place is no part of a local, as far as that can be seen.
    fn is_outside(&self, place: &Place) -> bool {
        match &place.base {
            Base::Local(_) => false,
            Base::Global(_) => true,
            Base::Deref(pointer) => self.pointed_local(pointer).is_none(),
        }
    }

    /// A place is written, with a value or with something that has none.
    fn assign_place(&self, assigned: &mut Assigned, place: &Place, has_value: bool) {
        let Base::Local(local) = place.base else {
            if !has_value {
                assigned.lose_taken();
            }
            return;
        };
        let is_partial = self.is_partial(place);
        let set = &mut assigned.set[local];
        match (self.span(place), has_value) {
            // The other bits of its bytes are as they were.
            (Some(_), true) if is_partial => {}
            (Some((start, end)), true) => set.add(start, end),
            (Some((start, end)), false) => set.remove(start, end),
            (None, true) => {}
            (None, false) => *set = Spans::default(),
        }
    }

    /// Whether a place is a bit-field that shares bytes with others.
    fn is_partial(&self, place: &Place) -> bool {
        let Some(Step::Field { record, field }) = place.path.last() else { return false };
        match self.program.records[record].fields[*field].position {
            Position::Byte(_) => false,
            Position::Bits { offset, width } => {
                offset % 8 != 0 || !(offset + u64::from(width)).is_multiple_of(8)
            }
        }
    }

    /// An aggregate that is copied from a local: the local, and where in it.
    fn copied_local(&self, value: &Expr) -> Option<(usize, u64)> {
        let ExprKind::Load(place) = &value.kind else { return None };
        match (place.ty.scalar(), &place.base, self.span(place)) {
            (None, Base::Local(local), Some((start, _))) => Some((*local, start)),
            _ => None,
        }
    }

    fn copy_local(&self, assigned: &mut Assigned, place: &Place, from: usize, start: u64) {
        let (Base::Local(local), Some((to, end))) = (&place.base, self.span(place)) else {
            return self.assign_place(assigned, place, false);
        };
        let copied = assigned.set[from].moved(start, end - to, to);
        let set = &mut assigned.set[*local];
        set.remove(to, end);
        copied.iter().for_each(|(low, high)| set.add(low, high));
    }

    /// What a call sets; whether its result has a value.
    fn assign_by_call(
        &mut self,
        function: &'p Function,
        assigned: &mut Assigned,
        callee: &Callee,
        args: &[Expr],
    ) -> bool {
        if self.runs_unknown_code(callee) {
            for local in &assigned.leaked {
                assigned.set[*local] = Spans::all();
            }
            return true;
        }
        let to = args.first().and_then(|arg| self.pointed_local(arg));
        let count = self.bytes_filled(callee, args);
        match (count, to, self.copies_values(assigned, callee, args)) {
            (Some(count), Some((local, start)), true) => {
                assigned.set[local].add(start, start.saturating_add(count));
            }
            (None, _, true) | (_, None, true) => {}
            (_, Some((local, _)), false) => assigned.set[local] = Spans::default(),
            (_, None, false) => assigned.lose_taken(),
        }
        match callee {
            Callee::Direct(number) if self.may_enter(*number) => {
                let has_value = self.arguments_set(function, assigned, args).iter().all(|it| *it)
                    && self.gives_values(*number);
                if !has_value {
                    assigned.lose_taken();
                }
                has_value
            }
            Callee::Direct(_) | Callee::Indirect(_) | Callee::Builtin(_) => true,
        }
    }

    /// Whether what a call copies by itself, if it does, has values.
    fn copies_values(&self, assigned: &Assigned, callee: &Callee, args: &[Expr]) -> bool {
        if !self.copies(callee) {
            return true;
        }
        let count = self.bytes_filled(callee, args).unwrap_or(u64::MAX);
        let to = args.first().and_then(|to| self.pointed_local(to)).map(|(local, _)| local);
        match args.get(1).and_then(|from| self.pointed_local(from)) {
            Some((local, start)) => assigned.set[local].covers(start, start.saturating_add(count)),
            None => {
                let mut others = assigned.taken.iter().filter(|it| Some(**it) != to);
                others.all(|it| assigned.set[*it].covers(0, count))
            }
        }
    }

    /// A pointer to a known place of a local.
    fn pointed_local(&self, pointer: &Expr) -> Option<(usize, u64)> {
        let ExprKind::AddressOf(place) = &plain(pointer).kind else { return None };
        match (&place.base, self.span(place)) {
            (Base::Local(local), Some((start, _))) => Some((*local, start)),
            _ => None,
        }
    }

    /// Whether evaluating an expression may meet a byte that has no value.
    fn reads_unset(&self, function: &Function, assigned: &Assigned, expr: &Expr) -> bool {
        let mut found = false;
        expr.places(&mut |each, place| {
            if matches!(each.kind, ExprKind::Load(_)) {
                found |= self.is_read_unset(function, assigned, place);
            }
        });
        found
    }

    fn is_read_unset(&self, function: &Function, assigned: &Assigned, place: &Place) -> bool {
        let is_open = |local: &usize| {
            !self.is_assigned(&assigned.set[*local], 0, &function.locals[*local].ty)
        };
        match &place.base {
            Base::Local(local) => match self.span(place) {
                Some((start, _)) if !place.is_bit_field(self.program) => {
                    !self.is_assigned(&assigned.set[*local], start, &place.ty)
                }
                Some((start, end)) => !assigned.set[*local].covers(start, end),
                None => is_open(local),
            },
            Base::Global(_) => false,
            Base::Deref(_) => assigned.taken.iter().any(is_open),
        }
    }

    /// Whether all bytes of an object but for its padding are in a set.
    fn is_assigned(&self, set: &Spans, start: u64, ty: &Type) -> bool {
        let Some(size) = self.program.size(ty) else { return set.covers(start, u64::MAX) };
        if set.covers(start, start.saturating_add(size)) {
            return true;
        }
        match ty {
            Type::Record(number) => {
                let record = &self.program.records[number];
                let mut fields = record.fields.iter().map(|field| match field.position {
                    Position::Byte(offset) => self.is_assigned(set, start + offset, &field.ty),
                    Position::Bits { offset, width } => {
                        let end = (offset + u64::from(width)).div_ceil(8);
                        set.covers(start + offset / 8, start + end)
                    }
                });
                match record.is_union {
                    true => fields.any(|it| it),
                    false => fields.all(|it| it),
                }
            }
            Type::Array(element, Some(length)) if *length <= MOST_ELEMENTS => {
                let Some(size) = self.program.size(element) else { return false };
                (0..*length).all(|at| self.is_assigned(set, start + at * size, element))
            }
            Type::Array(..)
            | Type::Void
            | Type::Scalar(_)
            | Type::Pointer(_)
            | Type::Variable(..)
            | Type::Function
            | Type::Opaque { .. } => false,
        }
    }

    /// The bytes of a place within its local, where that is a constant.
    fn span(&self, place: &Place) -> Option<(u64, u64)> {
        let mut start = 0_u64;
        let mut bits = None;
        for step in &place.path {
            let offset = match step {
                Step::Field { record, field } => {
                    match self.program.records[record].fields[*field].position {
                        Position::Byte(offset) => offset,
                        Position::Bits { offset, width } => {
                            bits = Some((offset % 8, u64::from(width)));
                            offset / 8
                        }
                    }
                }
                Step::Index { index, element, .. } => {
                    let ExprKind::Const(index) = index.kind else { return None };
                    u64::try_from(index).ok()?.checked_mul(self.program.size(element)?)?
                }
            };
            start = start.checked_add(offset)?;
        }
        let size = match bits {
            Some((low, width)) => (low + width).div_ceil(8),
            None => self.program.size(&place.ty)?,
        };
        Some((start, start.checked_add(size)?))
    }
}

/// Whether an object of this type may hold addresses: those of other types hold numbers.
fn may_hold_pointers(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) | Type::Variable(element, _) => may_hold_pointers(element),
        Type::Pointer(_) | Type::Record(_) | Type::Opaque { .. } => true,
        Type::Void | Type::Scalar(_) | Type::Function => false,
    }
}

/// An expression without the casts between pointers around it.
fn plain(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast(operand) if operand.ty.is_pointer() && expr.ty.is_pointer() => {
            plain(operand)
        }
        _ => expr,
    }
}
