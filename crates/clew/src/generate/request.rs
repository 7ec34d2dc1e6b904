//! What the user asks for, as plans of campaigns.

use super::choice;
use super::config::Config as UserConfig;
use super::drivers;
use super::seeds;
use super::settings;
use crate::args::{BoundArguments, Check, ComposeWhen, FrameworkName, GenArguments, LabelSearch};
use crate::diagnostic::UserError;
use crate::partitions;
use clew_c::Options;
use clew_campaign::targets::Targets;
use clew_campaign::{Faults, Journals, Plan};
use clew_compose::SummaryStore;
use clew_criteria::Criterion;
use clew_emit::{Driver, Framework, Isolation, Placing, TestComp, UserSources};
use clew_explore::technique::Selection;
use clew_explore::{
    Assignment, Beginning, Compose, LabelDeletion, Limits, Records, SearchSettings, Settings,
    Signals,
};
use clew_ir::Program;
use clew_suite::SuiteFile;
use clew_symbolic::{Bounds, Entry, LabelMode};
use clew_vm::{Checks, Config};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The time for a function, where nothing else is said.
const BUDGET: Duration = Duration::from_secs(30);

/// What the user asks for, checked.
pub(crate) struct Request<'a> {
    pub(crate) arguments: &'a GenArguments,
    pub(crate) criteria: Vec<Criterion>,
    pub(crate) config: UserConfig,
    strategy: String,
    techniques: Selection,
    bounds: Bounds,
    deepens: bool,
}

/// What a plan is made for.
pub(crate) struct Wanted<'a> {
    pub(crate) program: &'a Program,
    pub(crate) entry: Entry,
    pub(crate) targets: Option<&'a Targets>,
    pub(crate) seeds: Option<&'a SuiteFile>,
    pub(crate) journals: Journals,
    /// Its time, where that is limited.
    pub(crate) time: Option<Duration>,
    /// Set when the user ends everything.
    pub(crate) cancel: &'static AtomicBool,
}

impl<'a> Request<'a> {
    /// Checks what can be checked without the files under test.
    pub(crate) fn new(arguments: &'a GenArguments) -> Result<Self, UserError> {
        let criteria = partitions::criteria(&arguments.criterion, arguments.partitions.as_deref())?;
        let strategy = choice::strategy(arguments)?;
        check_gates(arguments, &criteria)?;
        let config = UserConfig::find(arguments.config.as_deref(), &arguments.sources.files)?;
        let (bounds, is_own) = settings::bounds(arguments, &config)?;
        let bounds = Bounds { merges: !arguments.exhaustive, ..bounds };
        let techniques = choice::techniques(arguments)?;
        let deepens = !is_own && !arguments.exhaustive;
        summaries(arguments)?;
        Ok(Self { arguments, criteria, config, strategy, techniques, bounds, deepens })
    }

    /// The most time for one function: of all functions together there may be a limit instead.
    pub(crate) fn budget(&self) -> Option<Duration> {
        match (self.arguments.budget, self.arguments.total) {
            (None, None) => Some(BUDGET),
            (budget, _) => budget,
        }
    }

    /// What must be the same for a campaign to go on where it was stopped, besides the program.
    pub(crate) fn search_text(&self) -> String {
        let Self { arguments, criteria, bounds, .. } = self;
        let BoundArguments { assume, no_assume, .. } = &arguments.bounds;
        format!("{bounds:?} {criteria:?} {:?} {assume:?} {no_assume:?}", arguments.check)
    }

    /// What must be the same for a result to be taken over as it is, besides.
    pub(crate) fn result_text(&self) -> String {
        let Self { arguments, strategy, techniques, .. } = self;
        let limits = (self.budget(), arguments.total, arguments.max_runs, arguments.max_depth);
        let how = (arguments.seed, arguments.exhaustive, arguments.no_filter, arguments.max_steps);
        let what = (&arguments.only, &arguments.diff, arguments.labels, &arguments.seeds);
        let suite =
            (&arguments.framework, arguments.no_verify, arguments.standalone, arguments.no_fork);
        let more = (arguments.sequence, arguments.compose);
        format!("{strategy} {techniques:?} {limits:?} {how:?} {what:?} {suite:?} {more:?}")
    }

    /// The plan of a campaign.
    pub(crate) fn plan<'p>(&'p self, wanted: Wanted<'p>) -> Result<Plan<'p>, UserError> {
        let arguments = self.arguments;
        let Wanted { program, entry, targets, seeds, journals, time, cancel } = wanted;
        let (suite, bounds) = self.seeds(program, entry, seeds)?;
        let name = &program.functions[entry.function()].name;
        let query_log =
            arguments.dump_queries.as_ref().map(|folder| folder.join(format!("{name}.smt2")));
        let usual = Config::under_test();
        Ok(Plan {
            program,
            entry,
            criteria: &self.criteria,
            strategy: &self.strategy,
            bounds,
            targets,
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
                beginning: Beginning { seed: arguments.seed, suite, ..Beginning::default() },
                limits: Limits {
                    time,
                    runs: arguments.max_runs,
                    depth: arguments.max_depth,
                    ..Limits::default()
                },
                search: self.search_settings(),
                signals: Signals { cancel: Some(cancel), ..Signals::default() },
                records: Records {
                    query_log,
                    journal: None,
                    frontier: arguments.trace_frontier.clone(),
                },
                ..Settings::default()
            },
            drivers: drivers::drivers_of(program, entry.function()),
            journals: Some(journals),
            summaries: summaries(arguments)?,
        })
    }

    /// The tests of a unit that are there already, and bounds that admit their inputs.
    fn seeds(
        &self,
        program: &Program,
        entry: Entry,
        seeds: Option<&SuiteFile>,
    ) -> Result<(Vec<Assignment>, Bounds), UserError> {
        match seeds {
            Some(suite) => seeds::replay(program, entry, suite, self.bounds),
            None => Ok((Vec::new(), self.bounds)),
        }
    }

    /// How the search goes on.
    fn search_settings(&self) -> SearchSettings {
        SearchSettings {
            exhaustive: self.arguments.exhaustive,
            filter: !self.arguments.no_filter,
            techniques: self.techniques.clone(),
            compose: match self.arguments.compose {
                ComposeWhen::On => Compose::On,
                ComposeWhen::Off => Compose::Off,
                ComposeWhen::Auto => Compose::Auto,
            },
            labels: match self.arguments.labels {
                LabelSearch::Witness | LabelSearch::Direct | LabelSearch::Tight => {
                    LabelDeletion::Never
                }
                LabelSearch::TightIdl1 => LabelDeletion::Solved,
                LabelSearch::TightIdl2 => LabelDeletion::Decided,
            },
            ..SearchSettings::default()
        }
    }
}

/// Where what is known of functions is kept: in files, if that is to outlive this command. Each campaign has its own, since
/// what another campaign's runs have shown counts no more than what a file says.
fn summaries(arguments: &GenArguments) -> Result<Arc<SummaryStore>, UserError> {
    let Some(folder) = &arguments.summaries else { return Ok(Arc::default()) };
    let store = SummaryStore::in_folder(folder);
    store
        .map(Arc::new)
        .map_err(|error| UserError::Other(format!("--summaries {}: {error}", folder.display())))
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

/// The user's files and flags, for the tests.
pub(crate) fn user_sources(
    arguments: &GenArguments,
    headers: &Path,
    drivers: Vec<Driver>,
) -> Result<UserSources, UserError> {
    let options = Options {
        cflags: arguments.sources.flags(),
        compile_commands: arguments.sources.compile_commands.clone(),
    };
    let mut flags = options.flags_for(&arguments.sources.files)?;
    flags.push(format!("-I{}", headers.display()));
    Ok(UserSources {
        files: arguments.sources.files.clone(),
        flags,
        placing: if arguments.standalone { Placing::Copies } else { Placing::InPlace },
        isolation: if arguments.no_fork { Isolation::None } else { Isolation::Processes },
        headers: Some(headers.to_owned()),
        drivers,
        ..UserSources::default()
    })
}

/// What Test-Comp calls branch coverage.
const SPECIFICATION: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";
/// The same input gives the same bytes, so no clock is asked.
const CREATION_TIME: &str = "1970-01-01T00:00:00Z";

/// The frameworks that a suite is written for: plain C is always one.
pub(crate) fn frameworks(names: &[FrameworkName]) -> (Vec<Framework>, Option<TestComp>) {
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
