//! The functions of a `clew gen`, one after the other: searched, written, verified, told.

use super::details::{self, Told};
use super::progress::{Line, Live};
use super::request::{Request, Wanted};
use super::result_file::ResultFile;
use super::shares::Shares;
use super::{json, reports, table};
use crate::args::{FailOn, ReportFormat};
use crate::commands::print;
use crate::diagnostic::{self, UserError};
use crate::explain::brief;
use clew_campaign::findings;
use clew_campaign::heal::{self, Written};
use clew_campaign::joint;
use clew_campaign::proofs::Proofs;
use clew_campaign::suite::{Output, Test};
use clew_campaign::targets::Targets;
use clew_campaign::{Campaign, Journals, Plan};
use clew_criteria::Status;
use clew_emit::manifest::Manifest;
use clew_emit::{Framework, TestComp, UserSources};
use clew_explore::{JournalMode, Stopped};
use clew_ir::{FunctionId, Id as _, Program};
use clew_suite::{Record, RecordedTest, SuiteFile};
use clew_symbolic::Entry;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// So many functions wait to be finished together, or those that took so long.
const MOST_WAITING: usize = 32;
const LONGEST_WAIT: Duration = Duration::from_secs(20);
/// After so long a search those that wait are finished meanwhile.
const LONG_SEARCH: Duration = Duration::from_secs(3);

/// What a session works with.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    pub(crate) request: &'a Request<'a>,
    pub(crate) program: &'a Program,
    /// Where the tests go.
    pub(crate) folder: &'a Path,
    pub(crate) sources: &'a UserSources,
    pub(crate) frameworks: &'a [Framework],
    pub(crate) test_comp: Option<&'a TestComp>,
    pub(crate) targets: Option<&'a Targets>,
    pub(crate) seeds: Option<&'a SuiteFile>,
    /// Set when the user ends everything.
    pub(crate) cancel: &'static AtomicBool,
}

impl Surroundings<'_> {
    /// How a suite is written into a folder.
    fn output<'o>(&'o self, folder: &'o Path) -> Output<'o> {
        Output {
            folder,
            sources: self.sources,
            frameworks: self.frameworks,
            test_comp: self.test_comp,
            verify: !self.request.arguments.no_verify,
        }
    }
}

/// The functions of a `clew gen`.
pub(crate) struct Session<'a> {
    around: Surroundings<'a>,
    finishing: Finishing<'a>,
}

/// What becomes of functions when they are searched for.
struct Finishing<'a> {
    around: Surroundings<'a>,
    shares: Shares,
    results: ResultFile,
    told: Told,
    /// Those that are to be finished together.
    waiting: Vec<Searched<'a>>,
}

/// A function to test.
struct Unit<'a> {
    /// Its place among all.
    place: usize,
    name: &'a str,
    /// Where its tests go.
    folder: PathBuf,
    plan: Plan<'a>,
    /// What must be the same for its result to be taken over.
    fingerprint: String,
}

/// A function that was searched for, and may go on.
struct Searched<'a> {
    unit: Unit<'a>,
    campaign: Campaign,
}

impl Searched<'_> {
    /// How many objectives are open though more time might decide them.
    fn open(&self) -> usize {
        let campaign = &self.campaign;
        match campaign.report.stopped {
            Stopped::Budget => campaign.verdicts.coverage().open().count(),
            _ => 0,
        }
    }
}

impl<'a> Session<'a> {
    pub(crate) fn new(around: Surroundings<'a>) -> Self {
        let arguments = around.request.arguments;
        let finishing = Finishing {
            around,
            shares: Shares::new(around.request.budget(), arguments.total),
            results: ResultFile::new(around.folder, arguments.seed, arguments.resume),
            told: Told::default(),
            waiting: Vec::new(),
        };
        Self { around, finishing }
    }

    /// Generates the tests of all entries; whether there are any objectives.
    pub(crate) fn run(&mut self, entries: Vec<Entry>) -> Result<bool, UserError> {
        if let Some(folder) = &self.around.request.arguments.dump_queries {
            std::fs::create_dir_all(folder).map_err(|error| {
                UserError::Other(format!("cannot write to {}: {error}", folder.display()))
            })?;
        }
        let units = self.units(entries)?;
        let count = units.len();
        let (mut held, mut skipped, mut done) = (Vec::new(), Vec::new(), Vec::new());
        for (at, mut unit) in units.into_iter().enumerate() {
            if self.is_cancelled() {
                skipped.push(unit.name);
                continue;
            }
            if self.is_done(&unit) {
                done.push(unit.name);
                continue;
            }
            unit.plan.settings.limits.time = self.finishing.shares.first(count - at, count);
            let searched = self.search(unit, count)?;
            match self.finishing.shares.are_of_one() && searched.open() > 0 {
                true => held.push(searched),
                false => self.finishing.hand_in(searched)?,
            }
        }
        self.finishing.all()?;
        self.go_on(held, count)?;
        self.finishing.told.also_unverified().for_each(|message| diagnostic::note(&message));
        if !done.is_empty() {
            diagnostic::note(&format!("done by an earlier run: {}", details::list(&done)));
        }
        if !skipped.is_empty() {
            let names = details::list(&skipped);
            diagnostic::note(&format!("interrupted: not begun are {names}; --resume goes on"));
        }
        Ok(count > 0)
    }

    /// Has the functions go on that have something open, as long as there is time.
    fn go_on(&mut self, held: Vec<Searched<'a>>, count: usize) -> Result<(), UserError> {
        let mut functions = held.len();
        let mut all_open: usize = held.iter().map(Searched::open).sum();
        for mut searched in held {
            let open = searched.open();
            let had = searched.campaign.report.statistics.wall_time;
            let unfinished = functions + self.finishing.waiting.len();
            let time = self.finishing.shares.again(open, all_open, unfinished, had);
            if !self.is_cancelled() && time.is_some_and(|time| !time.is_zero()) {
                let plan = &mut searched.unit.plan;
                plan.settings.limits.time = time;
                if let Some(journals) = &mut plan.journals {
                    journals.mode = JournalMode::Continue;
                }
                searched = self.search(searched.unit, count)?;
                searched.campaign.report.statistics.wall_time += had;
            }
            self.finishing.hand_in(searched)?;
            (functions, all_open) = (functions - 1, all_open - open);
        }
        self.finishing.all()
    }

    fn is_cancelled(&self) -> bool {
        self.around.cancel.load(Ordering::Relaxed)
    }

    /// What there is to test.
    fn units(&self, entries: Vec<Entry>) -> Result<Vec<Unit<'a>>, UserError> {
        let Surroundings { request, program, targets, seeds, cancel, .. } = self.around;
        let arguments = request.arguments;
        let mode = match arguments.resume {
            true => JournalMode::Continue,
            false => JournalMode::Anew,
        };
        let program_text = hash(&[&clew_ir::text::program_text(program), &debug(&program.types)]);
        let (mut units, mut known) = (Vec::new(), BTreeSet::new());
        for entry in entries {
            let name = program.functions[entry.function()].name.as_str();
            let folder = self.folder_of(&mut known, entry.function());
            let version = env!("CARGO_PKG_VERSION");
            let fingerprint =
                hash(&[name, &debug(&entry), &program_text, &request.search_text(), version]);
            let journals = Journals {
                folder: folder.join("journal"),
                function: name.to_owned(),
                fingerprint: fingerprint.clone(),
                mode,
            };
            let wanted = Wanted { program, entry, targets, seeds, journals, time: None, cancel };
            let plan = request.plan(wanted)?;
            if plan.is_wanted() {
                let fingerprint = hash(&[&fingerprint, &request.result_text()]);
                units.push(Unit { place: units.len(), name, folder, plan, fingerprint });
            }
        }
        Ok(units)
    }

    /// Where the tests go: a folder of the file's own for a static function whose name another
    /// file uses too.
    fn folder_of(&self, known: &mut BTreeSet<&'a str>, function: FunctionId) -> PathBuf {
        let program = self.around.program;
        let function = &program.functions[function];
        if known.insert(&function.name) {
            return self.around.folder.to_owned();
        }
        let file = program.sources.position(function.span);
        let stem = file.and_then(|(file, _)| file.path.file_stem());
        self.around.folder.join(stem.unwrap_or_default())
    }

    /// Whether an earlier run has done with a function, and its tests are there.
    fn is_done(&mut self, unit: &Unit<'_>) -> bool {
        let suite = format!("{}.c", Framework::Plain.stem(unit.name));
        self.around.request.arguments.resume
            && unit.folder.join(suite).exists()
            && self.finishing.results.take_over(unit.place, &unit.fingerprint)
    }

    /// Searches for the tests of a function. When that takes long, those that wait are finished meanwhile.
    fn search(&mut self, unit: Unit<'a>, count: usize) -> Result<Searched<'a>, UserError> {
        let is_text = self.around.request.arguments.format == ReportFormat::Text;
        let line = (Line::is_shown() && is_text).then(|| Line {
            function: unit.name,
            number: (unit.place + 1, count),
            budget: unit.plan.settings.limits.time,
        });
        let output = self.around.output(&unit.folder);
        let live = Live::new(line, self.around.program, unit.plan.entry, output);
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let finishing = &mut self.finishing;
        let (campaign, finished) = std::thread::scope(|scope| {
            let meanwhile = scope.spawn(move || match ended.recv_timeout(LONG_SEARCH) {
                Err(RecvTimeoutError::Timeout) => finishing.all(),
                Ok(()) | Err(RecvTimeoutError::Disconnected) => Ok(()),
            });
            let campaign = Campaign::run(&unit.plan, Some(&live));
            drop(end);
            let finished = meanwhile.join();
            (campaign, finished.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        note_set_aside(&live.end());
        finished?;
        let campaign = campaign.map_err(|error| UserError::Other(error.to_string()))?;
        Ok(Searched { unit, campaign })
    }

    /// Writes the reports.
    pub(crate) fn conclude(mut self) -> Result<ExitCode, UserError> {
        let Surroundings { request, folder, .. } = self.around;
        let arguments = request.arguments;
        let json = self.finishing.results.save()?;
        let text = (arguments.format == ReportFormat::Json).then(|| format!("{json:#}\n"));
        let report: clew_report::Report = serde_json::from_value(json)
            .map_err(|error| UserError::Other(format!("cannot make reports: {error}")))?;
        let written = reports::write(&report, &arguments.report, arguments.findings, folder)?;
        match text {
            Some(text) => print(&text),
            None => {
                let mut units = self.finishing.results.units().peekable();
                // Where there was nothing to test, that has been said.
                if units.peek().is_some() {
                    print(&table::table(units, arguments.findings));
                    print(&format!("tests and result.json are in {}\n", folder.display()));
                }
                for path in written {
                    print(&format!("{} is written\n", path.display()));
                }
                if let Some(hidden) = self.finishing.told.hidden() {
                    diagnostic::note(&hidden);
                }
            }
        }
        let missed: Vec<_> =
            arguments.fail_under.iter().filter_map(|gate| gate.missed(&report)).collect();
        missed.iter().for_each(|missed| diagnostic::note(&missed.to_string()));
        Ok(ExitCode::from(u8::from(self.is_failed() || !missed.is_empty())))
    }

    /// Whether something is there that the user calls a failure.
    fn is_failed(&self) -> bool {
        let arguments = self.around.request.arguments;
        let fails = |reason: &FailOn| match reason {
            FailOn::Finding => self
                .finishing
                .results
                .units()
                .any(|it| table::shown_findings(it, arguments.findings) > 0),
            FailOn::Open => self.finishing.results.units().any(table::has_open),
        };
        arguments.fail_on.iter().any(fails)
    }
}

impl<'a> Finishing<'a> {
    /// Takes a function that was searched for; it is finished with others, soon.
    fn hand_in(&mut self, searched: Searched<'a>) -> Result<(), UserError> {
        self.waiting.push(searched);
        let times = self.waiting.iter().map(|it| it.campaign.report.statistics.wall_time);
        let longest = self.shares.longest_wait(LONGEST_WAIT);
        match self.waiting.len() >= MOST_WAITING || times.sum::<Duration>() >= longest {
            true => self.all(),
            false => Ok(()),
        }
    }

    /// Writes and verifies the tests of the functions that wait, those of one file together.
    fn all(&mut self) -> Result<(), UserError> {
        let waiting = std::mem::take(&mut self.waiting);
        let start = Instant::now();
        let pairs: Vec<(&Campaign, Output<'_>)> =
            waiting.iter().map(|it| (&it.campaign, self.around.output(&it.unit.folder))).collect();
        let written = joint::write(self.around.program, &pairs)
            .map_err(|error| UserError::Other(error.to_string()))?;
        let each = start.elapsed().checked_div(waiting.len() as u32).unwrap_or_default();
        for (searched, written) in waiting.into_iter().zip(written) {
            self.finish(searched, written, each)?;
        }
        Ok(())
    }

    /// Writes and verifies the tests of a function, unless that is done, and tells what came of it. Some
    /// time has gone into it already.
    fn finish(
        &mut self,
        searched: Searched<'a>,
        written: Option<Written>,
        spent: Duration,
    ) -> Result<(), UserError> {
        let start = Instant::now();
        let Searched { unit, mut campaign } = searched;
        let Unit { place, name, folder, plan, fingerprint } = unit;
        let Surroundings { request, program, .. } = self.around;
        for omission in campaign.objectives.omissions() {
            let place = program.sources.describe(omission.span);
            diagnostic::note(&format!("the decision at {place} is left out: {}", omission.why));
        }
        let Written { tests, verified, healed, sanitized, set_aside } = match written {
            Some(written) => written,
            None => heal::write(program, &mut campaign, &self.around.output(&folder))
                .map_err(|error| UserError::Other(error.to_string()))?,
        };
        let verifying = start.elapsed();
        let findings = findings::findings(&plan, &campaign, &tests, &sanitized);
        note_set_aside(&set_aside);
        let function = plan.entry.function();
        let is_direct = |test: &&Test| test.test.case.function == function;
        let record = |test: &Test| RecordedTest {
            id: test.test.id,
            bounds: campaign.known[test.place].bounds.into(),
            inputs: test.inputs.clone(),
        };
        let record = Record {
            function: name.to_owned(),
            is_harness: matches!(plan.entry, Entry::Harness(_)),
            // Tests of drivers are not the function's own inputs.
            tests: tests.tests.iter().filter(is_direct).map(record).collect(),
        };
        record.write(&folder)?;
        self.list_record(plan.entry, &record, &folder)?;
        let proofs = self.proofs(&campaign, &folder)?;
        let explanations = brief(&plan, &campaign);
        let result = json::Unit {
            program,
            criteria: &request.criteria,
            campaign: &campaign,
            tests: &tests,
            proofs: &proofs,
            explanations: &explanations,
            verified: &verified,
            healed: &healed,
            findings: &findings,
            config: &request.config,
            times: json::Times {
                verifying: spent + verifying,
                judging: start.elapsed() - verifying,
            },
        };
        let has_ended = !matches!(
            campaign.report.stopped,
            Stopped::Budget | Stopped::MaxRuns | Stopped::Interrupted
        );
        let journals = plan.journals.filter(|_| has_ended || !has_open(&campaign));
        self.results.add(place, result.json(), &fingerprint, journals)?;
        for message in &healed.messages {
            diagnostic::note(message);
        }
        self.told.unverified(name, &verified);
        if request.arguments.format == ReportFormat::Text {
            let which = request.arguments.findings;
            self.told.findings(program, &request.config, which, &tests, &findings);
            details::rest(program, &campaign);
            details::infeasible(program, &campaign, &explanations);
        }
        self.shares.note_finishing(spent + start.elapsed());
        Ok(())
    }

    /// Lists the record of a unit's tests among the files that Clew wrote.
    fn list_record(&self, entry: Entry, record: &Record, folder: &Path) -> Result<(), UserError> {
        let unit = self.around.program.functions[entry.function()].unit.index();
        let files = &self.around.request.arguments.sources.files;
        let Some(file) = files.get(unit) else { return Ok(()) };
        let mut manifest = Manifest::read(folder);
        manifest.note(&record.file_name(), &record.function, file);
        manifest.save().map_err(|error| {
            UserError::Other(format!("cannot write to {}: {error}", folder.display()))
        })
    }

    /// The certificates of what is infeasible, beside the tests.
    fn proofs(&self, campaign: &Campaign, folder: &Path) -> Result<Proofs, UserError> {
        let Surroundings { program, folder: all, .. } = self.around;
        Proofs::write(program, campaign, all, folder).map_err(|error| {
            UserError::Other(format!("cannot write proofs to {}: {error}", folder.display()))
        })
    }
}

/// Whether an objective of a campaign is open.
fn has_open(campaign: &Campaign) -> bool {
    let coverage = campaign.verdicts.coverage();
    campaign.objectives.iter().any(|it| coverage.status(it.id) == Status::Open)
}

/// Says which files made room for others.
fn note_set_aside(paths: &[PathBuf]) {
    for path in paths {
        let message = "it was edited since Clew wrote it, and a new one is in its place";
        diagnostic::note(&format!("kept as {}: {message}", path.display()));
    }
}

fn debug(value: &impl std::fmt::Debug) -> String {
    format!("{value:?}")
}

/// A number for texts, the same in every process of this version.
fn hash(texts: &[&str]) -> String {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let mut hasher = DefaultHasher::new();
    texts.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
