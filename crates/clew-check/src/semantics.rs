//! The meaning of the program model, in terms.
//!
//! A [`State`] is what is known at a point of a path: values of locals, memory, and conditions.
//! Executions with undefined behaviour are no executions: dereferences of null, subscripts outside
//! of arrays and divisions without a result become conditions that they do not happen. Signed
//! arithmetic wraps, and what C leaves open is arbitrary: shifts that are too wide, floats that do
//! not fit an integer, indeterminate values, volatile reads.
//!
//! Memory is one array of bytes. Objects with an address have arbitrary bases that keep what C
//! promises: not null, aligned, not overlapping. Locals whose address nobody takes are kept apart.

mod access;
mod allocate;
mod assigned;
mod call;
mod convert;
mod errno;
mod expr;
mod intrinsic;
mod join;
mod objects;
mod operator;
mod padding;
mod predicate;
mod state;
mod statement;
mod unset;

pub(crate) use objects::Content;
pub(crate) use state::{Frame, Known, Moment, Object, Register, Slot, State, Unset};

use crate::program::{Base, Callee, Expr, ExprKind, Function, Program, Root, Statement};
use crate::term::{Term, Terms};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// How executions begin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EntryKind {
    /// A function that anybody may call, in any state.
    Unit,
    /// The start of a program: objects have their initial values.
    Program,
}

/// Where a local is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Storage {
    /// A scalar that is used as a whole only.
    Register,
    /// An array of bytes of its own: nothing takes its address.
    Private,
    /// Memory.
    Object,
}

/// The meaning of one program, and what has been made so far to describe it.
pub(crate) struct Semantics<'p> {
    pub(crate) program: &'p Program,
    pub(crate) terms: Terms,
    pub(crate) kind: EntryKind,
    /// Where the locals of each function are kept.
    storage: BTreeMap<usize, Vec<Storage>>,
    /// The functions that some call passes arguments to.
    with_arguments: BTreeSet<usize>,
    /// The locals of each function whose addresses become values somewhere.
    escaping: BTreeMap<usize, BTreeSet<usize>>,
    clock: Moment,
    /// Base addresses.
    pub(crate) globals: BTreeMap<usize, Term>,
    functions: BTreeMap<usize, Term>,
    labels: BTreeMap<(usize, usize), Term>,
    /// All objects: base and size.
    pub(crate) extents: BTreeMap<Term, Term>,
    /// The memories below all writes, and since when.
    pub(crate) roots: BTreeMap<Term, Moment>,
    /// The memory at the entry.
    pub(crate) entry_memory: Option<Term>,
    /// For each memory that came from code unknown: the memory before, and the objects (base and
    /// size) that it still has.
    pub(crate) kept: BTreeMap<Term, (Term, Vec<(Term, u64)>)>,
    /// Pointers that existed at a moment.
    existed: HashMap<Term, Moment>,
    /// The base of `errno`, once something has changed it.
    errno: Option<Term>,
    /// The padding of records.
    paddings: HashMap<usize, Rc<padding::Padding>>,
    /// Which terms have a part that nobody has set, as far as that was asked for.
    indeterminate: HashMap<Term, bool>,
    /// Which locals of a function have values, at the start of each block.
    assigned: BTreeMap<usize, assigned::AssignedAtBlocks>,
    /// Whether what a function returns and stores behind pointers has values; none while that is
    /// being found out.
    gives: BTreeMap<usize, Option<bool>>,
}

impl<'p> Semantics<'p> {
    /// The meaning of a program; `predicates` are the expressions that a certificate adds to
    /// functions.
    pub(crate) fn new(
        program: &'p Program,
        kind: EntryKind,
        predicates: &[(usize, &Expr)],
    ) -> Self {
        let mut storage = BTreeMap::new();
        let mut escaping = BTreeMap::new();
        let mut with_arguments = BTreeSet::new();
        for (number, function) in &program.functions {
            let added = predicates.iter().filter(|(of, _)| of == number).map(|(_, expr)| *expr);
            storage.insert(*number, storage_of(function, added));
            escaping.insert(*number, escaping_of(function));
            with_arguments.extend(called_with_arguments(function));
        }
        Self {
            program,
            terms: Terms::default(),
            kind,
            storage,
            with_arguments,
            escaping,
            clock: Moment(0),
            globals: BTreeMap::new(),
            functions: BTreeMap::new(),
            labels: BTreeMap::new(),
            extents: BTreeMap::new(),
            roots: BTreeMap::new(),
            entry_memory: None,
            kept: BTreeMap::new(),
            existed: HashMap::new(),
            errno: None,
            paddings: HashMap::new(),
            indeterminate: HashMap::new(),
            assigned: BTreeMap::new(),
            gives: BTreeMap::new(),
        }
    }

    /// The function of a number that the program text names.
    pub(crate) fn function(&self, number: usize) -> &'p Function {
        &self.program.functions[&number]
    }

    /// The next moment.
    pub(crate) fn tick(&mut self) -> Moment {
        self.clock = Moment(self.clock.0 + 1);
        self.clock
    }
}

/// The functions that a function passes arguments to, by name.
fn called_with_arguments(function: &Function) -> impl Iterator<Item = usize> {
    let statements = function.blocks.iter().flat_map(|block| &block.statements);
    statements.filter_map(|statement| match statement {
        Statement::Call { callee: Callee::Direct(number), args, .. } if !args.is_empty() => {
            Some(*number)
        }
        _ => None,
    })
}

fn storage_of<'e>(function: &'e Function, added: impl Iterator<Item = &'e Expr>) -> Vec<Storage> {
    let mut with_address = BTreeSet::new();
    let mut note = |expr: &Expr, place: &crate::program::Place| {
        if let (ExprKind::AddressOf(_), Base::Local(local)) = (&expr.kind, &place.base) {
            with_address.insert(*local);
        }
    };
    function.roots(&mut |root| match root {
        Root::Value(expr) => expr.places(&mut note),
        Root::Written(place) => place.places(&mut note),
    });
    added.for_each(|expr| expr.places(&mut note));
    let storage = |(at, local): (usize, &crate::program::Local)| {
        if with_address.contains(&at) {
            Storage::Object
        } else if local.ty.scalar().is_some() && !local.is_in_memory {
            Storage::Register
        } else {
            Storage::Private
        }
    };
    function.locals.iter().enumerate().map(storage).collect()
}

/// The locals whose address stands somewhere but directly below a dereference.
fn escaping_of(function: &Function) -> BTreeSet<usize> {
    let mut escaping = BTreeSet::new();
    function.roots(&mut |root| match root {
        Root::Value(expr) => escapes_of_expr(expr, &mut escaping),
        Root::Written(place) => escapes_of_place(place, &mut escaping),
    });
    escaping
}

fn escapes_of_expr(expr: &Expr, escaping: &mut BTreeSet<usize>) {
    match &expr.kind {
        ExprKind::AddressOf(place) => {
            match &place.base {
                Base::Local(local) => {
                    escaping.insert(*local);
                }
                // `&p->member` is as good as `p`.
                Base::Deref(pointer) => escapes_of_expr(pointer, escaping),
                Base::Global(_) => {}
            }
            escapes_of_place(place, escaping);
        }
        ExprKind::Load(place) => escapes_of_place(place, escaping),
        ExprKind::Const(_) | ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(_) => {}
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => escapes_of_expr(operand, escaping),
        ExprKind::Binary(_, left, right) => {
            escapes_of_expr(left, escaping);
            escapes_of_expr(right, escaping);
        }
        ExprKind::Intrinsic(_, operands) => {
            operands.iter().for_each(|operand| escapes_of_expr(operand, escaping));
        }
    }
}

fn escapes_of_place(place: &crate::program::Place, escaping: &mut BTreeSet<usize>) {
    if let Base::Deref(pointer) = &place.base {
        escapes_of_pointer(pointer, escaping);
    }
    for step in &place.path {
        if let crate::program::Step::Index { index, .. } = step {
            escapes_of_expr(index, escaping);
        }
    }
}

/// A pointer that is dereferenced: the address it is made from goes nowhere else.
fn escapes_of_pointer(pointer: &Expr, escaping: &mut BTreeSet<usize>) {
    use crate::program::Binary;
    match &pointer.kind {
        ExprKind::AddressOf(place) => escapes_of_place(place, escaping),
        ExprKind::Binary(Binary::PtrAdd | Binary::PtrSub, left, right) => {
            escapes_of_pointer(left, escaping);
            escapes_of_expr(right, escaping);
        }
        ExprKind::Cast(operand) if operand.ty.is_pointer() && pointer.ty.is_pointer() => {
            escapes_of_pointer(operand, escaping);
        }
        _ => escapes_of_expr(pointer, escaping),
    }
}
