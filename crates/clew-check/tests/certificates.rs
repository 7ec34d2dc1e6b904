//! Certificates of each kind, written by hand.

use crate::common::tree::Plan;
use crate::common::{check, model_text};
use clew_check::{CheckError, Model, Verdict, check_certificate};
use std::time::Duration;

const COUNT: &str = "int count(int n) { int i = 0; if (n < 0) return 0; while (i < n) i++; \
                     if (i > n) return 1; return 0; }";

/// The loop of [`COUNT`], cut by an invariant; an edge is the objective.
const COUNT_CERTIFICATE: &str = "(certificate 1
    (program \"count.model\")
    (entry \"count\" unit)
    (objective (edge \"count\" 4 0))
    (node 0 (at \"count\" 0 0) (edge 0 irrelevant) (edge 1 2)) ; live, i = 0, n < 0
    (node 2 (at \"count\" 2 0) (where (holds (le (load (local 1)) (load (local 0)))))
      (edge 0 3) (edge 1 4))
    (node 3 (at \"count\" 3 0) (edge 0 2))
    (node 4 (at \"count\" 4 0) (edge 0 infeasible) (edge 1 irrelevant)))";

#[test]
fn a_loop_with_an_invariant() {
    let report = check_certificate(&model_text(COUNT), COUNT_CERTIFICATE).expect("an argument");
    assert!(report.holds(), "{report}");
    assert_eq!(report.claims.len(), 3, "{:#?}", report.claims);
    assert_eq!(report.irrelevant, 2);
    let text = "3 claims: 3 proved, 0 proved by one solver, 0 refuted, 0 unknown";
    assert_eq!(report.to_string(), text);
}

#[test]
fn a_label_that_no_value_makes_true() {
    // By ranges: one node that knows nothing. A character is never above 255.
    let source = "int f(unsigned char c) { int x = c; return x; }";
    let certificate = |bound: u32| {
        format!(
            "(certificate 1 (entry \"f\" unit)
               (objective (label \"f\" 0 1 (holds (gt (cast s32 (load (local 0))) (const s32 {bound})))))
               (node 0 (at \"f\" 0 0) (where true)))"
        )
    };
    assert!(check(source, &certificate(255)).expect("an argument").holds());
    let report = check(source, &certificate(254)).expect("an argument");
    assert_eq!(report.count(Verdict::Refuted), 1);
}

#[test]
fn a_label_is_false_where_it_has_no_value() {
    let source = "int f(int *p, int n) { return 0; }";
    let certificate = |label: &str| {
        format!(
            "(certificate 1 (entry \"f\" unit) (objective (label \"f\" 0 0 {label}))
               (node 0 (at \"f\" 0 0)))"
        )
    };
    let division = "(holds (eq (div (const s32 1) (load (local 1))) (const s32 5)))";
    assert!(check(source, &certificate(division)).expect("an argument").holds());
    let null = "(and (holds (eq (load (deref (load (local 0)))) (const s32 5)))
                     (holds (not (load (local 0)))))";
    assert!(check(source, &certificate(null)).expect("an argument").holds());
    let frames = check(source, &certificate("(frame 0 true)"));
    assert!(frames.is_ok(), "no expression is about a frame");
    let frames = check(source, &certificate("(frame 0 (holds (load (local 1))))"));
    assert!(frames.is_err(), "a label is about one function");
    let value = "(holds (eq (load (deref (load (local 0)))) (const s32 5)))";
    assert!(!check(source, &certificate(value)).expect("an argument").holds());
}

#[test]
fn an_assumption_is_used_and_named() {
    let source = "int f(int n) { if (n < 0) return 77; return 0; }";
    let program = crate::common::program(source);
    let mut plan = Plan::new(&program, "f");
    let model = Model::read(&model_text(source)).expect("a program");
    let refuted = model.check(&plan.certificate(), Duration::from_secs(5)).expect("an argument");
    assert_eq!(refuted.count(Verdict::Refuted), 1);
    plan.header =
        "(assume \"clew_pre_f\" (holds (ge (load (local 0)) (const s32 0))))\n".to_owned();
    let report = model.check(&plan.certificate(), Duration::from_secs(5)).expect("an argument");
    assert!(report.holds());
    assert_eq!(report.assumptions, ["clew_pre_f"]);
}

#[test]
fn a_program_starts_with_its_initial_values() {
    let source = "int g = 3; int main(void) { if (g != 3) return 77; return 0; }";
    let program = crate::common::program(source);
    let model = Model::read(&model_text(source)).expect("a program");
    for (kind, holds) in [("program", true), ("unit", false)] {
        let mut plan = Plan::new(&program, "main");
        plan.kind = kind;
        let report = model.check(&plan.certificate(), Duration::from_secs(5)).expect("an argument");
        assert_eq!(report.holds(), holds, "{kind}");
    }
    let early = "int g = 3; __attribute__((constructor)) void c(void) { g = 4; }
                 int main(void) { if (g != 3) return 77; return 0; }";
    let program = crate::common::program(early);
    let mut plan = Plan::new(&program, "main");
    plan.kind = "program";
    let refused = check(early, &plan.certificate());
    assert!(refused.is_err_and(|it| it.to_string().contains("constructors")));
    plan.kind = "unit";
    assert!(!check(early, &plan.certificate()).expect("an argument").holds());
}

/// What the start or the end of the program calls is reached on other ways than those of the entry.
#[test]
fn functions_that_others_call_are_not_excluded_by_an_entry() {
    let helper = "static int g; static void note(int n) { if (n == 7) g = 1; }";
    let main = "int main(void) { note(1); return 0; }";
    let at_end = "__attribute__((destructor)) static void last(void) { note(7); }";
    let certificate = "(certificate 1 (entry \"main\" unit) (objective (edge \"note\" 0 0))
        (node 0 (at \"main\" 0 0) (call 0 enter 1))
        (node 1 (at (from \"main\" 0 0) \"note\" 0 0) (edge 0 infeasible) (edge 1 irrelevant)))";
    let alone = format!("{helper} {main}");
    assert!(check(&alone, certificate).expect("an argument").holds());
    let refused = check(&format!("{helper} {at_end} {main}"), certificate);
    assert!(refused.is_err_and(|it| it.to_string().contains("destructors")));
}

/// A predicate over two frames: the callee's parameter and the caller's local.
#[test]
fn predicates_see_the_frames_below() {
    let source = "static int g(int x) { while (x > 10) x--; return x; }
                  int f(int a) { int b = g(5); return a + b; }";
    let certificate = |relation: &str| {
        format!(
            "(certificate 1 (entry \"f\" unit) (objective (label \"g\" 2 0 (holds (gt (load (local 0)) (const s32 20)))))
               (node 0 (at \"f\" 0 0) (call 1 enter 1))
               (node 1 (at (from \"f\" 0 1) \"g\" 0 0) (edge 0 2))
               (node 2 (at (from \"f\" 0 1) \"g\" 1 0)
                  (where (and (holds (le (load (local 0)) (const s32 10)))
                              (frame 0 (holds ({relation} (load (local 0)) (load (local 0)))))))
                  (edge 0 infeasible) (edge 1 4))
               (node 4 (at (from \"f\" 0 1) \"g\" 3 0) (return irrelevant)))"
        )
    };
    assert!(check(source, &certificate("eq")).expect("an argument").holds());
    assert!(!check(source, &certificate("ne")).expect("an argument").holds());
}

/// The callee's variable and the caller's are compared; what does not stay so is refuted.
#[test]
fn predicates_relate_two_frames() {
    let source = "static int g(int x) { while (x > 10) x--; return x; }
                  int f(int a) { int b = g(a); if (b > a) return 77; return a + b; }";
    let certificate = |relation: &str| {
        format!(
            "(certificate 1 (entry \"f\" unit) (objective (edge \"f\" 0 0))
               (node 0 (at \"f\" 0 0) (call 1 enter 1))
               (node 1 (at (from \"f\" 0 1) \"g\" 0 0) (edge 0 2))
               (node 2 (at (from \"f\" 0 1) \"g\" 1 0) (where {relation}) (edge 0 3) (edge 1 4))
               (node 3 (at (from \"f\" 0 1) \"g\" 2 0) (edge 0 2))
               (node 4 (at (from \"f\" 0 1) \"g\" 3 0) (return 5))
               (node 5 (at \"f\" 0 2) (edge 0 infeasible) (edge 1 irrelevant)))"
        )
    };
    let own = "(load (local 0))";
    let kept = certificate(&format!("(across le {own} 0 {own})"));
    assert!(check(source, &kept).expect("an argument").holds());
    for wrong in ["eq", "lt", "ge", "ne"] {
        let report = check(source, &certificate(&format!("(across {wrong} {own} 0 {own})")));
        assert!(!report.expect("an argument").holds(), "{wrong}");
    }
    // Comparing a frame with itself says nothing.
    let itself = certificate(&format!("(across le {own} 1 {own})"));
    assert!(!check(source, &itself).expect("an argument").holds());
    for nonsense in [
        format!("(across le {own} 2 {own})"),
        format!("(across add {own} 0 {own})"),
        format!("(across le {own} 0 (cast s64 {own}))"),
    ] {
        assert!(check(source, &certificate(&nonsense)).is_err(), "{nonsense}");
    }
}

/// Recursion: the root stands for every call of the entry.
#[test]
fn calls_of_the_entry_itself_may_be_skipped() {
    let source = "int f(int n) { if (n > 5) { if (n < 3) return 77; return f(n - 1); } return 0; }";
    let program = crate::common::program(source);
    let mut plan = Plan::new(&program, "f");
    plan.entered.clear();
    let report = check(source, &plan.certificate()).expect("an argument");
    assert!(report.holds(), "{report}");
    // With an assumption the calls within are not covered by it.
    plan.header = "(assume \"small\" (holds (lt (load (local 0)) (const s32 9))))\n".to_owned();
    let error = check(source, &plan.certificate()).expect_err("the recursion is not covered");
    assert!(matches!(error, CheckError::Argument(_)), "{error}");
}

/// Code outside may call what it has the address of.
#[test]
fn an_objective_in_a_callback_is_not_behind_an_unknown_call() {
    let source = "void e(void (*)(int)); static int g(int x) { if (x == 3) return 77; return 0; }
                  static void h(int x) { g(x); }
                  int f(void) { e(h); return g(4); }";
    let program = crate::common::program(source);
    let plan = Plan::new(&program, "f");
    let error = check(source, &plan.certificate()).expect_err("h may be called with 3");
    assert!(error.to_string().contains("may be inside"), "{error}");
    let known = source.replace("e(h);", "").replace("void e(void (*)(int));", "");
    let program = crate::common::program(&known);
    let report = check(&known, &Plan::new(&program, "f").certificate()).expect("an argument");
    assert!(report.holds(), "{report}");
}

#[test]
fn the_skipped_callee_does_not_hold_the_objective() {
    let source =
        "static int g(int x) { if (x == 3) return 77; return 0; } int f(void) { return g(4); }";
    let program = crate::common::program(source);
    let mut plan = Plan::new(&program, "f");
    plan.entered.clear();
    let error = check(source, &plan.certificate()).expect_err("the objective is skipped");
    assert!(error.to_string().contains("inside of the call"), "{error}");
}

/// One argument for several objectives: each has its own claims, and all rest on the others.
#[test]
fn several_objectives_and_certificates_are_told_apart() {
    let source = "int f(unsigned char c) { int x = c; return x; }";
    let model = Model::read(&model_text(source)).expect("a program");
    let certificate = |bounds: &[u32]| {
        let objective = |bound: &u32| {
            format!(
                "(objective (label 0 0 1 (holds (gt (cast s32 (load (local 0))) (const s32 {bound})))))"
            )
        };
        let objectives: String = bounds.iter().map(objective).collect();
        format!(
            "(certificate 1 (entry \"f\" unit) {objectives} (node 0 (at 0 0 0) (where true)))\n"
        )
    };
    let limit = Duration::from_secs(60);
    let report = model.check(&certificate(&[255, 254, 300]), limit).expect("an argument");
    assert_eq!((report.holds(), report.doubtful()), (false, Some(vec![1])));
    let both = certificate(&[255]) + &certificate(&[300, 254]);
    let report = model.check(&both, limit).expect("two arguments");
    assert_eq!((report.subjects.len(), report.doubtful()), (3, Some(vec![2])));
    assert!(report.subjects[2].objective.ends_with("(const s32 254))))"), "{:?}", report.subjects);
    assert!(model.check("; nothing\n", limit).is_err());
    assert!(model.check(&(both + "(certificate 1)"), limit).is_err());
}

#[test]
fn texts_that_are_no_certificates() {
    let model = Model::read(&model_text(COUNT)).expect("a program");
    for (from, to) in [
        ("(certificate 1", "(certificate 2"),
        ("(entry \"count\" unit)", ""),
        ("\"count\" unit", "\"cont\" unit"),
        ("(objective (edge \"count\" 4 0))", ""),
        ("(edge \"count\" 4 0)", "(edge \"count\" 4 2)"),
        ("(edge \"count\" 4 0)", "(edge \"count\" 9 0)"),
        ("(edge 0 irrelevant) (edge 1 2)", "(edge 1 2)"),
        ("(edge 0 3) (edge 1 4)", "(edge 0 3) (edge 0 4)"),
        ("(le (load (local 1))", "(le (load (local 7))"),
        ("(le (load (local 1))", "(le (const s64 1)"),
        ("(le (load (local 1))", "(lee (load (local 1))"),
        ("(where ", "(were "),
        ("(edge 0 infeasible)", "(edge 0 4)"),
        ("(edge 1 irrelevant)", "(edge 1 irrelevant) (return 0)"),
    ] {
        let changed = COUNT_CERTIFICATE.replacen(from, to, 1);
        assert_ne!(changed, COUNT_CERTIFICATE, "{from}");
        let result = model.check(&changed, Duration::from_secs(5));
        assert!(result.is_err(), "{from} -> {to}: {result:?}");
    }
}

#[test]
fn texts_that_are_no_programs() {
    let original = model_text("int g = 3; int f(int n) { return g / n; }");
    assert!(Model::read(&original).is_ok());
    for (from, to) in [
        ("(model 1", "(model 3"),
        ("(global 0)", "(global 4)"),
        ("(local 0))", "(local 5))"),
        ("(div ", "(dib "),
        ("s32 external variable", "s33 external variable"),
        ("(return ", "(retur "),
        ("(bytes \"03000000\")", "(bytes \"0300\")"),
        ("(function 0", "(function x"),
    ] {
        let changed = original.replacen(from, to, 1);
        assert_ne!(changed, original, "{from}");
        assert!(Model::read(&changed).is_err(), "{from}");
    }
}

/// Behind a loop, a local that has ended may be where another is now.
#[test]
fn locals_that_have_ended_leave_their_place() {
    let source = |declaration: &str, use_of: &str| {
        format!(
            "int more(void); void told(void *);
             int f(unsigned long place) {{
                 {declaration} told(&a); if (place != (unsigned long)&a) return 0; {use_of}
                 while (more()) ;
                 int b; told(&b);
                 if ((unsigned long)&b == place) return 77;
                 return 2; }}"
        )
    };
    // The blocks in front of the loop and behind it, and that of the loop.
    let certificate = |before: Option<usize>, head: usize| {
        let (first, behind) = (before.map_or(2, |_| 1), head + 1);
        let between = before.map(|block| format!("(node 1 (at \"f\" {block} 0) (edge 0 2))"));
        format!(
            "(certificate 1 (entry \"f\" unit) (objective (edge \"f\" {behind} 0))
               (node 0 (at \"f\" 0 0) (edge 0 irrelevant) (edge 1 {first})) {}
               (node 2 (at \"f\" {head} 0)
                  (where (holds (eq (load (local 0)) (cast u64 (addr (ptr s32) (local 1))))))
                  (edge 0 2) (edge 1 3))
               (node 3 (at \"f\" {behind} 0) (edge 0 infeasible) (edge 1 irrelevant)))",
            between.unwrap_or_default()
        )
    };
    let ended = check(&source("{ int a;", "}"), &certificate(Some(2), 3)).expect("an argument");
    assert!(ended.count(Verdict::Refuted) > 0, "{:#?}", ended.claims);
    let lives = check(&source("int a;", ""), &certificate(None, 2)).expect("an argument");
    assert!(lives.holds(), "{:#?}", lives.claims);
}
