//! Test generation for real code, as it is: no harness, no preparation.
//!
//! Every function of the files is a unit with a short budget. What counts: how many have all
//! branches decided, and that no suite fails to compile or to agree with gcov.

use crate::error::Error;
use crate::process;
use crate::programs::{Package, Packages, c_files};
use crate::table::{Section, Table};
use crate::tools::{Tools, target};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A library: its package, where its C is, and the flags it needs.
struct Library {
    name: &'static str,
    package: Package,
    folder: &'static str,
    flags: &'static [&'static str],
    /// The files taken; all of the folder's when empty.
    files: &'static [&'static str],
}

const LIBRARIES: [Library; 6] = [
    Library {
        name: "zlib",
        package: Package { name: "libz-sys", version: "1.1.31" },
        folder: "src/zlib",
        flags: &["-DSTDC"],
        files: &[
            "adler32.c",
            "compress.c",
            "crc32.c",
            "gzlib.c",
            "gzread.c",
            "gzwrite.c",
            "inflate.c",
            "inftrees.c",
            "trees.c",
            "uncompr.c",
            "zutil.c",
        ],
    },
    Library {
        name: "Lua",
        package: Package { name: "lua-src", version: "551.1.0" },
        folder: "lua-5.4.9",
        flags: &[],
        files: &[
            "lfunc.c",
            "liolib.c",
            "lmathlib.c",
            "lmem.c",
            "lobject.c",
            "lstrlib.c",
            "ltablib.c",
            "lutf8lib.c",
            "lzio.c",
        ],
    },
    Library {
        name: "bzip2",
        package: Package { name: "bzip2-sys", version: "0.1.13+1.0.8" },
        folder: "bzip2-1.0.8",
        flags: &[],
        files: &["huffman.c", "compress.c"],
    },
    Library {
        name: "lz4",
        package: Package { name: "lz4-sys", version: "1.11.1+lz4-1.10.0" },
        folder: "liblz4/lib",
        flags: &[],
        files: &["lz4frame.c", "xxhash.c"],
    },
    Library {
        name: "libyaml",
        package: Package { name: "libyaml-sys", version: "0.1.0" },
        folder: "libyaml/src",
        flags: &[
            "-DYAML_VERSION_MAJOR=0",
            "-DYAML_VERSION_MINOR=2",
            "-DYAML_VERSION_PATCH=1",
            "-DYAML_VERSION_STRING='\"0.2.1\"'",
        ],
        files: &["api.c", "loader.c", "reader.c", "writer.c"],
    },
    Library {
        name: "expat",
        package: Package { name: "expat-sys", version: "2.1.6" },
        folder: "expat/lib",
        flags: &["-DHAVE_MEMMOVE", "-DXML_NS", "-DXML_DTD"],
        files: &["xmlrole.c"],
    },
];

/// The budget of a function.
const BUDGET: &str = "2s";
/// How long a file may take.
const LIMIT: Duration = Duration::from_secs(900);

#[derive(Deserialize)]
struct Report {
    units: Vec<Unit>,
}

#[derive(Deserialize)]
struct Unit {
    function: String,
    criteria: Vec<Criterion>,
    tests: Vec<serde_json::Value>,
    #[serde(default)]
    stats: Stats,
    verified: Option<Verified>,
}

#[derive(Deserialize, Default)]
struct Stats {
    #[serde(default)]
    further: Vec<Further>,
}

/// What a search added that tried what those before had not.
#[derive(Deserialize)]
struct Further {
    tries: Vec<String>,
    covered: u64,
}

#[derive(Deserialize)]
struct Criterion {
    total: u64,
    covered: u64,
    infeasible: u64,
    open: u64,
    #[serde(default)]
    only_by_fault: u64,
}

#[derive(Deserialize)]
struct Verified {
    #[serde(default)]
    tests: u64,
    #[serde(default)]
    agree: u64,
    #[serde(default)]
    disagreements: Vec<String>,
    #[serde(default)]
    left_out: LeftOut,
    error: Option<String>,
}

/// What the compiled program contradicted, so that it is not in the suite.
#[derive(Deserialize, Default)]
struct LeftOut {
    tests: u64,
    checks: u64,
}

/// What is counted of a library.
#[derive(Default)]
struct Count {
    functions: u64,
    decided: u64,
    branches: u64,
    covered: u64,
    infeasible: u64,
    only_by_fault: u64,
    tests: u64,
    failing: u64,
    further: BTreeMap<String, u64>,
}

/// Which libraries are measured.
#[derive(clap::Args, Debug, Default)]
pub(crate) struct RealArguments {
    /// Only the libraries with these names
    #[arg(long = "library", value_name = "NAME")]
    libraries: Vec<String>,
    /// Have `clew check` verify each result, and tell how long both took
    #[arg(long)]
    check: bool,
}

/// What `clew check` says of a folder.
#[derive(Deserialize)]
struct Checked {
    covered: Claims,
    infeasible: Claims,
    tests: Claims,
}

#[derive(Deserialize, Clone, Copy)]
struct Claims {
    claims: u64,
    checked: u64,
    refuted: u64,
}

/// What checking has shown, and the processor time of generating and checking.
#[derive(Default)]
struct Audit {
    claims: u64,
    checked: u64,
    refuted: u64,
    generating: Duration,
    checking: Duration,
}

impl Audit {
    /// Checks a result.
    fn add(&mut self, tools: &Tools, made: &Made) -> Result<(), Error> {
        let mut command = tools.clew();
        command.arg("check").arg(&made.folder).args(["--format", "json"]);
        let run = process::run(&command, LIMIT)?;
        self.checking += run.processor_time;
        self.generating += made.processor_time;
        let Checked { covered, infeasible, tests } = serde_json::from_slice(&run.stdout)?;
        for Claims { claims, checked, refuted } in [covered, infeasible, tests] {
            self.claims += claims;
            self.checked += checked;
            self.refuted += refuted;
        }
        Ok(())
    }

    /// In words, where anything was checked.
    fn show(&self) {
        if self.claims > 0 {
            let Self { claims, checked, refuted, generating, checking } = self;
            let (generating, checking) = (generating.as_secs_f64(), checking.as_secs_f64());
            eprintln!(
                "clew check: {claims} claims, {checked} checked, {refuted} refuted, in {checking:.1} s; \
                 generating took {generating:.1} s"
            );
        }
    }
}

pub(crate) fn run(tools: &Tools, arguments: &RealArguments) -> Result<[Section; 2], Error> {
    let is_wanted = |library: &&Library| {
        let mut names = arguments.libraries.iter();
        arguments.libraries.is_empty() || names.any(|it| it.eq_ignore_ascii_case(library.name))
    };
    let libraries: Vec<&Library> = LIBRARIES.iter().filter(is_wanted).collect();
    let packages = Packages::fetch(libraries.iter().map(|library| library.package))?;
    let mut table = Table::new(&[
        "library",
        "functions",
        "all decided",
        "branches",
        "covered",
        "infeasible",
        "only by faults",
        "tests",
        "disagree",
    ]);
    let mut further = BTreeMap::new();
    let mut missed = Vec::new();
    let mut audit = Audit::default();
    for library in libraries {
        let folder = packages.folder(library.package.name)?.join(library.folder);
        let mut count = Count::default();
        for file in files(library, &folder)? {
            eprintln!("functions of {} …", file.display());
            let mut made = |made: &Made| {
                made.report.units.iter().for_each(|unit| count.add(unit, &mut missed));
                if arguments.check { audit.add(tools, made) } else { Ok(()) }
            };
            let done = generate(tools, library, &folder, &file).and_then(|it| made(&it));
            if let Err(error) = done {
                missed.push(format!("{}: {error}", file.display()));
            }
        }
        table.row(vec![
            library.name.to_owned(),
            count.functions.to_string(),
            count.decided.to_string(),
            count.branches.to_string(),
            count.covered.to_string(),
            count.infeasible.to_string(),
            count.only_by_fault.to_string(),
            count.tests.to_string(),
            count.failing.to_string(),
        ]);
        for (tries, covered) in count.further {
            *further.entry(tries).or_insert(0) += covered;
        }
    }
    audit.show();
    if audit.refuted > 0 {
        missed.push(format!("clew check refutes {} claims", audit.refuted));
    }
    let worlds = Section { name: "real-worlds", table: worlds(&further), missed: Vec::new() };
    Ok([Section { name: "real", table, missed }, worlds])
}

/// What searches added by what they tried.
fn worlds(further: &BTreeMap<String, u64>) -> Table {
    let mut table =
        Table::new(&["tried by a further search", "branches it was the first to cover"]);
    for (tries, covered) in further {
        table.row(vec![tries.clone(), covered.to_string()]);
    }
    table
}

fn files(library: &Library, folder: &Path) -> Result<Vec<PathBuf>, Error> {
    if library.files.is_empty() {
        return c_files(folder);
    }
    Ok(library.files.iter().map(|name| folder.join(name)).filter(|file| file.is_file()).collect())
}

/// The result for a file.
struct Made {
    report: Report,
    folder: PathBuf,
    processor_time: Duration,
}

fn generate(tools: &Tools, library: &Library, folder: &Path, file: &Path) -> Result<Made, Error> {
    let mut command = tools.clew();
    // Headers are beside the sources, or in a folder `include` beside theirs.
    let include = folder.join("../include");
    let flags = library.flags.join(" ");
    let flags = format!("{flags} -I{} -I{}", folder.display(), include.display());
    command.arg("gen").arg(file).arg(format!("--cflags={flags}"));
    let stem = file.file_stem().unwrap_or_default();
    let folder = target().join("bench/real").join(library.name).join(stem);
    command.args(["-b", BUDGET, "--format", "json", "-o"]).arg(&folder);
    let run = process::succeed(&command, LIMIT)?;
    let report = serde_json::from_slice(&run.stdout)?;
    Ok(Made { report, folder, processor_time: run.processor_time })
}

impl Count {
    fn add(&mut self, unit: &Unit, missed: &mut Vec<String>) {
        self.functions += 1;
        self.decided += u64::from(unit.criteria.iter().all(|criterion| criterion.open == 0));
        for criterion in &unit.criteria {
            self.branches += criterion.total;
            self.covered += criterion.covered;
            self.infeasible += criterion.infeasible;
            self.only_by_fault += criterion.only_by_fault;
        }
        for further in &unit.stats.further {
            *self.further.entry(further.tries.join(", ")).or_insert(0) += further.covered;
        }
        self.tests += unit.tests.len() as u64;
        let Some(verified) = &unit.verified else { return };
        if let Some(error) = &verified.error {
            missed.push(format!("{}: {}", unit.function, error.lines().next().unwrap_or(error)));
            self.failing += 1;
        }
        let LeftOut { tests, checks } = verified.left_out;
        let differ = tests + checks + (verified.tests - verified.agree);
        if differ > 0 {
            let first = verified.disagreements.first().map_or("", String::as_str);
            let first = first.lines().next().unwrap_or_default();
            missed.push(format!("{}: {differ} tests or checks: {first}", unit.function));
            self.failing += differ;
        }
    }
}
