//! Which layer answered how much, and how long it took.

use std::fmt;
use std::time::Duration;

/// A layer of the stack, in the order of asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Layer {
    /// Decided by the terms alone.
    Simplify,
    /// The previous input satisfies the slice.
    Previous,
    /// The slice contains a known core.
    Cores,
    /// Comparisons with constants contradict each other.
    Bounds,
    /// The values that each byte may have by itself contradict or satisfy the slice.
    Bytes,
    /// Comparisons between terms contradict each other.
    Order,
    /// A recent model satisfies the slice.
    Models,
    /// The inputs of the slice have few values, and all were tried.
    Small,
    /// What is said of the remainders of a term contradicts itself.
    Residues,
    /// Bounds on terms contradict what is computed from them.
    Intervals,
    /// The previous input, nudged, satisfies the slice.
    Nudge,
    /// Bit-blasting decided.
    Sat,
    /// The external solver decided.
    External,
}

impl Layer {
    /// Every layer in order.
    pub const ALL: [Layer; 13] = [
        Layer::Simplify,
        Layer::Previous,
        Layer::Cores,
        Layer::Bounds,
        Layer::Bytes,
        Layer::Order,
        Layer::Models,
        Layer::Small,
        Layer::Residues,
        Layer::Intervals,
        Layer::Nudge,
        Layer::Sat,
        Layer::External,
    ];

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Layer::Simplify => "simplify",
            Layer::Previous => "previous",
            Layer::Cores => "cores",
            Layer::Bounds => "bounds",
            Layer::Bytes => "bytes",
            Layer::Order => "order",
            Layer::Models => "models",
            Layer::Small => "small",
            Layer::Residues => "residues",
            Layer::Nudge => "nudge",
            Layer::Intervals => "intervals",
            Layer::Sat => "sat",
            Layer::External => "external",
        }
    }
}

/// The record of one layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LayerStatistics {
    /// Queries answered `sat`.
    pub sat: u64,
    /// Queries answered `unsat`.
    pub unsat: u64,
    /// Time spent in the layer, whether it answered or not.
    pub time: Duration,
}

/// The record of a solver.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    layers: [LayerStatistics; Layer::ALL.len()],
    /// All queries.
    pub queries: u64,
    /// Queries answered `unknown`.
    pub unknown: u64,
    /// Models that did not satisfy the query they were found for: bugs.
    pub rejected_models: u64,
    /// How often the SAT instance was thrown away.
    pub sat_resets: u64,
    /// The time of all queries.
    pub time: Duration,
}

impl Statistics {
    /// The record of one layer. A query counts for the deepest layer that one of its slices
    /// needed.
    pub fn layer(&self, layer: Layer) -> LayerStatistics {
        self.layers[layer as usize]
    }

    pub(crate) fn layer_mut(&mut self, layer: Layer) -> &mut LayerStatistics {
        &mut self.layers[layer as usize]
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<10} {:>9} {:>9} {:>7} {:>11}",
            "layer", "sat", "unsat", "share", "time ms"
        )?;
        for layer in Layer::ALL {
            let of_layer = self.layer(layer);
            let answered = of_layer.sat + of_layer.unsat;
            let share = 100.0 * answered as f64 / self.queries.max(1) as f64;
            writeln!(
                f,
                "{:<10} {:>9} {:>9} {share:>6.1}% {:>11.2}",
                layer.name(),
                of_layer.sat,
                of_layer.unsat,
                of_layer.time.as_secs_f64() * 1e3
            )?;
        }
        writeln!(
            f,
            "{:<10} {:>9} queries, {} unknown, {:.2} ms",
            "total",
            self.queries,
            self.unknown,
            self.time.as_secs_f64() * 1e3
        )
    }
}
