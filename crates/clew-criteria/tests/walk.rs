//! Reach against random walks through the program model: what a walk goes on to meet is never
//! called irrelevant.

use clew_criteria::{
    Candidate, Coverage, Criterion, Objectives, Observation, Reach, Relevance, ReturnSite, Unit,
};
use clew_ir::call_graph::CallGraph;
use clew_ir::{BlockId, FunctionId, ProbePoint, Program, StatementKind, TerminatorKind};

/// A generator of small numbers that is the same everywhere.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

/// Where a call stands.
#[derive(Clone, Copy)]
struct Frame {
    function: FunctionId,
    block: BlockId,
    statement: usize,
}

/// A way that a walk went: after how many points, and with which calls under way.
struct Turn {
    points: usize,
    candidate: Candidate,
    stack: Vec<ReturnSite>,
}

struct Walk<'p> {
    program: &'p Program,
    calls: &'p CallGraph,
    frames: Vec<Frame>,
    points: Vec<ProbePoint>,
    turns: Vec<Turn>,
}

impl Walk<'_> {
    fn enter(&mut self, function: FunctionId) {
        if let Ok(body) = &self.program.functions[function].body {
            self.points.push(ProbePoint::Entry(function));
            self.frames.push(Frame { function, block: body.entry(), statement: 0 });
        }
    }

    /// Goes one statement or terminator further.
    fn step(&mut self, chance: &mut Chance) {
        let Some(frame) = self.frames.last_mut() else { return };
        let Frame { function, block, statement } = *frame;
        let body = self.program.functions[function].body.as_ref().expect("a body");
        self.points.push(ProbePoint::Statement(function, block, statement as u32));
        let contents = &body.blocks[block];
        if let Some(current) = contents.statements.get(statement) {
            frame.statement += 1;
            let StatementKind::Call { callee, .. } = &current.kind else { return };
            let targets = self.calls.targets(self.program, callee);
            if targets.is_empty() {
                return;
            }
            let target = targets[chance.below(targets.len())];
            let is_outside = self.program.functions[target].body.is_err();
            let back = self.calls.callees(target);
            if !is_outside {
                self.enter(target);
            } else if !back.is_empty() && chance.below(3) > 0 {
                // It calls back, and may do so again.
                frame.statement -= 1;
                self.enter(back[chance.below(back.len())]);
            }
            return;
        }
        let successors = contents.terminator.kind.successors();
        if successors.is_empty() {
            let is_return = matches!(contents.terminator.kind, TerminatorKind::Return(_));
            if is_return {
                self.frames.pop();
            } else {
                self.frames.clear()
            }
            return;
        }
        let successor = chance.below(successors.len()) as u32;
        frame.block = successors[successor as usize];
        frame.statement = 0;
        let callers = &self.frames[..self.frames.len() - 1];
        let stack = callers
            .iter()
            .map(|caller| ReturnSite { function: caller.function, block: caller.block });
        let candidate = Candidate::Edge { function, block, successor };
        self.turns.push(Turn { points: self.points.len(), candidate, stack: stack.collect() });
        self.points.push(ProbePoint::Edge(function, block, successor));
    }
}

const SOURCE: &str = "
void each(int (*)(int), int);
void stop(void) __attribute__((noreturn));
int depth;
int odd(int);
int leaf(int x) { if (x > 3 && x < 9) return 1; return x == 2 ? 4 : 5; }
int even(int x) { if (x == 0) return 1; if (x == 77) stop(); return odd(x - 1); }
int odd(int x) { if (x == 0) return 0; x = even(x - 1); if (x == 5) x++; return x; }
int pick(int x) { switch (x) { case 1: return leaf(x); case 2: x++; case 3 ... 7: return x; } return 9; }
int (*table[])(int) = { leaf, pick };
int once(int x) { leaf(x); x = odd(x); leaf(x); if (x) x = 2; return x; }
int f(int a, int b) {
    int r = once(a);
    while (a > 0) { r += table[a & 1](b); if (r == 100) break; a--; }
    if (b == 3) { each(leaf, b); r = pick(b); }
    else if (b == 4) { r = once(r); for (;;) if (r++ == 8) stop(); }
    do r--; while (r > 10 || even(r));
    return r;
}
";

#[test]
fn what_a_walk_meets_is_relevant() {
    let program = crate::common::load(SOURCE);
    let calls = CallGraph::new(&program);
    let f = program.function("f").expect("f");
    let unit = Unit::harness(&program, &calls, f);
    let criteria = [Criterion::Branch, Criterion::Statement, Criterion::Function];
    let objectives = Objectives::new(&program, &unit, &criteria);
    let plan = objectives.plan();
    let mut chance = Chance(1);
    let fresh = Reach::new(&program, &calls, f, &objectives);
    let mut seen = [0; 3];
    for _ in 0..400 {
        let mut coverage = Coverage::new(&objectives);
        let open: Vec<_> = (0..=chance.below(3)).map(|_| chance.below(objectives.len())).collect();
        let covered = objectives.iter().enumerate().filter(|(at, _)| !open.contains(at));
        let hits: Vec<_> = covered.map(|(_, objective)| objective.goal.probe()).collect();
        coverage.observe(&Observation { hits: &hits, sequence: &[] });
        let mut reach = fresh.clone();
        reach.update(&coverage);
        let mut walk = Walk {
            program: &program,
            calls: &calls,
            frames: Vec::new(),
            points: Vec::new(),
            turns: Vec::new(),
        };
        walk.enter(f);
        (0..400).for_each(|_| walk.step(&mut chance));
        let is_open = |point: &ProbePoint| {
            plan.get(*point).is_some_and(|probe| {
                open.iter()
                    .any(|at| objectives.iter().nth(*at).is_some_and(|o| o.goal.probe() == probe))
            })
        };
        let last_met = walk.points.iter().rposition(is_open);
        for turn in &walk.turns {
            let relevance = reach.relevance(turn.candidate, &turn.stack);
            seen[relevance as usize] += 1;
            let is_met = last_met.is_some_and(|last| last >= turn.points);
            assert!(
                !is_met || relevance != Relevance::Irrelevant,
                "{:?} with {:?} leads to {:?}",
                turn.candidate,
                turn.stack,
                last_met.map(|last| walk.points[last]),
            );
        }
    }
    // Each answer is given often enough for the walks to say something.
    let all = crate::common::list(&objectives);
    assert!(seen.iter().all(|count| *count > 100), "{seen:?} for\n{all}");
}
