//! `clew gen`: tests for functions.

use super::print;
use crate::args::{Check, FailOn, FrameworkName, GenArguments, LabelSearch, ReportFormat};
use crate::diagnostic::{self, UserError};
use crate::explain::brief;
use crate::generate::config::Config as UserConfig;
use crate::generate::details::{self, Told};
use crate::generate::progress::Line;
use crate::generate::{choice, headers, json, promises, reports, seeds, settings, table};
use crate::load::{ForTests, select_functions, unsupported_functions};
use crate::partitions::{self, load_with_partitions};
use clew_c::Options;
use clew_campaign::findings::{self, Finding};
use clew_campaign::heal::{self, Written};
use clew_campaign::proofs::Proofs;
use clew_campaign::suite::{Output, Test};
use clew_campaign::targets::Targets;
use clew_campaign::{Campaign, Faults, Plan};
use clew_criteria::{Criterion, Status};
use clew_emit::manifest::Manifest;
use clew_emit::{Framework, Placing, TestComp, UserSources, is_same_file};
use clew_explore::{
    Assignment, Beginning, JournalSettings, LabelDeletion, Limits, Records, SearchSettings,
    Settings,
};
use clew_ir::{FunctionId, Id as _, NoBody, Program};
use clew_suite::{Record, RecordedTest, SuiteFile};
use clew_symbolic::{Bounds, Entry, LabelMode};
use clew_vm::{Checks, Config};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The folder for the tests, when none is named.
const FOLDER: &str = "clew-out";

/// Generates tests.
pub(crate) fn generate(arguments: &GenArguments) -> Result<ExitCode, UserError> {
    let file = arguments.partitions.as_deref();
    let criteria = partitions::criteria(&arguments.criterion, file)?;
    let strategy = &choice::strategy(arguments)?;
    check_gates(arguments, &criteria)?;
    let config = UserConfig::find(arguments.config.as_deref(), &arguments.sources.files)?;
    let (mut bounds, is_own) = settings::bounds(arguments, &config);
    bounds.merges = !arguments.exhaustive;
    let temporary = tempfile::tempdir().map_err(io_error)?;
    headers::write(temporary.path()).map_err(io_error)?;
    let names = &arguments.functions;
    let decides_world = !arguments.framework.contains(&FrameworkName::TestComp);
    let how = ForTests { headers: temporary.path(), decides_world };
    let mut program = load_with_partitions(&arguments.sources, how, names, file)?;
    let entries = entries(&program, arguments)?;
    for entry in &entries {
        if let Entry::Unit(function) = entry {
            promises::add(&mut program, *function, &config)?;
        }
    }
    let files = &arguments.sources.files;
    let targets = Targets::new(&arguments.only, arguments.diff.as_deref(), files)
        .map_err(|error| UserError::Other(error.to_string()))?;
    if let Some(name) = targets.as_ref().and_then(|targets| targets.missing_function(&program)) {
        return Err(UserError::no_such_function(&program, name));
    }
    let seeds = arguments.seeds.as_deref().map(SuiteFile::open).transpose()?;
    let folder = arguments.out.clone().unwrap_or_else(|| PathBuf::from(FOLDER));
    std::fs::create_dir_all(&folder).map_err(|error| {
        UserError::Other(format!("cannot write to {}: {error}", folder.display()))
    })?;
    let mut run = Generation {
        arguments,
        strategy,
        program: &program,
        criteria: &criteria,
        bounds,
        deepens: !is_own && !arguments.exhaustive,
        folder: &folder,
        sources: user_sources(arguments, temporary.path())?,
        targets: targets.as_ref(),
        seeds: seeds.as_ref(),
        config: &config,
        units: Vec::new(),
        rows: Vec::new(),
        told: Told::default(),
        names: BTreeSet::new(),
        is_failed: false,
    };
    run.remove_stale()?;
    for entry in entries {
        run.unit(entry)?;
    }
    if run.rows.is_empty() {
        nothing_to_test(arguments)?;
    }
    run.conclude()
}

/// A gate that is about nothing would never be missed.
fn check_gates(arguments: &GenArguments, criteria: &[Criterion]) -> Result<(), UserError> {
    let is_asked = |name: &str| criteria.iter().any(|it| it.name() == name);
    match arguments.fail_under.iter().find(|gate| !is_asked(&gate.criterion)) {
        None => Ok(()),
        Some(gate) => {
            let name = &gate.criterion;
            let message = format!("--fail-under {name}: there is no criterion `{name}` in -c");
            Err(UserError::Other(message))
        }
    }
}

/// Says why there is nothing to test: a change that touches nothing is no mistake.
fn nothing_to_test(arguments: &GenArguments) -> Result<(), UserError> {
    if let Some(revision) = &arguments.diff
        && arguments.only.is_empty()
    {
        diagnostic::note(&format!(
            "nothing to test: no function of the files has changed since `{revision}`"
        ));
        return Ok(());
    }
    let only = arguments.only.join(",");
    let functions = match arguments.functions.as_slice() {
        [] => "the functions of the files".to_owned(),
        names => names.join(", "),
    };
    Err(UserError::Other(format!(
        "nothing to test: `--only {only}` and {functions} have no objective in common"
    )))
}

fn io_error(error: std::io::Error) -> UserError {
    UserError::Other(format!("cannot write temporary files: {error}"))
}

/// What is to be tested.
fn entries(program: &Program, arguments: &GenArguments) -> Result<Vec<Entry>, UserError> {
    let files = &arguments.sources.files;
    if let Some(name) = &arguments.entry {
        let functions = select_functions(program, files, std::slice::from_ref(name))?;
        return functions.into_iter().map(|id| defined(program, id).map(Entry::Harness)).collect();
    }
    let is_named = !arguments.functions.is_empty();
    let functions = select_functions(program, files, &arguments.functions)?;
    if functions.is_empty() {
        return Err(UserError::Other("the files define no function to test".to_owned()));
    }
    if !is_named {
        note_unsupported(program, files);
    }
    functions
        .into_iter()
        .filter(|id| is_named || !program.functions[*id].name.starts_with("clew_pre_"))
        .map(|id| {
            let id = defined(program, id)?;
            let is_main = program.functions[id].name == "main";
            Ok(if is_main { Entry::Harness(id) } else { Entry::Unit(id) })
        })
        .collect()
}

/// Names the functions that are left out because they cannot be run.
fn note_unsupported(program: &Program, files: &[PathBuf]) {
    for function in unsupported_functions(program, files) {
        if let Err(NoBody::Unsupported(unsupported)) = &function.body {
            let place = program.sources.describe(unsupported.span);
            let (name, feature) = (&function.name, &unsupported.feature);
            diagnostic::note(&format!("`{name}` is left out: unsupported: {feature}, at {place}"));
        }
    }
}

/// The function, if it can be run.
pub(super) fn defined(program: &Program, id: FunctionId) -> Result<FunctionId, UserError> {
    let function = &program.functions[id];
    match &function.body {
        Ok(_) => Ok(id),
        Err(NoBody::Declared) => {
            let remedy = "add the file that defines it";
            Err(UserError::Other(format!("`{}` has no body: {remedy}", function.name)))
        }
        Err(NoBody::Unsupported(unsupported)) => {
            let place = program.sources.describe(unsupported.span);
            let feature = &unsupported.feature;
            let name = &function.name;
            Err(UserError::Other(format!("unsupported: {feature} in `{name}`, at {place}")))
        }
    }
}

/// How the search goes on.
fn search_settings(arguments: &GenArguments) -> Result<SearchSettings, UserError> {
    Ok(SearchSettings {
        exhaustive: arguments.exhaustive,
        filter: !arguments.no_filter,
        techniques: choice::techniques(arguments)?,
        labels: match arguments.labels {
            LabelSearch::Witness | LabelSearch::Direct | LabelSearch::Tight => LabelDeletion::Never,
            LabelSearch::TightIdl1 => LabelDeletion::Solved,
            LabelSearch::TightIdl2 => LabelDeletion::Decided,
        },
        ..SearchSettings::default()
    })
}

/// The user's files and flags, for the tests.
fn user_sources(arguments: &GenArguments, headers: &Path) -> Result<UserSources, UserError> {
    let options = Options {
        cflags: arguments.sources.cflags.clone(),
        compile_commands: arguments.sources.compile_commands.clone(),
    };
    let mut flags = options.flags_for(&arguments.sources.files)?;
    flags.push(format!("-I{}", headers.display()));
    Ok(UserSources {
        files: arguments.sources.files.clone(),
        flags,
        placing: if arguments.standalone { Placing::Copies } else { Placing::InPlace },
        headers: Some(headers.to_owned()),
        ..UserSources::default()
    })
}

/// What Test-Comp calls branch coverage.
const SPECIFICATION: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";
/// The same input gives the same bytes, so no clock is asked.
const CREATION_TIME: &str = "1970-01-01T00:00:00Z";

/// The frameworks that a suite is written for: plain C is always one.
fn frameworks(names: &[FrameworkName]) -> (Vec<Framework>, Option<TestComp>) {
    let mut frameworks = vec![Framework::Plain];
    let mut test_comp = None;
    for name in names {
        match name {
            FrameworkName::Plain => {}
            FrameworkName::Unity => frameworks.push(Framework::Unity),
            FrameworkName::Cmocka => frameworks.push(Framework::CMocka),
            FrameworkName::Check => frameworks.push(Framework::Check),
            FrameworkName::TestComp => {
                test_comp = Some(TestComp {
                    specification: SPECIFICATION.to_owned(),
                    creation_time: CREATION_TIME.to_owned(),
                });
            }
        }
    }
    (frameworks, test_comp)
}

/// The generation under way.
struct Generation<'a> {
    arguments: &'a GenArguments,
    strategy: &'a str,
    program: &'a Program,
    criteria: &'a [Criterion],
    bounds: Bounds,
    deepens: bool,
    folder: &'a Path,
    sources: UserSources,
    targets: Option<&'a Targets>,
    seeds: Option<&'a SuiteFile>,
    config: &'a UserConfig,
    units: Vec<serde_json::Value>,
    rows: Vec<table::Row>,
    told: Told,
    /// The names of the functions whose tests are written.
    names: BTreeSet<String>,
    is_failed: bool,
}

impl<'a> Generation<'a> {
    /// Removes what an earlier run wrote for functions that are gone.
    fn remove_stale(&self) -> Result<(), UserError> {
        let program = self.program;
        let is_gone = |function: &str, file: &Path| {
            let mut given = self.arguments.sources.files.iter();
            let Some(unit) = given.position(|given| is_same_file(given, file)) else {
                return !file.exists();
            };
            let mut functions = program.functions.iter();
            !functions.any(|it| {
                let is_declared = matches!(it.body, Err(NoBody::Declared));
                it.name == function && it.unit.index() == unit && !is_declared
            })
        };
        let failed = |error| {
            UserError::Other(format!("cannot remove files in {}: {error}", self.folder.display()))
        };
        let mut manifest = Manifest::read(self.folder);
        let stale = manifest.remove_stale(is_gone).map_err(failed)?;
        for name in &stale.kept {
            let path = self.folder.join(name);
            let message = format!(
                "{} tests a function that is gone; it was edited, and stays",
                path.display()
            );
            diagnostic::note(&message);
        }
        if !stale.removed.is_empty() {
            let names = stale.removed.join(", ");
            diagnostic::note(&format!("removed, since the function is gone: {names}"));
            manifest.save().map_err(failed)?;
        }
        Ok(())
    }

    /// Generates the tests of one unit.
    fn unit(&mut self, entry: Entry) -> Result<(), UserError> {
        let name = self.program.functions[entry.function()].name.clone();
        let plan = self.plan(entry, &name)?;
        if !plan.is_wanted() {
            return Ok(());
        }
        let mut campaign = self.search(&plan, &name)?;
        for omission in campaign.objectives.omissions() {
            let place = self.program.sources.describe(omission.span);
            diagnostic::note(&format!("the decision at {place} is left out: {}", omission.why));
        }
        let folder = self.folder_of(entry.function(), &name);
        let (frameworks, test_comp) = frameworks(&self.arguments.framework);
        let output = Output {
            folder: &folder,
            sources: &self.sources,
            frameworks: &frameworks,
            test_comp: test_comp.as_ref(),
            verify: !self.arguments.no_verify,
        };
        let written = heal::write(self.program, &mut campaign, &output);
        let Written { tests, verified, healed, sanitized, set_aside } =
            written.map_err(|error| UserError::Other(error.to_string()))?;
        let findings = findings::findings(&plan, &campaign, &tests, &sanitized);
        for path in &set_aside {
            let message = "it was edited since Clew wrote it, and a new one is in its place";
            diagnostic::note(&format!("kept as {}: {message}", path.display()));
        }
        let record = |test: &Test| RecordedTest {
            id: test.test.id,
            bounds: campaign.known[test.place].bounds.into(),
            inputs: test.inputs.clone(),
        };
        let record = Record {
            function: name.clone(),
            is_harness: matches!(entry, Entry::Harness(_)),
            tests: tests.tests.iter().map(record).collect(),
        };
        record.write(&folder)?;
        self.list_record(entry, &record, &folder)?;
        let proofs = self.proofs(&campaign, &folder)?;
        let explanations = brief(&plan, &campaign);
        let unit = json::Unit {
            program: self.program,
            criteria: self.criteria,
            campaign: &campaign,
            tests: &tests,
            proofs: &proofs,
            explanations: &explanations,
            verified: &verified,
            healed: &healed,
            findings: &findings,
            config: self.config,
        };
        self.units.push(unit.json());
        let which = self.arguments.findings;
        let is_shown = |it: &&Finding| details::is_shown(self.program, self.config, which, it);
        let shown = findings.iter().filter(is_shown).count();
        let rows = table::rows(self.program, self.criteria, &campaign, &tests, shown, &verified);
        self.rows.extend(rows);
        self.note_failures(&campaign, shown);
        for message in &healed.messages {
            diagnostic::note(message);
        }
        self.told.unverified(&name, &verified);
        if self.arguments.format == ReportFormat::Text {
            self.told.findings(self.program, self.config, which, &tests, &findings);
            details::rest(self.program, &campaign);
            details::infeasible(self.program, &campaign, &explanations);
        }
        Ok(())
    }

    /// Lists the record of a unit's tests among the files that Clew wrote.
    fn list_record(&self, entry: Entry, record: &Record, folder: &Path) -> Result<(), UserError> {
        let unit = self.program.functions[entry.function()].unit.index();
        let Some(file) = self.arguments.sources.files.get(unit) else { return Ok(()) };
        let mut manifest = Manifest::read(folder);
        manifest.note(&record.file_name(), &record.function, file);
        manifest.save().map_err(|error| {
            UserError::Other(format!("cannot write to {}: {error}", folder.display()))
        })
    }

    /// The certificates of what is infeasible, beside the tests.
    fn proofs(&self, campaign: &Campaign, folder: &Path) -> Result<Proofs, UserError> {
        Proofs::write(self.program, campaign, self.folder, folder).map_err(|error| {
            UserError::Other(format!("cannot write proofs to {}: {error}", folder.display()))
        })
    }

    /// Where the tests go: a folder of the file's own for a static function whose name another
    /// file uses too.
    fn folder_of(&mut self, function: FunctionId, name: &str) -> PathBuf {
        if self.names.insert(name.to_owned()) {
            return self.folder.to_owned();
        }
        let span = self.program.functions[function].span;
        let file = self.program.sources.position(span);
        let stem = file.and_then(|(file, _)| file.path.file_stem());
        self.folder.join(stem.unwrap_or_default())
    }

    fn plan(&self, entry: Entry, name: &str) -> Result<Plan<'a>, UserError> {
        let arguments = self.arguments;
        let (seeds, bounds) = self.seeds(entry)?;
        let journal = arguments.resume.then(|| JournalSettings {
            path: self.folder.join(format!("journal-{name}")),
            fingerprint: self.fingerprint(name),
        });
        let query_log =
            arguments.dump_queries.as_ref().map(|folder| folder.join(format!("{name}.smt2")));
        let usual = Config::under_test();
        Ok(Plan {
            program: self.program,
            entry,
            criteria: self.criteria,
            strategy: self.strategy,
            bounds,
            targets: self.targets,
            labels: match arguments.labels {
                LabelSearch::Witness => LabelMode::Observe,
                LabelSearch::Direct => LabelMode::Fork,
                LabelSearch::Tight | LabelSearch::TightIdl1 => LabelMode::EverySide,
                LabelSearch::TightIdl2 => LabelMode::Side,
            },
            deepens: self.deepens,
            faults: match arguments.framework.contains(&FrameworkName::TestComp) {
                true => Faults::Cover,
                false => Faults::CoverNothing,
            },
            config: Config {
                checks: Checks {
                    signed_overflow: arguments.check.contains(&Check::SignedOverflow),
                    bad_shift: arguments.check.contains(&Check::BadShift),
                },
                max_steps: arguments.max_steps.unwrap_or(usual.max_steps),
                ..usual
            },
            settings: Settings {
                jobs: arguments.jobs.into(),
                beginning: Beginning { seed: arguments.seed, suite: seeds, ..Beginning::default() },
                limits: Limits {
                    time: Some(arguments.budget),
                    runs: arguments.max_runs,
                    depth: arguments.max_depth,
                    ..Limits::default()
                },
                search: search_settings(arguments)?,
                records: Records { query_log, journal, frontier: arguments.trace_frontier.clone() },
                ..Settings::default()
            },
        })
    }

    /// The tests of a unit that are there already, and bounds that admit their inputs.
    fn seeds(&self, entry: Entry) -> Result<(Vec<Assignment>, Bounds), UserError> {
        match self.seeds {
            Some(suite) => seeds::replay(self.program, entry, suite, self.bounds),
            None => Ok((Vec::new(), self.bounds)),
        }
    }

    /// What must be the same for a campaign to be continued: the program model, which every header
    /// has gone into, the options, and the version.
    fn fingerprint(&self, name: &str) -> String {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        clew_ir::text::program_text(self.program).hash(&mut hasher);
        format!("{:?}", self.program.types).hash(&mut hasher);
        format!("{:?} {:?} {:?}", self.bounds, self.criteria, self.arguments.check)
            .hash(&mut hasher);
        env!("CARGO_PKG_VERSION").hash(&mut hasher);
        format!("{name} {:016x}", hasher.finish())
    }

    fn search(&self, plan: &Plan<'_>, name: &str) -> Result<Campaign, UserError> {
        if let Some(folder) = &self.arguments.dump_queries {
            std::fs::create_dir_all(folder).map_err(|error| {
                UserError::Other(format!("cannot write to {}: {error}", folder.display()))
            })?;
        }
        let campaign = if Line::is_shown() && self.arguments.format == ReportFormat::Text {
            let line = Line { function: name, budget: self.arguments.budget };
            let campaign = Campaign::run(plan, Some(&|progress| line.show(progress)));
            Line::clear();
            campaign
        } else {
            Campaign::run(plan, None)
        };
        campaign.map_err(|error| UserError::Other(error.to_string()))
    }

    fn note_failures(&mut self, campaign: &Campaign, findings: usize) {
        let mut objectives = campaign.objectives.iter();
        let has_open =
            objectives.any(|it| campaign.verdicts.coverage().status(it.id) == Status::Open);
        self.is_failed |= self.arguments.fail_on.iter().any(|reason| match reason {
            FailOn::Finding => findings > 0,
            FailOn::Open => has_open,
        });
    }

    /// Writes the reports.
    fn conclude(self) -> Result<ExitCode, UserError> {
        let arguments = self.arguments;
        let json = json::report(arguments.seed, self.units);
        let text = format!("{json:#}\n");
        let path = self.folder.join("result.json");
        std::fs::write(&path, &text).map_err(|error| {
            UserError::Other(format!("cannot write {}: {error}", path.display()))
        })?;
        let report: clew_report::Report = serde_json::from_value(json)
            .map_err(|error| UserError::Other(format!("cannot make reports: {error}")))?;
        let written = reports::write(&report, &arguments.report, arguments.findings, self.folder)?;
        match arguments.format {
            ReportFormat::Json => print(&text),
            ReportFormat::Text => {
                print(&table::table(&self.rows));
                print(&format!("tests and result.json are in {}\n", self.folder.display()));
                for path in written {
                    print(&format!("{} is written\n", path.display()));
                }
                if let Some(hidden) = self.told.hidden() {
                    diagnostic::note(&hidden);
                }
            }
        }
        let missed: Vec<_> =
            arguments.fail_under.iter().filter_map(|gate| gate.missed(&report)).collect();
        missed.iter().for_each(|missed| diagnostic::note(&missed.to_string()));
        Ok(ExitCode::from(u8::from(self.is_failed || !missed.is_empty())))
    }
}
