//! Whether a predicate says the same where its label is written as where it belongs.
//!
//! A label belongs right before a statement of the program model; what is written stands before
//! the expression of the source that the statement comes from. In between, parts of the same
//! expression may run: what they compute is put into the predicate, and what they change must not
//! be read by it.

use crate::unplaced::Unplaced;
use clew_ir::{
    BlockId, Body, Callee, Expr, ExprKind, Function, GlobalId, LocalId, LocalKind, Place,
    PlaceBase, Program, Projection, Span, Statement, StatementKind, c_text, is_label_marker,
};
use std::collections::BTreeSet;

/// The point of a label, and the range of the source that its code stands before.
#[derive(Clone, Copy)]
pub(crate) struct Point<'p> {
    pub(crate) program: &'p Program,
    pub(crate) function: &'p Function,
    pub(crate) body: &'p Body,
    pub(crate) block: BlockId,
    /// The statement's number in the block.
    pub(crate) at: usize,
    pub(crate) span: Span,
}

/// What a predicate reads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Read {
    /// A local.
    Local(LocalId),
    /// A global.
    Global(GlobalId),
    /// What a pointer leads to.
    Memory,
}

impl Read {
    /// What is read where a place is.
    fn of(place: &Place) -> Self {
        match place.base {
            PlaceBase::Local(local) => Read::Local(local),
            PlaceBase::Global(global) => Read::Global(global),
            PlaceBase::Deref(_) => Read::Memory,
        }
    }
}

/// What the program itself reads at a point: there a predicate may read it too.
#[derive(Default)]
pub(crate) struct Performed {
    /// Whole places, as C: two that are written alike are the same at one point.
    pub(crate) places: BTreeSet<String>,
    /// What they are places in, and what says where in it.
    pub(crate) reads: BTreeSet<Read>,
}

impl Point<'_> {
    /// The predicate over the state in front of the range.
    pub(crate) fn before_range(&self, predicate: &Expr) -> Result<Expr, Unplaced> {
        self.rewritten(predicate, self.at)
    }

    /// What the program itself reads at the point.
    pub(crate) fn performed(&self) -> Performed {
        let mut performed = Performed::default();
        let block = &self.body.blocks[self.block];
        let mut visit = |expr: &Expr| {
            if let ExprKind::Load(place) = &expr.kind {
                performed.places.insert(c_text::place_text(self.program, self.function, place));
                performed.reads.extend(Self::reads(expr));
            }
        };
        for (at, statement) in block.statements.iter().enumerate().take(self.at + 1) {
            if at == self.at || self.is_inside(statement) {
                statement.kind.walk(&mut visit);
            }
        }
        if self.at == block.statements.len() {
            block.terminator.kind.walk(&mut visit);
        }
        performed
    }

    /// What the statement at the point writes to.
    pub(crate) fn written(&self) -> Option<Read> {
        let statement = self.body.blocks[self.block].statements.get(self.at)?;
        statement.kind.written_place().map(Read::of)
    }

    /// What an expression reads.
    pub(crate) fn reads(expr: &Expr) -> BTreeSet<Read> {
        let mut reads = BTreeSet::new();
        expr.walk(&mut |part| {
            if let ExprKind::Load(place) | ExprKind::AddressOf(place) = &part.kind {
                reads.insert(Read::of(place));
            }
        });
        reads
    }

    /// An expression as evaluated before statement `until`, over the state in front of the range.
    fn rewritten(&self, expr: &Expr, until: usize) -> Result<Expr, Unplaced> {
        let same = |part: &Expr| self.rewritten(part, until);
        let boxed = |part: &Expr| same(part).map(Box::new);
        let kind = match &expr.kind {
            ExprKind::Load(place) => {
                if let Some(local) = place.as_local().filter(|it| self.is_temporary(*it)) {
                    return self.definition(local, until);
                }
                ExprKind::Load(Box::new(self.place(place, until)?))
            }
            ExprKind::AddressOf(place) => ExprKind::AddressOf(Box::new(self.place(place, until)?)),
            ExprKind::Unary(op, operand) => ExprKind::Unary(*op, boxed(operand)?),
            ExprKind::Binary(op, left, right) => ExprKind::Binary(*op, boxed(left)?, boxed(right)?),
            ExprKind::Cast { operand, implicit } => {
                ExprKind::Cast { operand: boxed(operand)?, implicit: *implicit }
            }
            ExprKind::Intrinsic(op, operands) => {
                ExprKind::Intrinsic(*op, operands.iter().map(same).collect::<Result<_, _>>()?)
            }
            kind @ (ExprKind::Const(_)
            | ExprKind::FunctionAddress(_)
            | ExprKind::LabelAddress(_)) => kind.clone(),
        };
        Ok(Expr { kind, ..expr.clone() })
    }

    fn place(&self, place: &Place, until: usize) -> Result<Place, Unplaced> {
        let is_temporary =
            matches!(place.base, PlaceBase::Local(local) if self.is_temporary(local));
        if is_temporary || self.changes_on_the_way(Read::of(place), until) {
            return Err(Unplaced::Computed);
        }
        let base = match &place.base {
            PlaceBase::Deref(pointer) => {
                PlaceBase::Deref(Box::new(self.rewritten(pointer, until)?))
            }
            base => base.clone(),
        };
        let step = |step: &Projection| match step {
            Projection::Index(index) => self.rewritten(index, until).map(Projection::Index),
            Projection::Field(field) => Ok(Projection::Field(*field)),
        };
        let path = place.path.iter().map(step).collect::<Result<_, _>>()?;
        Ok(Place { base, path, ..place.clone() })
    }

    /// What a temporary holds, where the range itself computes it without a call.
    fn definition(&self, local: LocalId, until: usize) -> Result<Expr, Unplaced> {
        let statements = &self.body.blocks[self.block].statements;
        let found = statements[..until].iter().enumerate().rev().find(|(_, statement)| {
            statement.kind.written_place().is_some_and(|it| it.base == PlaceBase::Local(local))
        });
        let Some((at, statement)) = found.filter(|(_, it)| self.is_inside(it)) else {
            return Err(Unplaced::Computed);
        };
        match &statement.kind {
            StatementKind::Assign { place, value } if place.path.is_empty() => {
                self.rewritten(value, at)
            }
            _ => Err(Unplaced::Computed),
        }
    }

    fn is_temporary(&self, local: LocalId) -> bool {
        self.function.locals[local].kind == LocalKind::Temporary
    }

    /// Whether something in the range may change what is read before statement `until`.
    fn changes_on_the_way(&self, read: Read, until: usize) -> bool {
        for (id, block) in self.body.blocks.iter_enumerated() {
            // What comes behind in the same block has not happened yet.
            let end = if id == self.block { until } else { block.statements.len() };
            let changes = |it: &Statement| self.is_inside(it) && self.may_change(it, read);
            if block.statements[..end].iter().any(changes) {
                return true;
            }
        }
        false
    }

    /// Whether something beside the range, but in the same statement of the source, may change
    /// what is read: C does not say which comes first.
    pub(crate) fn changes_beside(&self, (start, end): (usize, usize), read: Read) -> bool {
        let is_beside = |it: &Statement| {
            it.span.file == self.span.file
                && start <= it.span.start as usize
                && it.span.end as usize <= end
                && !self.is_inside(it)
        };
        let mut statements = self.body.blocks.iter().flat_map(|block| &block.statements);
        statements.any(|it| is_beside(it) && self.may_change(it, read))
    }

    fn may_change(&self, statement: &Statement, read: Read) -> bool {
        let is_exposed = match read {
            Read::Local(local) => self.function.locals[local].is_address_taken,
            Read::Global(_) | Read::Memory => true,
        };
        if let StatementKind::Call { callee, .. } = &statement.kind {
            let is_marker = matches!(callee, Callee::Direct(id)
                if is_label_marker(&self.program.functions[*id]));
            if is_exposed && !is_marker {
                return true;
            }
        }
        let Some(place) = statement.kind.written_place() else { return false };
        match place.base {
            PlaceBase::Local(local) => {
                read == Read::Local(local)
                    || read == Read::Memory && self.function.locals[local].is_address_taken
            }
            PlaceBase::Global(global) => read == Read::Global(global) || read == Read::Memory,
            PlaceBase::Deref(_) => is_exposed,
        }
    }

    /// Whether a statement comes from within the range.
    fn is_inside(&self, statement: &Statement) -> bool {
        let (inner, outer) = (statement.span, self.span);
        inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
    }
}
