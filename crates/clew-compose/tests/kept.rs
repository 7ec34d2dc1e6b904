//! Summaries that are kept: for calls on other objects, for other searches, in files.

use crate::common::{How, Shown, harness, program, random, search_with_store};
use clew_c::{Frontend, Options};
use clew_compose::SummaryStore;
use clew_criteria::{Criterion, Objectives, Unit};
use clew_ir::Program;
use clew_ir::call_graph::CallGraph;
use std::path::Path;
use std::sync::Arc;

/// How far a search goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// All paths are searched.
    Exhausted,
    /// The same, and the branches of all functions are asked for, not those of the entry alone.
    ExhaustedEverywhere,
    /// All branches of the entry are met.
    Covered,
}

fn find(program: &Program, how: How, store: Option<&Arc<SummaryStore>>, until: Until) -> Shown {
    let entry = harness(program);
    // Callees are searched for their own sake where their branches are asked for.
    let unit = match until {
        Until::ExhaustedEverywhere => {
            Unit::harness(program, &CallGraph::new(program), entry.function())
        }
        Until::Exhausted | Until::Covered => Unit::function(entry.function()),
    };
    let objectives = Objectives::new(program, &unit, &[Criterion::Branch]);
    let probes = (**objectives.plan()).clone();
    let ends_early = until == Until::Covered;
    search_with_store(program, (entry, probes), how, Some(20_000), (store, ends_early))
}

fn in_folder(folder: &Path) -> Arc<SummaryStore> {
    Arc::new(SummaryStore::in_folder(folder).expect("a store"))
}

/// All paths composed with a store: what all paths find, and nothing else.
fn agrees(program: &Program, store: &Arc<SummaryStore>, what: &str) -> Shown {
    agrees_on(program, store, Until::Exhausted, what)
}

fn agrees_on(program: &Program, store: &Arc<SummaryStore>, until: Until, what: &str) -> Shown {
    let plain = find(program, How::Plain, None, until);
    let composed = find(program, How::Composed, Some(store), until);
    assert!(plain.is_exhausted() && composed.is_exhausted(), "{what}");
    assert_eq!((&plain.met, &plain.faults), (&composed.met, &composed.faults), "{what}");
    assert_eq!(composed.report.statistics.divergences, 0, "{what}");
    composed
}

/// A function that is called on different objects.
fn on_objects(calls: &str) -> String {
    format!(
        "int __VERIFIER_nondet_int(void);
         static int clamp(int *p, int low) {{
             if (*p < low) {{ *p = low; return 1; }}
             if (*p > 100) {{ *p = 100; return 2; }}
             if (*p == 50) return 3;
             if (*p == 70) return 4;
             return 0;
         }}
         static int g;
         int main(void) {{
             int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
             int low = __VERIFIER_nondet_int() & 15, n = 0;
             {calls}
             if (n == 3) return 1;
             return a == b && b == c;
         }}"
    )
}

#[test]
fn a_function_is_searched_once_for_all_objects() {
    let program =
        program(&on_objects("n += clamp(&a, low); n += clamp(&b, low); n += clamp(&c, low);"));
    let without = find(&program, How::Composed, None, Until::Exhausted);
    let store = Arc::new(SummaryStore::new());
    let with = agrees(&program, &store, "three objects");
    assert!(with.composed_alone());
    // Five paths of `clamp` each for two objects are not searched again.
    assert!(with.runs() + 8 <= without.runs(), "{} and {}", with.runs(), without.runs());
}

#[test]
fn aliased_arguments_and_variables_are_not_taken_for_others() {
    let source = "int __VERIFIER_nondet_int(void);
         static int g;
         static int step(int *p, int *q) {
             if (*p > 3) *q = 7;
             if (*p == 7) return 1;
             if (g == 7) return 2;
             return 0;
         }
         int main(void) {
             int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
             int big[4] = {0};
             if (step(&a, &b)) return 1;
             if (step(&b, &a)) return 2;
             if (step(&a, &a)) return 3;
             if (step(&b, &g)) return 4;
             if (step(&big[1], &b)) return 5;
             if (step(&big[0], &big[0])) return 6;
             return 7;
         }";
    agrees(&program(source), &Arc::new(SummaryStore::new()), "aliases");
}

#[test]
fn objects_of_another_size_are_others() {
    let source = "unsigned char __VERIFIER_nondet_uchar(void);
         static int at(const int *p, unsigned i) { if (p[i & 7] == 1) return 1; return 0; }
         int main(void) {
             int eight[8] = {0}, four[4] = {0};
             unsigned i = __VERIFIER_nondet_uchar();
             eight[3] = 1;
             int r = at(eight, i);
             if (i < 200) return r;
             return at(four, i);
         }";
    let shown = agrees(&program(source), &Arc::new(SummaryStore::new()), "sizes");
    assert_eq!(shown.faults.len(), 1);
}

/// A parser of two parts, with a number that a header defines.
fn parser(limit: u32, caller: &str) -> String {
    format!(
        "#define LIMIT {limit}
         unsigned char __VERIFIER_nondet_uchar(void);
         static int kind(unsigned char c) {{
             if (c < LIMIT) return 0;
             if (c == 'x') return 1;
             if (c == 'y') return 2;
             if (c > 200) return 3;
             return 4;
         }}
         static int scan(const unsigned char *s, int *count) {{
             for (int i = 0; i < 5; i++) {{
                 int k = kind(s[i]);
                 if (k == 0) return i;
                 if (k == 3) (*count)++;
             }}
             return -1;
         }}
         int main(void) {{
             unsigned char text[5];
             int count = 0;
             for (int i = 0; i < 5; i++) text[i] = __VERIFIER_nondet_uchar();
             int r = scan(text, &count);
             {caller}
             return 0;
         }}"
    )
}

const CALLER: &str = "if (r == 3 && count == 2) return 1;\nif (r == -1) return 2;";

#[test]
fn a_second_search_takes_fewer_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = program(&parser(10, CALLER));
    let runs = |until| find(&program, How::Composed, Some(&in_folder(folder.path())), until).runs();
    let first = runs(Until::Covered);
    assert!(std::fs::read_dir(folder.path()).expect("a folder").count() > 0);
    // The first has ended before all paths were known.
    let second = runs(Until::Covered);
    assert!(second < first, "{first} runs, and then {second}");
    runs(Until::Exhausted);
    let third = runs(Until::Covered);
    assert!(3 * third < first, "{first} runs, and then {third}");
    agrees(&program, &in_folder(folder.path()), "the second time");
}

#[test]
fn an_edited_caller_finds_what_was_kept_and_an_edited_callee_does_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = program(&parser(10, CALLER));
    let count = || std::fs::read_dir(folder.path()).expect("a folder").count();
    agrees(&first, &in_folder(folder.path()), "the first time");
    let kept = count();
    let edited = "if (r == 2 && count == 1) return 4;\nif (count == 5) return 5;";
    let source = format!("/* a line more */\nstatic int more;\n{}", parser(10, edited));
    let caller = program(&source);
    let alone = find(&caller, How::Composed, None, Until::Covered).runs();
    let with = find(&caller, How::Composed, Some(&in_folder(folder.path())), Until::Covered).runs();
    assert!(2 * with < alone, "{alone} runs, and {with} with what was kept");
    agrees(&caller, &in_folder(folder.path()), "an edited caller");
    assert_eq!(count(), kept, "nothing is kept anew");
    // The number that the callee compares with is another.
    let callee = program(&parser(60, CALLER));
    agrees(&callee, &in_folder(folder.path()), "an edited callee");
    assert!(count() > kept);
}

#[test]
fn an_edited_header_finds_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let build = |header: &str| {
        let sources = tempfile::tempdir().expect("a folder");
        std::fs::write(sources.path().join("limit.h"), header).expect("a file");
        let path = sources.path().join("program.c");
        let text = parser(0, CALLER).replace("#define LIMIT 0", "#include \"limit.h\"");
        std::fs::write(&path, text).expect("a file");
        let mut frontend = Frontend::new(&Options::default()).expect("clang");
        frontend.add_files(&[path]).expect("C that compiles");
        frontend.finish().expect("a program that links")
    };
    for header in ["#define LIMIT 10\n", "#define LIMIT 121\n", "#define LIMIT 10\n"] {
        agrees(&build(header), &in_folder(folder.path()), header);
    }
}

/// Whatever is done to the files, what is found stays the same.
#[test]
fn altered_files_are_not_believed() {
    let program = program(&parser(10, CALLER));
    let folder = tempfile::tempdir().expect("a folder");
    let whole = agrees(&program, &in_folder(folder.path()), "the first time").met;
    let files: Vec<_> = std::fs::read_dir(folder.path())
        .expect("a folder")
        .map(|it| it.expect("a file").path())
        .collect();
    let texts: Vec<String> =
        files.iter().map(|it| std::fs::read_to_string(it).expect("a file")).collect();
    let alterations: [(&str, &str); 10] = [
        // A result that nothing contradicts which is run: that the other is possible is no longer seen.
        ("value r #x00000003\n", "value r #x00000002\n"),
        ("value r #xffffffff\n", "value r #x00000000\n"),
        ("#x00000003", "#x00000004"),
        ("#x0a", "#x0b"),
        ("value r #x00000000", "value r #x00000007"),
        ("bvult", "bvugt"),
        ("returns", "ends"),
        ("leaf", "end"),
        ("_ BitVec 8", "_ BitVec 16"),
        ("slot 1", "slot 0"),
    ];
    let mut altered = 0;
    for (from, to) in alterations {
        for (path, text) in files.iter().zip(&texts) {
            let new = text.replace(from, to);
            altered += usize::from(new != *text);
            std::fs::write(path, new).expect("a file");
        }
        let shown = agrees(&program, &in_folder(folder.path()), from);
        assert_eq!(shown.met, whole, "{from}");
    }
    assert!(altered >= 10, "{altered}");
    // Paths that are missing, and files that end too early.
    for (path, text) in files.iter().zip(&texts) {
        std::fs::write(path, &text[..2 * text.len() / 3]).expect("a file");
    }
    agrees(&program, &in_folder(folder.path()), "cut off");
}

/// The same on programs whose functions are called on several records, which share what they point to.
#[test]
fn records_that_share_objects_are_not_taken_for_others() {
    let mut taken = 0;
    for seed in 0..150 {
        let source = random::program_on_records(seed);
        let program = program(&source);
        let plain = find(&program, How::Plain, None, Until::ExhaustedEverywhere);
        if !plain.is_exhausted() {
            continue;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let what = format!("seed {seed}:\n{source}");
        for until in [Until::Exhausted, Until::ExhaustedEverywhere, Until::Exhausted] {
            agrees_on(&program, &in_folder(folder.path()), until, &what);
        }
        taken += std::fs::read_dir(folder.path()).expect("a folder").count();
    }
    assert!(taken > 100, "{taken} functions were kept");
}

/// Theorem 2 with what another search has kept.
#[test]
fn what_is_kept_changes_nothing_on_random_programs() {
    for seed in 0..100 {
        let source = random::program(seed);
        let program = program(&source);
        if !find(&program, How::Plain, None, Until::ExhaustedEverywhere).is_exhausted() {
            continue;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let what = format!("seed {seed}:\n{source}");
        for until in [Until::Exhausted, Until::Exhausted, Until::ExhaustedEverywhere] {
            agrees_on(&program, &in_folder(folder.path()), until, &what);
        }
    }
}

/// Searches side by side use what the others have found out; terms stay with each.
#[test]
fn searches_side_by_side_share_a_store() {
    let program =
        program(&on_objects("n += clamp(&a, low); n += clamp(&b, low); n += clamp(&c, low);"));
    let store = Arc::new(SummaryStore::new());
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| agrees(&program, &store, "side by side"));
        }
    });
    let alone = find(&program, How::Composed, None, Until::Covered).runs();
    let later = find(&program, How::Composed, Some(&store), Until::Covered).runs();
    assert!(later < alone, "{alone} runs, and {later} with what others found out");
}

/// Objects behind pointers in memory have names by the way there.
#[test]
fn what_pointers_in_memory_lead_to_is_named_by_the_way_there() {
    let source = |calls: &str| {
        format!(
            "unsigned char __VERIFIER_nondet_uchar(void);
             struct text {{ int used; const unsigned char *at; struct text *next; }};
             static int word(struct text *t, int *count) {{
                 while (t->used < 3) {{
                     unsigned char c = t->at[t->used];
                     if (c == 0) return 1;
                     if (c == 32) {{ t->used++; (*count)++; continue; }}
                     if (c > 127) return 2;
                     t->used++;
                 }}
                 if (t->next && t->next->used > 1) return 3;
                 return 0;
             }}
             int main(void) {{
                 unsigned char a[4], b[4];
                 int n = 0, m = 0;
                 for (int i = 0; i < 3; i++) {{ a[i] = __VERIFIER_nondet_uchar(); b[i] = a[i] ^ 1; }}
                 a[3] = b[3] = 0;
                 struct text one = {{0, a, 0}}, two = {{0, b, 0}}, three = {{0, a, &one}};
                 {calls}
                 return 0;
             }}"
        )
    };
    let alike = program(&source(
        "int r = word(&one, &n), s = word(&two, &m);
         if (r == 2 && s == 1) return 1; if (n == 2 && m == 0) return 2; if (r == s) return 3;",
    ));
    let store = Arc::new(SummaryStore::new());
    let with = agrees(&alike, &store, "two texts");
    let without = find(&alike, How::Composed, None, Until::Exhausted);
    assert!(with.runs() + 5 <= without.runs(), "{} and {}", with.runs(), without.runs());
    // The same objects by two ways, and others than the first time.
    let shared = program(&source(
        "int r = word(&one, &n), s = word(&three, &one.used), t = word(&two, &two.used);
         if (r == 2 && s == 2) return 1; if (n == 2 && m == 0) return 2; if (t == s) return 3;",
    ));
    let folder = tempfile::tempdir().expect("a folder");
    for _ in 0..2 {
        agrees(&shared, &in_folder(folder.path()), "shared");
        agrees(&alike, &in_folder(folder.path()), "alike");
    }
}
