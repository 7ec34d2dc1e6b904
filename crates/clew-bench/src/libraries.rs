//! Small libraries as a new user meets them: nothing prepared, every function, a short budget.
//!
//! What counts is what a person sees of it: how many functions are decided, how many findings are printed
//! and how many folded, how many compiled mutants the suites kill, and whether the time is kept.

mod sources;

use crate::error::Error;
use crate::process;
use crate::programs::{Package, Packages};
use crate::table::{Section, Table};
use crate::tools::{Tools, target};
use serde_json::Value;
use sources::Origin;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A library: where it is from, where its C is, and the flags it needs.
struct Library {
    name: &'static str,
    origin: Origin,
    folder: &'static str,
    files: &'static [&'static str],
    flags: &'static [&'static str],
}

const fn registry(name: &'static str, version: &'static str) -> Origin {
    Origin::Registry(Package { name, version })
}

const LIBRARIES: [Library; 13] = [
    Library {
        name: "jsmn",
        origin: registry("jsmn-rs", "0.2.0"),
        folder: "src/jsmn",
        files: &["jsmn.c"],
        flags: &[],
    },
    Library {
        name: "http-parser",
        origin: registry("http-muncher", "0.3.2"),
        folder: "http-parser",
        files: &["http_parser.c"],
        flags: &[],
    },
    Library {
        name: "picohttpparser",
        origin: registry("picohttpparser-sys", "1.0.0"),
        folder: "deps/picohttpparser",
        files: &["picohttpparser.c"],
        flags: &[],
    },
    Library {
        name: "sds",
        origin: registry("hiredis-sys", "0.4.1"),
        folder: "source",
        files: &["sds.c"],
        flags: &[],
    },
    Library {
        name: "hiredis-reader",
        origin: registry("hiredis-sys", "0.4.1"),
        folder: "source",
        files: &["read.c"],
        flags: &[],
    },
    Library {
        name: "libmodbus",
        origin: registry("libmodbus-sys", "1.0.0"),
        folder: "libmodbus/src",
        files: &["modbus.c", "modbus-data.c"],
        flags: &["-DVERSION='\"3.1.6\"'"],
    },
    Library {
        name: "wslay",
        origin: registry("wslay-sys", "0.1.2"),
        folder: "vendor",
        files: &["wslay_frame.c", "wslay_queue.c", "wslay_event.c"],
        flags: &["-DHAVE_ARPA_INET_H", "-DHAVE_NETINET_IN_H"],
    },
    Library {
        name: "lzf",
        origin: registry("lzf-sys", "0.1.1"),
        folder: "source",
        files: &["lzf_c.c", "lzf_d.c"],
        flags: &[],
    },
    Library {
        name: "FastLZ",
        origin: registry("fastlz-sys", "0.1.0"),
        folder: "fastlz",
        files: &["fastlz.c"],
        flags: &[],
    },
    Library {
        name: "utf8proc",
        origin: registry("utf8proc-sys", "0.1.2"),
        folder: "utf8proc",
        files: &["utf8proc.c"],
        flags: &["-DUTF8PROC_STATIC"],
    },
    Library {
        name: "littlefs",
        origin: registry("littlefs2-sys", "0.4.0"),
        folder: "littlefs",
        files: &["lfs.c", "lfs_util.c"],
        flags: &[],
    },
    Library {
        name: "cJSON",
        origin: Origin::Debian("cjson"),
        folder: "",
        files: &["cJSON.c"],
        flags: &[],
    },
    Library {
        name: "linenoise",
        origin: Origin::Debian("jimtcl"),
        folder: "",
        files: &["linenoise.c"],
        flags: &[],
    },
];

/// How long a library may take.
const LIMIT: Duration = Duration::from_secs(3600);

/// Which libraries are measured, and how.
#[derive(clap::Args, Debug)]
pub(crate) struct LibraryArguments {
    /// Only the libraries with these names
    #[arg(long = "library", value_name = "NAME")]
    libraries: Vec<String>,
    /// Seconds for each function
    #[arg(long, value_name = "SECONDS", default_value_t = 2)]
    budget: u64,
    /// Leave the mutants out
    #[arg(long)]
    no_mutants: bool,
    /// Write the table into docs/benchmarks.md
    #[arg(long)]
    pub(crate) write: bool,
}

/// What is counted of a library.
#[derive(Default)]
struct Count {
    functions: u64,
    decided: u64,
    branches: u64,
    covered: u64,
    infeasible: u64,
    shown: u64,
    folded: u64,
    tests: u64,
    disagree: u64,
    mutants: u64,
    killed: u64,
    /// All searches together, and the longest one, in milliseconds.
    search: u64,
    longest: u64,
    /// What keeping journals took of that, in microseconds.
    journal: u64,
    wall: Duration,
}

pub(crate) fn run(tools: &Tools, arguments: &LibraryArguments) -> Result<Section, Error> {
    let is_wanted = |library: &&Library| {
        let mut names = arguments.libraries.iter();
        arguments.libraries.is_empty() || names.any(|it| it.eq_ignore_ascii_case(library.name))
    };
    let libraries: Vec<&Library> = LIBRARIES.iter().filter(is_wanted).collect();
    let mut packages: Vec<Package> = Vec::new();
    for library in &libraries {
        if let Origin::Registry(package) = library.origin
            && packages.iter().all(|it| it.name != package.name)
        {
            packages.push(package);
        }
    }
    let packages = Packages::fetch(packages.into_iter())?;
    let mut table = Table::new(&[
        "library",
        "functions",
        "decided",
        "branches covered",
        "infeasible",
        "of",
        "findings shown",
        "folded",
        "tests",
        "disagree",
        "mutants killed",
        "searches",
        "longest",
        "in all",
    ]);
    let (mut all, mut missed) = (Count::default(), Vec::new());
    for library in libraries {
        eprintln!("{} …", library.name);
        match measure(tools, library, &packages, arguments) {
            Ok(count) => {
                eprintln!("  {}", count.cells(library.name).join(" | "));
                table.row(count.cells(&format!("{} ({})", library.name, library.origin.name())));
                all.add(&count);
            }
            Err(error) => missed.push(format!("{}: {error}", library.name)),
        }
    }
    table.row(all.cells("all"));
    let journal = all.journal as f64 / 10.0 / all.search.max(1) as f64;
    eprintln!("journals took {journal:.2} % of the searches");
    if all.disagree > 0 {
        missed.push(format!("{} tests or checks disagree with compiled code", all.disagree));
    }
    Ok(Section { name: "libraries", table, missed })
}

fn measure(
    tools: &Tools,
    library: &Library,
    packages: &Packages,
    arguments: &LibraryArguments,
) -> Result<Count, Error> {
    let package = match library.origin {
        Origin::Registry(package) => packages.folder(package.name)?,
        Origin::Debian(package) => sources::debian(package)?,
    };
    let folder = package.join(library.folder);
    let files: Vec<PathBuf> = library.files.iter().map(|name| folder.join(name)).collect();
    let headers = own_headers(library)?;
    let include = folder.join("includes");
    let mut flags = format!("-I{} -I{}", folder.display(), include.display());
    flags.push_str(&format!(" -I{} {}", headers.display(), library.flags.join(" ")));
    let out = target().join("bench/libraries").join(library.name);
    if out.exists() {
        std::fs::remove_dir_all(&out).map_err(Error::file(&out))?;
    }
    let mut generate = tools.clew();
    generate.arg("gen").args(&files).arg(format!("--cflags={flags}"));
    generate.args(["-b", &format!("{}s", arguments.budget), "--format", "json", "-o"]).arg(&out);
    let start = Instant::now();
    let result: Value = serde_json::from_slice(&process::output_of(&generate, LIMIT)?)?;
    let mut count = Count { wall: start.elapsed(), ..Count::default() };
    units(&result).for_each(|unit| count.unit(unit));
    if !arguments.no_mutants {
        let mut score = tools.clew();
        score.arg("score").args(&files).arg(&out).arg(format!("--cflags={flags}"));
        score.args(["-c", "mutants", "--format", "json"]);
        let scored: Value = serde_json::from_slice(&process::output_of(&score, LIMIT)?)?;
        for unit in units(&scored) {
            let mutants = &unit["stats"]["mutants"];
            count.mutants += number(&mutants["run"]);
            count.killed += number(&mutants["killed"]);
        }
    }
    Ok(count)
}

/// A folder with the headers that the build of a library writes.
fn own_headers(library: &Library) -> Result<PathBuf, Error> {
    let folder = target().join("bench/headers").join(library.name);
    std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    for (name, text) in [
        ("config.h", ""),
        ("jim-config.h", ""),
        (
            "modbus-version.h",
            "#define LIBMODBUS_VERSION_MAJOR 3\n#define LIBMODBUS_VERSION_MINOR 1\n\
             #define LIBMODBUS_VERSION_MICRO 6\n#define LIBMODBUS_VERSION_STRING \"3.1.6\"\n",
        ),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(Error::file(&path))?;
    }
    Ok(folder)
}

fn units(result: &Value) -> impl Iterator<Item = &Value> {
    result["units"].as_array().into_iter().flatten()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

impl Count {
    fn unit(&mut self, unit: &Value) {
        let criterion = &unit["criteria"][0];
        self.functions += 1;
        self.decided += u64::from(criterion["open"] == 0);
        self.branches += number(&criterion["total"]);
        self.covered += number(&criterion["covered"]);
        self.infeasible += number(&criterion["infeasible"]);
        for finding in unit["findings"].as_array().into_iter().flatten() {
            let is_shown = finding["rank"] != "depends" && finding.get("suppressed").is_none();
            *(if is_shown { &mut self.shown } else { &mut self.folded }) += 1;
        }
        let verified = &unit["verified"];
        self.tests += number(&verified["tests"]);
        let left_out = &verified["left_out"];
        self.disagree += number(&verified["tests"]) - number(&verified["agree"]);
        self.disagree += number(&left_out["tests"]) + number(&left_out["checks"]);
        self.disagree += u64::from(verified.get("error").is_some_and(|it| !it.is_null()));
        let stats = &unit["stats"];
        self.search += number(&stats["wall_ms"]);
        self.longest = self.longest.max(number(&stats["wall_ms"]));
        self.journal += number(&stats["journal_us"]);
    }

    fn add(&mut self, other: &Count) {
        self.functions += other.functions;
        self.decided += other.decided;
        self.branches += other.branches;
        self.covered += other.covered;
        self.infeasible += other.infeasible;
        self.shown += other.shown;
        self.folded += other.folded;
        self.tests += other.tests;
        self.disagree += other.disagree;
        self.mutants += other.mutants;
        self.killed += other.killed;
        self.search += other.search;
        self.longest = self.longest.max(other.longest);
        self.journal += other.journal;
        self.wall += other.wall;
    }

    fn cells(&self, name: &str) -> Vec<String> {
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let mutants = match self.mutants {
            0 => "–".to_owned(),
            all => format!("{} of {all} ({:.0} %)", self.killed, percent(self.killed, all)),
        };
        vec![
            name.to_owned(),
            self.functions.to_string(),
            format!("{} ({:.0} %)", self.decided, percent(self.decided, self.functions)),
            self.covered.to_string(),
            self.infeasible.to_string(),
            self.branches.to_string(),
            self.shown.to_string(),
            self.folded.to_string(),
            self.tests.to_string(),
            self.disagree.to_string(),
            mutants,
            format!("{:.0} s", self.search as f64 / 1000.0),
            format!("{:.1} s", self.longest as f64 / 1000.0),
            format!("{:.0} s", self.wall.as_secs_f64()),
        ]
    }
}
