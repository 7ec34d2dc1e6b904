//! How a function uses its pointer parameters: whether as arrays, and of what length.
//!
//! A guess from the code, as a reader makes it: an index that is compared with a parameter tells
//! the length of the array it indexes; failing that, an integer parameter right behind the
//! pointer whose name says so. A wrong guess costs precision, never soundness of a test: the
//! array has the length that the test passes.

use super::cursor::cursor_parameter;
use super::reach::Reach;
use clew_ir::{
    ArrayLength, BinaryOp, Body, Callee, DeclaredLength, Dimension, Expr, ExprKind, Function,
    FunctionId, LocalId, Place, PlaceBase, Program, Projection, StatementKind, TerminatorKind,
    Type, TypeId,
};
use std::collections::BTreeSet;

/// How a pointer parameter is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ParameterUse {
    /// Whether more than the first element can be used.
    pub(in crate::environment) is_array: bool,
    /// Whether it is indexed by something that varies.
    pub(in crate::environment) is_indexed: bool,
    /// The parameter that tells how many elements there are, or rows of them.
    pub(in crate::environment) length: Option<usize>,
    /// The parameter that tells how many elements each row has.
    pub(in crate::environment) columns: Option<usize>,
    /// The pointer parameter of whose array this is the end (or another place in it).
    pub(in crate::environment) same_array: Option<usize>,
    /// The parameter that leads to a pointer into the array of which this is the end.
    pub(in crate::environment) end_of: Option<usize>,
    /// Whether it leads to such a pointer.
    pub(in crate::environment) is_cursor: bool,
    /// Whether the function asks whether it is null.
    pub(in crate::environment) may_be_null: bool,
    /// The largest that it is converted to a pointer to.
    pub(in crate::environment) cast: Option<TypeId>,
    /// Whether the length counts bytes: of a `void *` that is converted to one record.
    pub(in crate::environment) is_bytes: bool,
    /// How many elements the declaration names: `int v[6]`.
    pub(in crate::environment) declared: Option<u64>,
    /// How many elements there are at least: as many as a constant that its index is compared with,
    /// or that reaches into it.
    pub(in crate::environment) least: Option<u64>,
}

/// Arrays are made no larger because of a constant.
const MOST_LEAST: u64 = 256;

/// A declared length beyond this one says little of what the function uses.
const MOST_DECLARED: u64 = 4096;

/// The uses of all parameters of a function.
pub(crate) fn parameter_uses(program: &Program, id: FunctionId) -> Vec<ParameterUse> {
    let function = &program.functions[id];
    let Ok(body) = &function.body else {
        return vec![ParameterUse::default(); function.params.len()];
    };
    let facts = Facts::collect(program, function, body);
    let reach = Reach::of(program, body, &facts.copies);
    function
        .params
        .iter()
        .enumerate()
        .map(|(at, local)| {
            let promised = promised_length(function, at);
            let is_array = facts.arrays.contains(local) || promised.is_some();
            let (length, columns) = match array_parameter(program, function, body, at) {
                Some((rows, columns)) => (Some(rows), columns),
                // Its terminator tells.
                None if function.facts.params.get(at).is_some_and(|it| it.is_string) => {
                    (None, None)
                }
                None if is_array => facts.length_of(program, function, at),
                None => (None, None),
            };
            let declared = declared_length(function, at);
            let casts = facts.casts.iter().filter(|(from, _)| from == local).map(|(_, to)| *to);
            let cast = casts.rev().max_by_key(|ty| program.types.size(*ty));
            let is_bytes = length.is_some()
                && cast.is_some_and(|cast| facts.is_one_record(program, function, *local, cast));
            let may_be_null = facts.asked_for_null.contains(local);
            let same_array = facts.same_array(program, function, at);
            let end_of = cursor_parameter(program, function, at);
            let is_cursor = at + 1 < function.params.len()
                && cursor_parameter(program, function, at + 1).is_some();
            let is_indexed = facts.indexed.iter().any(|(pointer, _)| pointer == local);
            let constant = reach.elements(program, function, *local);
            let least = facts.least_length(*local).max(constant).max(promised);
            ParameterUse {
                is_array,
                is_indexed,
                length,
                columns,
                same_array,
                end_of,
                is_cursor,
                may_be_null,
                cast,
                is_bytes,
                declared,
                least,
            }
        })
        .collect()
}

/// Whether a type is declared inside a function, so that no test can name it.
pub(super) fn is_local_type(program: &Program, ty: TypeId) -> bool {
    let types = &program.types;
    let ty = types.element(ty).unwrap_or(ty);
    let Some((_, record)) = types.record(ty) else { return false };
    let is_inside = |function: &Function| {
        let (span, own) = (function.span, record.span);
        function.body.is_ok()
            && span.file == own.file
            && span.start < own.start
            && own.end < span.end
    };
    program.functions.iter().any(is_inside)
}

/// What the code says.
#[derive(Default)]
struct Facts {
    /// Pointers that are indexed, moved or handed on.
    arrays: BTreeSet<LocalId>,
    /// `(pointer, index)`: the variables in an index of a pointer.
    indexed: BTreeSet<(LocalId, LocalId)>,
    /// `(pointer, row, columns)`: a product in an index of a pointer, such as `i * n`.
    products: BTreeSet<(LocalId, LocalId, LocalId)>,
    /// The same as `indexed` where the index is just that variable.
    last: BTreeSet<(LocalId, LocalId)>,
    /// Pointers that are converted, and the types they then point to.
    casts: Vec<(LocalId, TypeId)>,
    /// Pointers that are ordered or subtracted.
    ordered: BTreeSet<(LocalId, LocalId)>,
    /// Pointers that are compared for being equal.
    equal: BTreeSet<(LocalId, LocalId)>,
    /// Variables that are compared with 0.
    asked_for_null: BTreeSet<LocalId>,
    /// Pointers that are moved along.
    stepped: BTreeSet<LocalId>,
    /// `(variable, variable)`: one is a copy of the other, perhaps moved.
    copies: BTreeSet<(LocalId, LocalId)>,
    /// `(variable, variable)`: compared with each other.
    compared: BTreeSet<(LocalId, LocalId)>,
    /// `(variable, number)`: compared with a constant, which is how many values are below it.
    limited: BTreeSet<(LocalId, u64)>,
}

impl Facts {
    fn collect(program: &Program, function: &Function, body: &Body) -> Self {
        let mut facts = Self::default();
        body.for_each_expr(&mut |expr| {
            facts.expression(expr);
            facts.cast(program, expr);
        });
        for statement in body.blocks.iter().flat_map(|block| &block.statements) {
            if let Some(place) = statement.kind.written_place() {
                facts.place(place);
            }
            match &statement.kind {
                // A pointer that is handed on may be an array there.
                StatementKind::Call { callee, args, .. }
                    if !matches!(callee, Callee::Builtin(_)) =>
                {
                    for arg in args.iter().filter_map(variable) {
                        facts.arrays.insert(arg);
                    }
                }
                StatementKind::Assign { place, value } => {
                    if let (PlaceBase::Local(to), Some(from)) = (&place.base, moved(value))
                        && place.path.is_empty()
                    {
                        facts.copies.insert((*to, from));
                        if *to == from {
                            facts.stepped.insert(from);
                        }
                    }
                    if let Some(local) = variable(value) {
                        facts.arrays.insert(local);
                    }
                }
                _ => {}
            }
        }
        for block in &body.blocks {
            if let TerminatorKind::Branch { condition, .. } = &block.terminator.kind {
                facts.asked_for_null.extend(variable(condition));
            }
        }
        // `while (p != end) p++` walks through one array; `p == q` alone says nothing.
        for (a, b) in std::mem::take(&mut facts.equal) {
            if facts.stepped.contains(&a) || facts.stepped.contains(&b) {
                facts.ordered.extend([(a, b), (b, a)]);
            }
        }
        let is_pointer = |local: &LocalId| program.types.is_pointer(function.locals[*local].ty);
        facts.arrays.retain(is_pointer);
        facts
    }

    fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::PtrAdd | BinaryOp::PtrSub, pointer, index) => {
                if let Some(pointer) = variable(pointer) {
                    self.arrays.insert(pointer);
                    self.index(pointer, index);
                }
            }
            ExprKind::Binary(BinaryOp::PtrDiff, a, b) => {
                self.arrays.extend([a, b].into_iter().filter_map(|it| variable(it)));
                self.order(a, b);
            }
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                match op {
                    BinaryOp::Eq | BinaryOp::Ne => {
                        self.equal.extend(variable(a).zip(variable(b)));
                        if is_null(b) {
                            self.asked_for_null.extend(variable(a));
                        }
                    }
                    _ => self.order(a, b),
                }
                self.limit(*op, a, b);
                for a in operands(a) {
                    for b in operands(b) {
                        self.compared.insert((a, b));
                        self.compared.insert((b, a));
                    }
                }
            }
            ExprKind::Load(place) | ExprKind::AddressOf(place) => self.place(place),
            _ => {}
        }
    }

    fn order(&mut self, a: &Expr, b: &Expr) {
        if let (Some(a), Some(b)) = (moved(a), moved(b)) {
            self.ordered.insert((a, b));
            self.ordered.insert((b, a));
        }
    }

    /// `i < 64` and its kin: there are 64 values of `i`.
    fn limit(&mut self, op: BinaryOp, a: &Expr, b: &Expr) {
        let (local, limit, includes) = match (variable(a), number(b), variable(b), number(a)) {
            (Some(local), Some(limit), ..) => (local, limit, op == BinaryOp::Le),
            (.., Some(local), Some(limit)) => (local, limit, op == BinaryOp::Ge),
            _ => return,
        };
        if op != BinaryOp::Eq {
            self.limited.insert((local, limit.saturating_add(includes.into())));
        }
    }

    /// How many elements a pointer's array has at least, where its index alone is compared with a
    /// constant.
    fn least_length(&self, pointer: LocalId) -> Option<u64> {
        let indices = self.last.iter().filter(|(indexed, _)| *indexed == pointer);
        let limits = indices.flat_map(|(_, index)| {
            self.limited.iter().filter(move |(local, _)| local == index).map(|(_, limit)| *limit)
        });
        limits.filter(|limit| (2..=MOST_LEAST).contains(limit)).max()
    }

    /// The first pointer parameter, of the same type, that a parameter is ordered with.
    fn same_array(&self, program: &Program, function: &Function, at: usize) -> Option<usize> {
        let pointer = function.params[at];
        if !program.types.is_pointer(function.locals[pointer].ty) {
            return None;
        }
        let stands_for = |local: LocalId| {
            let copies = self.copies.iter().filter(move |it| it.1 == local).map(|it| it.0);
            copies.chain([local]).collect::<Vec<_>>()
        };
        let ends = stands_for(pointer);
        function.params[..at].iter().position(|&start| {
            function.locals[start].ty == function.locals[pointer].ty
                && stands_for(start)
                    .iter()
                    .any(|start| ends.iter().any(|end| self.ordered.contains(&(*start, *end))))
        })
    }

    /// Whether a `void *` leads to one record of a type, not to an array of them: the record ends in
    /// a flexible array, or nothing indexes it.
    fn is_one_record(
        &self,
        program: &Program,
        function: &Function,
        pointer: LocalId,
        record: TypeId,
    ) -> bool {
        let types = &program.types;
        let pointee = types.pointee(function.locals[pointer].ty);
        let is_void = pointee.is_some_and(|ty| *types.get(ty) == Type::Void);
        let Some((_, record)) = types.record(record) else { return false };
        let last = record.fields.last().map(|field| types.get(field.ty));
        let is_flexible = matches!(last, Some(Type::Array { length: ArrayLength::Unknown, .. }));
        let mut copies = self.copies.iter().filter(|it| it.1 == pointer).map(|it| it.0);
        let is_indexed = copies.any(|copy| self.indexed.iter().any(|it| it.0 == copy));
        is_void && (is_flexible || !is_indexed)
    }

    /// A conversion of a pointer variable to a pointer to something that has a size.
    fn cast(&mut self, program: &Program, expr: &Expr) {
        let types = &program.types;
        if let ExprKind::Cast { operand, .. } = &expr.kind
            && let Some(local) = variable(operand)
            && let Some(target) = types.pointee(expr.ty)
            && types.size(target).is_some_and(|size| size > 0)
            && *types.get(target) != Type::Void
            && !is_local_type(program, target)
        {
            self.casts.push((local, target));
        }
    }

    fn place(&mut self, place: &Place) {
        let PlaceBase::Deref(pointer) = &place.base else { return };
        let Some(pointer) = variable(pointer) else { return };
        // Behind a member, an index is one of the member, and says nothing of the pointer.
        for projection in &place.path {
            let Projection::Index(index) = projection else { break };
            self.index(pointer, index);
        }
    }

    fn index(&mut self, pointer: LocalId, index: &Expr) {
        if let Some(variable) = variable(index) {
            self.last.insert((pointer, variable));
        }
        for variable in variables(index) {
            self.indexed.insert((pointer, variable));
        }
        index.walk(&mut |each| {
            if let ExprKind::Binary(BinaryOp::Mul, a, b) = &each.kind
                && let (Some(a), Some(b)) = (variable(a), variable(b))
            {
                self.products.extend([(pointer, a, b), (pointer, b, a)]);
            }
        });
    }

    /// The parameters that tell how many elements there are: one, or rows and columns.
    fn length_of(
        &self,
        program: &Program,
        function: &Function,
        at: usize,
    ) -> (Option<usize>, Option<usize>) {
        let pointer = function.params[at];
        let is_integer = |local: LocalId| {
            let ty = function.locals[local].ty;
            program
                .types
                .scalar(ty)
                .is_some_and(|it| matches!(it, clew_ir::Scalar::Int { bits: 16.., .. }))
                && !program.types.is_pointer(ty)
        };
        // `v[high]` is there: then `high` is no length of `v`, but the index of its last element.
        let is_last = |local: LocalId| {
            self.last.contains(&(pointer, local)) && !says_length(&function.locals[local].name)
        };
        let integers = || {
            let params = function.params.iter().enumerate();
            params.filter(|it| is_integer(*it.1) && !is_last(*it.1))
        };
        let is_bound = |length: &LocalId| {
            let indices = self.indexed.iter().filter(|it| it.0 == pointer);
            indices
                .into_iter()
                .any(|(_, index)| index != length && self.compared.contains(&(*index, *length)))
        };
        // `v[i * columns + j]` where `i` is compared with the number of rows.
        let columns_of = |rows: LocalId| {
            let of_rows = |it: &&(LocalId, LocalId, LocalId)| {
                it.0 == pointer && self.compared.contains(&(it.1, rows))
            };
            let mut columns = self.products.iter().filter(of_rows).map(|it| it.2);
            columns.find_map(|local| function.params.iter().position(|it| *it == local))
        };
        for (position, local) in integers() {
            if let Some(columns) = columns_of(*local) {
                return (Some(position), Some(columns));
            }
        }
        if let Some((position, _)) = integers().find(|(_, local)| is_bound(local)) {
            return (Some(position), None);
        }
        // A name alone makes no array of a record.
        let pointee = program.types.pointee(function.locals[pointer].ty);
        let is_record = pointee.is_some_and(|ty| program.types.record(ty).is_some());
        let is_indexed = self.indexed.iter().any(|it| it.0 == pointer);
        let named = |(position, local): &(usize, &LocalId)| {
            (!is_record || is_indexed)
                && *position == at + 1
                && says_length(&function.locals[**local].name)
        };
        (integers().find(named).map(|(position, _)| position), None)
    }
}

/// The parameters that an array parameter's own declaration names: `int v[n]`, and rows and columns
/// of `int m[n][k]`.
fn array_parameter(
    program: &Program,
    function: &Function,
    body: &Body,
    at: usize,
) -> Option<(usize, Option<usize>)> {
    let Dimension::Parameter(rows) = function.facts.params.get(at)?.length?.dimension() else {
        return None;
    };
    let row = program.types.pointee(function.locals[function.params[at]].ty)?;
    let Type::Array { length: ArrayLength::Variable(size), .. } = program.types.get(row) else {
        return Some((rows, None));
    };
    // The size of a row is computed at the start.
    let statements = body.blocks.iter().flat_map(|block| &block.statements);
    let columns = statements.into_iter().find_map(|statement| match &statement.kind {
        StatementKind::Assign { place, value } if place.base == PlaceBase::Local(*size) => {
            variable(value)
        }
        _ => None,
    })?;
    Some((rows, Some(function.params.iter().position(|it| *it == columns)?)))
}

/// How many elements the declaration of a parameter names, unless it is only the least number
/// that C promises.
fn declared_length(function: &Function, at: usize) -> Option<u64> {
    match function.facts.params.get(at)?.length? {
        DeclaredLength::AsWritten(Dimension::Constant(length)) => {
            Some(length).filter(|length| (1..=MOST_DECLARED).contains(length))
        }
        DeclaredLength::AsWritten(Dimension::Parameter(_)) | DeclaredLength::AtLeast(_) => None,
    }
}

/// How many elements C promises at least: `v[static 4]`.
fn promised_length(function: &Function, at: usize) -> Option<u64> {
    match function.facts.params.get(at)?.length? {
        DeclaredLength::AtLeast(Dimension::Constant(length)) => {
            Some(length).filter(|length| (1..=MOST_DECLARED).contains(length))
        }
        DeclaredLength::AtLeast(Dimension::Parameter(_)) | DeclaredLength::AsWritten(_) => None,
    }
}

/// Whether a name is one that people give to lengths.
pub(in crate::environment) fn says_length(name: &str) -> bool {
    let name = name.to_lowercase();
    let words = ["len", "size", "count", "num", "cnt", "sz", "elem"];
    name == "n" || words.iter().any(|word| name.contains(word))
}

/// Whether an expression is 0, conversions aside.
fn is_null(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Cast { operand, .. } => is_null(operand),
        _ => expr.as_const() == Some(0),
    }
}

/// The value of a constant, conversions aside.
pub(super) fn number(expr: &Expr) -> Option<u64> {
    match &expr.kind {
        ExprKind::Cast { operand, .. } => number(operand),
        _ => expr.as_const().and_then(|value| u64::try_from(value).ok()),
    }
}

/// The variable that an expression loads, conversions aside.
pub(super) fn variable(expr: &Expr) -> Option<LocalId> {
    match &expr.kind {
        ExprKind::Load(place) => match place.base {
            PlaceBase::Local(local) if place.path.is_empty() => Some(local),
            _ => None,
        },
        ExprKind::Cast { operand, .. } => variable(operand),
        _ => None,
    }
}

/// The pointer variable that an expression moves by some distance.
fn moved(expr: &Expr) -> Option<LocalId> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::PtrAdd | BinaryOp::PtrSub, pointer, _) => moved(pointer),
        ExprKind::Cast { operand, .. } => moved(operand),
        _ => variable(expr),
    }
}

/// The variables whose values an expression compares: through arithmetic and conversions, not as
/// an index or a pointer.
fn operands(expr: &Expr) -> Vec<LocalId> {
    match &expr.kind {
        ExprKind::Load(_) => variable(expr).into_iter().collect(),
        ExprKind::Cast { operand, .. } | ExprKind::Unary(_, operand) => operands(operand),
        ExprKind::Binary(op, a, b) if !op.is_comparison() => [operands(a), operands(b)].concat(),
        _ => Vec::new(),
    }
}

/// All variables that an expression loads.
fn variables(expr: &Expr) -> Vec<LocalId> {
    let mut found = Vec::new();
    expr.walk(&mut |each| found.extend(variable(each)));
    found
}
