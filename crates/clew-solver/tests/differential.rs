//! Random queries at real widths, against z3 and cvc5 on the unsimplified text.
//!
//! A test goes on until both sides decided as many queries as asked for: 100 without arrays and 20
//! with, times `CLEW_TEST_SCALE`. Each solver is one process for all queries. Limits are numbers of
//! steps, so that a busy machine decides as much as an idle one.

use std::time::Duration;

use clew_logic::smtlib::{Reader, print_script};
use clew_logic::testing::{Random, TermSampler, scale};
use clew_logic::{Model, Op, Sort, TermId, TermPool, Value};
use clew_solver::{Budget, ExternalCommand, Query, Solver, StackConfig, Verdict};

/// What our side may try of a query. The time is for what has no conflicts, and the other side.
const BUDGET: Budget = Budget { time: Some(Duration::from_millis(400)), conflicts: Some(400) };

/// z3 with a limit on each query, some milliseconds.
fn z3() -> ExternalCommand {
    ExternalCommand::new("z3", &["-in", "rlimit=60000"])
}

/// cvc5 with a limit on each query.
fn cvc5() -> ExternalCommand {
    let mut command = ExternalCommand::cvc5();
    command.arguments.push("--rlimit-per=15000".to_owned());
    command
}

#[derive(Clone, Copy, Default)]
struct Tally {
    sat: usize,
    unsat: usize,
    /// One of the two gave up.
    undecided: usize,
}

impl Tally {
    fn decided(self) -> usize {
        self.sat + self.unsat
    }
}

fn sample(round: u64, arrays: bool, raw: &mut TermPool) -> Vec<TermId> {
    let mut rng = Random::new(round);
    let wide = rng.pick(&[8, 12, 16, 24, 32, 33, 48, 64]);
    let widths = if arrays { vec![8, 8, 16] } else { vec![8, wide, wide] };
    let mut inputs = Vec::new();
    for (name, width) in [("a", wide), ("b", wide), ("c", 8), ("d", 8)] {
        inputs.push(raw.input(name, Sort::BitVec(width)));
    }
    inputs.push(raw.input("p", Sort::Bool));
    if arrays {
        inputs.push(raw.input("m", Sort::Array { index: 8, element: 8 }));
    }
    let mut sampler = TermSampler { rng: Random::new(round ^ 0xabcd), inputs, widths, arrays };
    let count = 1 + rng.below(5);
    (0..count)
        .map(|_| {
            let depth = 1 + rng.below(3) as u32 + u32::from(rng.one_in(8));
            sampler.boolean(raw, depth)
        })
        .collect()
}

/// Whether a query is likely to be beyond a solver with few steps: products or quotients of two
/// unknowns of more than a byte. Only one in 16 of these is asked.
fn is_hard(raw: &TermPool, query: &[TermId]) -> bool {
    let is_product = |&term: &TermId| {
        let op = raw.op(term);
        matches!(op, Op::Mul | Op::UDiv | Op::URem | Op::SDiv | Op::SRem)
            && raw.width(term) > 8
            && raw.args(term).iter().all(|&arg| raw.value(arg).is_none())
    };
    raw.post_order(query).iter().filter(|term| is_product(term)).count() > 0
}

/// The model under the names of another pool.
fn rename(from: &TermPool, to: &TermPool, model: &Model) -> Model {
    let mut renamed = Model::new();
    for (input, value) in model.values() {
        let Some(other) = to.find_input(&from.input_decl(input).name) else { continue };
        match value {
            Value::Bits(bits) => renamed.set_bits(other, bits),
            Value::Array(array) => renamed.set_array(other, array),
        }
    }
    renamed
}

fn compare(command: ExternalCommand, name: &str, wanted: usize, arrays: bool) -> Tally {
    let mut tally = Tally::default();
    let mut other;
    for round in 0.. {
        // Much may be too hard, but not most.
        if tally.decided() == wanted || tally.undecided > wanted {
            break;
        }
        if round % 2000 == 1999 {
            let Tally { sat, unsat, undecided } = tally;
            report_line(&format!(
                "{name} (arrays: {arrays}) so far: {sat} sat, {unsat} unsat, {undecided} undecided"
            ));
        }
        let mut raw = TermPool::without_rewrites();
        other = Solver::new(StackConfig::external_only(command.clone()));
        let original = sample(round, arrays, &mut raw);
        if is_hard(&raw, &original) && round % 16 != 0 {
            continue;
        }
        let text = print_script(&raw, &original);
        let mut pool = TermPool::new();
        let script = Reader::new().read(&mut pool, &text).expect("our own text should be read");
        let mut constraints = Vec::new();
        script.for_each_query(|query, _| constraints = query.to_vec());
        assert_eq!(constraints.len(), original.len());
        let mut ours = Solver::new(match round % 3 {
            0 => StackConfig::sat_only(),
            1 => StackConfig::without_caches(),
            _ => StackConfig { nudge: false, ..StackConfig::default() },
        });
        let verdict = ours.check(&mut pool, &Query::new(&constraints).with_budget(BUDGET));
        assert_eq!(ours.statistics().rejected_models, 0, "round {round}\n{text}");
        if let Verdict::Sat(model) = &verdict {
            let model = rename(&pool, &raw, model);
            for &term in &original {
                assert_eq!(raw.eval(&model, term), 1, "round {round}\n{text}");
            }
        }
        if let Verdict::Unknown(_) = verdict {
            tally.undecided += 1;
            continue;
        }
        let theirs = other.check(&mut raw, &Query::new(&original).with_budget(BUDGET));
        match (verdict, theirs) {
            (Verdict::Sat(_), Verdict::Sat(_)) => tally.sat += 1,
            (Verdict::Unsat(_), Verdict::Unsat(_)) => tally.unsat += 1,
            (_, Verdict::Unknown(_)) => tally.undecided += 1,
            (ours, theirs) => {
                panic!(
                    "{name} says {}, we say {}, round {round}\n{text}",
                    theirs.name(),
                    ours.name()
                )
            }
        }
    }
    tally
}

/// Adds a line to the file that `CLEW_TEST_REPORT` names.
fn report_line(line: &str) {
    use std::io::Write;
    if let Ok(path) = std::env::var("CLEW_TEST_REPORT") {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        let _ = writeln!(file.expect("the report should be writable"), "{line}");
    }
}

fn run(name: &str, command: ExternalCommand, wanted: usize, arrays: bool) {
    if !command.is_installed() {
        return;
    }
    let wanted = wanted * scale();
    let tally = compare(command, name, wanted, arrays);
    let report = format!(
        "{name} (arrays: {arrays}): {} sat and {} unsat agreed, {} undecided",
        tally.sat, tally.unsat, tally.undecided
    );
    report_line(&report);
    assert_eq!(tally.decided(), wanted, "{report}");
}

#[test]
fn bit_vectors_against_z3() {
    run("z3", z3(), 100, false);
}

#[test]
fn bit_vectors_against_cvc5() {
    run("cvc5", cvc5(), 100, false);
}

#[test]
fn arrays_against_z3() {
    run("z3", z3(), 20, true);
}

#[test]
fn arrays_against_cvc5() {
    run("cvc5", cvc5(), 20, true);
}
