//! What must hold before a write for a predicate to hold behind it: substitution, by cases of aliasing.
//!
//! WP_α (paper 3, section 5.3): where a load of the predicate may read what the write wrote, the alias
//! relation α decides. Each relation is a disjunct of its own: the places are the same, they do not
//! overlap, or they overlap in part, of which nothing is known. So ¬α is never dropped: the cases
//! together always hold.

use super::predicate::{Predicate, binary, cast, negation, number, size};
use clew_ir::rebuild::{place_without_spans, rebuilt};
use clew_ir::{
    BinaryOp, Expr, ExprKind, Function, Place, PlaceBase, Program, Projection, RecordKind, Scalar,
    Span, Type, TypeId, TypeTable,
};
use std::cell::{Cell, RefCell};

/// The most cases of one write; beyond them, a literal that may be changed is not asked for.
const MOST_CASES: usize = 16;
/// A literal with more parts than this is not asked for.
const LARGEST: usize = 240;

/// What a write leaves in its place.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stored<'e> {
    /// The value of a scalar expression in the state before.
    Value(&'e Expr),
    /// A copy of another place.
    Copy(&'e Place),
    /// Zeros.
    Zero,
    /// Anything.
    Unknown,
}

/// How the place of a load lies to that of a write.
#[derive(Clone, PartialEq, Debug)]
enum Relation {
    Same,
    /// Elements of the same array, at these indices.
    Elements(Expr, Expr),
    /// A part of what is written, by this path.
    Inside(Vec<Projection>),
    Disjoint,
    /// Addresses decide.
    Addresses,
    /// Some of it is written, nobody says what.
    Unknown,
}

/// One way in which a load may lie to a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Case {
    Equal,
    Disjoint,
    Partial,
}

type Decided = Vec<(Place, Case)>;

/// The preconditions of a predicate over a write in the innermost frame: one of them holds before
/// wherever the predicate holds behind.
pub(crate) fn before_write(
    program: &Program,
    frames: &[&Function],
    predicate: &Predicate,
    place: &Place,
    stored: Stored<'_>,
) -> Vec<Predicate> {
    let Some(depth) = frames.len().checked_sub(1) else { return vec![predicate.clone()] };
    let (function, place) = (frames[depth], place_without_spans(place));
    let write = Write { program, frames, function, place, stored, depth };
    let mut work: Vec<Decided> = vec![Vec::new()];
    let mut found = Vec::new();
    while let Some(decided) = work.pop() {
        match write.apply(predicate, &decided, found.len() + work.len() >= MOST_CASES) {
            Ok(before) => found.push(before),
            Err(undecided) => {
                for case in write.cases(&undecided).into_iter().rev() {
                    let mut decided = decided.clone();
                    decided.push((undecided.clone(), case));
                    work.push(decided);
                }
            }
        }
    }
    found
}

struct Write<'e> {
    program: &'e Program,
    frames: &'e [&'e Function],
    function: &'e Function,
    place: Place,
    stored: Stored<'e>,
    depth: usize,
}

impl Write<'_> {
    /// The predicate before the write, in these cases; or a load whose case is not decided.
    fn apply(
        &self,
        predicate: &Predicate,
        decided: &Decided,
        is_last: bool,
    ) -> Result<Predicate, Place> {
        let mut before = Predicate::always();
        for (load, case) in decided {
            for condition in self.conditions(load, *case) {
                before.require(self.depth, condition);
            }
        }
        for literal in &predicate.literals {
            if literal.depth != self.depth {
                if !self.may_change(literal.depth, &literal.expr) {
                    before.require(literal.depth, literal.expr.clone());
                }
                continue;
            }
            let Some(expr) = self.substitute(&literal.expr, decided, is_last)? else { continue };
            if size(&expr) <= LARGEST {
                before.require(literal.depth, expr);
            }
        }
        Ok(before)
    }

    /// Whether the write may change what an expression over another frame reads: a value of one frame
    /// says nothing in another.
    fn may_change(&self, depth: usize, expr: &Expr) -> bool {
        let written = &self.place.base;
        if self.is_apart(written) {
            return false;
        }
        let Some(function) = self.frames.get(depth) else { return true };
        let mut may_change = false;
        expr.walk(&mut |each| {
            let ExprKind::Load(place) = &each.kind else { return };
            may_change |= match (&place.base, written) {
                (PlaceBase::Local(local), PlaceBase::Deref(_)) => {
                    clew_symbolic::meaning::variable(self.program, function, *local).is_none()
                }
                (PlaceBase::Local(_), _) => false,
                (PlaceBase::Global(read), PlaceBase::Global(written)) => read == written,
                (PlaceBase::Global(read), PlaceBase::Deref(_)) => {
                    !self.program.globals[*read].is_const
                }
                (PlaceBase::Global(_), PlaceBase::Local(_)) => false,
                (PlaceBase::Deref(_), _) => true,
            };
        });
        may_change
    }

    /// A literal before the write; nothing where it is not known.
    fn substitute(
        &self,
        expr: &Expr,
        decided: &Decided,
        is_last: bool,
    ) -> Result<Option<Expr>, Place> {
        let is_unknown = Cell::new(false);
        let undecided: RefCell<Option<Place>> = RefCell::new(None);
        let result = rebuilt(expr, &|part| {
            let ExprKind::Load(load) = &part.kind else { return part };
            match self.read(load, decided) {
                Read::Unchanged => part,
                Read::Value(value) => value,
                Read::Unknown => {
                    is_unknown.set(true);
                    part
                }
                Read::Undecided => {
                    undecided.borrow_mut().get_or_insert_with(|| (**load).clone());
                    part
                }
            }
        });
        match undecided.into_inner() {
            Some(_) if is_last => Ok(None),
            Some(place) => Err(place),
            None if is_unknown.get() => Ok(None),
            None => Ok(Some(result)),
        }
    }

    /// What a load reads behind the write.
    fn read(&self, load: &Place, decided: &Decided) -> Read {
        match self.relation(load) {
            Relation::Disjoint => Read::Unchanged,
            Relation::Same => self.value_of(load, &[]),
            Relation::Inside(rest) => self.value_of(load, &rest),
            Relation::Unknown => Read::Unknown,
            Relation::Elements(..) | Relation::Addresses => {
                match decided.iter().find(|(place, _)| place == load) {
                    None => Read::Undecided,
                    Some((_, Case::Equal)) => self.value_of(load, &[]),
                    Some((_, Case::Disjoint)) => Read::Unchanged,
                    Some((_, Case::Partial)) => Read::Unknown,
                }
            }
        }
    }

    /// What was written to a load's place.
    fn value_of(&self, load: &Place, rest: &[Projection]) -> Read {
        if load.is_volatile || self.is_bit_field(load) {
            return Read::Unknown;
        }
        match self.stored {
            Stored::Value(value) => match self.converts(value.ty, load.ty) {
                true => Read::Value(cast(value.clone(), load.ty)),
                false => Read::Unknown,
            },
            Stored::Copy(from) if self.place.ty == from.ty && !from.is_volatile => {
                let mut from = from.clone();
                from.path.extend(rest.iter().cloned());
                from.ty = load.ty;
                Read::Value(Expr::load(from, Span::NONE))
            }
            Stored::Zero => Read::Value(number(0, load.ty)),
            Stored::Copy(_) | Stored::Unknown => Read::Unknown,
        }
    }

    /// Whether the bits of one type, read as another, are a conversion.
    fn converts(&self, from: TypeId, to: TypeId) -> bool {
        let types = &self.program.types;
        match (types.scalar(from), types.scalar(to)) {
            (Some(from), Some(to)) if from == to => true,
            (Some(Scalar::Int { bits, .. }), Some(Scalar::Int { bits: other, .. })) => {
                bits == other && bits > 1
            }
            _ => false,
        }
    }

    /// Whether a place is a bit-field.
    fn is_bit_field(&self, place: &Place) -> bool {
        let mut ty = self.base_type(place);
        let mut is_bits = false;
        for step in &place.path {
            let Some((next, bits)) = self.step(ty, step) else { return true };
            (ty, is_bits) = (next, bits);
        }
        is_bits
    }

    fn base_type(&self, place: &Place) -> TypeId {
        match &place.base {
            PlaceBase::Local(local) => self.function.locals[*local].ty,
            PlaceBase::Global(global) => self.program.globals[*global].ty,
            PlaceBase::Deref(pointer) => self.program.types.pointee(pointer.ty).unwrap_or(place.ty),
        }
    }

    fn step(&self, ty: TypeId, step: &Projection) -> Option<(TypeId, bool)> {
        match (step, self.program.types.get(ty)) {
            (Projection::Field(at), Type::Record(_)) => {
                let (_, record) = self.program.types.record(ty)?;
                let field = record.fields.get(*at as usize)?;
                Some((field.ty, field.bits.is_some()))
            }
            (Projection::Index(_), Type::Array { element, .. }) => Some((*element, false)),
            _ => None,
        }
    }

    fn relation(&self, load: &Place) -> Relation {
        let is_same_base = match (&self.place.base, &load.base) {
            (PlaceBase::Local(a), PlaceBase::Local(b)) if a != b => return Relation::Disjoint,
            (PlaceBase::Global(a), PlaceBase::Global(b)) if a != b => return Relation::Disjoint,
            (PlaceBase::Local(_), PlaceBase::Global(_))
            | (PlaceBase::Global(_), PlaceBase::Local(_)) => return Relation::Disjoint,
            (PlaceBase::Deref(_), base) | (base, PlaceBase::Deref(_)) if self.is_apart(base) => {
                return Relation::Disjoint;
            }
            (a, b) => a == b,
        };
        match is_same_base {
            true => self.by_paths(load),
            false => Relation::Addresses,
        }
    }

    /// Whether no pointer can lead a write here: variables without an address, and constants.
    fn is_apart(&self, base: &PlaceBase) -> bool {
        match base {
            PlaceBase::Local(local) => {
                clew_symbolic::meaning::variable(self.program, self.function, *local).is_some()
            }
            PlaceBase::Global(global) => self.program.globals[*global].is_const,
            PlaceBase::Deref(_) => false,
        }
    }

    /// How two parts of one object lie to each other.
    fn by_paths(&self, load: &Place) -> Relation {
        let mut ty = self.base_type(load);
        let (written, read) = (&self.place.path, &load.path);
        for at in 0..written.len() {
            let Some(next) = read.get(at) else { return Relation::Unknown };
            match (&written[at], next) {
                (Projection::Field(a), Projection::Field(b)) if a != b => {
                    let record = self.program.types.record(ty);
                    return match record {
                        Some((_, record)) if record.kind == RecordKind::Union => Relation::Unknown,
                        Some(_) => Relation::Disjoint,
                        None => Relation::Unknown,
                    };
                }
                (Projection::Index(a), Projection::Index(b)) if a != b => {
                    return match (a.as_const(), b.as_const()) {
                        (Some(_), Some(_)) if a.ty == b.ty => Relation::Disjoint,
                        _ if written[at + 1..] == read[at + 1..] && self.place.ty == load.ty => {
                            Relation::Elements(a.clone(), b.clone())
                        }
                        _ => Relation::Addresses,
                    };
                }
                (Projection::Field(_), Projection::Field(_))
                | (Projection::Index(_), Projection::Index(_)) => {}
                _ => return Relation::Unknown,
            }
            match self.step(ty, next) {
                Some((next, _)) => ty = next,
                None => return Relation::Unknown,
            }
        }
        match read.len() == written.len() {
            true if self.place.ty == load.ty => Relation::Same,
            true => Relation::Unknown,
            false => Relation::Inside(read[written.len()..].to_vec()),
        }
    }

    /// The ways in which a load may lie to the write.
    fn cases(&self, load: &Place) -> Vec<Case> {
        if let Relation::Elements(..) = self.relation(load) {
            return vec![Case::Equal, Case::Disjoint];
        }
        let size = |place: &Place| self.program.types.size(place.ty);
        let is_scalar = self.program.types.scalar(self.place.ty).is_some();
        match (size(&self.place), size(load)) {
            (Some(1), Some(1)) => vec![Case::Equal, Case::Disjoint],
            (Some(a), Some(b)) if a == b && is_scalar && self.converts(self.place.ty, load.ty) => {
                vec![Case::Equal, Case::Disjoint, Case::Partial]
            }
            _ => vec![Case::Disjoint, Case::Partial],
        }
    }

    /// What holds before the write in a case.
    fn conditions(&self, load: &Place, case: Case) -> Vec<Expr> {
        if let Relation::Elements(a, b) = self.relation(load) {
            let op = if case == Case::Equal { BinaryOp::Eq } else { BinaryOp::Ne };
            let wide = |index: Expr| cast(index, TypeTable::LONG);
            return vec![binary(op, TypeTable::INT, wide(a), wide(b))];
        }
        let size = |place: &Place| self.program.types.size(place.ty).unwrap_or(0);
        let (written, read) = (self.address(&self.place), self.address(load));
        let (Some(written), Some(read)) = (written, read) else { return Vec::new() };
        if case == Case::Equal {
            return vec![binary(BinaryOp::Eq, TypeTable::INT, written, read)];
        }
        let from = |first: &Expr, second: &Expr, at_least: u64| {
            let ty = TypeTable::UNSIGNED_LONG;
            let distance = binary(BinaryOp::Sub, ty, second.clone(), first.clone());
            binary(BinaryOp::Ge, TypeTable::INT, distance, number(at_least.into(), ty))
        };
        let behind = from(&written, &read, size(&self.place));
        let ahead = from(&read, &written, size(load));
        match case {
            Case::Disjoint => vec![behind, ahead],
            Case::Equal | Case::Partial => {
                let both = binary(BinaryOp::BitAnd, TypeTable::INT, behind, ahead);
                let differ = binary(BinaryOp::Ne, TypeTable::INT, written, read);
                let mut conditions = vec![negation(&both)];
                if self.cases(load).contains(&Case::Equal) {
                    conditions.push(differ);
                }
                conditions
            }
        }
    }

    /// The address of a place as a number; nothing for a bit-field.
    fn address(&self, place: &Place) -> Option<Expr> {
        if self.is_bit_field(place) {
            return None;
        }
        let types = &self.program.types;
        let is_wanted = |ty: &TypeId| *types.get(*ty) == Type::Pointer(place.ty);
        let ty = types.ids().find(is_wanted).unwrap_or(TypeTable::UNSIGNED_LONG);
        let place = Place { is_volatile: false, ..place.clone() };
        let kind = ExprKind::AddressOf(Box::new(place));
        Some(cast(Expr { kind, ty, span: Span::NONE }, TypeTable::UNSIGNED_LONG))
    }
}

/// What a load reads behind a write.
enum Read {
    Unchanged,
    Value(Expr),
    Unknown,
    Undecided,
}
