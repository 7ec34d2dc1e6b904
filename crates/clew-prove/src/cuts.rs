//! Cuts: the heads of loops, or all places where ways come together, with the clauses that are held to be
//! true there.

use crate::candidates::candidates;
use crate::clause::Clause;
use crate::hoare::States;
use crate::ways::Order;
use clew_ir::cfg::Cfg;
use clew_ir::dominators::Dominators;
use clew_ir::loops::Loops;
use clew_ir::{Block, BlockId, Body, FunctionId, Position, Program, TerminatorKind};
use std::collections::{BTreeMap, BTreeSet};

/// Where a cut is: the calls under way and the position.
pub(crate) type Location = (Vec<Position>, Position);

/// One cut.
#[derive(Debug)]
struct Cut {
    clauses: Vec<Clause>,
    /// Its node, in the round under way.
    node: Option<usize>,
    /// Whether the round under way has come to it.
    is_open: bool,
}

/// Where the cuts are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Where {
    Nowhere,
    AtLoops,
    /// Wherever ways come together: heads of loops, joins, and behind calls that return in several ways.
    AtJoins,
    Everywhere,
}

/// What an unfolding does at the heads of loops.
#[derive(Debug)]
pub(crate) struct Cuts {
    places: Where,
    heads: BTreeMap<FunctionId, BTreeSet<BlockId>>,
    cuts: BTreeMap<Location, Cut>,
    /// What may hold at cuts that were sampled.
    guesses: BTreeMap<Location, Vec<Clause>>,
    /// Whether calls of what has loops are followed.
    enters_loops: bool,
    /// Whether ways that come together between cuts are followed as one.
    joins: bool,
    /// Whether functions under way are entered again.
    unrolls: bool,
    has_changed: bool,
    is_settled: bool,
    /// Where a cut may have several nodes: the states of Floyd–Hoare automata.
    states: Option<States>,
}

impl Cuts {
    fn new(places: Where) -> Self {
        Self {
            places,
            heads: BTreeMap::new(),
            cuts: BTreeMap::new(),
            guesses: BTreeMap::new(),
            enters_loops: false,
            joins: false,
            unrolls: false,
            has_changed: false,
            is_settled: matches!(places, Where::Nowhere | Where::Everywhere),
            states: None,
        }
    }

    /// No cuts: loops are unfolded.
    pub(crate) fn none() -> Self {
        Self::new(Where::Nowhere)
    }

    /// The same, where ways that come together between cuts are followed as one.
    pub(crate) fn joined(self) -> Self {
        Self { joins: true, ..self }
    }

    /// No cuts: loops are unfolded turn by turn, and functions that are under way are entered again.
    pub(crate) fn unrolled() -> Self {
        Self { unrolls: true, ..Self::none() }
    }

    /// Whether a function that is under way is entered again.
    pub(crate) fn unrolls(&self) -> bool {
        self.unrolls
    }

    /// The order in which ways are followed.
    pub(crate) fn order(&self) -> Order {
        match (&self.states, self.joins) {
            (Some(_), _) => Order::Width,
            (None, true) => Order::Joined,
            (None, false) => Order::Depth,
        }
    }

    /// Cuts at the heads of all loops.
    pub(crate) fn at_loops() -> Self {
        Self::new(Where::AtLoops)
    }

    /// The same, where calls of what has loops are followed, too.
    pub(crate) fn at_all_loops() -> Self {
        Self { enters_loops: true, ..Self::new(Where::AtLoops) }
    }

    /// Cuts at the heads of all loops, each with a node for each set of predicates that holds there.
    pub(crate) fn by_states(states: States) -> Self {
        Self { is_settled: true, states: Some(states), ..Self::at_all_loops() }
    }

    /// The states of automata, where nodes stand for them.
    pub(crate) fn states(&mut self) -> Option<&mut States> {
        self.states.as_mut()
    }

    /// The states, when the unfolding is done.
    pub(crate) fn into_states(self) -> Option<States> {
        self.states
    }

    /// Cuts wherever ways come together, and what may hold there.
    pub(crate) fn at_joins(guesses: BTreeMap<Location, Vec<Clause>>) -> Self {
        Self { guesses, ..Self::new(Where::AtJoins) }
    }

    /// Whether the clauses are as they are, and those are left out that nothing rests on: lemmas are many.
    pub(crate) fn are_tidied(&self) -> bool {
        self.is_settled && self.places == Where::AtJoins
    }

    /// Cuts at all blocks, where nothing is known.
    pub(crate) fn everywhere() -> Self {
        Self::new(Where::Everywhere)
    }

    /// Says what may hold at a cut.
    pub(crate) fn guess(&mut self, at: Location, clauses: Vec<Clause>) {
        self.guesses.insert(at, clauses);
    }

    /// Clauses that fail are being left out; whether the target is reached does not matter yet.
    pub(crate) fn is_settling(&self) -> bool {
        !self.is_settled
    }

    pub(crate) fn start_round(&mut self) {
        self.has_changed = false;
        for cut in self.cuts.values_mut() {
            cut.is_open = false;
            cut.node = None;
        }
    }

    /// Whether no clause failed in the round.
    pub(crate) fn is_stable(&self) -> bool {
        !self.has_changed
    }

    /// The clauses are as they are: the last round is the argument.
    pub(crate) fn settle(&mut self) {
        self.start_round();
        self.is_settled = true;
    }

    /// Whether a call need not be followed: what has loops of its own would forget its callers.
    pub(crate) fn skips(&self, program: &Program, function: FunctionId) -> bool {
        match self.places {
            Where::Nowhere | Where::AtJoins => false,
            Where::AtLoops if self.enters_loops => false,
            Where::AtLoops => {
                let body = program.functions[function].body.as_ref();
                body.is_ok_and(|body| !heads(body).is_empty())
            }
            Where::Everywhere => true,
        }
    }

    /// Whether there is a cut where a block begins.
    pub(crate) fn is_head(&self, position: Position) -> bool {
        match self.places {
            Where::Nowhere => false,
            Where::AtLoops | Where::AtJoins => {
                let heads = self.heads.get(&position.function);
                heads.is_some_and(|it| it.contains(&position.block))
            }
            Where::Everywhere => true,
        }
    }

    /// Whether there is a cut behind the calls of a function.
    pub(crate) fn is_behind(&self, program: &Program, callee: FunctionId) -> bool {
        let is_return = |block: &Block| matches!(block.terminator.kind, TerminatorKind::Return(_));
        let body = program.functions[callee].body.as_ref();
        self.places == Where::AtJoins
            && body.is_ok_and(|body| body.blocks.iter().filter(|it| is_return(it)).count() > 1)
    }

    /// Learns the cuts of a function.
    pub(crate) fn learn(&mut self, program: &Program, function: FunctionId) {
        let places = self.places;
        if let (Where::AtLoops | Where::AtJoins, Ok(body)) =
            (places, &program.functions[function].body)
        {
            self.heads.entry(function).or_insert_with(|| match places {
                Where::AtJoins => joins(body),
                Where::Nowhere | Where::AtLoops | Where::Everywhere => heads(body),
            });
        }
    }

    /// Comes to a cut; whether it is for the first time in the round.
    pub(crate) fn open(
        &mut self,
        program: &Program,
        calls: &[Position],
        position: Position,
    ) -> bool {
        let (places, guesses) = (self.places, &self.guesses);
        let location = (calls.to_vec(), position);
        let begin = || match places {
            Where::AtLoops => {
                let guessed = guesses.get(&(calls.to_vec(), position)).cloned();
                guessed.unwrap_or_else(|| {
                    candidates(program, position.function).into_iter().map(Clause::Here).collect()
                })
            }
            Where::AtJoins => guesses.get(&(calls.to_vec(), position)).cloned().unwrap_or_default(),
            Where::Nowhere | Where::Everywhere => Vec::new(),
        };
        let cut = self.cuts.entry(location).or_insert_with(|| Cut {
            clauses: begin(),
            node: None,
            is_open: false,
        });
        !std::mem::replace(&mut cut.is_open, true)
    }

    /// The clauses of a cut.
    pub(crate) fn clauses(&self, calls: &[Position], position: Position) -> Vec<Clause> {
        let cut = self.cuts.get(&(calls.to_vec(), position));
        cut.map_or(Vec::new(), |cut| cut.clauses.clone())
    }

    /// Leaves out the clauses that are not to be kept. Where the cut is new in the round, nothing
    /// rests on them yet.
    pub(crate) fn keep(
        &mut self,
        calls: &[Position],
        position: Position,
        kept: &[bool],
        is_new: bool,
    ) {
        let Some(cut) = self.cuts.get_mut(&(calls.to_vec(), position)) else { return };
        let mut kept = kept.iter();
        let before = cut.clauses.len();
        cut.clauses.retain(|_| kept.next().copied().unwrap_or(false));
        self.has_changed |= !is_new && cut.clauses.len() < before;
    }

    /// Says which node a cut has; what is claimed there.
    pub(crate) fn place(
        &mut self,
        calls: &[Position],
        position: Position,
        node: usize,
    ) -> Vec<Clause> {
        match self.cuts.get_mut(&(calls.to_vec(), position)) {
            Some(cut) => {
                cut.node = Some(node);
                cut.clauses.clone()
            }
            None => Vec::new(),
        }
    }

    /// Begins anew with what is held to be true, and with more that may be.
    pub(crate) fn widen(&mut self, more: impl Fn(&Location, &[Clause]) -> Vec<Clause>) {
        for (location, cut) in &mut self.cuts {
            let more = more(location, &cut.clauses);
            cut.clauses.extend(more);
        }
        self.is_settled = false;
    }

    /// The node of a cut.
    pub(crate) fn node(&self, calls: &[Position], position: Position) -> Option<usize> {
        self.cuts.get(&(calls.to_vec(), position))?.node
    }
}

/// The blocks that every way around a cycle comes through.
pub(crate) fn heads(body: &Body) -> BTreeSet<BlockId> {
    let cfg = Cfg::new(body);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    let headers = loops.loops.iter().map(|it| it.header);
    headers.chain(loops.irreducible_edges.iter().map(|(_, to)| *to)).collect()
}

/// The blocks that several edges lead to, heads of loops among them.
fn joins(body: &Body) -> BTreeSet<BlockId> {
    let cfg = Cfg::new(body);
    let joins = body.blocks.ids().filter(|it| cfg.predecessors(*it).len() > 1);
    joins.chain(heads(body)).collect()
}
