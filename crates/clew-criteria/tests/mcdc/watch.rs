//! Evaluations found in the ordered probes of runs: decisions inside decisions, recursion, and
//! evaluations that come to no outcome.

use clew_criteria::mcdc::Watch;
use clew_ir::call_graph::CallGraph;
use clew_ir::{
    Block, BlockId, Body, Builtin, Callee, ConditionId, FunctionId, Id, ProbeId, ProbePlan,
    ProbePoint, Program, StatementKind, TerminatorKind,
};
use expect_test::{Expect, expect};

/// A run written down: `f(` enters a function, `)` returns, `2T` gives the function's third
/// condition a value, and `!2` jumps back to the second call under way.
struct Script<'a> {
    program: &'a Program,
    plan: &'a ProbePlan,
    stack: Vec<FunctionId>,
    sequence: Vec<ProbeId>,
}

impl Script<'_> {
    fn hit(&mut self, point: ProbePoint) {
        self.sequence.extend(self.plan.get(point));
    }

    fn play(&mut self, word: &str) {
        if let Some(name) = word.strip_suffix('(') {
            let function = self.program.function(name).expect("a function");
            self.stack.push(function);
            self.hit(ProbePoint::Entry(function));
            return;
        }
        let inside = *self.stack.last().expect("a function that was entered");
        let body = self.program.functions[inside].body.as_ref().expect("a body");
        if word == ")" {
            let is_return =
                |block: &Block| matches!(block.terminator.kind, TerminatorKind::Return(_));
            let mut blocks = body.blocks.iter_enumerated();
            let (id, block) = blocks.find(|(_, block)| is_return(block)).expect("a return");
            self.hit(ProbePoint::Statement(inside, id, block.statements.len() as u32));
            self.stack.pop();
        } else if let Some(depth) = word.strip_prefix('!') {
            let (id, at) = jump_of(body).expect("a jump");
            self.hit(ProbePoint::Statement(inside, id, at));
            self.stack.truncate(depth.parse().expect("a number of calls"));
        } else {
            let (at, value) = word.split_at(word.len() - 1);
            let condition = ConditionId::from_index(at.parse().expect("the number of a condition"));
            let block = body.decisions.conditions[condition].block;
            self.hit(ProbePoint::Edge(inside, block, u32::from(value == "F")));
        }
    }
}

fn jump_of(body: &Body) -> Option<(BlockId, u32)> {
    body.blocks.iter_enumerated().find_map(|(id, block)| {
        let at = block.statements.iter().position(|statement| {
            matches!(
                statement.kind,
                StatementKind::Call { callee: Callee::Builtin(Builtin::LongJmp), .. }
            )
        });
        Some((id, at? as u32))
    })
}

/// The evaluations in a run, one a line: function, line of the decision, evaluation.
fn check(source: &str, run: &str, expected: Expect) {
    let program = crate::common::load(source);
    let calls = CallGraph::new(&program);
    let mut plan = ProbePlan::new();
    let functions: Vec<_> = program.functions.ids().collect();
    let watch = Watch::new(&program, &calls, &functions, &mut |point| plan.place_ordered(point));
    let mut script = Script { program: &program, plan: &plan, stack: vec![], sequence: vec![] };
    run.split_whitespace().for_each(|word| script.play(word));
    let mut text = String::new();
    watch.evaluations(&script.sequence, |id, evaluation| {
        let watched = &watch.decisions()[id];
        let function = &program.functions[watched.function];
        let table = &function.body.as_ref().expect("a body").decisions;
        let line = program.sources.line(table.decisions[watched.decision].span);
        text += &format!("{}:{line} {evaluation}\n", function.name);
    });
    expected.assert_eq(&text);
}

const NESTED: &str = "
    int g(int, int);
    int f(int a, int b, int c) {
        if (a && g(b || c,
                   a ? b : c) && b)
            return 1;
        return 0;
    }";

#[test]
fn a_decision_inside_a_condition_is_its_own() {
    check(
        NESTED,
        "f( 0T 1F 2F 3T 4T 5F ) f( 0F ) f( 0T 1T 2T 4F )",
        expect![[r#"
            f:5 F=F
            f:4 FT=T
            f:4 TTF=F
            f:4 F--=F
            f:5 T=T
            f:4 T-=T
            f:4 TF-=F
        "#]],
    );
}

const RECURSIVE: &str = "
    int f(int n, int m) {
        while (n > 0 && f(n - 1, m) && m > 0)
            n--;
        return n;
    }";

#[test]
fn each_call_has_its_own_evaluations() {
    check(
        RECURSIVE,
        "f( 0T f( 0T f( 0F ) 1T 2F ) 1F )",
        expect![[r"
            f:3 F--=F
            f:3 TTF=F
            f:3 TF-=F
        "]],
    );
}

const MUTUAL: &str = "
    int odd(int n, int m);
    int even(int n, int m) { return n == 0 || (m && odd(n - 1, m)); }
    int odd(int n, int m) { return n != 0 && (even(n - 1, m) || !m); }";

#[test]
fn functions_that_call_each_other() {
    check(
        MUTUAL,
        "even( 0F 1T odd( 0T even( 0F 1T odd( 0F ) 2F ) 1F 2T ) 2F )",
        expect![[r"
            odd:4 F--=F
            even:3 FTF=F
            odd:4 TFT=F
            even:3 FTF=F
        "]],
    );
}

const JUMPING: &str = "
    #include <setjmp.h>
    jmp_buf place;
    int f(int n) {
        if (n == 4 && setjmp(place)) return 0;
        if ((n > 5 || n > 0) && f(n - 1)) return 1;
        if (n == 1) longjmp(place, 1);
        return n;
    }";

/// `f(6)`: the jump from `f(1)` to `f(4)` leaves calls that had begun a decision. What the calls
/// before had begun is lost with it, but never taken for what the left ones had.
#[test]
fn a_jump_drops_what_is_under_way() {
    check(
        JUMPING,
        "f( 0F 2T f( 0F 2F 3T f( 0T 1F 2F 3T f( 0F 2F 3T f( 0F 2F 3T f( 0F 2F 3T f( 0F 2F 3F 5F )
         4F 5T !3 1T ) 4F 5F ) 4F 5F ) f( 0F 2F 3F 5F )",
        expect![[r#"
            f:5 F-=F
            f:5 F-=F
            f:5 TF=F
            f:5 F-=F
            f:5 F-=F
            f:5 F-=F
            f:5 F-=F
            f:6 FF-=F
            f:7 F=F
            f:6 FTF=F
            f:7 T=T
            f:7 F=F
            f:7 F=F
            f:5 F-=F
            f:6 FF-=F
            f:7 F=F
        "#]],
    );
}

/// A fault ends the run, and a jump out of a statement expression starts a decision again.
#[test]
fn what_has_no_outcome_is_dropped() {
    let source = "
    int f(int n) {
    again:
        if (n > 0 && ({ if (n == 7) { n--; goto again; } n; }) && n < 9)
            n--;
        return n;
    }";
    check(
        source,
        "f( 0T 1T 0T 1F 2T 3T ) f( 0T 1F 2F ) f( 0T 1F 2T",
        expect![[r#"
        f:4 T=T
        f:4 F=F
        f:4 TTT=T
        f:4 F=F
        f:4 TF-=F
        f:4 F=F
    "#]],
    );
}

/// Constants are not evaluated, and negation is no matter of order.
#[test]
fn constants_and_negations() {
    check(
        "int f(int a, int b, int c) {
            if (1 && !(a || (0 || !b)) && sizeof a) return 1;
            return !(a && b) ? 4 : 5;
        }",
        "f( 0F 1T 2T 3T ) f( 0F 1F 2F ) f( 0T 2T 3F )",
        expect![[r"
            f:2 FT=T
            f:3 TT=F
            f:2 FF=F
            f:3 F-=T
            f:2 T-=F
            f:3 TF=T
        "]],
    );
}
