//! The path under way: its forks, and what was given up on it.

use super::path_id::PathId;
use super::run::{Arm, Ending, Fork, ForkKind, ForkSite, Incomplete, Others, Side};
use super::sites::Sites;
use crate::bounds::Bounds;
use crate::soundness::{Cause, Origin};
use clew_ir::{BlockId, FunctionId, Position, Span};
use clew_logic::{TermId, TermPool};
use clew_vm::code::Code;
use clew_vm::run::Frame;
use clew_vm::shadow::Veto;
use clew_vm::stop::Stop;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Which kind of fork an operation makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Check,
    Assume,
    Value,
    Object,
}

/// On a path with more forks than the limit, the other arms of so many more at each site are told:
/// what stands behind a long loop is explored all the same.
const LATE_ARMS: u32 = 8;

/// So many forks in a row may say what the path says already.
const MOST_REPEATED: u32 = 50_000;

/// So many times the limit is the end of a path's constraints.
const LONGEST: usize = 8;

/// The arm of a check that leads to a fault.
const FAULT: Arm = Arm(0);

/// What a check in a label's predicate says of the inputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietCheck {
    pub(crate) constraint: TermId,
    /// Whether it says that the predicate faults.
    pub(crate) faults: bool,
}

/// The forks of a run.
#[derive(Debug)]
pub(crate) struct Path {
    pub(crate) forks: Vec<Fork>,
    pub(crate) incomplete: Vec<Incomplete>,
    /// The forks before something became concrete that inputs decide, with no fork to say so.
    pub(crate) imprecise_from: Option<usize>,
    /// The forks before a branch was merged.
    pub(crate) merged_from: Option<usize>,
    /// The elements of an array that the run needs and the bounds do not admit.
    pub(crate) wanted_elements: Option<u64>,
    /// Whether memory was allocated: it never fails here.
    pub(crate) allocates: bool,
    /// Why the run ends, when that is not the machine's to say.
    pub(crate) ending: Option<Ending>,
    /// Whether it ends because it asked for more inputs than there may be.
    pub(crate) runs_out: bool,
    limits: Limits,
    said: Said,
    /// While the predicate of a label is evaluated: what its checks say.
    quiet: Option<Vec<QuietCheck>>,
    pub(crate) sides: Vec<Side>,
    /// The branches and other forks so far, whether inputs decide or not.
    pub(crate) id: PathId,
    /// Forks that say nothing of what comes later.
    pub(crate) ways: Ways,
    passed: Passed,
    pub(crate) sites: Sites,
}

/// How much of a path is told.
#[derive(Debug)]
struct Limits {
    /// Forks whose other arms are known already.
    known: usize,
    /// Forks of which all is told.
    forks: usize,
    /// Forks beyond them, by site.
    late: FxHashMap<ForkSite, u32>,
    /// Other values of a term that must be concrete.
    values: u32,
}

/// What the path says already: the same again needs no fork.
#[derive(Debug, Default)]
struct Said {
    /// The constraints on the path.
    asserted: FxHashSet<TermId>,
    /// The switches on the path, by what they switch on.
    switches: FxHashSet<(ForkSite, TermId)>,
    /// The accesses that the path says stay inside: the object, the offset, the size and how many bytes. A loop
    /// makes the same ones again and again, and the terms that say so cost more than the access.
    inside: FxHashSet<(u32, TermId, TermId, u64)>,
    /// How many forks in a row were on the path already.
    repeated: u32,
    /// Whether there were too many, so that no further fork is kept.
    is_over: bool,
}

/// Blocks that several ways lead through to the same place. What is told on such a way is no part of
/// what the path says behind it: whoever takes these ways for one goes on from all of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ways {
    /// The blocks whose branches such ways begin with.
    pub heads: BTreeSet<(FunctionId, BlockId)>,
    /// The other blocks on such ways.
    pub members: BTreeSet<(FunctionId, BlockId)>,
    /// Calls of which one pass through a function makes one at most, each with the first of them.
    pub alternatives: BTreeMap<Position, Position>,
}

impl Ways {
    /// Whether a fork is on such a way.
    fn have(&self, site: &ForkSite) -> bool {
        if self.heads.is_empty() {
            return false;
        }
        let block = (site.at.function, site.at.block);
        let is_branch = matches!(site.kind, ForkKind::Branch | ForkKind::Switch);
        (is_branch && self.heads.contains(&block)) || self.members.contains(&block)
    }
}

/// The branches so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Passed {
    branches: u64,
    /// The inputs that were asked for before the last one.
    inputs: usize,
}

/// What the caller's path says while a call that is cut goes on.
#[derive(Debug, Default)]
pub(crate) struct OuterPath {
    forks: Vec<Fork>,
    sides: Vec<Side>,
    said: Said,
    imprecise_from: Option<usize>,
}

/// What the path of a cut call says.
#[derive(Debug)]
pub(crate) struct InnerPath {
    pub(crate) forks: Vec<Fork>,
    pub(crate) sides: Vec<Side>,
    pub(crate) imprecise_from: Option<usize>,
}

impl Said {
    fn start(&mut self) {
        self.asserted.clear();
        self.switches.clear();
        self.inside.clear();
        self.repeated = 0;
        self.is_over = false;
    }
}

impl Path {
    pub(crate) fn new(bounds: &Bounds) -> Self {
        let (forks, values) = (bounds.forks, bounds.values);
        Self {
            forks: Vec::new(),
            incomplete: Vec::new(),
            imprecise_from: None,
            merged_from: None,
            wanted_elements: None,
            allocates: false,
            ending: None,
            runs_out: false,
            limits: Limits { known: 0, forks, late: FxHashMap::default(), values },
            said: Said::default(),
            quiet: None,
            sides: Vec::new(),
            id: PathId::ROOT,
            ways: Ways::default(),
            passed: Passed::default(),
            sites: Sites::new(),
        }
    }

    /// Starts a new run of which so many forks are known.
    pub(crate) fn start(&mut self, known: usize) {
        self.forks.clear();
        self.incomplete.clear();
        self.imprecise_from = None;
        self.merged_from = None;
        self.wanted_elements = None;
        self.limits.known = known;
        self.limits.late.clear();
        self.said.start();
        self.id = PathId::ROOT;
        self.passed = Passed::default();
        self.allocates = false;
        self.ending = None;
        self.runs_out = false;
        self.quiet = None;
        self.sides.clear();
        self.sites.start();
    }

    /// Whether the path says already that an access stays inside an object.
    pub(crate) fn is_inside(&mut self, access: (u32, TermId, TermId, u64)) -> bool {
        let is_said = self.quiet.is_none() && self.said.inside.contains(&access);
        if is_said {
            self.repeat();
        }
        is_said
    }

    /// The path says that an access stays inside an object.
    pub(crate) fn note_inside(&mut self, access: (u32, TermId, TermId, u64)) {
        if self.quiet.is_none() {
            self.said.inside.insert(access);
        }
    }

    /// Begins the path of a call that is cut.
    pub(crate) fn enter_call(&mut self) -> OuterPath {
        OuterPath {
            forks: std::mem::take(&mut self.forks),
            sides: std::mem::take(&mut self.sides),
            said: std::mem::take(&mut self.said),
            imprecise_from: self.imprecise_from.take(),
        }
    }

    /// Ends it, and goes on with its caller's.
    pub(crate) fn leave_call(&mut self, outer: OuterPath) -> InnerPath {
        let OuterPath { forks, sides, said, imprecise_from } = outer;
        self.said = said;
        InnerPath {
            forks: std::mem::replace(&mut self.forks, forks),
            sides: std::mem::replace(&mut self.sides, sides),
            imprecise_from: std::mem::replace(&mut self.imprecise_from, imprecise_from),
        }
    }

    /// Whether the other arms of the next fork are wanted.
    pub(crate) fn is_new(&self) -> bool {
        self.forks.len() >= self.limits.known
    }

    /// Whether no further fork is kept: what it would say need not be worked out.
    pub(crate) fn is_full(&self) -> bool {
        (self.said.is_over || self.forks.len() >= LONGEST * self.limits.forks)
            && self.quiet.is_none()
    }

    /// Notes that a fork says what the path says already. A run that does nothing else is most likely
    /// in a loop without an end, which is sooner at the limit of steps without terms.
    fn repeat(&mut self) {
        self.said.repeated += 1;
        if self.said.repeated == MOST_REPEATED {
            self.said.is_over = true;
            self.give_up(Cause::Repetition, Span::NONE);
        }
    }

    /// The site of a fork that an operation makes, with these calls under way.
    pub(crate) fn site(
        &mut self,
        code: &Code,
        position: u32,
        frames: &[Frame],
        kind: Kind,
    ) -> ForkSite {
        if self.is_new() {
            self.sites.note_calls(code, frames);
        }
        let (at, operation) = self.sites.place(code, position);
        let kind = match kind {
            Kind::Check => ForkKind::Check(operation),
            Kind::Assume => ForkKind::Assume(operation),
            Kind::Value => ForkKind::Value(operation),
            Kind::Object => ForkKind::Object(operation),
        };
        ForkSite { at, kind }
    }

    /// Where an operation is, and the calls under way there, outermost first; none where they are too many.
    pub(crate) fn place(
        &mut self,
        code: &Code,
        position: u32,
        frames: &[Frame],
    ) -> (Position, Vec<Position>) {
        self.sites.note_calls(code, frames);
        let calls = self.sites.calls(self.sites.calls).unwrap_or_default();
        (self.sites.place(code, position).0, calls)
    }

    /// Whether the path says already whether a condition holds.
    pub(crate) fn decides(&self, pool: &mut TermPool, condition: TermId) -> bool {
        let opposite = pool.not(condition);
        pool.value(condition).is_some()
            || self.said.asserted.contains(&condition)
            || self.said.asserted.contains(&opposite)
    }

    /// A fork with two arms: `condition` holds (`arms.0`) or does not (`arms.1`).
    pub(crate) fn branch(
        &mut self,
        pool: &mut TermPool,
        site: ForkSite,
        condition: TermId,
        holds: bool,
        arms: (Arm, Arm),
    ) -> Result<(), Veto> {
        if pool.value(condition).is_some() {
            return Ok(());
        }
        let (constraint, arm, other) =
            if holds { (condition, arms.0, arms.1) } else { (pool.not(condition), arms.1, arms.0) };
        self.push(site, arm, constraint, Others::Negation(other))
    }

    /// A fork between a fault (arm 0) and going on (arm 1).
    pub(crate) fn check(
        &mut self,
        pool: &mut TermPool,
        site: ForkSite,
        is_fine: TermId,
        holds: bool,
    ) -> Result<(), Veto> {
        self.branch(pool, site, is_fine, holds, (Arm(1), Arm(0)))
    }

    /// The same, where something else than the program decides what is fine.
    pub(crate) fn check_for(
        &mut self,
        origin: Origin,
        pool: &mut TermPool,
        site: ForkSite,
        (is_fine, holds): (TermId, bool),
    ) -> Result<(), Veto> {
        let before = self.forks.len();
        self.check(pool, site, is_fine, holds)?;
        if let Some(fork) = self.forks.get_mut(before) {
            fork.origin = origin;
        }
        Ok(())
    }

    /// What must hold. A run that does not meet it ends.
    pub(crate) fn assume(
        &mut self,
        pool: &mut TermPool,
        site: ForkSite,
        condition: TermId,
        holds: bool,
    ) -> Result<(), Veto> {
        if !holds {
            self.branch(pool, site, condition, false, (Arm(1), Arm(0)))?;
            self.ending = Some(Ending::Assumption);
            return Err(Veto::End);
        }
        if pool.value(condition).is_some() {
            return Ok(());
        }
        self.push(site, Arm(1), condition, Others::None)
    }

    /// A value that must be concrete: at most so many others are tried.
    pub(crate) fn pin(
        &mut self,
        pool: &mut TermPool,
        site: ForkSite,
        term: TermId,
        value: u128,
        others: Option<u32>,
    ) -> Result<(), Veto> {
        let constant = pool.bv(pool.width(term), value);
        let constraint = pool.eq(term, constant);
        if pool.value(constraint).is_some() {
            return Ok(());
        }
        // Values beyond 64 bits are told apart by their lower half only.
        let limit = others.unwrap_or(self.limits.values);
        self.push(site, Arm(value as u64), constraint, Others::Open(limit))
    }

    /// Whether a switch on this value was here before, so that the path says what it does.
    pub(crate) fn has_switched(&self, site: ForkSite, value: TermId) -> bool {
        self.said.switches.contains(&(site, value))
    }

    /// The fork of a switch.
    pub(crate) fn switch(
        &mut self,
        (site, value): (ForkSite, TermId),
        arm: Arm,
        constraint: TermId,
        others: Others,
    ) -> Result<(), Veto> {
        self.push(site, arm, constraint, others)?;
        if self.said.asserted.contains(&constraint) {
            self.said.switches.insert((site, value));
        }
        Ok(())
    }

    /// Adds a fork, unless its constraint is on the path already.
    pub(crate) fn push(
        &mut self,
        site: ForkSite,
        arm: Arm,
        constraint: TermId,
        others: Others,
    ) -> Result<(), Veto> {
        if self.said.asserted.contains(&constraint) {
            self.repeat();
            return Ok(());
        }
        if let (Some(checks), Others::Negation(other)) = (&mut self.quiet, &others) {
            checks.push(QuietCheck { constraint, faults: *other != FAULT });
            return Ok(());
        }
        if self.said.is_over {
            return Ok(());
        }
        self.said.repeated = 0;
        let mut is_told = true;
        if self.forks.len() >= self.limits.forks {
            self.give_up(Cause::Forks(self.limits.forks), Span::NONE);
            if self.is_full() {
                // The run goes on to its true end; what it depends on from here is not known.
                return Ok(());
            }
            let count = self.limits.late.entry(site).or_insert(0);
            *count += 1;
            is_told = *count <= LATE_ARMS;
        }
        if !self.ways.have(&site) {
            self.said.asserted.insert(constraint);
        }
        if !matches!(site.kind, ForkKind::Branch) {
            self.id = self.id.then(&site, arm);
        }
        let others = if self.is_new() && is_told { others } else { Others::None };
        let origin = site.kind.origin();
        let (calls, passed) = (self.sites.calls, self.passed.branches);
        self.forks.push(Fork { site, arm, constraint, origin, others, calls, passed });
        Ok(())
    }

    /// From now on, checks are kept apart from the path: they are a label's, and the path goes on
    /// whatever they say. What is made concrete is a fork as ever.
    pub(crate) fn be_quiet(&mut self) {
        self.quiet = Some(Vec::new());
    }

    /// Ends that; what the checks said.
    pub(crate) fn end_quiet(&mut self) -> Vec<QuietCheck> {
        self.quiet.take().unwrap_or_default()
    }

    /// The run comes to a branch, and has asked for so many inputs.
    #[inline(always)]
    pub(crate) fn come_to_branch(&mut self, inputs: usize) {
        self.passed.branches += 1 + u64::from(inputs != self.passed.inputs);
        self.passed.inputs = inputs;
    }

    /// The run goes on by this arm of a branch.
    #[inline(always)]
    pub(crate) fn pass(&mut self, branch: u64, arm: u64) {
        self.id = self.id.step(branch, arm);
    }

    /// The run ends because inputs are bounded.
    pub(crate) fn bound(&mut self, cause: Cause) -> Veto {
        self.give_up(cause, Span::NONE);
        self.ending = Some(Ending::Bound);
        Veto::End
    }

    /// The run ends where it asks for one input too many. Tests do the same, so it counts for
    /// what it has met: a program that asks for ever can be tested no other way.
    pub(crate) fn run_out(&mut self, cause: Cause) -> Veto {
        self.give_up(cause, Span::NONE);
        self.ending = Some(Ending::Stop(Stop::Exit(0)));
        self.runs_out = true;
        Veto::End
    }

    /// The run ends because what it does next is not known.
    pub(crate) fn stop(&mut self, cause: Cause, span: Span) -> Veto {
        self.give_up(cause, span);
        self.ending = Some(Ending::Bound);
        Veto::End
    }

    /// Notes what is given up: the search will not be complete.
    pub(crate) fn give_up(&mut self, cause: Cause, span: Span) {
        let incomplete = Incomplete { cause, span };
        if !self.incomplete.contains(&incomplete) {
            self.incomplete.push(incomplete);
        }
    }

    /// Notes that something is concrete from here on though inputs decide it: the path does not say
    /// so, and other inputs for it may go another way.
    pub(crate) fn make_imprecise(&mut self, cause: Cause, span: Span) {
        self.imprecise_from.get_or_insert(self.forks.len());
        self.give_up(cause, span);
    }
}
