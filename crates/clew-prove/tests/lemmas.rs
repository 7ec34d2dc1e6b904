//! Proofs by lemmas alone: cases of modes, tests that are remembered, and what must not be proved.

use clew_c::{Frontend, Options};
use clew_check::check_certificate;
use clew_ir::call_graph::CallGraph;
use clew_ir::{Program, TerminatorKind, model_text};
use clew_prove::{Limits, Method, Start, Target, Task, prove_cheaply};

fn load(source: &str) -> Program {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("f.c");
    std::fs::write(&path, source).expect("a file");
    let mut frontend = Frontend::new(&Options::default()).expect("clang");
    frontend.add_files(&[path]).expect("C that compiles");
    let mut program = frontend.finish().expect("a program that links");
    program.infer_prototypes();
    program
}

/// The branches of all that `main` calls, as lines and arms: those that are proved unreachable. The checker
/// accepts every proof.
fn proved(source: &str) -> Vec<(u32, u32)> {
    let program = load(source);
    let calls = CallGraph::new(&program);
    let main = program.function("main").expect("main");
    let mut targets = Vec::new();
    for function in calls.reachable(main) {
        let Ok(body) = &program.functions[function].body else { continue };
        for (block, contents) in body.blocks.iter_enumerated() {
            if let TerminatorKind::Branch { .. } = contents.terminator.kind {
                let line = program.sources.position(contents.terminator.span);
                let line = line.map_or(0, |(_, place)| place.line);
                let edges = [0, 1].map(|arm| (Target::Edge { function, block, arm }, (line, arm)));
                targets.extend(edges);
            }
        }
    }
    let (targets, names): (Vec<Target>, Vec<(u32, u32)>) = targets.into_iter().unzip();
    let start = Start::Program(main);
    let task = Task { program: &program, calls: &calls, start, assumes: &[] };
    let proven = prove_cheaply(task, &targets, Limits::default());
    let text = model_text::model_text_from(&program, main);
    for certificate in &proven.certificates {
        assert_eq!(certificate.method, Method::Invariants);
        let report = check_certificate(&text, &certificate.text(&program)).expect("an argument");
        assert!(report.holds(), "{report}\n{}", certificate.text(&program));
    }
    let is_proved = proven.outcomes.iter().map(Result::is_ok);
    let mut found: Vec<(u32, u32)> =
        names.into_iter().zip(is_proved).filter(|(_, is)| *is).map(|(name, _)| name).collect();
    found.sort_unstable();
    found
}

#[test]
fn what_a_flag_says_depends_on_the_state() {
    let found = proved(
        "extern int __VERIFIER_nondet_int(void);
        int main(void) {
            int state = 10, flag = 0;
            while (1) {
                int in = __VERIFIER_nondet_int();
                if (state == 10) {
                    if (flag == 2) return 1;
                    flag = 1; state = in ? 20 : 30;
                } else if (state == 20) {
                    if (flag != 1) return 2;
                    if (in > 5) { flag = 2; state = 30; }
                } else if (state == 30) {
                    if (flag == 0) return 3;
                    if (flag == 2) return 4;
                    flag = 0; state = 10;
                } else return 5;
            }
        }",
    );
    let inside: Vec<(u32, u32)> = found.into_iter().filter(|(line, _)| *line > 4).collect();
    // That the flag is 2 in state 30 (line 14) may be.
    assert_eq!(inside, [(7, 0), (10, 0), (12, 1), (13, 0)]);
}

#[test]
fn what_was_asked_before_comes_out_the_same() {
    let found = proved(
        "extern int __VERIFIER_nondet_int(void);
        int main(void) {
            int hit = __VERIFIER_nondet_int(), flags = __VERIFIER_nondet_int();
            int step = 1;
            while (step < 9) { if (__VERIFIER_nondet_int()) continue;
                if (step == 1) {
                    if (hit) step = 2; else step = 3;
                } else if (step == 2) {
                    if (!hit) return 1;
                    flags |= 4;
                    if (flags & 2) step = 4; else step = 5;
                } else if (step == 4) {
                    flags |= 8;
                    if (!(flags & 2)) return 2;
                    if (hit == 0) return 3;
                    step = 9;
                } else {
                    flags ^= 2;
                    if (flags & 2) hit = 0;
                    step = step == 3 ? 2 : 9;
                }
            }
            return 0;
        }",
    );
    let count = |wanted: u32| found.iter().filter(|(line, _)| *line == wanted).count();
    assert_eq!((count(14), count(15)), (1, 1), "{found:?}");
    // From state 3 control comes to 2 without a hit; `flags ^= 2` changes what was asked.
    assert_eq!((count(9), count(19)), (0, 0), "{found:?}");
}

#[test]
fn drivers_without_loops_have_more_ways_than_can_be_followed() {
    let mut text = String::from(
        "extern int __VERIFIER_nondet_int(void);
        int s, done;
        void complete(void) { if (s == 1) s = 2; else done = 7; }
        int main(void) { int sum = 0; s = 1; done = 0;\n",
    );
    for at in 0..14 {
        text += &format!("if (__VERIFIER_nondet_int() == {at}) sum++;\n");
    }
    text += "complete();\nif (done == 7) return 1;\nif (s != 2) return 2;\nreturn sum; }\n";
    assert_eq!(proved(&text), [(3, 1), (20, 0), (21, 0)]);
}
