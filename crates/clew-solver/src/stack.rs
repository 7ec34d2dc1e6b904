//! The stack: the layers in the order they are asked.

use std::time::Instant;

use clew_logic::{Evaluator, Model, TermId, TermPool};

use crate::budget::{Clock, Interrupter};
use crate::config::StackConfig;
use crate::external::External;
use crate::layers::bytes::{Bytes, Domains};
use crate::layers::cores::CoreCache;
use crate::layers::models::{RecentModels, add_zeros, restrict};
use crate::layers::nudge::Nudge;
use crate::layers::simplify::{Contradiction, Part, Simplifier};
use crate::layers::small::{Patience, SmallDomains};
use crate::layers::{Found, Slice, bounds, intervals, order, polish, residues, slice};
use crate::log::QueryLog;
use crate::query::Query;
use crate::sat::SatLayer;
use crate::statistics::{Layer, Statistics};
use crate::verdict::{Core, Reason, Verdict};

/// Decides queries about the terms of one pool.
pub struct Solver {
    config: StackConfig,
    clock: Clock,
    /// The most work of the query under way, where its budget says more.
    most_work: Option<u64>,
    evaluator: Evaluator,
    simplifier: Simplifier,
    models: RecentModels,
    cores: CoreCache,
    bytes: Bytes,
    small: SmallDomains,
    sat: Option<SatLayer>,
    external: Option<External>,
    statistics: Statistics,
    log: Option<QueryLog>,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new(StackConfig::default())
    }
}

/// An answer for a slice and the layer that gave it.
type Answer = (Layer, Verdict);

impl Solver {
    /// A solver with the given layers.
    pub fn new(config: StackConfig) -> Self {
        let clock = Clock::new();
        Solver {
            evaluator: Evaluator::new(),
            simplifier: Simplifier::default(),
            models: RecentModels::new(config.recent_models),
            cores: CoreCache::new(config.cores),
            bytes: Bytes::default(),
            small: SmallDomains::default(),
            sat: config.sat.map(|sat| SatLayer::new(sat, clock.clone())),
            external: config.external.clone().map(|command| External::new(command, clock.clone())),
            statistics: Statistics::default(),
            log: None,
            clock,
            most_work: None,
            config,
        }
    }

    /// The handle that stops a query from another thread.
    pub fn interrupter(&self) -> Interrupter {
        self.clock.interrupter()
    }

    /// Records every query from now on.
    pub fn record_to(&mut self, log: QueryLog) {
        self.log = Some(log);
    }

    /// Ends recording and gives the log back, unless writing it failed.
    pub fn take_log(&mut self) -> Option<QueryLog> {
        self.log.take()
    }

    /// What was answered where so far.
    pub fn statistics(&self) -> Statistics {
        let mut statistics = self.statistics.clone();
        statistics.sat_resets = self.sat.as_ref().map_or(0, SatLayer::resets);
        statistics
    }

    /// How many questions so far were left to the SAT solver: these take the time.
    pub fn blasted(&self) -> u64 {
        let answers = self.statistics.layer(Layer::Sat);
        answers.sat + answers.unsat
    }

    /// The work so far: ten decisions or conflicts, or the bit-blasting of sixteen terms, are one step. It is
    /// the same on every machine.
    pub fn work(&self) -> u64 {
        self.clock.work()
    }

    /// Decides a query with no more work than that, as [`Solver::work`] counts it.
    pub fn check_within(&mut self, pool: &mut TermPool, query: &Query<'_>, work: u64) -> Verdict {
        self.most_work = Some(work);
        let verdict = self.check(pool, query);
        self.most_work = None;
        verdict
    }

    /// Decides a query. Every model is checked by evaluation on the constraints as given.
    pub fn check(&mut self, pool: &mut TermPool, query: &Query<'_>) -> Verdict {
        let start = Instant::now();
        self.clock.start(query.budget, self.most_work);
        let (layer, verdict) = self.decide(pool, query);
        let of_layer = self.statistics.layer_mut(layer);
        match &verdict {
            Verdict::Sat(_) => of_layer.sat += 1,
            Verdict::Unsat(_) => of_layer.unsat += 1,
            Verdict::Unknown(_) => self.statistics.unknown += 1,
        }
        self.statistics.queries += 1;
        self.statistics.time += start.elapsed();
        if let Some(log) = &mut self.log
            && log.record(pool, query.constraints, &verdict).is_err()
        {
            // A full disk ends the recording, not the solving.
            self.log = None;
        }
        verdict
    }

    fn decide(&mut self, pool: &mut TermPool, query: &Query<'_>) -> Answer {
        let simplified =
            self.timed(Layer::Simplify, |this| this.simplifier.simplify(pool, query.constraints));
        if let Err(Contradiction(a, b)) = simplified {
            let mut constraints = vec![query.constraints[a as usize]];
            if a != b {
                constraints.push(query.constraints[b as usize]);
            }
            return (Layer::Simplify, Verdict::Unsat(Core { constraints }));
        }
        let slices = self.slices(pool, query);
        let mut model = query.previous.cloned().unwrap_or_default();
        let mut deepest = match self.simplifier.parts() {
            [] => Layer::Simplify,
            _ => Layer::Previous,
        };
        let mut unknown = None;
        for slice in &slices {
            let (layer, verdict) = self.decide_slice(pool, query, slice);
            deepest = deepest.max(layer);
            match verdict {
                Verdict::Sat(found) => model.extend_from(&found),
                Verdict::Unsat(core) => {
                    let core = original(query.constraints, self.simplifier.parts(), &core);
                    return (layer, Verdict::Unsat(core));
                }
                Verdict::Unknown(reason) => unknown = unknown.or(Some(reason)),
            }
        }
        match unknown {
            Some(reason) => (deepest, Verdict::Unknown(reason)),
            None => (deepest, self.checked(pool, query, deepest, model)),
        }
    }

    /// What has to be decided: the slices that do not hold under the previous input.
    fn slices(&mut self, pool: &mut TermPool, query: &Query<'_>) -> Vec<Slice> {
        self.timed(Layer::Previous, |this| {
            let (parts, inputs) = (this.simplifier.parts(), this.simplifier.inputs());
            let evaluator = &mut this.evaluator;
            evaluator.forget();
            let mut holds = |pool: &TermPool, part| {
                query.previous.is_some_and(|previous| evaluator.holds(pool, previous, part))
            };
            if this.config.slices {
                return slice::violated_slices(pool, parts, inputs, holds);
            }
            match parts.iter().all(|part| holds(pool, part.term)) {
                true => Vec::new(),
                false => vec![slice::whole(parts, inputs)],
            }
        })
    }

    /// The layers, in order.
    fn decide_slice(&mut self, pool: &TermPool, query: &Query<'_>, slice: &Slice) -> Answer {
        if let Some(reason) = self.clock.must_stop() {
            return (Layer::Simplify, Verdict::Unknown(reason));
        }
        let (bounds, order) = (self.config.bounds, self.config.order);
        let residues = self.config.residues;
        if let Some(answer) = self
            .find_core(slice)
            .or_else(|| self.look(bounds, Layer::Bounds, bounds::contradiction, pool, slice))
        {
            return answer;
        }
        let domains = match self.look_at_bytes(pool, query, slice) {
            Ok(verdict) => return (Layer::Bytes, verdict),
            Err(domains) => domains,
        };
        // The newest part is mostly the one to blame, and finding that out costs less than
        // looking for a model that does not exist.
        let (older, newest) = slice.parts.split_at(slice.parts.len().saturating_sub(1));
        self.look(order, Layer::Order, order::contradiction, pool, slice)
            .or_else(|| self.find_model(pool, slice))
            .or_else(|| self.try_all_values(pool, query, slice, Patience::Little))
            .or_else(|| self.look(residues, Layer::Residues, residues::contradiction, pool, slice))
            .or_else(|| self.look_at_intervals(pool, slice, newest, &domains))
            .or_else(|| self.nudge(pool, query, slice, &domains))
            .or_else(|| self.look_at_intervals(pool, slice, older, &domains))
            .or_else(|| self.try_all_values(pool, query, slice, Patience::Full))
            .unwrap_or_else(|| self.search(pool, query, slice))
    }

    fn find_core(&mut self, slice: &Slice) -> Option<Answer> {
        let constraints = self.timed(Layer::Cores, |this| this.cores.find(&slice.parts))?;
        Some((Layer::Cores, Verdict::Unsat(Core { constraints })))
    }

    fn find_model(&mut self, pool: &TermPool, slice: &Slice) -> Option<Answer> {
        let model =
            self.timed(Layer::Models, |this| this.models.find(pool, &mut this.evaluator, slice))?;
        Some((Layer::Models, Verdict::Sat(model)))
    }

    /// The values that each byte may have by itself.
    fn look_at_bytes(
        &mut self,
        pool: &TermPool,
        query: &Query<'_>,
        slice: &Slice,
    ) -> Result<Verdict, Domains> {
        if !self.config.bytes {
            return Err(Domains::default());
        }
        let found = self.timed(Layer::Bytes, |this| {
            this.bytes.decide(pool, &mut this.evaluator, slice, query.previous)
        })?;
        Ok(self.verdict(found))
    }

    /// Remembers what was found.
    fn verdict(&mut self, found: Found) -> Verdict {
        match found {
            Found::Model(model) => {
                self.models.remember(&model);
                Verdict::Sat(model)
            }
            Found::Core(constraints) => {
                self.cores.remember(&constraints);
                Verdict::Unsat(Core { constraints })
            }
        }
    }

    /// Asks a layer that finds parts which contradict each other.
    fn look(
        &mut self,
        enabled: bool,
        layer: Layer,
        find: impl FnOnce(&TermPool, &[TermId]) -> Option<Vec<TermId>>,
        pool: &TermPool,
        slice: &Slice,
    ) -> Option<Answer> {
        if !enabled {
            return None;
        }
        let core = self.timed(layer, |_| find(pool, &slice.parts))?;
        Some((layer, self.verdict(Found::Core(core))))
    }

    /// Whether the values that terms can have contradict one of the parts asked for.
    fn look_at_intervals(
        &mut self,
        pool: &TermPool,
        slice: &Slice,
        asked: &[TermId],
        domains: &Domains,
    ) -> Option<Answer> {
        let find = |pool: &TermPool, parts: &[TermId]| {
            intervals::contradiction(pool, parts, asked, domains)
        };
        self.look(self.config.intervals, Layer::Intervals, find, pool, slice)
    }

    fn try_all_values(
        &mut self,
        pool: &TermPool,
        query: &Query<'_>,
        slice: &Slice,
        patience: Patience,
    ) -> Option<Answer> {
        if !self.config.small_domains {
            return None;
        }
        let found = self.timed(Layer::Small, |this| {
            let (bytes, clock) = (&mut this.bytes, &this.clock);
            this.small.decide(pool, bytes, clock, slice, query.previous, patience)
        })?;
        Some((Layer::Small, self.verdict(found)))
    }

    /// What is left to the solvers.
    fn search(&mut self, pool: &TermPool, query: &Query<'_>, slice: &Slice) -> Answer {
        let (layer, verdict) = self.decide_by_search(pool, query, slice);
        if let Verdict::Unsat(core) = &verdict {
            self.cores.remember(&core.constraints);
        }
        (layer, self.timed(layer, |this| this.liked(pool, query, slice, verdict)))
    }

    /// The SAT layer, and the external solver where that gives up or is absent.
    fn decide_by_search(&mut self, pool: &TermPool, query: &Query<'_>, slice: &Slice) -> Answer {
        let mut verdict = Verdict::Unknown(Reason::NoBackend);
        let conflicts = query.budget.conflicts;
        if self.sat.is_some() {
            verdict = self.timed(Layer::Sat, |this| match &mut this.sat {
                Some(sat) => sat.check(pool, &slice.parts, query.previous, conflicts),
                None => Verdict::Unknown(Reason::NoBackend),
            });
            if !matches!(verdict, Verdict::Unknown(Reason::Conflicts)) {
                return (Layer::Sat, verdict);
            }
        }
        if self.external.is_none() {
            return (Layer::Sat, verdict);
        }
        let verdict = self.timed(Layer::External, |this| match &mut this.external {
            Some(external) => external.check(pool, &slice.parts),
            None => verdict,
        });
        (Layer::External, verdict)
    }

    fn nudge(
        &mut self,
        pool: &TermPool,
        query: &Query<'_>,
        slice: &Slice,
        domains: &Domains,
    ) -> Option<Answer> {
        if !self.config.nudge {
            return None;
        }
        let model = self.timed(Layer::Nudge, |this| {
            let zero = Model::new();
            let start = restrict(pool, query.previous.unwrap_or(&zero), slice);
            Nudge::new(pool, &mut this.evaluator, slice, domains).search(slice, start)
        })?;
        Some((Layer::Nudge, self.verdict(Found::Model(model))))
    }

    /// Gives a new model nicer values and remembers it.
    fn liked(
        &mut self,
        pool: &TermPool,
        query: &Query<'_>,
        slice: &Slice,
        verdict: Verdict,
    ) -> Verdict {
        let Verdict::Sat(model) = verdict else { return verdict };
        let model = match self.config.polish {
            true => polish::polish(pool, &mut self.evaluator, slice, model, query.previous),
            false => model,
        };
        self.models.remember(&model);
        Verdict::Sat(model)
    }

    /// The last word: the constraints as they were given, evaluated.
    fn checked(
        &mut self,
        pool: &TermPool,
        query: &Query<'_>,
        layer: Layer,
        mut model: Model,
    ) -> Verdict {
        add_zeros(pool, self.simplifier.inputs(), &mut model);
        self.evaluator.forget();
        let evaluator = &mut self.evaluator;
        if query.constraints.iter().all(|&term| evaluator.holds(pool, &model, term)) {
            return Verdict::Sat(model);
        }
        self.statistics.rejected_models += 1;
        Verdict::Unknown(Reason::ModelRejected(layer.name()))
    }

    fn timed<R>(&mut self, layer: Layer, work: impl FnOnce(&mut Self) -> R) -> R {
        let start = Instant::now();
        let result = work(self);
        self.statistics.layer_mut(layer).time += start.elapsed();
        result
    }
}

/// The constraints that the parts of a core come from, in the order of the query.
fn original(constraints: &[TermId], parts: &[Part], core: &Core) -> Core {
    let mut origins: Vec<u32> = parts
        .iter()
        .filter(|part| core.constraints.contains(&part.term))
        .map(|part| part.origin)
        .collect();
    origins.sort_unstable();
    origins.dedup();
    Core { constraints: origins.into_iter().map(|origin| constraints[origin as usize]).collect() }
}
