//! What a check of a folder found.

/// What a claim is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// An objective that no execution meets.
    Infeasible,
    /// An objective that a test meets.
    Covered,
    /// A test that passes.
    Test,
}

impl Kind {
    /// All of them, in the order of reports.
    pub const ALL: [Kind; 3] = [Kind::Infeasible, Kind::Covered, Kind::Test];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Infeasible => "infeasible",
            Kind::Covered => "covered",
            Kind::Test => "tests",
        }
    }
}

/// How a claim fared, and why it did not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It holds.
    Checked,
    /// It does not hold, or what it rests on does not.
    Refuted(String),
    /// What would tell is not there, or does not know.
    Unknown(String),
}

impl Standing {
    /// The name in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Standing::Checked => "checked",
            Standing::Refuted(_) => "refuted",
            Standing::Unknown(_) => "unknown",
        }
    }

    /// Why it is not checked.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Standing::Checked => None,
            Standing::Refuted(reason) | Standing::Unknown(reason) => Some(reason),
        }
    }
}

/// A claim, and how it fared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What it is about.
    pub kind: Kind,
    /// The objective or test, and what it says.
    pub name: String,
    /// How it fared.
    pub standing: Standing,
}

/// The claims of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitReport {
    /// The user's file.
    pub file: String,
    /// The function.
    pub function: String,
    /// Its claims.
    pub findings: Vec<Finding>,
}

/// How many claims of a kind there are, and how they fared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// All of them.
    pub claims: usize,
    /// Those that hold.
    pub checked: usize,
    /// Those that do not.
    pub refuted: usize,
    /// Those that nothing is known of.
    pub unknown: usize,
}

impl Tally {
    fn add(&mut self, standing: &Standing) {
        self.claims += 1;
        match standing {
            Standing::Checked => self.checked += 1,
            Standing::Refuted(_) => self.refuted += 1,
            Standing::Unknown(_) => self.unknown += 1,
        }
    }
}

/// The verification conditions of all certificates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Conditions {
    /// All of them.
    pub total: usize,
    /// Those that z3 and cvc5 both prove.
    pub by_both: usize,
    /// Those that one of them proves.
    pub by_one: usize,
}

/// What a check of a folder found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FolderReport {
    /// The functions, in the order of the result.
    pub units: Vec<UnitReport>,
    /// What was asked of the solvers.
    pub conditions: Conditions,
    /// Programs that are not there, and what they are needed for.
    pub missing: Vec<String>,
}

impl FolderReport {
    /// How the claims of a kind fared.
    pub fn tally(&self, kind: Kind) -> Tally {
        let mut tally = Tally::default();
        let findings = self.units.iter().flat_map(|unit| &unit.findings);
        for finding in findings.filter(|it| it.kind == kind) {
            tally.add(&finding.standing);
        }
        tally
    }

    /// Whether a claim is refuted.
    pub fn is_refuted(&self) -> bool {
        Kind::ALL.iter().any(|kind| self.tally(*kind).refuted > 0)
    }
}
