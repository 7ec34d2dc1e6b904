//! Members that point to arrays: to one of their own, `struct heap { struct item *items; int count; }`,
//! or together into one, `struct reader { const char *next, *end; }`.
//!
//! A member that some function indexes, or moves along, leads to several elements.
//!
//! A guess from the code: members that are ordered or subtracted belong to one array, which the first
//! of them leads to. Members that are compared for being equal do when one of them is moved along
//! somewhere. A member whose name says that it is the end never is the first.

use clew_ir::{
    BinaryOp, Body, Expr, ExprKind, Function, LocalId, Place, PlaceBase, Program, RecordId,
    StatementKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// For a member, by its record and position: the member to whose array it belongs.
type Cursors = FxHashMap<(RecordId, usize), usize>;

/// A member of a record.
type Member = (RecordId, usize);

/// What the program's functions say of the members of its records.
#[derive(Debug)]
pub(in crate::environment) struct Members {
    /// Those that point into the array of another.
    pub(in crate::environment) cursors: Cursors,
    /// Those that point to more than one element.
    pub(in crate::environment) arrays: FxHashSet<Member>,
}

impl Members {
    /// What the user's code does.
    pub(in crate::environment) fn of(program: &Program) -> Self {
        let facts = Facts::of(program);
        let arrays = facts.indexed.union(&facts.stepped).copied().collect();
        Self { cursors: cursors(program, facts), arrays }
    }
}

/// The members that belong to the arrays of others: those that are compared with each other, directly
/// or by way of a third, belong to one array.
fn cursors(program: &Program, facts: Facts) -> Cursors {
    let mut pairs = facts.ordered;
    let is_stepped = |record, at| facts.stepped.contains(&(record, at));
    pairs.extend(
        facts
            .equal
            .into_iter()
            .filter(|&(record, first, then)| is_stepped(record, first) || is_stepped(record, then)),
    );
    // Each member leads to one that comes before it as the one to have the array.
    let mut found = Cursors::default();
    for (record, a, b) in pairs {
        let (a, b) = (owner(&found, record, a), owner(&found, record, b));
        let fields = &program.types.records[record].fields;
        let rank = |at: usize| (says_end(&fields[at].name), at);
        if a != b {
            let (first, then) = if rank(a) < rank(b) { (a, b) } else { (b, a) };
            found.insert((record, then), first);
        }
    }
    found.keys().map(|&(record, at)| ((record, at), owner(&found, record, at))).collect()
}

/// The member that has the array of another.
fn owner(found: &Cursors, record: RecordId, mut at: usize) -> usize {
    while let Some(before) = found.get(&(record, at)) {
        at = *before;
    }
    at
}

/// What the code says of members.
#[derive(Default)]
struct Facts {
    /// Those that are ordered or subtracted: the record and both members.
    ordered: Vec<(RecordId, usize, usize)>,
    /// Those that are compared for being equal: the record and both members.
    equal: Vec<(RecordId, usize, usize)>,
    /// Those that are moved along.
    stepped: FxHashSet<Member>,
    /// Those that are indexed by something that varies.
    indexed: FxHashSet<Member>,
}

impl Facts {
    fn of(program: &Program) -> Self {
        let mut facts = Self::default();
        for function in program.functions.iter().filter(|it| !it.is_system) {
            if let Ok(body) = &function.body {
                Reader::new(program, function, body).collect(body, &mut facts);
            }
        }
        facts
    }
}

struct Reader<'p> {
    program: &'p Program,
    function: &'p Function,
    /// Locals that are copies of a member.
    copies: FxHashMap<LocalId, Member>,
}

impl<'p> Reader<'p> {
    fn new(program: &'p Program, function: &'p Function, body: &Body) -> Self {
        let mut reader = Self { program, function, copies: FxHashMap::default() };
        for statement in body.blocks.iter().flat_map(|block| &block.statements) {
            if let StatementKind::Assign { place, value } = &statement.kind
                && let (PlaceBase::Local(local), true) = (&place.base, place.path.is_empty())
                && let Some(member) = reader.member(value)
            {
                reader.copies.insert(*local, member);
            }
        }
        reader
    }

    fn collect(&self, body: &Body, facts: &mut Facts) {
        for statement in body.blocks.iter().flat_map(|block| &block.statements) {
            if let StatementKind::Assign { place, value } = &statement.kind
                && let ExprKind::Binary(BinaryOp::PtrAdd | BinaryOp::PtrSub, from, _) = &value.kind
                && let Some(member) = self.place_member(place)
                && self.member(from) == Some(member)
            {
                facts.stepped.insert(member);
            }
        }
        body.for_each_expr(&mut |expr| {
            let ExprKind::Binary(op, a, b) = &expr.kind else { return };
            if *op == BinaryOp::PtrAdd && !matches!(b.kind, ExprKind::Const(_)) {
                facts.indexed.extend(self.member(a));
            }
            let is_equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
            if is_equality {
                // `start + size == other` may be a question about neighbours.
                facts.equal.extend(self.pair(self.plain(a), self.plain(b)));
            } else if (*op == BinaryOp::PtrDiff || op.is_comparison())
                && let Some(pair) = self.pair(self.member(a), self.member(b))
            {
                facts.ordered.push(pair);
            }
        });
    }

    /// Two members of one record and of one type.
    fn pair(&self, a: Option<Member>, b: Option<Member>) -> Option<(RecordId, usize, usize)> {
        let ((record, a), (other, b)) = (a?, b?);
        let fields = &self.program.types.records[record].fields;
        let is_pair = record == other
            && a != b
            && fields[a].ty == fields[b].ty
            && self.program.types.is_pointer(fields[a].ty);
        is_pair.then_some((record, a, b))
    }

    /// The member that an expression loads as it is, through copies and conversions.
    fn plain(&self, expr: &Expr) -> Option<Member> {
        match &expr.kind {
            ExprKind::Cast { operand, .. } => self.plain(operand),
            ExprKind::Load(_) => self.member(expr),
            _ => None,
        }
    }

    /// The member that a place is, or is a copy of.
    fn place_member(&self, place: &Place) -> Option<Member> {
        match (&place.base, place.path.as_slice()) {
            (PlaceBase::Local(local), []) => self.copies.get(local).copied(),
            _ => self.program.member(&self.function.locals, place),
        }
    }

    /// The member that an expression loads, perhaps moved by some distance or through a copy.
    fn member(&self, expr: &Expr) -> Option<Member> {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::PtrAdd | BinaryOp::PtrSub, pointer, _) => {
                self.member(pointer)
            }
            ExprKind::Cast { operand, .. } => self.member(operand),
            ExprKind::Load(place) => self.place_member(place),
            _ => None,
        }
    }
}

/// The parameter that moves through the array of which another is the end, as in
/// `int parse(char **at, const char *end)`: by the types, and by the name of the end.
pub(super) fn cursor_parameter(
    program: &Program,
    function: &Function,
    end: usize,
) -> Option<usize> {
    let cursor = end.checked_sub(1)?;
    let [cursor_type, end_type] = [cursor, end].map(|at| function.locals[function.params[at]].ty);
    let types = &program.types;
    let is_pair = types.pointee(cursor_type) == Some(end_type) && types.is_pointer(end_type);
    (is_pair && says_end(&function.locals[function.params[end]].name)).then_some(cursor)
}

/// Whether a name is one that people give to the end of an array.
fn says_end(name: &str) -> bool {
    let name = name.to_lowercase();
    ["end", "lim", "last", "stop", "top", "max", "eof"].iter().any(|word| name.contains(word))
}
