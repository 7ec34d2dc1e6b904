//! Runs with inputs, for their words.

use super::graph::{Letters, objection};
use clew_ir::{FunctionId, ProbePlan, Program};
use clew_logic::Model;
use clew_symbolic::{
    Arm, Bounds, Entry, ForkKind, ForkSite, Fresh, LabelMode, PathId, Setup, SymbolicMachine,
    Trace, Word,
};
use clew_vm::Config;
use std::sync::Arc;

/// Steps of one run.
const STEPS: u64 = 50_000;

/// A machine whose runs have words.
pub(crate) fn machine(program: &Program, entry: Entry) -> SymbolicMachine<'_> {
    let config = Config {
        probes: Some(Arc::new(ProbePlan::default())),
        stubs: matches!(entry, Entry::Unit(_)),
        max_steps: STEPS,
        ..Config::under_test()
    };
    let (labels, bounds) = (LabelMode::Observe, Bounds::default());
    SymbolicMachine::new(program, Setup { entry, config, labels, bounds })
}

/// The runs of an entry, to compare their identities.
#[derive(Default)]
pub(crate) struct Identities(Vec<(Forks, Word, PathId)>);

/// The forks of a run and the arms it took.
type Forks = Vec<(ForkSite, Arm)>;

impl Identities {
    /// What contradicts that `Trace::path` is the identity of a run: runs of the same word and forks
    /// have the same, runs that fork otherwise have others. (Branches that only give a value are left out of the
    /// identity, so forks at branches may differ.)
    pub(crate) fn objection(&mut self, trace: &Trace, word: &Word) -> Option<String> {
        let forks: Vec<_> = trace.forks.iter().map(|fork| (fork.site, fork.arm)).collect();
        for (others, other_word, path) in &self.0 {
            let differ = *path != trace.path;
            if differ && forks == *others && word == other_word {
                return Some("one run has two identities".to_string());
            }
            let counted = |forks: &Forks| -> Forks {
                let is_counted = |it: &&(ForkSite, Arm)| it.0.kind != ForkKind::Branch;
                forks.iter().filter(is_counted).copied().collect()
            };
            if !differ && counted(&forks) != counted(others) {
                return Some("two runs have one identity".to_string());
            }
        }
        self.0.push((forks, word.clone(), trace.path));
        None
    }
}

/// Runs from an entry, on inputs of several kinds: each word is a path of the graph and tells the
/// forks of its run, and the identity of a run is that of its word and forks, also on another machine.
pub(crate) fn check_words(
    program: &Program,
    entry: Entry,
    kinds: &[Fresh],
) -> Result<Letters, String> {
    let mut letters = Letters::default();
    let mut identities = Identities::default();
    let mut again = machine(program, entry);
    let mut machine = machine(program, entry);
    for &fresh in kinds {
        machine.set_fresh(fresh);
        again.set_fresh(fresh);
        let named = |why: String| {
            let name = &program.functions[entry.function()].name;
            format!("{name}, {fresh:?}: {why}")
        };
        let (trace, word) = match machine.run_for_word(&Model::new()) {
            Ok(told) => told,
            Err(stray) => return Err(named(stray.to_string())),
        };
        if let Some(why) = objection(program, &word, &trace) {
            return Err(named(why));
        }
        if let Some(why) = identities.objection(&trace, &word) {
            return Err(named(why));
        }
        if fresh == kinds[0]
            && again.run_for_word(&Model::new()).is_ok_and(|(again, _)| again.path != trace.path)
        {
            return Err(named("the same run again has another identity".to_string()));
        }
        letters.add(&word);
    }
    Ok(letters)
}

/// The functions of the user's that have a body.
pub(crate) fn own_functions(program: &Program) -> Vec<FunctionId> {
    let functions = program.functions.iter_enumerated();
    functions.filter(|(_, it)| it.body.is_ok() && !it.is_system).map(|(id, _)| id).collect()
}
