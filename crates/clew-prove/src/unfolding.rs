//! The program unfolded towards a target: every way that may lead there is followed, and each must
//! come to nothing.
//!
//! Without cuts the unfolding is a tree, and its nodes know all that happened on the way: an argument
//! by exhaustion; where ways that come together are joined, it has a node for each point, turn of a loop and
//! call under way. With cuts at the heads
//! of loops, or wherever ways come together, a node there knows nothing but its clauses, and every way to it
//! must imply them: an argument by invariants.

use crate::aims::Aims;
use crate::certificate::{Fate, Node};
use crate::clause::Clause;
use crate::cuts::Cuts;
use crate::effort::Effort;
use crate::failure::Failure;
use crate::models::is_exact_model;
use crate::needed::Grounds;
use crate::place::Place;
use crate::prove::Task;
use crate::target::Start;
use crate::ways::{Arrived, Link, Order, Ways};
use clew_ir::{Body, Callee, FunctionId, Linkage, Position, Program, StatementKind};
use clew_logic::{Evaluator, TermId, TermPool};
use clew_solver::{Query, Solver, StackConfig, Verdict};
use clew_symbolic::Letter;
use clew_symbolic::meaning::{Edge, Pause, Rules, Style, Walk};

/// An unfolding under way.
pub(crate) struct Unfolding<'p, 'e> {
    task: Task<'p>,
    aims: &'e mut Aims<'p>,
    effort: &'e mut Effort,
    cuts: &'e mut Cuts,
    most_nodes: usize,
    pool: TermPool,
    solver: Solver,
    nodes: Vec<Node>,
    /// How control first came to each node.
    came: Vec<Option<(usize, Letter)>>,
    /// Where each node stands in the order of execution, and behind which cut.
    places: Vec<Place>,
    reached: Vec<Reached>,
    /// What the argument rests on, where that is to be known.
    grounds: Option<Grounds>,
}

/// A target that a way leads to which is not refuted.
struct Reached {
    node: usize,
    at: Spot,
}

/// Where in a node's block a target is.
enum Spot {
    Arm(u32),
    Label(Position),
}

/// What an unfolding comes to.
pub(crate) struct Unfolded {
    /// The argument, for the targets that were not given up.
    pub(crate) nodes: Vec<Node>,
    /// The first word to a target that is not refuted.
    pub(crate) word: Option<Word>,
}

/// A word of the control-flow graphs, and where a target is behind it; nowhere when its last letter is
/// the target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Word {
    pub(crate) letters: Vec<Letter>,
    pub(crate) label: Option<Position>,
}

/// Unfolds the program towards targets, with cuts or without. Targets that a way leads to which is
/// not refuted are given up; for the others the nodes are the argument.
///
/// # Errors
/// Where the limits are met.
pub(crate) fn unfold<'p>(
    task: Task<'p>,
    aims: &mut Aims<'p>,
    effort: &mut Effort,
    cuts: &mut Cuts,
    most_nodes: usize,
) -> Result<Vec<Node>, Failure> {
    Ok(unfold_to_words(task, aims, effort, cuts, most_nodes)?.nodes)
}

/// The same, with the word to the first target that is reached.
///
/// # Errors
/// Where the limits are met.
pub(crate) fn unfold_to_words<'p>(
    task: Task<'p>,
    aims: &mut Aims<'p>,
    effort: &mut Effort,
    cuts: &mut Cuts,
    most_nodes: usize,
) -> Result<Unfolded, Failure> {
    let mut pool = TermPool::new();
    let walk = begin(task, &mut pool);
    let mut unfolding = Unfolding {
        task,
        aims,
        effort,
        cuts,
        most_nodes,
        pool,
        solver: Solver::new(StackConfig::default()),
        nodes: Vec::new(),
        came: Vec::new(),
        places: Vec::new(),
        reached: Vec::new(),
        grounds: None,
    };
    unfolding.grounds = unfolding.cuts.are_tidied().then(Grounds::default);
    unfolding.run(walk)?;
    unfolding.tidy();
    let word = unfolding.reached.first().map(|it| unfolding.word(it));
    Ok(Unfolded { nodes: unfolding.nodes, word })
}

/// The start of executions.
pub(crate) fn begin<'p>(task: Task<'p>, pool: &mut TermPool) -> Walk<'p> {
    let entry = task.start.function();
    let mut walk = Walk::new(pool, task.program, entry, Style::Substituted, Rules::Machine);
    if let Start::Program(_) = task.start {
        walk.initialise(pool, task.initial());
    }
    for (_, assumed) in task.assumes {
        walk.assume(pool, assumed);
    }
    walk
}

impl<'p> Unfolding<'p, '_> {
    fn run(&mut self, walk: Walk<'p>) -> Result<(), Failure> {
        let mut work = Ways::new(self.task.program, self.cuts.order());
        let walk = self.named(walk);
        work.push(None, Link::Root, walk);
        while let Some(Arrived { place, links, walks }) = work.pop() {
            if !self.aims.has_any() {
                break;
            }
            if let [Link::Cut(number)] = links[..] {
                self.places[number] = place;
                for walk in walks {
                    self.follow(number, walk, &mut work)?;
                }
                continue;
            }
            match Walk::join(&mut self.pool, &walks) {
                Some(joined) if walks.len() > 1 => {
                    let number = self.add(links[0], place, &joined)?;
                    links[1..].iter().for_each(|link| self.lead(*link, number));
                    self.follow(number, joined, &mut work)?;
                }
                Some(_) | None => {
                    for (link, walk) in links.into_iter().zip(walks) {
                        let number = self.add(link, place.clone(), &walk)?;
                        self.follow(number, walk, &mut work)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Where ways are to be joined, a walk whose variables all have values.
    fn named(&mut self, mut walk: Walk<'p>) -> Walk<'p> {
        if self.cuts.order() == Order::Joined {
            walk.name_all(&mut self.pool);
        }
        walk
    }

    fn add(&mut self, link: Link, place: Place, walk: &Walk<'p>) -> Result<usize, Failure> {
        let number = self.nodes.len();
        if number >= self.most_nodes {
            return Err(Failure::Nodes);
        }
        self.nodes.push(Node::new(walk.calls(), walk.position()));
        self.came.push(self.letter(&link, walk.position()));
        self.places.push(place);
        self.lead(link, number);
        Ok(number)
    }

    /// The cut that a link comes from.
    fn origin(&self, link: &Link) -> Option<usize> {
        match *link {
            Link::Root => None,
            Link::Cut(number) => Some(number),
            Link::Enter(from, _) | Link::Arm(from, _) | Link::Return(from) => {
                self.places[from].cut()
            }
        }
    }

    /// Leaves out the clauses that nothing rests on, as far as there is effort to find them.
    fn tidy(&mut self) {
        let Some(grounds) = self.grounds.take() else { return };
        let Ok(needed) = grounds.needed(&mut self.pool, &mut self.solver, self.effort) else {
            return;
        };
        for (number, node) in self.nodes.iter_mut().enumerate() {
            let needed = needed.get(&number);
            let mut clause = 0..;
            let mut is_needed =
                || clause.next().is_some_and(|it| needed.is_some_and(|all| all.contains(&it)));
            if let Some(clauses) = &mut node.predicate {
                clauses.retain(|_| is_needed());
            }
        }
    }

    /// Says where a link leads.
    fn lead(&mut self, link: Link, number: usize) {
        match link {
            Link::Root | Link::Cut(_) => {}
            Link::Enter(from, statement) => {
                self.nodes[from].entered.push((statement, Some(number)));
            }
            Link::Arm(from, arm) => self.nodes[from].edges.push((arm, Fate::To(number))),
            Link::Return(from) => self.nodes[from].returns = Some(Fate::To(number)),
        }
    }

    /// The node that a link begins at, and its letter.
    fn letter(&self, link: &Link, to: Position) -> Option<(usize, Letter)> {
        match *link {
            Link::Root | Link::Cut(_) => None,
            Link::Enter(from, statement) => {
                let site = Some(Position { statement, ..self.nodes[from].at });
                Some((from, Letter::Call { site, callee: to.function }))
            }
            Link::Arm(from, arm) => Some((from, self.edge(from, arm)?)),
            Link::Return(from) => Some((from, Letter::Return { from: self.terminator(from)? })),
        }
    }

    fn edge(&self, node: usize, arm: u32) -> Option<Letter> {
        Some(Letter::Edge { from: self.terminator(node)?, arm, fork: None })
    }

    /// The end of a node's block.
    fn terminator(&self, node: usize) -> Option<Position> {
        let at = self.nodes[node].at;
        let body = self.task.program.functions[at.function].body.as_ref().ok()?;
        Some(Position::terminator(at.function, at.block, body))
    }

    /// The letters from the start to a target.
    fn word(&self, reached: &Reached) -> Word {
        let mut letters = Vec::new();
        let label = match reached.at {
            Spot::Arm(arm) => {
                letters.extend(self.edge(reached.node, arm));
                None
            }
            Spot::Label(at) => Some(at),
        };
        let mut node = reached.node;
        while let Some((from, letter)) = self.came[node] {
            letters.push(letter);
            node = from;
        }
        letters.push(Letter::Call { site: None, callee: self.task.start.function() });
        letters.reverse();
        Word { letters, label }
    }

    /// Follows a node to the end of its block, a call or a return.
    fn follow(
        &mut self,
        number: usize,
        mut walk: Walk<'p>,
        work: &mut Ways<'p>,
    ) -> Result<(), Failure> {
        self.effort.spend_time()?;
        let function = walk.position().function;
        let mut passed = None;
        loop {
            let mut skipped = Vec::new();
            let pause = self.advance(&mut walk, passed, &mut skipped);
            self.nodes[number].entered.extend(skipped.into_iter().map(|it| (it, None)));
            match pause {
                Pause::At => {
                    self.pass_labels(number, &mut walk)?;
                    passed = Some(walk.position());
                }
                Pause::Ended => return Ok(()),
                Pause::Entered => {
                    let walk = self.named(walk);
                    if let Some(site) = walk.calls().last() {
                        let link = Link::Enter(number, site.statement);
                        work.push(Some(&self.places[number]), link, walk);
                    }
                    return Ok(());
                }
                Pause::Returned => return self.come_back(number, walk, function, work),
                Pause::Edges(edges) => return self.part(number, &walk, &edges, work),
            }
        }
    }

    /// A function has returned to the one that called it.
    fn come_back(
        &mut self,
        number: usize,
        walk: Walk<'p>,
        from: FunctionId,
        work: &mut Ways<'p>,
    ) -> Result<(), Failure> {
        if !self.aims.is_relevant(&walk.calls(), walk.position()) {
            self.nodes[number].returns = Some(Fate::Irrelevant);
            return Ok(());
        }
        match self.cuts.is_behind(self.task.program, from) {
            true => self.arrive(Link::Return(number), walk, work),
            false => {
                work.push(Some(&self.places[number]), Link::Return(number), walk);
                Ok(())
            }
        }
    }

    /// Goes on to the next thing that matters, but not past a label, unless it was `passed`.
    fn advance(
        &mut self,
        walk: &mut Walk<'p>,
        passed: Option<Position>,
        skipped: &mut Vec<u32>,
    ) -> Pause {
        let task = self.task;
        let under_way: Vec<FunctionId> = walk.calls().iter().map(|it| it.function).collect();
        let here = walk.position();
        let is_deep = under_way.len() >= self.effort.most_calls();
        let (aims, cuts) = (&*self.aims, &*self.cuts);
        let enters = |function: FunctionId| {
            let is_under_way = function == here.function || under_way.contains(&function);
            let is_recursive = is_under_way && !cuts.unrolls();
            let is_wanted = aims.leads_inside(function) || !cuts.skips(task.program, function);
            let is_own = may_enter(task.program, task.start, function);
            !is_deep && !is_recursive && is_wanted && is_own
        };
        let stops = |position| passed != Some(position) && aims.stops_at(position);
        let pause = walk.advance(&mut self.pool, &stops, &enters, skipped);
        let body = task.program.functions[here.function].body.as_ref().ok();
        for statement in skipped.iter() {
            if let Some(function) = body.and_then(|body| called(body, here, *statement)) {
                self.aims.give_up_inside(function);
            }
        }
        pause
    }

    /// The walk comes to where predicates of targets must not hold.
    fn pass_labels(&mut self, number: usize, walk: &mut Walk<'p>) -> Result<(), Failure> {
        if self.cuts.is_settling() {
            return Ok(());
        }
        for (target, predicate) in self.aims.labels(walk.position()) {
            let holds = match predicate {
                Some(predicate) => walk.holds(&mut self.pool, predicate),
                None => TermPool::TRUE,
            };
            if self.is_refuted(walk, holds)? {
                self.note_refuted(number, walk, holds);
            } else {
                self.aims.give_up(target, Failure::Reached);
                let at = Spot::Label(walk.position());
                self.reached.push(Reached { node: number, at });
            }
        }
        Ok(())
    }

    /// Goes on by each way out of a block that is not refuted.
    fn part(
        &mut self,
        number: usize,
        walk: &Walk<'p>,
        edges: &[Edge],
        work: &mut Ways<'p>,
    ) -> Result<(), Failure> {
        let position = walk.position();
        let calls = walk.calls();
        self.cuts.learn(self.task.program, position.function);
        for edge in edges {
            let target = self.aims.edge(position.function, position.block, edge.index);
            let target = target.filter(|_| !self.cuts.is_settling());
            let next = Position { block: edge.target, statement: 0, ..position };
            if target.is_none() && !self.aims.is_relevant(&calls, next) {
                self.nodes[number].edges.push((edge.index, Fate::Irrelevant));
                continue;
            }
            if edge.guard != TermPool::TRUE && self.is_refuted(walk, edge.guard)? {
                self.note_refuted(number, walk, edge.guard);
                self.nodes[number].edges.push((edge.index, Fate::Infeasible));
                continue;
            }
            if let Some(target) = target {
                self.aims.give_up(target, Failure::Reached);
                self.reached.push(Reached { node: number, at: Spot::Arm(edge.index) });
                if !self.aims.is_relevant(&calls, next) {
                    self.nodes[number].edges.push((edge.index, Fate::Irrelevant));
                    continue;
                }
            }
            let mut taken = walk.clone();
            taken.take(*edge);
            match self.cuts.is_head(next) {
                true => self.arrive(Link::Arm(number, edge.index), taken, work)?,
                false => {
                    let link = Link::Arm(number, edge.index);
                    work.push(Some(&self.places[number]), link, taken);
                }
            }
        }
        Ok(())
    }

    /// Control comes to a cut: what is claimed there must hold, or it is not claimed.
    fn arrive(
        &mut self,
        link: Link,
        mut walk: Walk<'p>,
        work: &mut Ways<'p>,
    ) -> Result<(), Failure> {
        if self.cuts.states().is_some() {
            return self.arrive_in_state(link, walk, work);
        }
        let (calls, position) = (walk.calls(), walk.position());
        let is_new = self.cuts.open(self.task.program, &calls, position);
        let clauses = self.cuts.clauses(&calls, position);
        let holds = self.terms(&clauses, &mut walk);
        let kept = self.implied(&walk, &holds)?;
        self.cuts.keep(&calls, position, &kept, is_new);
        let constraints = constraints(&walk);
        if is_new {
            let mut any = walk;
            any.forget(&mut self.pool);
            let claimed = self.cuts.clauses(&calls, position);
            let claimed = self.terms(&claimed, &mut any);
            claimed.iter().for_each(|term| any.assume_term(*term));
            let place = Place::of_cut(Some(self.nodes.len()));
            let number = self.add(Link::Root, place, &any)?;
            self.nodes[number].predicate = Some(self.cuts.place(&calls, position, number));
            if let Some(grounds) = &mut self.grounds {
                grounds.claim(number, claimed);
            }
            let any = self.named(any);
            work.push(None, Link::Cut(number), any);
        }
        let number = self.cuts.node(&calls, position).ok_or(Failure::Hidden)?;
        let origin = self.origin(&link);
        match &mut self.grounds {
            Some(grounds) if kept.iter().all(|it| *it) => {
                grounds.arrive((origin, number), constraints, holds);
            }
            // What is claimed has changed.
            grounds => *grounds = None,
        }
        self.lead(link, number);
        Ok(())
    }

    /// Control comes to the head of a loop, in the state of automata whose predicates hold.
    fn arrive_in_state(
        &mut self,
        link: Link,
        mut walk: Walk<'p>,
        work: &mut Ways<'p>,
    ) -> Result<(), Failure> {
        let location = (walk.calls(), walk.position());
        let predicates = self.cuts.states().map_or(Vec::new(), |it| it.predicates(&location));
        let terms = self.terms(&predicates, &mut walk);
        let holds = self.implied(&walk, &terms)?;
        let known = self.cuts.states().and_then(|it| it.find(&location, &holds));
        let number = match known {
            Some(number) => number,
            None => {
                walk.forget(&mut self.pool);
                let each = predicates.into_iter().zip(&holds);
                let claimed: Vec<Clause> = each.filter(|(_, it)| **it).map(|(it, _)| it).collect();
                for clause in &claimed {
                    let holds = clause.holds(self.task.program, &mut walk, &mut self.pool);
                    walk.assume_term(holds);
                }
                let place = Place::of_cut(Some(self.nodes.len()));
                let number = self.add(Link::Root, place, &walk)?;
                self.came[number] = self.letter(&link, location.1);
                self.nodes[number].predicate = Some(claimed);
                if let Some(states) = self.cuts.states() {
                    states.add(location, holds, number);
                }
                work.push(None, Link::Cut(number), walk);
                number
            }
        };
        self.lead(link, number);
        Ok(())
    }

    /// That clauses hold where a walk stands.
    fn terms(&mut self, clauses: &[Clause], walk: &mut Walk<'p>) -> Vec<TermId> {
        let program = self.task.program;
        clauses.iter().map(|clause| clause.holds(program, walk, &mut self.pool)).collect()
    }

    /// Something was refuted on the way through a node.
    fn note_refuted(&mut self, node: usize, walk: &Walk<'p>, holds: TermId) {
        if let Some(grounds) = &mut self.grounds {
            let mut constraints = constraints(walk);
            constraints.push(holds);
            grounds.refute(self.places[node].cut(), constraints);
        }
    }

    /// Which of the clauses hold where a walk stands.
    fn implied(&mut self, walk: &Walk<'p>, holds: &[TermId]) -> Result<Vec<bool>, Failure> {
        let mut kept = vec![true; holds.len()];
        // Each state in which some clause fails tells of all that fail there.
        loop {
            let left = holds.iter().zip(&kept).filter(|(_, is_kept)| **is_kept);
            let all = self.pool.and_all(left.map(|(term, _)| *term));
            let some_fails = self.pool.not(all);
            if some_fails == TermPool::FALSE {
                return Ok(kept);
            }
            match self.ask(walk, some_fails)? {
                Verdict::Unsat(_) => return Ok(kept),
                Verdict::Sat(model) => {
                    let mut evaluator = Evaluator::new();
                    for (term, is_kept) in holds.iter().zip(&mut kept) {
                        *is_kept = *is_kept && evaluator.holds(&self.pool, &model, *term);
                    }
                }
                Verdict::Unknown(_) => break,
            }
        }
        for (term, is_kept) in holds.iter().zip(&mut kept) {
            let fails = self.pool.not(*term);
            *is_kept = *is_kept && self.is_refuted(walk, fails)?;
        }
        Ok(kept)
    }

    /// Whether something cannot hold where a walk stands.
    fn is_refuted(&mut self, walk: &Walk<'p>, holds: TermId) -> Result<bool, Failure> {
        Ok(matches!(self.ask(walk, holds)?, Verdict::Unsat(_)))
    }

    /// Whether something can hold where a walk stands.
    fn ask(&mut self, walk: &Walk<'p>, holds: TermId) -> Result<Verdict, Failure> {
        let mut constraints = constraints(walk);
        constraints.push(holds);
        let budget = self.effort.ask()?;
        let query = Query::new(&constraints).with_budget(budget);
        let before = self.solver.work();
        let most = self.effort.work_of_question();
        let verdict = self.solver.check_within(&mut self.pool, &query, most);
        self.effort.worked(self.solver.work() - before);
        Ok(verdict)
    }
}

/// What holds on a walk.
fn constraints(walk: &Walk<'_>) -> Vec<TermId> {
    walk.store().constraints().iter().map(|it| it.term).collect()
}

/// Whether the body of a function is what runs when it is called.
pub(crate) fn may_enter(program: &Program, start: Start, id: FunctionId) -> bool {
    let function = &program.functions[id];
    let may_be_replaced = function.linkage == Linkage::Weak && matches!(start, Start::Unit(_));
    let is_exact = !function.is_system || is_exact_model(&function.name);
    function.body.is_ok() && is_exact && !may_be_replaced && !function.facts.is_opaque()
}

/// The function that a statement calls by name.
fn called(body: &Body, at: Position, statement: u32) -> Option<FunctionId> {
    let statement = body.blocks[at.block].statements.get(statement as usize)?;
    match &statement.kind {
        StatementKind::Call { callee: Callee::Direct(id), .. } => Some(*id),
        StatementKind::Call { .. }
        | StatementKind::Assign { .. }
        | StatementKind::Live(_)
        | StatementKind::Dead(_)
        | StatementKind::Zero(_) => None,
    }
}
