//! Which layers a solver has.

use crate::external::ExternalCommand;
use crate::sat::SatConfig;

/// The stack to be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StackConfig {
    /// Decide constraints that share no inputs apart.
    pub slices: bool,
    /// How many recent models to try; none where zero.
    pub recent_models: usize,
    /// How many unsatisfiable cores to remember; none where zero.
    pub cores: usize,
    /// Look for contradictions between comparisons with constants.
    pub bounds: bool,
    /// Look for contradictions between comparisons of terms with each other.
    pub order: bool,
    /// Compute the values that constraints on one byte leave to it.
    pub bytes: bool,
    /// Compute bounds of terms from bounds of what is in them.
    pub intervals: bool,
    /// Look for contradictions between remainders of one term.
    pub residues: bool,
    /// Try all values where the inputs of a slice have few.
    pub small_domains: bool,
    /// Push violated constraints back to the inputs of the previous run.
    pub nudge: bool,
    /// Prefer values people like, at bounded cost.
    pub polish: bool,
    /// Bit-blasting; none leaves the decision to the external solver.
    pub sat: Option<SatConfig>,
    /// The solver that is asked when the SAT layer is absent or its budget ran out.
    pub external: Option<ExternalCommand>,
}

impl Default for StackConfig {
    fn default() -> Self {
        StackConfig {
            slices: true,
            recent_models: 16,
            cores: 4096,
            bounds: true,
            bytes: true,
            order: true,
            intervals: true,
            residues: true,
            small_domains: true,
            nudge: true,
            polish: true,
            sat: Some(SatConfig::default()),
            external: None,
        }
    }
}

impl StackConfig {
    /// Nothing is kept from earlier answers: no recent models, no cores.
    pub fn without_caches() -> Self {
        StackConfig { recent_models: 0, cores: 0, ..Self::default() }
    }

    /// Bit-blasting of the whole query and nothing else.
    pub fn sat_only() -> Self {
        StackConfig { sat: Some(SatConfig::default()), ..Self::nothing() }
    }

    /// The external solver and nothing else.
    pub fn external_only(command: ExternalCommand) -> Self {
        StackConfig { external: Some(command), ..Self::nothing() }
    }

    fn nothing() -> Self {
        StackConfig {
            slices: false,
            recent_models: 0,
            cores: 0,
            bounds: false,
            bytes: false,
            order: false,
            intervals: false,
            residues: false,
            small_domains: false,
            nudge: false,
            polish: false,
            sat: None,
            external: None,
        }
    }
}
