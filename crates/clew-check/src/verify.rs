//! From a certificate to its claims: every way through the program is followed, and each place
//! where the certificate says that there is no way on becomes a question.

mod ask;
mod endless;
mod form;
mod work;

use crate::certificate::{Call, Certificate, Fate, Location, Node, Objective, Point, Predicate};
use crate::error::CheckError;
use crate::facts;
use crate::graph::Graphs;
use crate::program::{Callee, Expr, Extent, Place, Program, Statement, Terminator};
use crate::report::{About, Claim, Report, Subject, Verdict};
use crate::semantics::{EntryKind, Semantics, State};
use crate::solver::{Answer, Judges};
use crate::term::Term;
use std::collections::{BTreeMap, BTreeSet};
use work::Work;

/// Checks a certificate.
pub(crate) fn verify(
    program: &Program,
    certificate: &Certificate,
    solvers: &mut dyn Judges,
) -> Result<Report, CheckError> {
    let exprs = certificate.exprs();
    let semantics = Semantics::new(program, certificate.kind, &exprs);
    let order = form::check(&semantics, certificate)?;
    check_starts(program, certificate)?;
    let graph = Graphs::new(&semantics, certificate);
    let places = Places::new(certificate);
    let mut verifier = Verifier {
        semantics,
        certificate,
        graph,
        places,
        open: Vec::new(),
        report: Report::default(),
    };
    verifier.check_endless()?;
    verifier.run(order)?;
    verifier.settle(solvers)?;
    let names = certificate.assumptions.iter().map(|(name, _)| name.clone());
    verifier.report.assumptions = names.collect();
    verifier.report.unfounded = form::unfounded(program, certificate);
    let entry = program.functions[&certificate.entry].name.as_str();
    let is_free = certificate.kind == EntryKind::Unit && certificate.assumptions.is_empty();
    let subjects = certificate.objectives.iter().zip(&certificate.subjects);
    let subject = |(of, objective): (&Objective, &String)| Subject {
        entry: entry.to_owned(),
        kind: certificate.kind,
        objective: objective.clone(),
        is_anywhere: is_free && of.function() == certificate.entry,
        about: about(program, of),
        starts: starts(program, of),
        within: within(program, of),
    };
    verifier.report.subjects = subjects.map(subject).collect();
    Ok(verifier.report)
}

/// A certificate speaks of what its entry leads to. Of a program in which others call functions, before the
/// entry or behind it, that is all there is only of the entry itself, in any state.
fn check_starts(program: &Program, certificate: &Certificate) -> Result<(), CheckError> {
    let is_own = |of: &Objective| of.function() == certificate.entry;
    let is_of_entry = certificate.objectives.iter().all(is_own);
    let is_any_state = certificate.kind == EntryKind::Unit;
    if program.has_constructors && !(is_any_state && is_of_entry) {
        let message = "constructors, destructors or code that is not C call functions, too";
        return Err(CheckError::argument(message));
    }
    Ok(())
}

/// What of the program an objective is about.
fn about(program: &Program, objective: &Objective) -> About {
    match objective {
        Objective::Block { .. } | Objective::Label { predicate: Predicate::True, .. } => {
            About::Point
        }
        Objective::Label { .. } => About::Predicate,
        Objective::Edge { function, block, successor } => {
            let from = program.functions.get(function).and_then(|it| it.blocks.get(*block));
            match from.map(|it| (&it.terminator, &it.place, &it.arms)) {
                Some((Terminator::Branch { .. }, Some(at), _)) => {
                    About::Outcome { at: at.clone(), holds: *successor == 0 }
                }
                Some((Terminator::Switch { .. } | Terminator::IndirectGoto { .. }, _, arms)) => {
                    About::Arm { at: arms.get(*successor).cloned() }
                }
                Some(_) | None => About::Edge,
            }
        }
    }
}

/// The function that an objective is at the start of.
fn starts(program: &Program, objective: &Objective) -> Option<String> {
    let start = Point { function: objective.function(), block: 0, statement: 0 };
    let is_edge = matches!(objective, Objective::Edge { .. });
    let function = program.functions.get(&start.function)?;
    (!is_edge && objective.point() == start).then(|| function.name.clone())
}

/// Where what an objective is about is written.
fn within(program: &Program, objective: &Objective) -> Vec<Extent> {
    let Some(function) = program.functions.get(&objective.function()) else { return Vec::new() };
    let block = objective.block();
    let end = function.blocks.get(block).map_or(0, |it| it.statements.len());
    function.wholes(block, objective.point().statement.min(end))
}

struct Verifier<'c> {
    semantics: Semantics<'c>,
    certificate: &'c Certificate,
    graph: Graphs<'c>,
    places: Places,
    /// The claims that solvers are asked for, by their places in the report.
    open: Vec<(usize, Vec<Term>)>,
    report: Report,
}

/// Where the objectives are.
struct Places {
    blocks: BTreeSet<Point>,
    /// The function, the block and the position of the successor.
    edges: BTreeSet<(usize, usize, usize)>,
    /// The objectives at a point, by their places in the certificate.
    labels: BTreeMap<Point, Vec<usize>>,
}

impl Places {
    fn new(certificate: &Certificate) -> Self {
        let mut places =
            Self { blocks: BTreeSet::new(), edges: BTreeSet::new(), labels: BTreeMap::new() };
        for (which, objective) in certificate.objectives.iter().enumerate() {
            match objective {
                Objective::Block { .. } => {
                    places.blocks.insert(objective.point());
                }
                Objective::Edge { function, block, successor } => {
                    places.edges.insert((*function, *block, *successor));
                }
                Objective::Label { .. } => {
                    places.labels.entry(objective.point()).or_default().push(which);
                }
            }
        }
        places
    }
}

impl<'c> Verifier<'c> {
    fn run(&mut self, order: BTreeMap<usize, usize>) -> Result<(), CheckError> {
        let certificate = self.certificate;
        let mut work = Work::new(order);
        let mut entry = self.semantics.entry_state(certificate.entry);
        for (_, assumption) in &certificate.assumptions {
            let holds = self.semantics.predicate(&entry, assumption);
            entry.assume(holds);
        }
        self.lead(entry, certificate.root, "the entry", &mut work)?;
        // Nodes with a predicate: any state in which it holds.
        for (&number, node) in &certificate.nodes {
            if let Some(predicate) = &node.predicate {
                let mut state = self.semantics.any_state(&node.location);
                let holds = self.semantics.predicate(&state, predicate);
                state.assume(holds);
                self.drain(&mut work)?;
                self.follow(number, state, &mut work)?;
            }
        }
        self.drain(&mut work)
    }

    fn drain(&mut self, work: &mut Work) -> Result<(), CheckError> {
        while let Some((number, states)) = work.pop()? {
            let states = match self.semantics.join(&states) {
                Some(joined) if states.len() > 1 => vec![joined],
                Some(_) | None => states,
            };
            for state in states {
                self.follow(number, state, work)?;
            }
        }
        Ok(())
    }

    /// A claim that the whole argument rests on.
    fn claim(&mut self, text: String, state: &State, extra: Term) -> Result<(), CheckError> {
        self.claim_about(None, text, state, extra)
    }

    /// Claims that no state exists in which `extra` holds.
    fn claim_about(
        &mut self,
        objective: Option<usize>,
        text: String,
        state: &State,
        extra: Term,
    ) -> Result<(), CheckError> {
        let terms = &mut self.semantics.terms;
        let answer = match terms.contradict(state.conditions.iter().copied().chain([extra])) {
            // Nothing is asked for: the conditions exclude each other as they are written.
            true => Answer::Unsat,
            false => {
                let question = facts::question(&mut self.semantics, state, extra);
                self.open.push((self.report.claims.len(), question.assertions));
                Answer::Unknown
            }
        };
        let verdict = Verdict::of((answer, answer));
        self.report.claims.push(Claim { text, objective, verdict, z3: answer, cvc5: answer });
        Ok(())
    }

    /// Asks both solvers for the claims that are open.
    fn settle(&mut self, solvers: &mut dyn Judges) -> Result<(), CheckError> {
        let (places, claims): (Vec<usize>, Vec<_>) =
            std::mem::take(&mut self.open).into_iter().unzip();
        let answers = ask::ask(&self.semantics.terms, &claims, solvers)?;
        for (place, (z3, cvc5)) in places.into_iter().zip(answers) {
            let claim = &mut self.report.claims[place];
            (claim.verdict, claim.z3, claim.cvc5) = (Verdict::of((z3, cvc5)), z3, cvc5);
        }
        Ok(())
    }

    /// Control comes to a node in a state.
    fn lead(
        &mut self,
        state: State,
        to: usize,
        from: &str,
        work: &mut Work,
    ) -> Result<(), CheckError> {
        match &self.certificate.nodes[&to].predicate {
            None => work.push(to, state),
            Some(Predicate::True) => {}
            Some(predicate) => {
                let holds = self.semantics.predicate(&state, predicate);
                let fails = self.semantics.terms.not(holds);
                self.claim(format!("{from}: the predicate of node {to} holds"), &state, fails)?;
            }
        }
        Ok(())
    }

    /// Follows a node's block from its point on.
    fn follow(
        &mut self,
        number: usize,
        mut state: State,
        work: &mut Work,
    ) -> Result<(), CheckError> {
        let certificate = self.certificate;
        let node = &certificate.nodes[&number];
        let at = node.location.at;
        let block = &self.semantics.program.functions[&at.function].blocks[at.block];
        self.reach_block(number, at, &state)?;
        for statement in at.statement..block.statements.len() {
            let here = Point { statement, ..at };
            self.reach_label(number, here, &state)?;
            let next = self.step(number, node, here, &mut state)?;
            if let Some(callee) = next {
                return self.lead(state, callee, &format!("node {number}, a call"), work);
            }
            if state.has_ended {
                return Ok(());
            }
        }
        let end = Point { statement: block.statements.len(), ..at };
        self.reach_label(number, end, &state)?;
        match &block.terminator {
            Terminator::Return(value) => self.returns(number, node, state, value.as_ref(), work),
            Terminator::Unreachable => Ok(()),
            terminator => self.edges(number, node, state, terminator, work),
        }
    }

    fn reach_block(&mut self, number: usize, at: Point, state: &State) -> Result<(), CheckError> {
        if self.places.blocks.contains(&at) {
            let always = self.semantics.terms.bool(true);
            self.claim(format!("node {number} is never reached"), state, always)?;
        }
        Ok(())
    }

    fn reach_label(&mut self, number: usize, at: Point, state: &State) -> Result<(), CheckError> {
        let certificate = self.certificate;
        for which in self.places.labels.get(&at).cloned().unwrap_or_default() {
            if let Objective::Label { predicate, .. } = &certificate.objectives[which] {
                let holds = self.semantics.predicate(state, predicate);
                let text = format!("node {number}: the label of objective {which} does not hold");
                self.claim_about(Some(which), text, state, holds)?;
            }
        }
        Ok(())
    }

    /// One statement; the node that goes on, where a callee is entered.
    fn step(
        &mut self,
        number: usize,
        node: &Node,
        at: Point,
        state: &mut State,
    ) -> Result<Option<usize>, CheckError> {
        let function = &self.semantics.program.functions[&at.function];
        match &function.blocks[at.block].statements[at.statement] {
            Statement::Set { place, value } => self.semantics.assign(state, place, value),
            Statement::Zero(place) => self.semantics.zero(state, place),
            Statement::Live(local) => self.semantics.live(state, *local),
            Statement::Dead(local) => self.semantics.dead(state, *local),
            Statement::Call { dest, callee, args } => {
                return self.call(number, node, at, state, (dest.as_ref(), callee, args));
            }
        }
        Ok(None)
    }

    fn call(
        &mut self,
        number: usize,
        node: &Node,
        at: Point,
        state: &mut State,
        (dest, callee, args): (Option<&Place>, &Callee, &[Expr]),
    ) -> Result<Option<usize>, CheckError> {
        let wrong = |what: &str| {
            let statement = at.statement;
            Err(CheckError::argument(format!("node {number}, statement {statement}: {what}")))
        };
        match callee {
            Callee::Builtin(builtin) => self.semantics.call_builtin(state, *builtin, args, dest),
            Callee::Indirect(address) => {
                if self.graph.unknown_leads_inside() {
                    return wrong("the objective may be inside of what is called by address");
                }
                self.semantics.call_unknown(state, Some(address), args, dest);
            }
            Callee::Direct(callee) => match node.calls.get(&at.statement) {
                Some(Call::Enter(next)) => {
                    self.semantics.enter(state, *callee, args);
                    return Ok(Some(*next));
                }
                None if self.semantics.may_enter(*callee) => {
                    return wrong("nothing is said of the call");
                }
                Some(Call::Skip) | None => {
                    if self.graph.leads_inside(*callee) {
                        return wrong("the objective may be inside of the call");
                    }
                    self.semantics.call_function(state, *callee, args, dest);
                }
            },
        }
        Ok(None)
    }

    fn edges(
        &mut self,
        number: usize,
        node: &Node,
        mut state: State,
        terminator: &Terminator,
        work: &mut Work,
    ) -> Result<(), CheckError> {
        let conditions = self.semantics.edge_conditions(&mut state, terminator);
        for ((at, target), condition) in terminator.successors().iter().enumerate().zip(conditions)
        {
            let from = format!("node {number}, edge {at}");
            let Some(&fate) = node.edges.get(&at) else {
                return Err(CheckError::argument(format!("{from}: nothing is said of it")));
            };
            let Point { function, block, .. } = node.location.at;
            let takes_objective = self.places.edges.contains(&(function, block, at));
            if takes_objective && fate != Fate::Infeasible {
                return Err(CheckError::argument(format!("{from} takes the objective")));
            }
            let point = Point { block: *target, statement: 0, ..node.location.at };
            let mut taken = state.clone();
            taken.assume(condition);
            self.meet(fate, taken, &node.location.calls, point, &from, work)?;
        }
        Ok(())
    }

    fn returns(
        &mut self,
        number: usize,
        node: &Node,
        mut state: State,
        value: Option<&Expr>,
        work: &mut Work,
    ) -> Result<(), CheckError> {
        let Some((call, outer)) = node.location.calls.split_last() else { return Ok(()) };
        let from = format!("node {number}, the return");
        let Some(fate) = node.returns else {
            return Err(CheckError::argument(format!("{from}: nothing is said of it")));
        };
        let caller = &self.semantics.program.functions[&call.function];
        let Statement::Call { dest, .. } = &caller.blocks[call.block].statements[call.statement]
        else {
            return Err(CheckError::argument(format!("{from} leads to no call")));
        };
        self.semantics.leave(&mut state, value, dest.as_ref());
        let behind = Point { statement: call.statement + 1, ..*call };
        self.meet(fate, state, outer, behind, &from, work)
    }

    /// Control would go to a point: what the certificate says of that.
    fn meet(
        &mut self,
        fate: Fate,
        state: State,
        calls: &[Point],
        point: Point,
        from: &str,
        work: &mut Work,
    ) -> Result<(), CheckError> {
        match fate {
            Fate::To(next) => {
                let expected = Location { calls: calls.to_vec(), at: point };
                if self.certificate.nodes[&next].location != expected {
                    return Err(CheckError::argument(format!(
                        "{from}: node {next} is somewhere else"
                    )));
                }
                self.lead(state, next, from, work)
            }
            Fate::Infeasible => {
                let always = self.semantics.terms.bool(true);
                self.claim(format!("{from} is never taken"), &state, always)
            }
            Fate::Irrelevant => {
                if self.graph.is_relevant(calls, point) {
                    return Err(CheckError::argument(format!("{from} may lead to the objective")));
                }
                self.report.irrelevant += 1;
                Ok(())
            }
        }
    }
}
