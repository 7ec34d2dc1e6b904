//! `clew-check DIR` and `clew-check PROGRAM.model CERTIFICATE...`: verifies a whole result, or
//! certificates alone.

use clap::Parser;
use clew_check::folder::{Detail, Options, check_folder};
use clew_check::{Model, Report, Verdict};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Verifies what Clew claims, with a semantics of its own, by z3 and cvc5.
///
/// Exit status: 0 when every claim holds or is unknown, 1 when one is refuted, 2 for bad input.
#[derive(Parser, Debug)]
#[command(version)]
struct Arguments {
    /// A folder that `clew gen` wrote, or the text of a program (`clew ir --format model`)
    #[arg(value_name = "DIR|PROGRAM.model")]
    subject: PathBuf,
    /// The certificates, for the text of a program
    #[arg(value_name = "CERTIFICATE")]
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
    let limit = Duration::from_secs(arguments.limit);
    let status = match (arguments.subject.is_dir(), arguments.certificates.as_slice()) {
        (true, []) => run_folder(&arguments, limit),
        (true, [_, ..]) => Err("a folder has its own certificates".to_owned()),
        (false, []) => Err(format!("{}: no certificate is given", arguments.subject.display())),
        (false, certificates) => run_certificates(&arguments, certificates, limit),
    };
    status.unwrap_or_else(|message| {
        write_error(&message);
        ExitCode::from(BAD_INPUT)
    })
}

fn run_folder(arguments: &Arguments, limit: Duration) -> Result<ExitCode, String> {
    let report = check_folder(&arguments.subject, &Options { limit });
    let report = report.map_err(|error| error.to_string())?;
    let detail = if arguments.claims { Detail::All } else { Detail::Doubts };
    write_line(report.text(detail).trim_end());
    Ok(ExitCode::from(u8::from(report.is_refuted())))
}

fn run_certificates(
    arguments: &Arguments,
    certificates: &[PathBuf],
    limit: Duration,
) -> Result<ExitCode, String> {
    let model = Model::read(&read(&arguments.subject)?)
        .map_err(|error| format!("{}: {error}", arguments.subject.display()))?;
    let mut total = Report::default();
    let mut has_bad = false;
    for path in certificates {
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
    if certificates.len() > 1 {
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
