//! Where in the source a label is written, and with which predicate.

use crate::predicate::{self, Style};
use crate::state::{Performed, Point, Read};
use crate::unplaced::Unplaced;
use clew_c::tokens::{Position, Spelling, Tokens};
use clew_criteria::{AssignedLocals, Criterion, Goal, Objective, Objectives};
use clew_ir::{
    BinaryOp, BlockId, Body, BoolTree, ConditionId, Expr, ExprKind, FileId, FunctionId, LocalKind,
    Place, ProbeId, ProbePoint, Program, Scalar, Span, StatementKind, SwitchArm, TerminatorKind,
    TypeTable, c_text, ops,
};
use std::collections::BTreeMap;

/// A label that can be written.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// The file.
    pub(crate) file: FileId,
    /// The range of the source that it is about.
    pub(crate) start: usize,
    /// Its end.
    pub(crate) end: usize,
    /// How it stands to the range.
    pub(crate) spot: Spot,
    /// The predicate.
    pub(crate) predicate: String,
}

/// How a label stands to a range of the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Spot {
    /// Before it, as a statement.
    Statement,
    /// Before it, as a statement in a block with it that ends here.
    Block(usize),
    /// Before it, in the same expression.
    Before,
    /// Behind it, where it has this truth value.
    When(bool),
}

/// Finds the sites of labels.
pub(crate) struct Finder<'p> {
    pub(crate) program: &'p Program,
    pub(crate) objectives: &'p Objectives,
    pub(crate) style: Style,
    pub(crate) tokens: BTreeMap<FileId, Tokens<'p>>,
    assigned: BTreeMap<FunctionId, Option<AssignedLocals>>,
}

impl<'p> Finder<'p> {
    pub(crate) fn new(program: &'p Program, objectives: &'p Objectives, style: Style) -> Self {
        let (tokens, assigned) = (BTreeMap::new(), BTreeMap::new());
        Self { program, objectives, style, tokens, assigned }
    }

    /// Where an objective's label is written.
    pub(crate) fn site(&mut self, objective: &Objective) -> Result<Site, Unplaced> {
        match &objective.goal {
            Goal::Effect { .. } => Err(Unplaced::NoLabel),
            Goal::Any(probes) if objective.criterion == Criterion::Partition => {
                self.partition(objective.function, probes)
            }
            Goal::Any(probes) => self.edge(objective, probes[0]),
            Goal::Probe(probe) if objective.criterion == Criterion::Partition => {
                self.partition(objective.function, &[*probe])
            }
            Goal::Probe(probe) => match self.objectives.plan().point(*probe) {
                ProbePoint::Entry(function) => self.body(function),
                ProbePoint::Edge(..) => self.edge(objective, *probe),
                ProbePoint::Statement(function, block, at) => {
                    self.statement(objective, *probe, (function, block, at as usize))
                }
            },
        }
    }

    /// Behind the brace that opens a function's body.
    fn body(&mut self, function: FunctionId) -> Result<Site, Unplaced> {
        let span = self.program.functions[function].span;
        let file = span.file.ok_or(Unplaced::NoPlace)?;
        let start = self.tokens(file).body_start(span.end as usize).ok_or(Unplaced::NoPlace)?;
        let predicate = "1".to_owned();
        Ok(Site { file, start, end: start, spot: Spot::Statement, predicate })
    }

    /// Where a function is entered: one of several predicates over its parameters holds.
    fn partition(&mut self, id: FunctionId, probes: &[ProbeId]) -> Result<Site, Unplaced> {
        let (program, objectives) = (self.program, self.objectives);
        let mut terms = Vec::new();
        for probe in probes {
            let term = objectives.plan().predicate(*probe).ok_or(Unplaced::NoPlace)?;
            let function = &program.functions[id];
            terms.push(predicate::text(program, function, self.style, term, &|_| false)?);
        }
        let predicate = match terms.as_slice() {
            [term] => term.clone(),
            _ => terms.iter().map(|it| format!("({it})")).collect::<Vec<_>>().join(" || "),
        };
        Ok(Site { predicate, ..self.body(id)? })
    }

    /// The way out of a condition, a decision or a switch.
    fn edge(&mut self, objective: &Objective, probe: ProbeId) -> Result<Site, Unplaced> {
        let point = self.objectives.plan().point(probe);
        let ProbePoint::Edge(function, block, index) = point else {
            return Err(Unplaced::NoPlace);
        };
        let program = self.program;
        let body = program.functions[function].body.as_ref().map_err(|_| Unplaced::NoPlace)?;
        match &body.blocks[block].terminator.kind {
            TerminatorKind::Branch { id: Some(id), .. } => {
                let condition = &body.decisions.conditions[*id];
                let decision = &body.decisions.decisions[condition.decision];
                let value = index == 0;
                let is_whole = objective.span == decision.span
                    && matches!(
                        objective.criterion,
                        Criterion::Decision | Criterion::DecisionCondition
                    );
                let (span, value) = match &decision.structure {
                    Some(structure) if is_whole => {
                        let outcome = outcome(structure, *id, value).ok_or(Unplaced::NoPlace)?;
                        (decision.span, outcome)
                    }
                    _ => (condition.span, value),
                };
                let shares = |it: &&clew_ir::Condition| it.span == condition.span;
                if body.decisions.conditions.iter().filter(shares).count() > 1 {
                    return Err(Unplaced::Macro);
                }
                let (file, start, end) = self.range(span)?;
                if self.tokens(file).is_elvis(end) {
                    return Err(Unplaced::NoPlace);
                }
                let predicate = "1".to_owned();
                Ok(Site { file, start, end, spot: Spot::When(value), predicate })
            }
            TerminatorKind::Switch { value, arms, .. } => {
                let at = body.blocks[block].statements.len();
                let predicate = arm(&program.types, value, arms, index as usize);
                self.before((function, block, at), value.span, &predicate)
            }
            _ => Err(Unplaced::NoPlace),
        }
    }

    /// Before a statement of the program model.
    fn statement(
        &mut self,
        objective: &Objective,
        probe: ProbeId,
        at: (FunctionId, BlockId, usize),
    ) -> Result<Site, Unplaced> {
        let program = self.program;
        let own = own_span(program, at).ok_or(Unplaced::NoPlace)?;
        let plan = self.objectives.plan();
        match plan.predicate(probe) {
            Some(predicate) => self.before(at, own, predicate),
            None => {
                let whole = self.unconditional(objective.span);
                whole.or_else(|_| self.before(at, own, &truth()))
            }
        }
    }

    /// Before a whole statement, whatever holds there.
    fn unconditional(&mut self, span: Span) -> Result<Site, Unplaced> {
        let file = span.file.ok_or(Unplaced::NoPlace)?;
        let (start, end) = (span.start as usize, span.end as usize);
        let tokens = self.tokens(file);
        if !tokens.is_whole(start, end) {
            return Err(Unplaced::NoPlace);
        }
        let spot = match tokens.position(start, end) {
            Position::Statement => Spot::Statement,
            Position::Controlled(end) => Spot::Block(end),
            Position::Expression => return Err(Unplaced::NoPlace),
        };
        Ok(Site { file, start, end, spot, predicate: "1".to_owned() })
    }

    /// Before a range of the source, with a predicate that belongs to a point in it.
    fn before(
        &mut self,
        (id, block, at): (FunctionId, BlockId, usize),
        span: Span,
        predicate: &Expr,
    ) -> Result<Site, Unplaced> {
        let program = self.program;
        let function = &program.functions[id];
        let body = function.body.as_ref().map_err(|_| Unplaced::NoPlace)?;
        let (span, (file, start, end)) = match self.range(span) {
            Ok(range) => (span, range),
            // A decision begins where its first condition does.
            Err(unplaced) => {
                let whole = first_of(body, block, at).ok_or(unplaced)?;
                (whole, self.range(whole).map_err(|_| unplaced)?)
            }
        };
        let point = Point { program, function, body, block, at, span };
        let predicate = point.before_range(predicate)?;
        let performed = point.performed();
        self.check_names(&point, id, &predicate, &performed, start)?;
        let is_performed = |place: &Place| {
            performed.places.contains(&c_text::place_text(program, function, place))
        };
        let text = predicate::text(program, function, self.style, &predicate, &is_performed)?;
        let spot = match self.tokens(file).position(start, end) {
            Position::Statement => Spot::Statement,
            Position::Controlled(end) => Spot::Block(end),
            Position::Expression => {
                if self.tokens(file).begins_initialiser(start) || !is_expression(&point) {
                    return Err(Unplaced::NoPlace);
                }
                // A condition is evaluated between what comes before and behind it.
                let is_condition = at == body.blocks[block].statements.len();
                let around = self.tokens(file).statement_around(start, end);
                let is_changed = |read: &Read| point.changes_beside(around, *read);
                if !is_condition && Point::reads(&predicate).iter().any(is_changed) {
                    return Err(Unplaced::Computed);
                }
                Spot::Before
            }
        };
        Ok(Site { file, start, end, spot, predicate: text })
    }

    /// Each name must mean at the place what it means in the predicate, and have a value.
    fn check_names(
        &mut self,
        point: &Point<'p>,
        id: FunctionId,
        predicate: &Expr,
        performed: &Performed,
        place: usize,
    ) -> Result<(), Unplaced> {
        let (program, function) = (point.program, point.function);
        let written = point.written();
        let locals_named = |name: &str| function.locals.iter().filter(|it| it.name == name).count();
        for read in Point::reads(predicate) {
            let name = match read {
                Read::Local(local) => &function.locals[local].name,
                Read::Global(global) => &program.globals[global].name,
                Read::Memory => continue,
            };
            if performed.reads.contains(&read) {
                continue;
            }
            let is_written = written == Some(read);
            match read {
                Read::Local(local) => {
                    let declared = &function.locals[local];
                    if locals_named(name) > 1 && !is_written {
                        return Err(Unplaced::Hidden);
                    }
                    if declared.kind == LocalKind::Variable {
                        let is_past = declared.span.end as usize <= place;
                        let file = declared.span.file.ok_or(Unplaced::Hidden)?;
                        let end = self.tokens(file).scope_end(declared.span.start as usize);
                        if !is_past || end.is_none_or(|end| place >= end) {
                            return Err(Unplaced::Hidden);
                        }
                    }
                    let (block, at) = (point.block, point.at);
                    if self.style == Style::Total && !self.is_assigned(id, block, at, local) {
                        return Err(Unplaced::MayFault);
                    }
                }
                Read::Global(_) if is_written => {}
                Read::Global(global) => {
                    let declared = &program.globals[global];
                    let is_static = declared.function.is_some();
                    let is_late = declared.span.file == function.span.file
                        && declared.span.start as usize > place;
                    let is_literal = declared.kind != clew_ir::GlobalKind::Variable;
                    if !is_literal && (locals_named(name) > 0 || is_static || is_late) {
                        return Err(Unplaced::Hidden);
                    }
                }
                Read::Memory => {}
            }
        }
        Ok(())
    }

    /// Whether a local has a value on every way to a point.
    fn is_assigned(
        &mut self,
        id: FunctionId,
        block: BlockId,
        at: usize,
        local: clew_ir::LocalId,
    ) -> bool {
        let program = self.program;
        let assigned = self.assigned.entry(id).or_insert_with(|| AssignedLocals::new(program, id));
        assigned.as_ref().is_some_and(|it| it.before(program, block, at).contains(&local))
    }

    /// The range of a span that the user wrote token by token.
    fn range(&mut self, span: Span) -> Result<(FileId, usize, usize), Unplaced> {
        let file = span.file.ok_or(Unplaced::NoPlace)?;
        if let Some(expansion) = span.expansion {
            let sources = &self.program.sources;
            let expansion = sources.expansions[expansion];
            let spelling = match expansion.file == file {
                true => Spelling::Own,
                false => Spelling::Other(sources.files[expansion.file].text()),
            };
            if !self.tokens(file).stands_for(span, expansion, spelling) {
                return Err(Unplaced::Macro);
            }
        }
        let (start, end) = (span.start as usize, span.end as usize);
        match self.tokens(file).is_whole(start, end) {
            true => Ok((file, start, end)),
            false => Err(Unplaced::Macro),
        }
    }

    fn tokens(&mut self, file: FileId) -> &Tokens<'p> {
        let program = self.program;
        self.tokens.entry(file).or_insert_with(|| Tokens::new(program.sources.files[file].text()))
    }
}

/// The source of the statement or terminator at a point.
fn own_span(program: &Program, (id, block, at): (FunctionId, BlockId, usize)) -> Option<Span> {
    let body = program.functions[id].body.as_ref().ok()?;
    let contents = &body.blocks[block];
    Some(match (contents.statements.get(at), &contents.terminator.kind) {
        (Some(statement), _) => statement.span,
        (None, TerminatorKind::Branch { id: Some(id), .. }) => body.decisions.conditions[*id].span,
        (None, TerminatorKind::Switch { value, .. }) => value.span,
        (None, _) => contents.terminator.span,
    })
}

/// The decision whose first condition a point is at, where a macro may have written all of it.
fn first_of(body: &Body, block: BlockId, at: usize) -> Option<Span> {
    let contents = &body.blocks[block];
    let TerminatorKind::Branch { id: Some(id), .. } = contents.terminator.kind else { return None };
    let decision = &body.decisions.decisions[body.decisions.conditions[id].decision];
    let first = decision.structure.as_ref()?.conditions().first().copied();
    (at == contents.statements.len() && first == Some(id)).then_some(decision.span)
}

/// Whether the range of a point is an expression that a comma may stand before.
fn is_expression(point: &Point<'_>) -> bool {
    let block = &point.body.blocks[point.block];
    let types = &point.program.types;
    match block.statements.get(point.at).map(|it| &it.kind) {
        Some(StatementKind::Assign { place, value }) => {
            let is_declaration = place.as_local().is_some_and(|local| {
                let declared = point.function.locals[local].span;
                declared == point.span
            });
            // Behind a comma, 0 is no null pointer.
            let is_null = types.is_pointer(value.ty) && is_constant(value);
            !is_declaration && !is_null && types.scalar(place.ty).is_some()
        }
        Some(StatementKind::Call { .. }) => true,
        Some(StatementKind::Live(_) | StatementKind::Dead(_) | StatementKind::Zero(_)) => false,
        None => matches!(
            block.terminator.kind,
            TerminatorKind::Branch { .. } | TerminatorKind::Switch { .. }
        ),
    }
}

fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(_) => true,
        ExprKind::Cast { operand, .. } => is_constant(operand),
        _ => false,
    }
}

/// The outcome of a decision that a condition's value leads out of.
fn outcome(tree: &BoolTree, condition: ConditionId, value: bool) -> Option<bool> {
    let joined = |left: &BoolTree, right: &BoolTree, decides: bool| {
        if !left.conditions().contains(&condition) {
            return outcome(right, condition, value);
        }
        let left = outcome(left, condition, value)?;
        match right {
            _ if left == decides => Some(decides),
            BoolTree::Constant(constant) => Some(*constant),
            _ => None,
        }
    };
    match tree {
        BoolTree::Condition(id) => (*id == condition).then_some(value),
        BoolTree::Constant(_) => None,
        BoolTree::Not(operand) => outcome(operand, condition, value).map(|it| !it),
        BoolTree::And(left, right) => joined(left, right, false),
        BoolTree::Or(left, right) => joined(left, right, true),
    }
}

fn truth() -> Expr {
    Expr::constant(1, TypeTable::INT, Span::NONE)
}

/// When a switch takes an arm; the last is the default.
fn arm(types: &TypeTable, value: &Expr, arms: &[SwitchArm], index: usize) -> Expr {
    let make = |op, left: Expr, right: Expr| Expr {
        kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
        ty: TypeTable::INT,
        span: Span::NONE,
    };
    let constant = |number: i128| {
        let bits = match types.scalar(value.ty) {
            Some(Scalar::Int { bits, .. }) => ops::truncate(number as u128, bits),
            Some(Scalar::Float(_)) | None => number as u128,
        };
        Expr::constant(bits, value.ty, Span::NONE)
    };
    let is_in = |arm: &SwitchArm| {
        if arm.low == arm.high {
            return make(BinaryOp::Eq, value.clone(), constant(arm.low));
        }
        let above = make(BinaryOp::Ge, value.clone(), constant(arm.low));
        make(BinaryOp::BitAnd, above, make(BinaryOp::Le, value.clone(), constant(arm.high)))
    };
    let not = |expr: Expr| Expr {
        kind: ExprKind::Unary(clew_ir::UnaryOp::LogicalNot, Box::new(expr)),
        ty: TypeTable::INT,
        span: Span::NONE,
    };
    match arms.get(index) {
        Some(arm) => is_in(arm),
        None => {
            let any = arms.iter().map(is_in).reduce(|all, one| make(BinaryOp::BitOr, all, one));
            any.map_or_else(truth, not)
        }
    }
}
