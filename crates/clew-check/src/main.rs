//! `clew-check PROGRAM.model CERTIFICATE...`: checks certificates and says how they fare.

use clap::Parser;
use clew_check::{Model, Report, Verdict};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Checks certificates of infeasible objectives with a semantics of its own, by z3 and cvc5.
///
/// Exit status: 0 when every claim holds or is unknown, 1 when one is refuted, 2 for bad input.
#[derive(Parser, Debug)]
#[command(version)]
struct Arguments {
    /// The text of the program (`clew ir --format model`)
    #[arg(value_name = "PROGRAM.model")]
    program: PathBuf,
    /// The certificates
    #[arg(value_name = "CERTIFICATE", required = true)]
    certificates: Vec<PathBuf>,
    /// Seconds that each solver has for each claim
    #[arg(long, value_name = "SECONDS", default_value_t = clew_check::DEFAULT_LIMIT.as_secs())]
    limit: u64,
    /// Show each claim
    #[arg(long)]
    claims: bool,
}

/// The user's mistake.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(status) => status,
        Err(message) => {
            write_error(&message);
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let model = Model::read(&read(&arguments.program)?)
        .map_err(|error| format!("{}: {error}", arguments.program.display()))?;
    let limit = Duration::from_secs(arguments.limit);
    let mut total = Report::default();
    let mut has_bad = false;
    for path in &arguments.certificates {
        match model.check(&read(path)?, limit) {
            Ok(report) => {
                write_line(&format!("{}: {report}", path.display()));
                if arguments.claims {
                    show_claims(&report);
                }
                total.claims.extend(report.claims);
            }
            Err(error) => {
                write_error(&format!("{}: {error}", path.display()));
                has_bad = true;
            }
        }
    }
    if arguments.certificates.len() > 1 {
        write_line(&format!("all: {total}"));
    }
    Ok(match (has_bad, total.count(Verdict::Refuted)) {
        (true, _) => ExitCode::from(BAD_INPUT),
        (false, 0) => ExitCode::SUCCESS,
        (false, _) => ExitCode::FAILURE,
    })
}

fn show_claims(report: &Report) {
    for claim in &report.claims {
        let (verdict, z3, cvc5) = (claim.verdict, claim.z3, claim.cvc5);
        write_line(&format!("  {}: {verdict:?} (z3: {z3}, cvc5: {cvc5})", claim.text));
    }
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write_line(text: &str) {
    use std::io::Write as _;
    // A reader that has gone away wants no more lines.
    let _ = writeln!(std::io::stdout(), "{text}");
}

fn write_error(text: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "clew-check: {text}");
}
