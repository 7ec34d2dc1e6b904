//! What rides beside the machine and checks it.

use super::super::Meaning;
use super::super::effect::{Danger, Effect, Returned, Target};
use super::super::store::scalar_width;
use super::expect::{Expected, Patch, Room, Way, is_callee};
use super::machine::MachineStore;
use super::report::AuditReport;
use super::stores::{StoredRange, stored};
use clew_ir::{
    FunctionId, GlobalId, Id, IdVec, Place, Position, ProbeId, ProbePlan, ProbePoint, Program,
    Scalar, StatementKind, ops,
};
use clew_logic::TermPool;
use clew_vm::code::{Op, Reg, Slow};
use clew_vm::memory::{CodeRegion, Memory, ObjectKind};
use clew_vm::native::NativeLookup;
use clew_vm::shadow::StubView;
use clew_vm::shadow::{Outside, Shadow, Veto, View};
use clew_vm::stop::{FaultKind, Stop};
use std::sync::Arc;

/// Nothing more is checked once there are so many terms.
const MAX_TERMS: usize = 1 << 24;

/// A statement under way.
struct Pending {
    /// The number of frames.
    depth: usize,
    position: Position,
    /// `None` when it is not checked this time.
    expected: Option<Expected>,
    /// What it has written so far.
    stores: Vec<StoredRange>,
    /// What the function that it called has returned.
    returned: Option<Given>,
}

/// What a function has returned, in the machine's numbers.
enum Given {
    Nothing,
    Scalar(Scalar, u128),
    Record(Vec<Option<u8>>),
}

/// The checks of a run.
pub(super) struct Auditor<'p> {
    program: &'p Program,
    plan: Arc<ProbePlan>,
    natives: NativeLookup,
    pub(super) globals: IdVec<GlobalId, u64>,
    times: u32,
    /// By probe: how often control came there.
    counts: Vec<u32>,
    pool: TermPool,
    /// The statements under way, that of the outermost function first.
    pending: Vec<Pending>,
    /// Where a run first ended without a return, and the danger that was certain there.
    abandoned: Option<(Position, Option<Danger>)>,
    pub(super) report: AuditReport,
}

impl<'p> Auditor<'p> {
    pub(super) fn new(
        program: &'p Program,
        plan: Arc<ProbePlan>,
        natives: NativeLookup,
        times: u32,
    ) -> Self {
        Self {
            program,
            natives,
            globals: IdVec::new(),
            times,
            counts: vec![0; plan.len()],
            plan,
            pool: TermPool::new(),
            pending: Vec::new(),
            abandoned: None,
            report: AuditReport::default(),
        }
    }

    /// A run has ended; where a division ended it, the meaning must have said so.
    pub(super) fn ended(&mut self, stop: &Stop) {
        self.abandon();
        let Some((position, ends)) = self.abandoned.take() else { return };
        let danger = match stop {
            Stop::Fault(fault) if fault.kind == FaultKind::DivisionByZero => Danger::DivisionByZero,
            Stop::Fault(fault) if fault.kind == FaultKind::SignedOverflow => {
                Danger::DivisionOverflow
            }
            Stop::Fault(_)
            | Stop::Return(_)
            | Stop::Exit(_)
            | Stop::Interrupted
            | Stop::Unsupported(_) => return,
        };
        if ends.is_none_or(|ends| ends != danger) {
            self.report.disagree(position, format!("the run ends: {danger:?}"));
        }
    }

    /// Nothing that is under way will end: notes where the run was, unless it ended before. (After
    /// a fault, what was printed is still written out.)
    fn abandon(&mut self) {
        if let Some(Pending { position, expected: Some(expected), .. }) = self.pending.last() {
            let ends = expected.ends.map(|obligation| obligation.danger);
            self.abandoned.get_or_insert((*position, ends));
        }
        self.pending.clear();
    }

    /// Control comes to a statement.
    fn arrive(&mut self, probe: ProbeId, view: &View<'_, '_>) {
        let ProbePoint::Statement(function, block, statement) = self.plan.point(probe) else {
            return;
        };
        let position = Position { function, block, statement };
        let depth = view.frames.len();
        // No edge leads to the entry: the frame is new.
        let is_entered = position == Position::entry(function);
        let is_over =
            |pending: &Pending| pending.depth > depth || (is_entered && pending.depth == depth);
        while self.pending.last().is_some_and(is_over) {
            self.pending.pop();
        }
        if is_entered {
            self.entered(position, view);
        } else if let Some(pending) = self.pending.pop_if(|pending| pending.depth == depth) {
            self.finish(pending, position, view);
        }
        let expected = self.is_wanted(probe).then(|| self.predict(position, view)).flatten();
        let (stores, returned) = (Vec::new(), None);
        self.pending.push(Pending { depth, position, expected, stores, returned });
    }

    fn is_wanted(&mut self, probe: ProbeId) -> bool {
        let count = &mut self.counts[probe.0 as usize];
        *count = count.saturating_add(1);
        let is_wanted =
            (*count <= self.times || count.is_power_of_two()) && self.pool.len() < MAX_TERMS;
        if !is_wanted {
            self.report.passed_over += 1;
        }
        is_wanted
    }

    fn predict(&mut self, position: Position, view: &View<'_, '_>) -> Option<Expected> {
        let body = self.program.functions[position.function].body.as_ref().ok()?;
        let mut store =
            MachineStore::new(self.program, position.function, &self.globals, self.natives, view);
        let (expected, effect) =
            Expected::at(&mut self.pool, &mut store, body, position.block, position.statement);
        self.count(&effect);
        Some(expected)
    }

    fn count(&mut self, effect: &Effect) {
        for why in &effect.arbitrary {
            *self.report.arbitrary.entry(*why).or_default() += 1;
        }
    }

    /// A statement has ended, and control is at another.
    fn finish(&mut self, pending: Pending, arrived: Position, view: &View<'_, '_>) {
        let Pending { position, expected, stores, returned, .. } = pending;
        let Some(mut expected) = expected else { return };
        self.report.checked += 1;
        if position.function != arrived.function {
            let name = &self.program.functions[arrived.function].name;
            return self.report.disagree(position, format!("control comes to `{name}`"));
        }
        let mut faults = Vec::new();
        if let Some(obligation) = expected.ends {
            faults.push(format!("the run should have ended: {:?}", obligation.danger));
        }
        if let Some(address) = expected.unreadable {
            faults.push(format!("what is at {address:#x} is read, and is nowhere"));
        }
        if let Some(fault) = wrong_way(&expected.way, position, arrived) {
            faults.push(fault);
        }
        let is_call = matches!(expected.way, Way::Call(_));
        if is_call {
            self.expect_result(&mut expected, position, returned, view);
        }
        let store = self.store(position.function, view);
        compare(&expected, &store, &mut faults);
        let is_argument = |stored: &StoredRange| is_call && is_for_arguments(view.memory, stored);
        for stored in stores.iter().filter(|stored| !is_argument(stored)) {
            if !expected.room.contains(stored.address, stored.len) {
                faults.push(format!("{} bytes at {:#x} are written", stored.len, stored.address));
            }
        }
        for fault in faults {
            self.report.disagree(position, fault);
        }
    }

    fn store<'v, 'w>(
        &'v self,
        function: FunctionId,
        view: &'v View<'_, 'w>,
    ) -> MachineStore<'v, 'w> {
        MachineStore::new(self.program, function, &self.globals, self.natives, view)
    }

    /// What the result of a call changes, in the state that the function left.
    fn expect_result(
        &mut self,
        expected: &mut Expected,
        position: Position,
        returned: Option<Given>,
        view: &View<'_, '_>,
    ) {
        let Way::Call(call) = &expected.way else { return };
        let returned = match returned {
            None => Returned::Unknown,
            Some(Given::Nothing) => Returned::Nothing,
            Some(Given::Scalar(scalar, bits)) => {
                Returned::Scalar(scalar, self.pool.bv(scalar_width(scalar), bits))
            }
            Some(Given::Record(bytes)) => {
                let address = call.record.and_then(|record| self.pool.value(record.address));
                if let Some(address) = address {
                    expected.patches.push(Patch { address: address as u64, bytes });
                }
                return;
            }
        };
        let dest = self.dest(position);
        let call = call.clone();
        let mut store =
            MachineStore::new(self.program, position.function, &self.globals, self.natives, view);
        let effect = Meaning::new(self.program, position.function, &mut self.pool, &mut store)
            .returned(dest, &call, returned);
        let after = Expected::of_effect(&mut self.pool, &mut store, &effect);
        for write in &effect.writes {
            if let Target::Variable(local) = write.target {
                expected.variables[local.index()] = after.variables[local.index()];
            }
        }
        expected.patches.extend(after.patches);
        expected.room = match (std::mem::replace(&mut expected.room, Room::Anywhere), after.room) {
            (Room::Ranges(mut ranges), Room::Ranges(more)) => {
                ranges.extend(more);
                Room::Ranges(ranges)
            }
            (Room::Anywhere, _) | (_, Room::Anywhere) => Room::Anywhere,
        };
        self.count(&effect);
    }

    /// Where the result of a call goes.
    fn dest(&self, position: Position) -> Option<&'p Place> {
        let body = self.program.functions[position.function].body.as_ref().ok()?;
        let statement = body.blocks[position.block].statements.get(position.statement as usize)?;
        match &statement.kind {
            StatementKind::Call { dest, .. } => dest.as_ref(),
            StatementKind::Assign { .. }
            | StatementKind::Live(_)
            | StatementKind::Dead(_)
            | StatementKind::Zero(_) => None,
        }
    }

    /// A function has been entered, and its parameters have their values.
    fn entered(&mut self, position: Position, view: &View<'_, '_>) {
        let depth = view.frames.len();
        let caller = self.pending.last().filter(|caller| caller.depth + 1 == depth);
        let Some(Pending { position: caller, expected: Some(expected), .. }) = caller else {
            return;
        };
        let caller = *caller;
        let Way::Call(call) = &expected.way else {
            return self.report.disagree(caller, "a function is called".to_owned());
        };
        let function = position.function;
        let address =
            CodeRegion::Functions.address(self.program.types.data_model(), function.index());
        if !is_callee(&self.pool, call.callee, (function, address)) {
            let name = &self.program.functions[function].name;
            return self.report.disagree(caller, format!("`{name}` is called"));
        }
        self.report.calls += 1;
        let mut store =
            MachineStore::new(self.program, function, &self.globals, self.natives, view);
        let effect =
            Meaning::new(self.program, function, &mut self.pool, &mut store).entry(&call.arguments);
        let expected = Expected::of_effect(&mut self.pool, &mut store, &effect);
        let mut faults = Vec::new();
        compare(&expected, &store, &mut faults);
        self.count(&effect);
        for fault in faults {
            self.report.disagree(position, format!("on entry, {fault}"));
        }
    }

    /// A function is about to return what is in these registers.
    fn leave(&mut self, a: Reg, view: &View<'_, '_>) {
        let depth = view.frames.len();
        if self.pending.last().is_none_or(|pending| pending.depth != depth) {
            return;
        }
        let Some(Pending { position, expected, stores, .. }) = self.pending.pop() else { return };
        let function = position.function;
        let scalar = self.program.types.scalar(self.program.function_type(function).result);
        let actual = scalar.map(|scalar| (scalar, register_bits(view, scalar, a)));
        let mut record = None;
        if let Some(expected) = expected {
            self.report.checked += 1;
            match expected.way {
                Way::Return(returned, bytes) => {
                    self.compare_returned(position, returned, actual);
                    self.check_record_stores(position, &stores);
                    record = matches!(returned, Returned::Record { .. }).then_some(bytes);
                }
                Way::Next | Way::Call(_) | Way::Blocks(_) | Way::Nowhere | Way::Anywhere => {
                    self.report.disagree(position, "the function returns".to_owned());
                }
            }
        }
        if let Some(caller) = self.pending.last_mut().filter(|caller| caller.depth + 1 == depth) {
            caller.returned = match (actual, record) {
                (Some((scalar, bits)), _) => Some(Given::Scalar(scalar, bits)),
                (None, Some(bytes)) => Some(Given::Record(bytes)),
                (None, None) => Some(Given::Nothing),
            };
        }
    }

    fn compare_returned(
        &mut self,
        position: Position,
        returned: Returned,
        actual: Option<(Scalar, u128)>,
    ) {
        if let Returned::Scalar(_, value) = returned
            && let (Some(value), Some((_, actual))) = (self.pool.value(value), actual)
        {
            self.report.returns += 1;
            if value != actual {
                let what = format!("{actual:#x} is returned, not {value:#x}");
                self.report.disagree(position, what);
            }
        }
    }

    /// A returned record goes where the caller said.
    fn check_record_stores(&mut self, position: Position, stores: &[StoredRange]) {
        let Some(Pending { expected: Some(Expected { way: Way::Call(call), .. }), .. }) =
            self.pending.last()
        else {
            return;
        };
        let place = call.record.and_then(|record| {
            self.pool.value(record.address).map(|address| (address as u64, record.size))
        });
        if let Some((address, size)) = place {
            let room = Room::Ranges(vec![(address, size)]);
            for stored in stores.iter().filter(|it| !room.contains(it.address, it.len)) {
                let what = format!("a record is returned to {:#x}", stored.address);
                self.report.disagree(position, what);
            }
        }
    }
}

/// Compares the state with what was expected of it.
fn compare(expected: &Expected, store: &MachineStore<'_, '_>, faults: &mut Vec<String>) {
    let function = &store.program.functions[store.function];
    let actual = store.variables();
    for (local, (expected, actual)) in
        function.locals.iter().zip(expected.variables.iter().zip(&actual))
    {
        if let (Some(expected), Some(actual)) = (expected, actual)
            && expected != actual
        {
            faults.push(format!("`{}` is {actual:#x}, not {expected:#x}", local.name));
        }
    }
    for Patch { address, bytes } in &expected.patches {
        let Some(actual) = store.bytes(*address, bytes.len() as u64) else {
            faults.push(format!("nothing is at {address:#x}"));
            continue;
        };
        let differs = |(expected, actual): (&Option<u8>, &u8)| {
            expected.is_some_and(|expected| expected != *actual)
        };
        if bytes.iter().zip(actual).any(differs) {
            faults.push(format!("at {address:#x} are {actual:x?}, not {bytes:x?}"));
        }
    }
}

/// What is wrong with where control went.
fn wrong_way(way: &Way, from: Position, to: Position) -> Option<String> {
    let is_right = match way {
        Way::Next | Way::Call(_) => to.block == from.block && to.statement == from.statement + 1,
        Way::Blocks(blocks) => to.statement == 0 && blocks.contains(&to.block),
        Way::Return(..) | Way::Nowhere => false,
        Way::Anywhere => true,
    };
    (!is_right).then(|| format!("control goes to {} statement {}", to.block, to.statement))
}

/// Whether a store only puts down arguments behind `...`.
fn is_for_arguments(memory: &Memory, stored: &StoredRange) -> bool {
    memory
        .number(stored.address)
        .is_some_and(|number| memory.story(number).kind == ObjectKind::VariadicArguments)
        && memory.is_same_region(stored.address, stored.address.wrapping_add(stored.len))
}

fn register_bits(view: &View<'_, '_>, scalar: Scalar, a: Reg) -> u128 {
    let low = view.registers[a];
    if scalar.size() > 8 {
        let high = view.registers[a.wrapping_add(1)];
        return ops::truncate(u128::from(low) | (u128::from(high) << 64), scalar_width(scalar));
    }
    clew_vm::compile::plain_bits(scalar, low)
}

impl Shadow for Auditor<'_> {
    const IS_ACTIVE: bool = true;

    fn before(&mut self, op: &Op, view: &mut View<'_, '_>) -> Result<(), Veto> {
        match *op {
            Op::Probe { id } => self.arrive(ProbeId(id), view),
            Op::Return { a } | Op::ReturnWide { a } => self.leave(a, view),
            Op::Slow { index } => {
                if let Slow::LongJmp { .. } = *view.code.slow[index as usize] {
                    self.pending.clear();
                }
            }
            _ => {
                let depth = view.frames.len();
                if let Some(pending) = self.pending.last_mut()
                    && pending.depth == depth
                    && pending.expected.is_some()
                {
                    pending.stores.extend(stored(op, view));
                }
            }
        }
        Ok(())
    }

    fn outside(&mut self, _event: Outside, _memory: &Memory) {}

    fn probe(&mut self, _id: u32) {}

    fn stub(&mut self, _view: &mut StubView<'_>) -> Result<Option<u128>, Veto> {
        Ok(None)
    }
}
