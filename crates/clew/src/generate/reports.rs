//! Reports in other forms, beside `result.json`.

use crate::args::{FindingsShown, ReportFile, ReportForm};
use crate::diagnostic::UserError;
use clew_files::{Claim, OutputFolder, claim_named, write_named};
use clew_report::sarif::Told;
use clew_report::{Report, Sources, cobertura, html, junit, lcov, sarif};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Writes the reports that are asked for; the files, in order.
pub(crate) fn write(
    report: &Report,
    wanted: &[ReportFile],
    findings: FindingsShown,
    out: &OutputFolder,
) -> Result<Vec<PathBuf>, UserError> {
    let sources = Sources::read(report);
    let mut written = Vec::new();
    for ReportFile { form, path } in wanted {
        let path = path.clone().unwrap_or_else(|| out.root().join(default_name(*form)));
        let text = match form {
            ReportForm::Lcov => lcov::lcov(report),
            ReportForm::Cobertura => cobertura::cobertura(report, now()),
            ReportForm::Junit => junit::junit(report),
            ReportForm::Sarif => {
                let told = match findings {
                    FindingsShown::Shown => Told::Shown,
                    FindingsShown::All => Told::All,
                };
                format!("{:#}\n", sarif::sarif(report, &sources, told))
            }
            ReportForm::Html => html::html(report, &sources, &way(&path, out.root())),
        };
        match out.name_of(&path) {
            Some(name) => out.write_file(&name, text.as_bytes())?,
            None => write_named(&path, text.as_bytes())?,
        }
        written.push(path);
    }
    Ok(written)
}

/// Sees to it that nothing of the user's is where reports go.
pub(crate) fn claim(wanted: &[ReportFile], out: &OutputFolder) -> Result<(), UserError> {
    for ReportFile { form, path } in wanted {
        let path = path.clone().unwrap_or_else(|| out.root().join(default_name(*form)));
        match out.name_of(&path) {
            Some(name) => out.claim(&[Claim::File(name)], [])?,
            None => claim_named(&path)?,
        }
    }
    Ok(())
}

fn default_name(form: ReportForm) -> &'static str {
    match form {
        ReportForm::Lcov => "lcov.info",
        ReportForm::Cobertura => "cobertura.xml",
        ReportForm::Junit => "junit.xml",
        ReportForm::Sarif => "findings.sarif",
        ReportForm::Html => "report.html",
    }
}

/// The way from a page to the folder of the tests, to be put before names in it.
fn way(page: &Path, folder: &Path) -> String {
    let home = page.parent().unwrap_or(Path::new(""));
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let (home, folder) = (absolute(&home.join(".")), absolute(folder));
    if home == folder {
        return String::new();
    }
    match folder.strip_prefix(&home) {
        Ok(below) => format!("{}/", below.display()),
        Err(_) => format!("{}/", folder.display()),
    }
}

/// The time in seconds since 1970: what the environment says for builds that are to be repeated, else now.
fn now() -> u64 {
    let said = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|it| it.parse().ok());
    said.unwrap_or_else(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs())
    })
}
