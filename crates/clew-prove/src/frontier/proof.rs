//! What the graph excludes, as a certificate: at every location the R-states that were excluded are
//! invariants, negated. The program is unfolded with cuts at joins and heads of loops; what a cut claims
//! and some way there does not imply is left out, until nothing is.

use super::analysis::{Analysis, Outcome};
use super::model::Standing;
use super::predicate::Predicate;
use super::space::{Location, Passage, Space};
use crate::aims::Aims;
use crate::certificate::{Certificate, Fate, Method, Node};
use crate::effort::{Effort, Limits};
use crate::failure::Failure;
use crate::prove::Proven;
use crate::target::{Start, Target};
use clew_ir::cfg::Cfg;
use clew_ir::{BlockId, FunctionId, Position};
use clew_logic::{TermId, TermPool};
use clew_solver::{Query, Solver, StackConfig, Verdict};
use clew_symbolic::meaning::{Edge, Pause, Rules, Style, Walk};
use std::collections::{BTreeMap, BTreeSet};

type Place = (Vec<Position>, Position);

impl Analysis<'_> {
    /// A certificate for the targets that the graph excludes: of what was excluded, whatever holds by
    /// itself. For each target its proof, or why there is none.
    pub fn prove(&self, targets: &[Target], limits: Limits) -> Proven {
        let mut claims: BTreeMap<Place, Vec<Predicate>> = BTreeMap::new();
        for state in &self.graph().states {
            let Location { calls, at, arm } = self.space().get(state.location);
            if state.standing == Standing::Excluded && arm.is_none() {
                let known = claims.entry((calls.clone(), *at)).or_default();
                if !known.contains(&state.predicate) {
                    known.push(state.predicate.clone());
                }
            }
        }
        let is_excluded = |at: &usize| self.outcomes().get(*at) == Some(&Outcome::Excluded);
        let failures: Vec<Option<Failure>> =
            (0..targets.len()).map(|at| (!is_excluded(&at)).then_some(Failure::Reached)).collect();
        weave(self.space(), targets, failures, claims, limits)
    }
}

/// Unfolds until the claims hold by themselves.
fn weave<'p>(
    space: &Space<'p>,
    targets: &[Target],
    failures: Vec<Option<Failure>>,
    mut claims: BTreeMap<Place, Vec<Predicate>>,
    limits: Limits,
) -> Proven {
    let mut effort = Effort::new(limits);
    loop {
        let mut aims = Aims::new(space.task, targets, failures.clone());
        let (result, is_stable, nodes) = {
            let mut weaver = Weaver::new(space, &mut aims, &mut effort, &mut claims, limits.nodes);
            let result = weaver.run();
            (result, !weaver.has_changed, weaver.nodes)
        };
        let failed = aims.into_failures();
        if let Err(failure) = result {
            let outcomes = failed.iter().map(|it| Err(it.unwrap_or(failure))).collect();
            return Proven { certificates: Vec::new(), outcomes };
        }
        if !is_stable {
            continue;
        }
        let held = (0..targets.len()).filter(|at| failed[*at].is_none());
        let held: Vec<Target> = held.map(|at| targets[at].clone()).collect();
        let mut proven = Proven::default();
        proven.outcomes = failed.iter().map(|it| it.map_or(Ok(0), Err)).collect();
        if !held.is_empty() {
            let method = Method::Invariants;
            proven.certificates.push(Certificate::new(space.task, held, method, nodes));
        }
        return proven;
    }
}

/// An unfolding under way.
struct Weaver<'w, 'a, 'p> {
    space: &'w Space<'p>,
    aims: &'w mut Aims<'a>,
    effort: &'w mut Effort,
    claims: &'w mut BTreeMap<Place, Vec<Predicate>>,
    most_nodes: usize,
    pool: TermPool,
    solver: Solver,
    nodes: Vec<Node>,
    joins: BTreeMap<FunctionId, BTreeSet<BlockId>>,
    /// The nodes of the cuts that were come to.
    cuts: BTreeMap<Place, usize>,
    /// Whether a claim was left out that something rests on.
    has_changed: bool,
}

/// From where a node is led to.
enum Link {
    Root,
    Cut(usize),
    Enter(usize, u32),
    Arm(usize, u32),
    Return(usize),
}

type Work<'p> = Vec<(Link, Walk<'p>)>;

impl<'w, 'a, 'p> Weaver<'w, 'a, 'p> {
    fn new(
        space: &'w Space<'p>,
        aims: &'w mut Aims<'a>,
        effort: &'w mut Effort,
        claims: &'w mut BTreeMap<Place, Vec<Predicate>>,
        most_nodes: usize,
    ) -> Self {
        Self {
            space,
            aims,
            effort,
            claims,
            most_nodes,
            pool: TermPool::new(),
            solver: Solver::new(StackConfig::default()),
            nodes: Vec::new(),
            joins: BTreeMap::new(),
            cuts: BTreeMap::new(),
            has_changed: false,
        }
    }

    fn run(&mut self) -> Result<(), Failure> {
        let task = self.space.task;
        let (style, rules) = (Style::Substituted, Rules::Machine);
        let mut walk = Walk::new(&mut self.pool, task.program, task.start.function(), style, rules);
        if let Start::Program(_) = task.start {
            walk.initialise(&mut self.pool, task.initial());
        }
        for (_, assumed) in task.assumes {
            walk.assume(&mut self.pool, assumed);
        }
        let mut work = vec![(Link::Root, walk)];
        while let Some((link, walk)) = work.pop() {
            if !self.aims.has_any() {
                break;
            }
            let number = match link {
                Link::Cut(number) => number,
                link => self.add(&link, &walk)?,
            };
            self.follow(number, walk, &mut work)?;
        }
        Ok(())
    }

    fn add(&mut self, link: &Link, walk: &Walk<'p>) -> Result<usize, Failure> {
        let number = self.nodes.len();
        if number >= self.most_nodes {
            return Err(Failure::Nodes);
        }
        self.nodes.push(Node::new(walk.calls(), walk.position()));
        match *link {
            Link::Root | Link::Cut(_) => {}
            Link::Enter(from, at) => self.nodes[from].entered.push((at, Some(number))),
            Link::Arm(from, arm) => self.nodes[from].edges.push((arm, Fate::To(number))),
            Link::Return(from) => self.nodes[from].returns = Some(Fate::To(number)),
        }
        Ok(number)
    }

    /// Follows a node to the end of its block, a call or a return.
    fn follow(
        &mut self,
        number: usize,
        mut walk: Walk<'p>,
        work: &mut Work<'p>,
    ) -> Result<(), Failure> {
        self.effort.spend_time()?;
        let mut skipped = Vec::new();
        let pause = self.advance(&mut walk, &mut skipped);
        self.nodes[number].entered.extend(skipped.into_iter().map(|it| (it, None)));
        match pause {
            Pause::At | Pause::Ended => {}
            Pause::Entered => {
                if let Some(site) = walk.calls().last() {
                    work.push((Link::Enter(number, site.statement), walk));
                }
            }
            Pause::Returned => match self.aims.is_relevant(&walk.calls(), walk.position()) {
                true => work.push((Link::Return(number), walk)),
                false => self.nodes[number].returns = Some(Fate::Irrelevant),
            },
            Pause::Edges(edges) => self.part(number, &walk, &edges, work)?,
        }
        Ok(())
    }

    fn advance(&mut self, walk: &mut Walk<'p>, skipped: &mut Vec<u32>) -> Pause {
        let (space, calls, here) = (self.space, walk.calls(), walk.position());
        let enters = |function: FunctionId| {
            let call = clew_ir::StatementKind::Call {
                dest: None,
                callee: clew_ir::Callee::Direct(function),
                args: Vec::new(),
            };
            space.effect(&calls, here, &call) == Passage::Into(function)
        };
        let pause = walk.advance(&mut self.pool, &|_| false, &enters, skipped);
        let body = space.body(here.function);
        for statement in skipped.iter() {
            let at = Position { statement: *statement, ..here };
            let called = body.and_then(|body| at.statement_in(body));
            if let Some(clew_ir::StatementKind::Call {
                callee: clew_ir::Callee::Direct(id), ..
            }) = called
            {
                self.aims.give_up_inside(*id);
            }
        }
        pause
    }

    /// Goes on by each way out of a block that is not refuted.
    fn part(
        &mut self,
        number: usize,
        walk: &Walk<'p>,
        edges: &[Edge],
        work: &mut Work<'p>,
    ) -> Result<(), Failure> {
        let (position, calls) = (walk.position(), walk.calls());
        for edge in edges {
            let target = self.aims.edge(position.function, position.block, edge.index);
            let next = Position { block: edge.target, statement: 0, ..position };
            if target.is_none() && !self.aims.is_relevant(&calls, next) {
                self.nodes[number].edges.push((edge.index, Fate::Irrelevant));
                continue;
            }
            if edge.guard != TermPool::TRUE && self.is_refuted(walk, edge.guard)? {
                self.nodes[number].edges.push((edge.index, Fate::Infeasible));
                continue;
            }
            if let Some(target) = target {
                self.aims.give_up(target, Failure::Reached);
                if !self.aims.is_relevant(&calls, next) {
                    self.nodes[number].edges.push((edge.index, Fate::Irrelevant));
                    continue;
                }
            }
            let mut taken = walk.clone();
            taken.take(*edge);
            match self.is_join(next) {
                true => self.arrive(number, edge.index, taken, work)?,
                false => work.push((Link::Arm(number, edge.index), taken)),
            }
        }
        Ok(())
    }

    /// Whether there is a cut: several edges lead there.
    fn is_join(&mut self, at: Position) -> bool {
        let body = self.space.body(at.function);
        let joins = self.joins.entry(at.function).or_insert_with(|| {
            body.map_or_else(BTreeSet::new, |body| {
                let cfg = Cfg::new(body);
                body.blocks.ids().filter(|it| cfg.predecessors(*it).len() > 1).collect()
            })
        });
        joins.contains(&at.block)
    }

    /// Control comes to a cut: what is claimed there must hold, or it is not claimed.
    fn arrive(
        &mut self,
        from: usize,
        arm: u32,
        mut walk: Walk<'p>,
        work: &mut Work<'p>,
    ) -> Result<(), Failure> {
        let place = (walk.calls(), walk.position());
        let known = self.cuts.get(&place).copied();
        let mut kept = Vec::new();
        for claim in self.claims.get(&place).cloned().unwrap_or_default() {
            let holds = self.conjunction(&mut walk, &claim);
            match self.is_refuted(&walk, holds)? {
                true => kept.push(claim),
                false => self.has_changed |= known.is_some(),
            }
        }
        self.claims.insert(place.clone(), kept.clone());
        let number = match known {
            Some(number) => number,
            None => {
                walk.forget(&mut self.pool);
                for claim in &kept {
                    let holds = self.conjunction(&mut walk, claim);
                    let fails = self.pool.not(holds);
                    walk.assume_term(fails);
                }
                let number = self.add(&Link::Root, &walk)?;
                let literals = |it: &Predicate| {
                    it.literals.iter().map(|it| (it.depth, it.expr.clone())).collect()
                };
                self.nodes[number].predicate = Some(Vec::new());
                self.nodes[number].excluded = kept.iter().map(literals).collect();
                self.cuts.insert(place, number);
                work.push((Link::Cut(number), walk));
                number
            }
        };
        self.nodes[from].edges.push((arm, Fate::To(number)));
        Ok(())
    }

    fn conjunction(&mut self, walk: &mut Walk<'p>, predicate: &Predicate) -> TermId {
        let literals = predicate.literals.iter();
        let terms: Vec<TermId> =
            literals.map(|it| walk.holds_in(&mut self.pool, it.depth, &it.expr)).collect();
        self.pool.and_all(terms)
    }

    /// Whether something cannot hold where a walk stands.
    fn is_refuted(&mut self, walk: &Walk<'p>, holds: TermId) -> Result<bool, Failure> {
        let mut constraints: Vec<TermId> =
            walk.store().constraints().iter().map(|it| it.term).collect();
        constraints.push(holds);
        let query = Query::new(&constraints).with_budget(self.effort.ask()?);
        Ok(matches!(self.solver.check(&mut self.pool, &query), Verdict::Unsat(_)))
    }
}
