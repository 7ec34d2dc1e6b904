//! The search of one call: its paths one after the other, depth first, each part of a path once.

use crate::composer::{Composer, Halt, Run, Searched};
use crate::exchange::Growth;
use crate::inlined::Inlined;
use crate::units::{Key, Map, Next, Unit, arms, own_condition};
use crate::walk::{Context, OtherEnd, Point, Walk};
use clew_logic::{Evaluator, Model, Substitution, TermId, TermPool};
use clew_solver::Verdict;
use clew_symbolic::{Arm, Fork, ForkSite, Others};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The beginning of a path.
type Path = Vec<Rc<Unit>>;

/// What is left to do in a search.
pub(crate) enum Task {
    /// A place that a run has come to.
    Visit {
        path: Path,
        run: Box<Run>,
        /// What is known of the place already.
        point: Option<Box<Point>>,
        /// The call behind it of which it was found out how else it may end.
        settled: Option<usize>,
    },
    /// An arm that no run has taken.
    Ask(Question),
}

/// An arm that no run has taken.
pub(crate) struct Question {
    path: Path,
    /// What inputs have to satisfy.
    constraints: Vec<TermId>,
    wanted: Wanted,
    /// The inputs of a run that passed it.
    near: Rc<Model>,
}

/// Which arm.
enum Wanted {
    This(ForkSite, Arm),
    /// Any but these; how many more are to be tried.
    Other {
        site: ForkSite,
        seen: Vec<Arm>,
        left: u32,
    },
    /// None: a call is to return, or the run is to end in it.
    End {
        call: usize,
        returns: bool,
    },
}

/// A way through branches that meet at once.
struct Way {
    run: Run,
    forks: Vec<Fork>,
    key: Key,
}

impl<'p> Composer<'p, '_> {
    fn map(&self) -> Map<'_> {
        Map { program: self.program, decisions: &self.known.decisions }
    }

    /// Searches a call, from a run that makes it.
    pub(crate) fn search(&mut self, context: &Context, first: Run) -> Result<(), Halt> {
        let Some(first) = self.first_unknown(context, first)? else { return Ok(()) };
        let start =
            Task::Visit { path: Vec::new(), run: Box::new(first), point: None, settled: None };
        let mut agenda = vec![start];
        while let Some(task) = agenda.pop() {
            if self.ground.is_over() || self.ground.is_finishing() || !self.spend(0) {
                return Err(Halt::Over);
            }
            let done = match task {
                Task::Visit { path, run, point, settled } => {
                    self.visit(context, path, *run, (point, settled), &mut agenda)
                }
                Task::Ask(question) => self.ask(context, question, &mut agenda),
            };
            match done {
                // Runs tell more than the one that came to the call did: with another plan, calls before this one leave
                // symbols where they left numbers, and paths of this one fork where they did not.
                Err(Halt::Diverged) if self.plan_version != context.plan => {
                    return Err(Halt::Settle);
                }
                // What others told of a function may have led there.
                Err(Halt::Diverged) if !self.used.is_empty() => return Err(Halt::Distrust),
                Err(Halt::Diverged) => {
                    self.divergences += 1;
                    self.is_incomplete = true;
                }
                done => done?,
            }
        }
        Ok(())
    }

    /// A run whose path in the call is not known yet: the one that came to it, where nothing is known.
    fn first_unknown(&mut self, context: &Context, first: Run) -> Result<Option<Run>, Halt> {
        let Some(known) = context.known_before else { return Ok(Some(first)) };
        if Evaluator::new().eval(self.known.machine.pool(), &first.input, known) == 0 {
            return Ok(Some(first));
        }
        let unknown = self.known.machine.pool_mut().not(known);
        let constraints: Vec<TermId> = context.prefix.iter().copied().chain([unknown]).collect();
        let pool = self.known.machine.pool_mut();
        match self.questions.inputs(pool, self.ground, &constraints, &first.input) {
            Verdict::Unsat(_) => Ok(None),
            Verdict::Unknown(_) => {
                self.is_incomplete = true;
                Ok(None)
            }
            Verdict::Sat(model) => self.run(&model).map(Some),
        }
    }

    /// Goes on from a place that a run has come to, up to where it forks or ends.
    fn visit(
        &mut self,
        context: &Context,
        path: Path,
        run: Run,
        (point, settled): (Option<Box<Point>>, Option<usize>),
        agenda: &mut Vec<Task>,
    ) -> Result<(), Halt> {
        let (run, mut point, ends) = self.reach(context, &path, run, point)?;
        // What is asked of the calls before that one is asked where it was found out.
        for end in ends.iter().filter(|end| settled.is_none_or(|it| end.call > it)) {
            // That a path of the entry may end in a call is known from the search of the call.
            if end.returns || !context.location.is_empty() {
                let question = self.question_of_end(context, &path, &run, &point, end);
                agenda.push(Task::Ask(question));
            }
        }
        let segment = run.segment(&context.location).ok_or(Halt::Diverged)?;
        match self.map().next(segment, point.forks) {
            None => {
                self.finish(context, &run, &mut point);
                self.note_leaf(context, &run, point)
            }
            Some(next) if next.is_way => self.take_ways(context, path, run, point, next, agenda),
            Some(next) => self.take_fork(context, path, run, point, next, agenda),
        }
    }

    /// The place at the end of a part of a path, and past the calls behind it. Those that have to be searched first
    /// are, and the run is made again then.
    fn reach(
        &mut self,
        context: &Context,
        path: &Path,
        mut run: Run,
        point: Option<Box<Point>>,
    ) -> Result<(Run, Point, Vec<OtherEnd>), Halt> {
        let mut point = point.map(|point| *point).filter(|point| point.plan == run.plan);
        loop {
            let mut ends = Vec::new();
            let mut at = match point.take() {
                Some(point) => Ok(point),
                None => self.walk(context, path, &run)?,
            };
            let walk = match &mut at {
                Ok(at) => self.pass_calls(context, &run, at, &mut ends)?,
                Err(_) => Walk::Again,
            };
            match (walk, at) {
                (Walk::Done, Ok(at)) => return Ok((run, at, ends)),
                (Walk::Explore(inner), _) | (_, Err(Walk::Explore(inner))) => {
                    self.explore(&inner, &run)?;
                }
                _ => {}
            }
            run = self.run(&run.input.clone())?;
        }
    }

    /// Searches a call first.
    fn explore(&mut self, inner: &Context, run: &Run) -> Result<(), Halt> {
        let place = Searched::new(inner.summary, &inner.location, &inner.prefix);
        if self.explored.contains(&place) {
            let function = self.known.summaries.get(inner.summary).function;
            return Err(Halt::Inline(function, Inlined::Unsteady));
        }
        self.search(inner, run.clone())?;
        self.tell_known(inner.summary, Growth::Much);
        self.explored.insert(place);
        Ok(())
    }

    /// Goes along the beginning of a path.
    fn walk(
        &mut self,
        context: &Context,
        path: &Path,
        run: &Run,
    ) -> Result<Result<Point, Walk>, Halt> {
        let mut point = self.beginning(context, run)?;
        for unit in path {
            match self.pass_calls(context, run, &mut point, &mut Vec::new())? {
                Walk::Done => {}
                other => return Ok(Err(other)),
            }
            let segment = run.segment(&context.location).ok_or(Halt::Diverged)?;
            let next = self.map().next(segment, point.forks).ok_or(Halt::Diverged)?;
            if next.key != unit.key {
                return Err(Halt::Diverged);
            }
            self.pass_unit(&mut point, unit, next.forks.len());
        }
        Ok(Ok(point))
    }

    /// The other arms of a fork, and what is behind the one taken.
    fn take_fork(
        &mut self,
        context: &Context,
        path: Path,
        run: Run,
        mut point: Point,
        next: Next,
        agenda: &mut Vec<Task>,
    ) -> Result<(), Halt> {
        let segment = run.segment(&context.location).ok_or(Halt::Diverged)?;
        let fork = segment.forks[next.forks.start].clone();
        let near = Rc::new(run.input.clone());
        for (wanted, condition) in self.others(&fork, &mut point) {
            let constraints = self.constraints(context, &point, [condition]);
            let (path, near) = (path.clone(), Rc::clone(&near));
            agenda.push(Task::Ask(Question { path, constraints, wanted, near }));
        }
        self.go_on(path, run, point, (&fork, next.key), agenda);
        Ok(())
    }

    /// Has a run go on behind a fork.
    fn go_on(
        &mut self,
        mut path: Path,
        run: Run,
        mut point: Point,
        (fork, key): (&Fork, Key),
        agenda: &mut Vec<Task>,
    ) {
        let own = own_condition(self.known.machine.pool_mut(), std::slice::from_ref(fork));
        let unit = Unit { key, condition: fork.constraint, own, constants: BTreeMap::new() };
        self.pass_unit(&mut point, &unit, 1);
        path.push(Rc::new(unit));
        let (run, point) = (Box::new(run), Some(Box::new(point)));
        agenda.push(Task::Visit { path, run, point, settled: None });
    }

    /// The arms of a fork that were not taken, and when they are.
    fn others(&mut self, fork: &Fork, point: &mut Point) -> Vec<(Wanted, TermId)> {
        let pool = self.known.machine.pool_mut();
        let outward = &mut point.names.outward;
        let mut others: Vec<(Wanted, TermId)> = Vec::new();
        let negated = |pool: &mut TermPool, outward: &mut Substitution| {
            let condition = outward.apply(pool, fork.constraint);
            pool.not(condition)
        };
        match &fork.others {
            Others::None => {}
            Others::Negation(arm) => {
                others.push((Wanted::This(fork.site, *arm), negated(pool, outward)));
            }
            Others::Listed(arms) => {
                for (arm, constraint) in arms {
                    let condition = outward.apply(pool, *constraint);
                    others.push((Wanted::This(fork.site, *arm), condition));
                }
            }
            Others::Open(most) => {
                let (site, seen, left) = (fork.site, vec![fork.arm], *most);
                others.push((Wanted::Other { site, seen, left }, negated(pool, outward)));
            }
        }
        others.retain(|(_, condition)| pool.value(*condition) != Some(0));
        others
    }

    /// What inputs have to satisfy that come to a place and go on in a way that is not known.
    fn constraints(
        &mut self,
        context: &Context,
        point: &Point,
        more: impl IntoIterator<Item = TermId>,
    ) -> Vec<TermId> {
        let mut constraints = self.path(context, point);
        constraints.extend(more);
        constraints
            .extend(context.known_before.map(|known| self.known.machine.pool_mut().not(known)));
        constraints
    }

    fn question_of_end(
        &mut self,
        context: &Context,
        path: &Path,
        run: &Run,
        point: &Point,
        end: &OtherEnd,
    ) -> Question {
        let before = point.conditions[..end.conditions].iter().map(|(_, condition)| *condition);
        let unknown = context.known_before.map(|known| self.known.machine.pool_mut().not(known));
        let prefix = context.prefix.iter().copied();
        let constraints = prefix.chain(before).chain([end.when]).chain(unknown).collect();
        let wanted = Wanted::End { call: end.call, returns: end.returns };
        Question { path: path.clone(), constraints, wanted, near: Rc::new(run.input.clone()) }
    }

    /// Looks for inputs that take an arm, and goes on with them.
    fn ask(
        &mut self,
        context: &Context,
        question: Question,
        agenda: &mut Vec<Task>,
    ) -> Result<(), Halt> {
        let Some(model) = self.inputs(&question.constraints, &question.near) else { return Ok(()) };
        let run = self.run(&model)?;
        let Question { path, mut constraints, wanted, near } = question;
        let segment = run.segment(&context.location).ok_or(Halt::Diverged)?;
        let units = path.iter().map(|unit| &**unit);
        let at = self.map().follow(segment, units).ok_or(Halt::Diverged)?;
        if let Wanted::End { call, returns } = wanted {
            if segment.calls.get(call).is_none_or(|it| it.left.is_some() != returns) {
                return Err(Halt::Diverged);
            }
            let run = Box::new(run);
            agenda.push(Task::Visit { path, run, point: None, settled: Some(call) });
            return Ok(());
        }
        if !wanted.is(segment.forks.get(at).ok_or(Halt::Diverged)?) {
            return Err(Halt::Diverged);
        }
        let (run, mut point, _) = self.reach(context, &path, run, None)?;
        let segment = run.segment(&context.location).ok_or(Halt::Diverged)?;
        let fork = segment.forks.get(point.forks).ok_or(Halt::Diverged)?.clone();
        if !wanted.is(&fork) {
            return Err(Halt::Diverged);
        }
        let key = Key::Fork(fork.site, fork.arm);
        match wanted {
            // More values are possible than are tried.
            Wanted::Other { left: ..=1, .. } => self.is_incomplete = true,
            Wanted::Other { site, mut seen, left } => {
                let pool = self.known.machine.pool_mut();
                let condition = point.names.outward.apply(pool, fork.constraint);
                constraints.push(pool.not(condition));
                seen.push(fork.arm);
                let wanted = Wanted::Other { site, seen, left: left - 1 };
                let path = path.clone();
                agenda.push(Task::Ask(Question { path, constraints, wanted, near }));
            }
            Wanted::This(..) | Wanted::End { .. } => {}
        }
        self.go_on(path, run, point, (&fork, key), agenda);
        Ok(())
    }

    /// Inputs that satisfy constraints, near others. Where that is not found out, the search is not complete.
    fn inputs(&mut self, constraints: &[TermId], near: &Model) -> Option<Model> {
        let pool = self.known.machine.pool_mut();
        match self.questions.inputs(pool, self.ground, constraints, near) {
            Verdict::Unsat(_) => None,
            Verdict::Unknown(_) => {
                self.is_incomplete = true;
                None
            }
            Verdict::Sat(model) => Some(model),
        }
    }

    /// All ways through branches that meet at once, and what is behind each place where some come out.
    fn take_ways(
        &mut self,
        context: &Context,
        path: Path,
        run: Run,
        mut point: Point,
        next: Next,
        agenda: &mut Vec<Task>,
    ) -> Result<(), Halt> {
        let segment = run.segment(&context.location).ok_or(Halt::Diverged)?;
        let forks = segment.forks[next.forks.clone()].to_vec();
        let mut ways = vec![Way { run, forks, key: next.key }];
        let mut asked: Vec<Vec<(ForkSite, Arm)>> = Vec::new();
        let mut at = 0;
        while at < ways.len() {
            if ways[at].run.plan != point.plan {
                // The run tells more than the one before: its terms have other names.
                let (run, its, _) = self.reach(context, &path, ways[at].run.clone(), None)?;
                point = its;
                ways[at] = self.way_of(context, &path, run).ok_or(Halt::Diverged)?;
            }
            for fork in 0..ways[at].forks.len() {
                let before = arms(&ways[at].forks[..fork]);
                if asked.contains(&before) {
                    continue;
                }
                asked.push(before);
                self.take_other_ways(context, &path, &mut point, (&mut ways, at, fork))?;
            }
            at += 1;
        }
        for (unit, run) in self.outcomes(context, ways) {
            let mut path = path.clone();
            path.push(Rc::new(unit));
            agenda.push(Task::Visit { path, run: Box::new(run), point: None, settled: None });
        }
        Ok(())
    }

    /// Runs the ways that leave a known one at a fork.
    fn take_other_ways(
        &mut self,
        context: &Context,
        path: &Path,
        point: &mut Point,
        (ways, at, fork): (&mut Vec<Way>, usize, usize),
    ) -> Result<(), Halt> {
        let way = &ways[at];
        let near = way.run.input.clone();
        let pool = self.known.machine.pool_mut();
        let before: Vec<TermId> = way.forks[..fork]
            .iter()
            .map(|it| point.names.outward.apply(pool, it.constraint))
            .collect();
        let forks = way.forks.clone();
        for (wanted, condition) in self.others(&forks[fork], point) {
            let more = before.iter().copied().chain([condition]);
            let constraints = self.constraints(context, point, more);
            let Some(model) = self.inputs(&constraints, &near) else { continue };
            self.is_way = true;
            let run = self.run(&model);
            self.is_way = false;
            let run = run?;
            let way = self.way_of(context, path, run).filter(|way| {
                let is_there =
                    arms(&forks[..fork]) == arms(&way.forks[..fork.min(way.forks.len())]);
                is_there && way.forks.get(fork).is_some_and(|it| wanted.is(it))
            });
            let Some(way) = way else {
                if self.plan_version != context.plan {
                    return Err(Halt::Settle);
                }
                self.divergences += 1;
                self.is_incomplete = true;
                continue;
            };
            if matches!(wanted, Wanted::Other { .. }) {
                // Values that are pinned are tried where single forks are.
                self.is_incomplete = true;
            }
            ways.push(way);
        }
        Ok(())
    }

    /// The way that a run takes behind the beginning of a path.
    fn way_of(&self, context: &Context, path: &Path, run: Run) -> Option<Way> {
        let segment = run.segment(&context.location)?;
        let at = self.map().follow(segment, path.iter().map(|unit| &**unit))?;
        let next = self.map().next(segment, at)?;
        let forks = segment.forks[next.forks].to_vec();
        Some(Way { run, forks, key: next.key })
    }

    /// Ways that come out at the same place as one part of a path, with the run of one of them.
    fn outcomes(&mut self, context: &Context, ways: Vec<Way>) -> Vec<(Unit, Run)> {
        let mut outcomes: Vec<(Unit, Run)> = Vec::new();
        for Way { run, forks, key } in ways {
            let pool = self.known.machine.pool_mut();
            let condition = pool.and_all(forks.iter().map(|fork| fork.constraint));
            let own = own_condition(pool, &forks);
            let call = run.segment(&context.location).and_then(|segment| segment.call);
            let constants = call.map(|call| call.constants.clone()).unwrap_or_default();
            match outcomes.iter_mut().find(|(unit, _)| unit.key == key) {
                Some((unit, its)) => {
                    unit.condition = pool.or(unit.condition, condition);
                    unit.own = pool.or(unit.own, own);
                    unit.constants.extend(constants);
                    // The one that tells most has names for all that the others speak of.
                    if run.plan > its.plan {
                        *its = run;
                    }
                }
                None => {
                    outcomes.push((Unit { key, condition, own, constants }, run));
                }
            }
        }
        outcomes
    }
}

impl Wanted {
    /// Whether a fork takes the arm.
    fn is(&self, fork: &Fork) -> bool {
        match self {
            Wanted::This(site, arm) => fork.site == *site && fork.arm == *arm,
            Wanted::Other { site, seen, .. } => fork.site == *site && !seen.contains(&fork.arm),
            Wanted::End { .. } => false,
        }
    }
}
