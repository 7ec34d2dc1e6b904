//! Certificates of unsatisfiability that others can check.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clew_logic::smtlib::{Reader, print_script};
use clew_logic::{TermId, TermPool, print_c};
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Cl, Lit};
use rustsat_cadical::{CaDiCaL, ProofFormat as CadicalFormat};
use thiserror::Error;

use crate::blast::{Blaster, ClauseSink};
use crate::budget::{Budget, Clock};
use crate::config::StackConfig;
use crate::query::Query;
use crate::stack::Solver;
use crate::verdict::Verdict;

/// A self-contained SMT-LIB script that any solver should answer with `unsat`.
pub fn smtlib_certificate(pool: &TermPool, constraints: &[TermId]) -> String {
    let mut text = String::from("; These constraints contradict each other:\n");
    for &constraint in constraints {
        let readable = print_c(pool, constraint).replace('\n', " ");
        text.push_str(&format!(";   {readable}\n"));
    }
    text.push_str("(set-info :status unsat)\n");
    text.push_str(&print_script(pool, constraints));
    text
}

/// Answers SMT-LIB scripts, one after the other. A name means the same in all of them, so that what
/// they have in common is worked out once.
pub struct Scripts {
    pool: TermPool,
    solver: Solver,
    budget: Budget,
}

impl Scripts {
    /// A solver of scripts that has this for each query.
    pub fn new(budget: Budget) -> Self {
        Self { pool: TermPool::new(), solver: Solver::new(StackConfig::default()), budget }
    }

    /// Whether the answer to every query of a script is `unsat`. A script that cannot be read is not
    /// refuted.
    pub fn is_refuted(&mut self, script: &str) -> bool {
        let Ok(script) = Reader::new().read(&mut self.pool, script) else { return false };
        let mut queries: Vec<Vec<TermId>> = Vec::new();
        script.for_each_query(|constraints, _| queries.push(constraints.to_vec()));
        let mut is_unsat = |constraints: &Vec<TermId>| {
            let query = Query::new(constraints).with_budget(self.budget);
            matches!(self.solver.check(&mut self.pool, &query), Verdict::Unsat(_))
        };
        !queries.is_empty() && queries.iter().all(&mut is_unsat)
    }
}

/// The format of a clausal proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofFormat {
    /// DRAT as text.
    Drat,
    /// LRAT as text: longer, but each step names what it follows from.
    Lrat,
}

/// Where a clausal certificate was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofFiles {
    /// The clauses, in DIMACS.
    pub cnf: PathBuf,
    /// Their refutation.
    pub proof: PathBuf,
}

/// Why there is no clausal certificate.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// The constraints are satisfiable or were not decided.
    #[error("the constraints were not refuted")]
    NotRefuted,
    /// A file could not be written.
    #[error("cannot write {path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// The SAT solver failed.
    #[error("sat solver: {0}")]
    Solver(String),
}

#[derive(Default)]
struct Clauses {
    clauses: Vec<Vec<Lit>>,
}

impl ClauseSink for Clauses {
    fn add(&mut self, clause: &[Lit]) {
        self.clauses.push(clause.to_vec());
    }
}

/// Writes `NAME.cnf` and its refutation `NAME.drat` or `NAME.lrat` into a folder.
///
/// # Errors
/// When the constraints are not refuted or a file cannot be written.
pub fn write_proof(
    pool: &TermPool,
    constraints: &[TermId],
    folder: &Path,
    name: &str,
    format: ProofFormat,
) -> Result<ProofFiles, CertificateError> {
    let clock = Clock::new();
    let mut blaster = Blaster::new(Clauses::default());
    for &constraint in constraints {
        let literal = blaster
            .literal(pool, &clock, constraint)
            .map_err(|reason| CertificateError::Solver(reason.to_string()))?;
        blaster.gates.clause(&[literal]);
    }
    let variables = blaster.gates.variables();
    let clauses = blaster.gates.sink.clauses;
    let cnf = folder.join(format!("{name}.cnf"));
    fs::write(&cnf, dimacs(variables, &clauses))
        .map_err(|error| CertificateError::Io { path: cnf.clone(), error })?;
    let (extension, cadical) = match format {
        ProofFormat::Drat => ("drat", CadicalFormat::Drat { binary: false }),
        ProofFormat::Lrat => ("lrat", CadicalFormat::Lrat { binary: false }),
    };
    let proof = folder.join(format!("{name}.{extension}"));
    refute(&clauses, &proof, cadical)?;
    if format == ProofFormat::Lrat {
        renumber(&proof, clauses.len())
            .map_err(|error| CertificateError::Io { path: proof.clone(), error })?;
    }
    Ok(ProofFiles { cnf, proof })
}

fn dimacs(variables: u32, clauses: &[Vec<Lit>]) -> String {
    let mut text = format!("p cnf {variables} {}\n", clauses.len());
    for clause in clauses {
        for literal in clause {
            text.push_str(&literal.to_ipasir().to_string());
            text.push(' ');
        }
        text.push_str("0\n");
    }
    text
}

/// The proof file is complete when the solver is dropped.
fn refute(
    clauses: &[Vec<Lit>],
    proof: &Path,
    format: CadicalFormat,
) -> Result<(), CertificateError> {
    let failed = |error: String| CertificateError::Solver(error);
    let mut solver = CaDiCaL::default();
    solver.set_option("factor", 0).map_err(|error| failed(error.to_string()))?;
    solver.trace_proof(proof, format).map_err(|error| failed(error.to_string()))?;
    for clause in clauses {
        solver.add_clause_ref(Cl::new(clause)).map_err(|error| failed(error.to_string()))?;
    }
    match solver.solve().map_err(|error| failed(error.to_string()))? {
        SolverResult::Unsat => Ok(()),
        SolverResult::Sat | SolverResult::Interrupted => Err(CertificateError::NotRefuted),
    }
}

/// CaDiCaL derives clauses while others are still added and numbers them all in the order they
/// come; the format wants the given clauses to be numbered first.
fn renumber(proof: &Path, given: usize) -> io::Result<()> {
    let text = fs::read_to_string(proof)?;
    let mut derived: Vec<usize> = Vec::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let (id, kind) = (words.next(), words.next());
        if kind != Some("d") {
            derived.extend(id.and_then(|id| id.parse::<usize>().ok()));
        }
    }
    derived.sort_unstable();
    let new_id = |id: usize| match derived.binary_search(&id) {
        Ok(place) => given + place + 1,
        Err(before) => id - before,
    };
    let mut renumbered = String::with_capacity(text.len());
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let deletion = words.get(1) == Some(&"d");
        let clause_end = words.iter().position(|&word| word == "0").unwrap_or(0);
        for (place, word) in words.iter().enumerate() {
            let is_id = place == 0 || deletion || place > clause_end;
            // A minus marks a hint of a resolution on the pivot.
            let (sign, digits) = if word.starts_with('-') { word.split_at(1) } else { ("", *word) };
            match digits.parse::<usize>() {
                Ok(id) if is_id && id != 0 => {
                    renumbered.push_str(sign);
                    renumbered.push_str(&new_id(id).to_string());
                }
                _ => renumbered.push_str(word),
            }
            renumbered.push(if place + 1 == words.len() { '\n' } else { ' ' });
        }
    }
    fs::write(proof, renumbered)
}
