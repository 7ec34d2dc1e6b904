//! What is predicted of a statement, in the machine's own numbers.

use super::super::Meaning;
use super::super::effect::{
    Base, Call, Called, Departure, Effect, Havoc, Leaving, Location, Next, Obligation, Returned,
    Stored, Target,
};
use super::machine::MachineStore;
use clew_ir::{BlockId, Body, FunctionId, Id};
use clew_logic::{TermId, TermPool};

/// What is to be found after a statement.
pub(super) struct Expected {
    /// The variables, by local; `None` where anything may be.
    pub(super) variables: Vec<Option<u128>>,
    /// The bytes that must be in memory.
    pub(super) patches: Vec<Patch>,
    /// Where the statement may write.
    pub(super) room: Room,
    /// Where control may go.
    pub(super) way: Way,
    /// A danger that is certain and ends the run: control must not come on.
    pub(super) ends: Option<Obligation>,
    /// An address that the meaning reads and that cannot be read: neither must it.
    pub(super) unreadable: Option<u64>,
}

/// Bytes that must be somewhere; `None` where anything may be.
pub(super) struct Patch {
    pub(super) address: u64,
    pub(super) bytes: Vec<Option<u8>>,
}

/// Where a statement may write.
pub(super) enum Room {
    Anywhere,
    /// In these ranges: address and length.
    Ranges(Vec<(u64, u64)>),
}

/// Where control may go.
pub(super) enum Way {
    /// To the next statement.
    Next,
    /// Into a function, and then to the next statement.
    Call(Call),
    /// To the first statement of one of these blocks.
    Blocks(Vec<BlockId>),
    /// Back to the caller.
    Return(Returned, Vec<Option<u8>>),
    /// Nowhere.
    Nowhere,
    /// Anywhere: `longjmp`.
    Anywhere,
}

impl Expected {
    /// What is predicted of the statement or the terminator at this index of a block.
    pub(super) fn at(
        pool: &mut TermPool,
        store: &mut MachineStore<'_, '_>,
        body: &Body,
        block: BlockId,
        statement: u32,
    ) -> (Self, Effect) {
        let (program, function) = (store.program, store.function);
        let content = &body.blocks[block];
        let mut meaning = Meaning::new(program, function, pool, store);
        match content.statements.get(statement as usize) {
            Some(statement) => {
                let effect = meaning.statement(statement);
                (Self::of_effect(pool, store, &effect), effect)
            }
            None => {
                let Leaving { departure, defined, arbitrary } =
                    meaning.terminator(&content.terminator);
                let effect = Effect { defined, arbitrary, ..Effect::default() };
                let mut expected = Self::of_effect(pool, store, &effect);
                expected.way = way_of(pool, store, departure);
                (expected, effect)
            }
        }
    }

    /// What is predicted of an effect in the current state.
    pub(super) fn of_effect(
        pool: &mut TermPool,
        store: &mut MachineStore<'_, '_>,
        effect: &Effect,
    ) -> Self {
        let mut expected = Self {
            variables: store.variables(),
            patches: Vec::new(),
            room: Room::Ranges(Vec::new()),
            way: match &effect.next {
                Next::Continue => Way::Next,
                Next::Call(call) => Way::Call(call.clone()),
                Next::Jump => Way::Anywhere,
                Next::Never => Way::Nowhere,
            },
            ends: certain_end(&effect.defined),
            unreadable: None,
        };
        for havoc in &effect.havocs {
            expected.forget(pool, *havoc);
        }
        for write in &effect.writes {
            match write.target {
                Target::Variable(local) => {
                    expected.variables[local.index()] = scalar_bits(pool, write.value);
                }
                Target::Memory(location) => {
                    let bytes = write.value.bytes(pool, store, &location);
                    expected.patch(pool, location.address, &bytes);
                }
            }
        }
        expected.unreadable = store.unreadable;
        expected
    }

    fn patch(&mut self, pool: &TermPool, address: TermId, bytes: &[TermId]) {
        let Some(address) = pool.value(address) else {
            self.room = Room::Anywhere;
            return;
        };
        let address = address as u64;
        self.allow(address, bytes.len() as u64);
        self.patches.push(Patch { address, bytes: constants(pool, bytes) });
    }

    fn allow(&mut self, address: u64, len: u64) {
        if let Room::Ranges(ranges) = &mut self.room {
            ranges.push((address, len));
        }
    }

    fn forget(&mut self, pool: &TermPool, havoc: Havoc) {
        match havoc {
            Havoc::Variable(local) => self.variables[local.index()] = None,
            Havoc::Range { address, len } => match pool.value(address) {
                Some(address) => self.allow(address as u64, len),
                None => self.room = Room::Anywhere,
            },
            Havoc::Escaped => self.room = Room::Anywhere,
            Havoc::Everything => {
                self.room = Room::Anywhere;
                self.variables.fill(None);
            }
        }
    }
}

impl Room {
    /// Whether every byte of a store is inside.
    pub(super) fn contains(&self, address: u64, len: u64) -> bool {
        match self {
            Room::Anywhere => true,
            Room::Ranges(ranges) => (0..len).all(|at| {
                let at = address.wrapping_add(at);
                ranges.iter().any(|(start, size)| at.wrapping_sub(*start) < *size)
            }),
        }
    }
}

/// The values of bytes.
pub(super) fn constants(pool: &TermPool, bytes: &[TermId]) -> Vec<Option<u8>> {
    bytes.iter().map(|byte| pool.value(*byte).map(|value| value as u8)).collect()
}

fn scalar_bits(pool: &TermPool, value: Stored) -> Option<u128> {
    match value {
        Stored::Scalar(term) => pool.value(term),
        Stored::Zero => Some(0),
        Stored::Copy(_) => None,
    }
}

fn certain_end(defined: &[Obligation]) -> Option<Obligation> {
    let is_certain = |it: &&Obligation| it.danger.ends_run() && it.holds == TermPool::FALSE;
    defined.iter().find(is_certain).copied()
}

fn way_of(pool: &mut TermPool, store: &mut MachineStore<'_, '_>, departure: Departure) -> Way {
    match departure {
        Departure::Edges(edges) => {
            let open = edges.iter().filter(|edge| edge.guard != TermPool::FALSE);
            Way::Blocks(open.map(|edge| edge.target).collect())
        }
        Departure::Return(returned) => {
            let bytes = match returned {
                Returned::Record { from, len } => {
                    let value = Stored::Copy(from);
                    let location = record_at(from, len);
                    let bytes = value.bytes(pool, store, &location);
                    constants(pool, &bytes)
                }
                Returned::Nothing | Returned::Scalar(..) | Returned::Unknown => Vec::new(),
            };
            Way::Return(returned, bytes)
        }
        Departure::Unreachable => Way::Nowhere,
    }
}

/// A record in memory.
fn record_at(address: TermId, size: u64) -> Location {
    Location { base: Base::Pointer, address, size, bits: None }
}

/// What a call says of the function that is entered: its address, and whether it is certain.
pub(super) fn is_callee(pool: &TermPool, called: Called, entered: (FunctionId, u64)) -> bool {
    match called {
        Called::Defined(function) => function == entered.0,
        Called::Undefined(_) => false,
        Called::Computed(address) => {
            pool.value(address).is_none_or(|address| address as u64 == entered.1)
        }
    }
}
