//! Members that point to arrays: to one of their own, `struct heap { struct item *items; int count; }`,
//! or together into one, `struct reader { const char *next, *end; }`.
//!
//! A member that some function indexes, or moves along, leads to several elements. Where the index is compared
//! with another member of the record, that one tells how many: `items[i]` with `i < count`.
//!
//! A guess from the code: members that are ordered or subtracted belong to one array, which the first
//! of them leads to. Members that are compared for being equal do when one of them is moved along
//! somewhere. A member whose name says that it is the end never is the first.

use super::usage::says_length;
use clew_ir::{
    BinaryOp, Body, Expr, ExprKind, Function, LocalId, Place, PlaceBase, Program, RecordId, Scalar,
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
    /// For a member that points to an array: the member that tells its length.
    pub(in crate::environment) lengths: FxHashMap<Member, usize>,
}

impl Members {
    /// What the user's code does.
    pub(in crate::environment) fn of(program: &Program) -> Self {
        let facts = Facts::of(program);
        let arrays = facts.indexed.union(&facts.stepped).copied().collect();
        let lengths = lengths(program, &facts);
        Self { cursors: cursors(program, facts), arrays, lengths }
    }
}

/// The members that tell the lengths of others: an index of the array is compared with them. One that is an
/// index itself (`items[count] = x`) tells how many elements are used, not how many there are.
fn lengths(program: &Program, facts: &Facts) -> FxHashMap<Member, usize> {
    let mut found: FxHashMap<Member, usize> = FxHashMap::default();
    for &(array, length) in &facts.bounded {
        let (record, at) = length;
        let is_index = facts.indices.contains(&(array, length));
        if record != array.0 || is_index || !is_count(program, length) {
            continue;
        }
        let fields = &program.types.records[record].fields;
        let rank = |at: usize| (!says_length(&fields[at].name), at);
        let known = found.entry(array).or_insert(at);
        if rank(at) < rank(*known) {
            *known = at;
        }
    }
    found
}

/// Whether a member can tell a number of elements.
fn is_count(program: &Program, (record, at): Member) -> bool {
    let field = &program.types.records[record].fields[at];
    let scalar = program.types.scalar(field.ty);
    let is_integer = matches!(scalar, Some(Scalar::Int { bits: 16.., .. }));
    is_integer && !program.types.is_pointer(field.ty) && field.bits.is_none()
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
    /// Members that are indices of others: the array and the index.
    indices: FxHashSet<(Member, Member)>,
    /// Members that indices of others are compared with: the array and what may be its length.
    bounded: Vec<(Member, Member)>,
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

/// What an array is indexed by: a variable or a member.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Index {
    Local(LocalId),
    Member(Member),
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
        let (mut indexed, mut compared) = (Vec::new(), Vec::new());
        body.for_each_expr(&mut |expr| {
            let ExprKind::Binary(op, a, b) = &expr.kind else { return };
            if *op == BinaryOp::PtrAdd
                && !matches!(b.kind, ExprKind::Const(_))
                && let Some(array) = self.member(a)
            {
                facts.indexed.insert(array);
                facts.indices.extend(self.plain(b).map(|index| (array, index)));
                indexed.extend(self.index(b).map(|index| (array, index)));
            }
            if op.is_comparison() {
                let pairs = [(a, b), (b, a)];
                let both = pairs.map(|(a, b)| self.index(a).zip(self.plain(b)));
                compared.extend(both.into_iter().flatten());
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
        for (array, index) in indexed {
            let bounds = compared.iter().filter(|(it, _)| *it == index);
            facts.bounded.extend(bounds.map(|(_, length)| (array, *length)));
        }
    }

    /// What an expression that indexes, or is compared, is: conversions aside.
    fn index(&self, expr: &Expr) -> Option<Index> {
        match &expr.kind {
            ExprKind::Cast { operand, .. } => self.index(operand),
            ExprKind::Load(place) => match (&place.base, place.path.as_slice()) {
                (PlaceBase::Local(local), []) => Some(Index::Local(*local)),
                _ => self.place_member(place).map(Index::Member),
            },
            _ => None,
        }
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
