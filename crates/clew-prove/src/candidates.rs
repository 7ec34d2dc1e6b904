//! Clauses that may hold at the heads of a function's loops, made from what its code compares and
//! assigns.
//!
//! What a condition compares stays comparable: of `i < n` also `i <= n` and `i == n` are tried, and of
//! `i = n` the same. A variable that is assigned or compared to constants may be bounded by them, or be
//! one of those it is given; one that is counted up by a constant keeps its remainder; a flag may say
//! something of other variables. Whether any of this holds is the solver's to say.

use clew_ir::rebuild::{place_without_spans, without_spans};
use clew_ir::{
    BinaryOp, Body, Expr, ExprKind, FunctionId, Place, Program, Scalar, Span, Statement,
    StatementKind, TerminatorKind, TypeId, TypeTable, UnaryOp,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most clauses for one function.
const MOST: usize = 480;
/// The most constants that a variable is held to be one of.
const MOST_VALUES: usize = 16;
/// The most flags, and the most clauses that each may imply.
const MOST_FLAGS: usize = 4;
const MOST_IMPLIED: usize = 60;
/// The largest expression that a clause is made of.
const LARGEST: usize = 12;

/// The clauses to begin with, of one function, and what flags say of others.
pub(crate) fn candidates(program: &Program, function: FunctionId) -> Vec<Expr> {
    collected(program, function, true)
}

/// The clauses to begin with, of one function.
pub(crate) fn plain_candidates(program: &Program, function: FunctionId) -> Vec<Expr> {
    collected(program, function, false)
}

fn collected(program: &Program, function: FunctionId, with_flags: bool) -> Vec<Expr> {
    let Ok(body) = &program.functions[function].body else { return Vec::new() };
    let mut collector = Collector::new(program);
    for block in body.blocks.iter() {
        for statement in &block.statements {
            collector.statement(statement);
        }
        collector.terminator(&block.terminator.kind);
    }
    collector.constants(body);
    collector.bounds();
    if with_flags {
        collector.implications();
    }
    collector.clauses
}

/// Something that is compared, and what it is compared to or given.
struct Subject {
    expr: Expr,
    constants: Vec<u128>,
    given: Vec<u128>,
    /// What is added to it or taken from it.
    steps: Vec<u128>,
    /// Whether it is given anything but constants.
    is_computed: bool,
}

/// What it holds has no spans: what is written alike is equal.
struct Collector<'p> {
    program: &'p Program,
    clauses: Vec<Expr>,
    known: FxHashSet<Expr>,
    subjects: Vec<Subject>,
    /// Where each of them is.
    by_expr: FxHashMap<Expr, usize>,
    /// What is either zero or one of a few other constants.
    flags: Vec<Expr>,
}

impl<'p> Collector<'p> {
    fn new(program: &'p Program) -> Self {
        Self {
            program,
            clauses: Vec::new(),
            known: FxHashSet::default(),
            subjects: Vec::new(),
            by_expr: FxHashMap::default(),
            flags: Vec::new(),
        }
    }

    fn add(&mut self, clause: Expr) {
        if self.clauses.len() == MOST {
            return;
        }
        let clause = without_spans(&clause);
        if self.known.insert(clause.clone()) {
            self.clauses.push(clause);
        }
    }

    fn is_integer(&self, expr: &Expr) -> bool {
        matches!(self.program.types.scalar(expr.ty), Some(Scalar::Int { .. }))
    }

    fn statement(&mut self, statement: &Statement) {
        let StatementKind::Assign { place, value } = &statement.kind else { return };
        value.walk(&mut |part| self.comparison(part));
        let assigned = Expr::load(place.clone(), Span::NONE);
        let is_copy = read_place(value).is_some() && value.ty == assigned.ty;
        if is_copy && is_plain(&assigned) && is_plain(value) && self.is_integer(value) {
            self.related(&assigned, value);
        }
    }

    fn terminator(&mut self, kind: &TerminatorKind) {
        match kind {
            TerminatorKind::Branch { condition, .. } => {
                condition.walk(&mut |part| self.comparison(part));
                let is_comparison = matches!(
                    &condition.kind,
                    ExprKind::Binary(op, ..) if op.is_comparison()
                );
                if !is_comparison && is_plain(condition) {
                    let negation = negated(condition);
                    self.add(negated(&negation));
                    self.add(negation);
                }
            }
            TerminatorKind::Switch { value, arms, .. } => {
                for arm in arms {
                    self.compared(value, arm.low as u128);
                }
            }
            TerminatorKind::Goto(_)
            | TerminatorKind::IndirectGoto { .. }
            | TerminatorKind::Return(_)
            | TerminatorKind::Unreachable => {}
        }
    }

    /// What is compared may be related in other ways too.
    fn comparison(&mut self, expr: &Expr) {
        let ExprKind::Binary(op, left, right) = &expr.kind else { return };
        if !op.is_comparison() || !is_plain(left) || !is_plain(right) {
            return;
        }
        let mask = mask_of(self.program, left.ty);
        match (constant_of(left, mask), constant_of(right, mask)) {
            (Some(_), Some(_)) => {}
            (None, Some(bits)) if self.is_integer(left) => self.compared(left, bits),
            (Some(bits), None) if self.is_integer(right) => self.compared(right, bits),
            (None, None) if self.is_integer(left) => self.related(left, right),
            _ => {}
        }
    }

    fn related(&mut self, left: &Expr, right: &Expr) {
        let ways =
            [BinaryOp::Le, BinaryOp::Ge, BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Eq, BinaryOp::Ne];
        for op in ways {
            self.add(binary(op, TypeTable::INT, left, right));
        }
    }

    fn compared(&mut self, expr: &Expr, bits: u128) {
        if !is_plain(expr) {
            return;
        }
        let subject = self.subject(expr);
        if !subject.constants.contains(&bits) {
            subject.constants.push(bits);
        }
    }

    fn subject(&mut self, expr: &Expr) -> &mut Subject {
        let expr = without_spans(expr);
        let next = self.subjects.len();
        let at = *self.by_expr.entry(expr.clone()).or_insert(next);
        if at == next {
            self.subjects.push(Subject {
                expr,
                constants: Vec::new(),
                given: Vec::new(),
                steps: Vec::new(),
                is_computed: false,
            });
        }
        &mut self.subjects[at]
    }

    /// What variables are given that are compared somewhere.
    fn constants(&mut self, body: &Body) {
        for statement in body.blocks.iter().flat_map(|block| &block.statements) {
            match &statement.kind {
                StatementKind::Assign { place, value } => {
                    let read = Expr::load(place.clone(), Span::NONE);
                    if constant_of(value, mask_of(self.program, value.ty)).is_some()
                        && self.is_integer(&read)
                        && is_plain(&read)
                    {
                        self.subject(&read);
                    }
                    self.given(place, Some(value));
                }
                StatementKind::Call { dest: Some(place), .. } => self.given(place, None),
                StatementKind::Zero(place) => self.given(place, None),
                StatementKind::Call { dest: None, .. }
                | StatementKind::Live(_)
                | StatementKind::Dead(_) => {}
            }
        }
    }

    fn given(&mut self, place: &Place, value: Option<&Expr>) {
        let constant = value.and_then(|it| constant_of(it, mask_of(self.program, it.ty)));
        let place = place_without_spans(place);
        for subject in &mut self.subjects {
            let Some(read) = read_place(&subject.expr) else { continue };
            if *read != place {
                continue;
            }
            match (constant, value) {
                (Some(bits), _) if !subject.given.contains(&bits) => subject.given.push(bits),
                (Some(_), _) => {}
                (None, Some(value)) => {
                    subject.is_computed = true;
                    subject.steps.extend(step(&value.kind));
                }
                (None, None) => subject.is_computed = true,
            }
        }
    }

    /// Bounds of each subject by the constants it meets.
    fn bounds(&mut self) {
        for subject in std::mem::take(&mut self.subjects) {
            if !self.is_integer(&subject.expr) {
                continue;
            }
            let mask = mask_of(self.program, subject.expr.ty);
            let mut constants = vec![0];
            constants.extend(subject.constants.iter().chain(&subject.given).map(|it| it & mask));
            constants.dedup();
            for constant in constants {
                let constant = number(subject.expr.ty, constant);
                self.related(&subject.expr, &constant);
            }
            if (2..=MOST_VALUES).contains(&subject.given.len()) && !subject.is_computed {
                self.add(one_of(&subject));
                if self.flags.len() < MOST_FLAGS {
                    self.flags.push(subject.expr.clone());
                }
            }
            self.remainders(&subject);
        }
    }
}

impl Collector<'_> {
    /// What is counted by steps keeps its remainder.
    fn remainders(&mut self, subject: &Subject) {
        let steps = subject.steps.iter().filter(|it| **it > 1 && **it < 1 << 31);
        for &step in steps {
            for &start in subject.given.iter().take(MOST_VALUES) {
                let ty = subject.expr.ty;
                let left = binary(BinaryOp::Rem, ty, &subject.expr, &number(ty, step));
                let rest = number(ty, start % step);
                self.add(binary(BinaryOp::Eq, TypeTable::INT, &left, &rest));
            }
        }
    }

    /// What a flag says of other things: either it is not set, or a clause holds.
    fn implications(&mut self) {
        let plain: Vec<Expr> = self.clauses.iter().take(MOST_IMPLIED).cloned().collect();
        for flag in std::mem::take(&mut self.flags) {
            let zero = number(flag.ty, 0);
            let is_set = binary(BinaryOp::Ne, TypeTable::INT, &flag, &zero);
            let is_unset = binary(BinaryOp::Eq, TypeTable::INT, &flag, &zero);
            for clause in plain.iter().filter(|it| !mentions(it, &flag)) {
                for side in [&is_set, &is_unset] {
                    self.add(binary(BinaryOp::BitOr, TypeTable::INT, side, clause));
                }
            }
        }
    }
}

/// The bits of a constant, or of one that is negated.
fn constant_of(expr: &Expr, mask: u128) -> Option<u128> {
    match &expr.kind {
        ExprKind::Const(bits) => Some(*bits),
        ExprKind::Unary(UnaryOp::Neg, operand) => {
            operand.as_const().map(|bits| bits.wrapping_neg() & mask)
        }
        _ => None,
    }
}

/// The bits that an integer type has.
fn mask_of(program: &Program, ty: TypeId) -> u128 {
    match program.types.scalar(ty) {
        Some(Scalar::Int { bits, .. }) if bits < 128 => (1 << bits) - 1,
        _ => u128::MAX,
    }
}

/// Whether an expression has a part; both without spans.
fn mentions(expr: &Expr, part: &Expr) -> bool {
    let mut is_found = false;
    expr.walk(&mut |each| is_found |= each == part);
    is_found
}

/// What is added to a variable, or taken from it.
fn step(value: &ExprKind) -> Option<u128> {
    match value {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => {
            match (&left.kind, &right.kind) {
                (_, ExprKind::Const(bits)) | (ExprKind::Const(bits), _) => Some(*bits),
                _ => None,
            }
        }
        _ => None,
    }
}

/// That a variable has one of the values that it is given.
fn one_of(subject: &Subject) -> Expr {
    let equal = |bits: &u128| {
        binary(BinaryOp::Eq, TypeTable::INT, &subject.expr, &number(subject.expr.ty, *bits))
    };
    let mut values = subject.given.iter().map(equal);
    let first = values.next().unwrap_or_else(|| number(TypeTable::INT, 1));
    values.fold(first, |all, next| binary(BinaryOp::BitOr, TypeTable::INT, &all, &next))
}

fn number(ty: TypeId, bits: u128) -> Expr {
    Expr { kind: ExprKind::Const(bits), ty, span: Span::NONE }
}

fn binary(op: BinaryOp, ty: TypeId, left: &Expr, right: &Expr) -> Expr {
    let kind = ExprKind::Binary(op, Box::new(left.clone()), Box::new(right.clone()));
    Expr { kind, ty, span: Span::NONE }
}

/// That a condition does not hold, as an `int`: clauses are 0 or 1.
fn negated(condition: &Expr) -> Expr {
    let kind = ExprKind::Unary(UnaryOp::LogicalNot, Box::new(condition.clone()));
    Expr { kind, ty: TypeTable::INT, span: Span::NONE }
}

/// Whether an expression is small, and reads nothing volatile.
fn is_plain(expr: &Expr) -> bool {
    let mut size = 0;
    let mut is_plain = true;
    expr.walk(&mut |part| {
        size += 1;
        if let ExprKind::Load(place) | ExprKind::AddressOf(place) = &part.kind {
            is_plain &= !place.is_volatile;
        }
    });
    is_plain && size <= LARGEST
}

/// The place that an expression reads, but for conversions.
fn read_place(expr: &Expr) -> Option<&Place> {
    match &expr.kind {
        ExprKind::Load(place) => Some(place),
        ExprKind::Cast { operand, .. } => read_place(operand),
        _ => None,
    }
}
