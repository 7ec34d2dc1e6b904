//! The code of a run: all functions compiled so far, one after the other.
//!
//! Functions are compiled when they are first called. A position in [`Code::ops`] therefore
//! identifies an operation for the whole run; where it comes from is told by side tables, which
//! cost nothing while it runs.

mod op;
mod signature;

pub use op::{BitUnit, Compute, NativeCall, Op, Reg, Slow, StubCall};
pub use signature::{ParameterShape, ResultShape, Signature, Signatures};

use crate::memory::CodeRegion;
use clew_ir::{BlockId, DataModel, FunctionId, Id, LocalId, Position, Program, Span};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What a call needs to know of a function.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The position of its first operation; 0 until it is compiled.
    pub start: u32,
    /// How much of the stack its frame counts for.
    pub frame_bytes: u32,
    /// Its signature's number.
    pub signature: u32,
}

/// A compiled function, as faults and `longjmp` see it.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The function.
    pub function: FunctionId,
    /// The position of its first operation.
    pub start: u32,
    /// The registers that hold addresses of local objects.
    pub objects: std::ops::Range<Reg>,
    /// By local: where it lives.
    pub homes: Vec<Home>,
}

/// Where a local lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// In a register, or two.
    Register(Reg),
    /// In memory: the register holds its object's address, and [`Code::locals`] tells how to
    /// make it.
    Object {
        /// The register.
        register: Reg,
        /// The entry of [`Code::locals`].
        object: u32,
    },
}

/// How to make the object of a local.
#[derive(Clone, Debug)]
pub struct LocalObject {
    /// The function.
    pub function: FunctionId,
    /// The local.
    pub local: LocalId,
    /// Its size in bytes.
    pub size: u64,
    /// Its alignment.
    pub align: u64,
    /// 0xff where a byte is padding; empty when there is none.
    pub padding: Vec<u8>,
}

/// A jump table: value `low + k` goes to `targets[k]`.
#[derive(Clone, Debug)]
pub struct Dense {
    /// The lowest value.
    pub low: u64,
    /// Where the values from there on go.
    pub targets: Vec<u32>,
    /// Where all others go.
    pub default: u32,
}

/// Ranges of values in ascending order, and where each goes.
#[derive(Clone, Debug)]
pub struct Sparse {
    /// Whether values are compared as signed ones.
    pub is_signed: bool,
    /// `(low, high, target)`, in canonical form.
    pub ranges: Vec<(u64, u64, u32)>,
    /// Where all other values go.
    pub default: u32,
}

impl Sparse {
    /// Where a value goes.
    pub fn target(&self, value: u64) -> u32 {
        let flip = if self.is_signed { 1 << 63 } else { 0 };
        let at = self.ranges.partition_point(|(_, high, _)| high ^ flip < value ^ flip);
        match self.ranges.get(at) {
            Some((low, _, target)) if low ^ flip <= value ^ flip => *target,
            _ => self.default,
        }
    }
}

/// Which branch of the program model a conditional jump implements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BranchSite {
    /// The block that ends in the branch.
    pub block: BlockId,
    /// The successor's index when the jump is taken.
    pub taken: u32,
    /// The successor's index when it is not.
    pub not_taken: u32,
}

/// How far the code went at some time.
#[derive(Clone, Debug)]
pub struct Mark {
    ops: u32,
    slow: usize,
    computes: usize,
    /// The number of jump tables.
    pub dense: usize,
    /// The number of tables of ranges.
    pub sparse: usize,
    locals: usize,
    compiled: usize,
}

/// The code compiled so far.
#[derive(Debug)]
pub struct Code {
    /// The operations.
    pub ops: Vec<Op>,
    /// Shared, so that the machine can change while it does one.
    pub slow: Vec<Rc<Slow>>,
    /// The operands of [`Op::Compute`].
    pub computes: Vec<Compute>,
    /// The jump tables.
    pub dense: Vec<Dense>,
    /// The tables of ranges.
    pub sparse: Vec<Sparse>,
    /// The locals that have objects.
    pub locals: Vec<LocalObject>,
    /// By function id.
    pub entries: Vec<Entry>,
    /// How functions are called.
    pub signatures: Signatures,
    /// In ascending order of their start.
    compiled: Vec<Compiled>,
    /// Where operations come from: each span holds from its position to the next.
    spans: Vec<(u32, Span)>,
    /// What addresses are of.
    model: DataModel,
    /// The labels that have an address, and their positions once compiled.
    labels: Vec<(FunctionId, BlockId, Option<u32>)>,
    label_indices: FxHashMap<(FunctionId, BlockId), usize>,
    /// The branches behind the conditional jumps, by position; only in observed runs.
    pub branch_sites: FxHashMap<u32, BranchSite>,
    /// The blocks that end in a switch or a computed `goto`, by the position of that operation;
    /// only in observed runs.
    pub switch_sites: FxHashMap<u32, BlockId>,
    /// The branches whose condition is constant, and the successor they go to.
    pub constant_branches: FxHashMap<(FunctionId, BlockId), u32>,
    /// In ascending order, in observed runs: the code of each statement and terminator goes from
    /// its position to the next. One can come more than once.
    statements: Vec<(u32, BlockId, u32)>,
}

impl Code {
    /// Empty code for a program.
    pub fn new(program: &Program) -> Self {
        let mut signatures = Signatures::default();
        let entries = program
            .functions
            .ids()
            .map(|id| {
                let signature = signatures.intern(Signature::of_function(program, id));
                Entry { start: 0, frame_bytes: 0, signature }
            })
            .collect();
        Self {
            ops: vec![Op::Halt],
            slow: Vec::new(),
            computes: Vec::new(),
            dense: Vec::new(),
            sparse: Vec::new(),
            locals: Vec::new(),
            entries,
            signatures,
            compiled: Vec::new(),
            spans: vec![(0, Span::NONE)],
            model: program.types.data_model(),
            labels: Vec::new(),
            label_indices: FxHashMap::default(),
            branch_sites: FxHashMap::default(),
            switch_sites: FxHashMap::default(),
            constant_branches: FxHashMap::default(),
            statements: Vec::new(),
        }
    }

    /// The position of the next operation.
    pub fn position(&self) -> u32 {
        u32::try_from(self.ops.len()).expect("the code should stay below 2^32 operations")
    }

    /// Appends an operation that comes from `span`.
    pub fn push(&mut self, op: Op, span: Span) -> u32 {
        let position = self.position();
        if self.spans.last().is_none_or(|(_, last)| *last != span) {
            self.spans.push((position, span));
        }
        self.ops.push(op);
        position
    }

    /// How far the code goes.
    pub fn mark(&self) -> Mark {
        Mark {
            ops: self.position(),
            slow: self.slow.len(),
            computes: self.computes.len(),
            dense: self.dense.len(),
            sparse: self.sparse.len(),
            locals: self.locals.len(),
            compiled: self.compiled.len(),
        }
    }

    /// Drops what was added since: a function is compiled anew.
    pub fn rewind(&mut self, mark: &Mark) {
        if !self.statements.is_empty() {
            for position in mark.ops..self.position() {
                self.branch_sites.remove(&position);
                self.switch_sites.remove(&position);
            }
        }
        while self.statements.last().is_some_and(|(start, ..)| *start >= mark.ops) {
            self.statements.pop();
        }
        self.ops.truncate(mark.ops as usize);
        self.slow.truncate(mark.slow);
        self.computes.truncate(mark.computes);
        self.dense.truncate(mark.dense);
        self.sparse.truncate(mark.sparse);
        self.locals.truncate(mark.locals);
        self.compiled.truncate(mark.compiled);
        while self.spans.last().is_some_and(|(start, _)| *start >= mark.ops) {
            self.spans.pop();
        }
    }

    /// Where an operation comes from.
    pub fn span(&self, position: u32) -> Span {
        let next = self.spans.partition_point(|(start, _)| *start <= position);
        next.checked_sub(1).map_or(Span::NONE, |at| self.spans[at].1)
    }

    /// Notes that a function is compiled.
    pub fn finish(&mut self, compiled: Compiled, frame_bytes: u32) {
        let entry = &mut self.entries[compiled.function.index()];
        entry.start = compiled.start;
        entry.frame_bytes = frame_bytes;
        self.compiled.push(compiled);
    }

    /// The function that an operation belongs to.
    pub fn compiled_at(&self, position: u32) -> Option<&Compiled> {
        let next = self.compiled.partition_point(|compiled| compiled.start <= position);
        self.compiled.get(next.checked_sub(1)?)
    }

    /// Notes that the operations from here on belong to a statement, or behind the last to the
    /// terminator.
    pub fn start_statement(&mut self, block: BlockId, statement: u32) {
        let position = self.position();
        self.statements.push((position, block, statement));
    }

    /// Where in the program model an operation is, in observed runs, and how many operations of
    /// the same statement are before it. The function's entry counts as its first statement, the
    /// way to a successor as the terminator of the block that is left.
    pub fn place_of(&self, position: u32) -> Option<(Position, u32)> {
        let compiled = self.compiled_at(position)?;
        let next = self.statements.partition_point(|(start, ..)| *start <= position);
        let (noted, block, statement) = self.statements[next.checked_sub(1)?];
        let place = Position { function: compiled.function, block, statement };
        (noted >= compiled.start).then_some((place, position - noted))
    }

    /// The operations of a compiled function, one per line.
    pub fn listing(&self, function: FunctionId) -> String {
        use std::fmt::Write as _;
        let start = self.entries[function.index()].start;
        let next = self.compiled.partition_point(|compiled| compiled.start <= start);
        let end = self.compiled.get(next).map_or(self.ops.len(), |next| next.start as usize);
        let mut text = String::new();
        for (at, op) in self.ops[..end].iter().enumerate().skip(start as usize) {
            let _ = match *op {
                Op::Slow { index } => writeln!(text, "{at}: {:?}", self.slow[index as usize]),
                Op::Compute { index } => {
                    writeln!(text, "{at}: {:?}", self.computes[index as usize])
                }
                op => writeln!(text, "{at}: {op:?}"),
            };
        }
        text
    }

    /// The index of a label, for its address.
    pub fn label_index(&mut self, function: FunctionId, block: BlockId) -> usize {
        *self.label_indices.entry((function, block)).or_insert_with(|| {
            self.labels.push((function, block, None));
            self.labels.len() - 1
        })
    }

    /// The address of a label, once something has asked for it.
    pub fn label_address(&self, function: FunctionId, block: BlockId) -> Option<u64> {
        let index = self.label_indices.get(&(function, block))?;
        Some(CodeRegion::Labels.address(self.model, *index))
    }

    /// Notes where a label is.
    pub fn place_label(&mut self, function: FunctionId, block: BlockId, position: u32) {
        let index = self.label_index(function, block);
        self.labels[index].2 = Some(position);
    }

    /// The label with this address.
    pub fn label_at(&self, address: u64) -> Option<(FunctionId, BlockId)> {
        let (function, block, _) =
            self.labels.get(CodeRegion::Labels.index(self.model, address)?)?;
        Some((*function, *block))
    }

    /// The position of the label with this address, if it is one of this function's.
    pub fn label_position(&self, address: u64, function: u32) -> Option<u32> {
        let (owner, _, position) =
            self.labels.get(CodeRegion::Labels.index(self.model, address)?)?;
        (owner.index() as u32 == function).then_some(*position)?
    }
}
