//! Summaries are told to others, and taken from them: for calls of the same function on other objects, from other
//! workers, from files.

use crate::composer::{Composer, Halt, Searched};
use crate::instance::{Instance, Which};
use crate::names::{ELSEWHERE, Globals, MOST_OWN, Names, looks_at_addresses};
use crate::portable;
use crate::store::{Kept, SummaryStore};
use crate::summary::{SummaryId, givens};
use crate::walk::Context;
use clew_ir::call_graph::CallGraph;
use clew_ir::model_text::model_text_of;
use clew_ir::{FunctionId, Program};
use clew_logic::{Model, TermId};
use clew_symbolic::{ArgumentValue, Call, Found, PointerWord, Spot, SymbolicMachine};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How a search exchanges summaries with others.
pub(crate) struct Exchange {
    store: Arc<SummaryStore>,
    globals: Globals,
    calls: CallGraph,
    /// What decides what functions do besides their text.
    options: String,
    /// The keys of functions; `None` for those that others cannot be told of.
    keys: BTreeMap<FunctionId, Option<String>>,
    /// The calls for which others were asked.
    asked: BTreeSet<(FunctionId, Vec<ArgumentValue>)>,
    /// What was told of summaries: the number of paths.
    told: BTreeMap<SummaryId, usize>,
    /// The number of the next object that is none of the machine's.
    next_own: u32,
    /// Whether what others tell was found wrong: nothing is taken from them any more.
    is_wrong: bool,
    /// Summaries that were taken from others.
    pub(crate) taken: usize,
}

/// How many paths a summary has to have more than were told, to be told again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Growth {
    /// One.
    Any,
    /// A quarter: while a search goes on, each of them costs the text of all.
    Much,
}

/// A place where a summary was used that has unconfirmed paths.
pub(crate) struct Use {
    context: Context,
    input: Model,
}

impl Exchange {
    /// With a store; `None` where objects have no numbers that others could be told of.
    pub(crate) fn new(
        program: &Program,
        machine: &SymbolicMachine<'_>,
        store: Arc<SummaryStore>,
        options: String,
    ) -> Option<Self> {
        let globals = Globals::new(program, machine)?;
        let (keys, asked, told) = (BTreeMap::new(), BTreeSet::new(), BTreeMap::new());
        let (calls, next_own) = (CallGraph::new(program), ELSEWHERE);
        let (is_wrong, taken) = (false, 0);
        Some(Exchange {
            store,
            globals,
            calls,
            options,
            keys,
            asked,
            told,
            next_own,
            is_wrong,
            taken,
        })
    }

    /// What a function is known by; `None` for one that looks at addresses as numbers.
    fn key(&mut self, program: &Program, function: FunctionId) -> Option<String> {
        let (calls, options) = (&self.calls, &self.options);
        let key = self.keys.entry(function).or_insert_with(|| {
            let reachable = calls.reachable(function);
            let is_plain = !looks_at_addresses(program, &reachable);
            is_plain.then(|| format!("{options}\n{}", model_text_of(program, function)))
        });
        key.clone()
    }
}

impl Composer<'_, '_> {
    /// Takes what others know of a call; whether the run has to be made again, to tell what that asks for.
    pub(crate) fn take_known(&mut self, call: &Call, found: &[Found]) -> bool {
        let Some(exchange) = &mut self.known.exchange else { return false };
        // A function is searched for its own sake where something is asked for in it.
        if self.endings.are_missing_in(call.function) {
            return false;
        }
        let asked = (call.function, call.arguments.clone());
        if exchange.is_wrong
            || self.known.summaries.find(call).is_some()
            || !exchange.asked.insert(asked)
        {
            return false;
        }
        let Some(key) = exchange.key(self.program, call.function) else { return false };
        let name = &self.program.functions[call.function].name;
        let (surroundings, own) = ((self.program, &exchange.globals), exchange.next_own);
        let (values, objects, pointers) = (&call.arguments, &call.objects, &call.pointers);
        let names = Names::new(surroundings, values, objects, pointers, own);
        let Some(shape) = names.shape(&call.arguments) else { return false };
        let Some(kept) = exchange.store.get((name, &key), &shape) else { return false };
        let (pool, summaries) = (self.known.machine.pool_mut(), &mut self.known.summaries);
        let subject = (call.function, &call.arguments[..], &call.objects[..]);
        let read = portable::read(self.program, pool, summaries, (&names, &kept.text), subject);
        exchange.next_own += MOST_OWN;
        let Some(id) = read else { return false };
        exchange.taken += 1;
        if kept.is_shown {
            for id in summaries.below(id) {
                summaries.get_mut(id).unconfirmed.clear();
            }
        }
        exchange.told.insert(id, summaries.get(id).leaves.len());
        self.is_plan_stale = true;
        let given = givens(self.known.machine.pool_mut(), call, found);
        let is_told = |spot: &Spot| given.contains_key(spot);
        !self.known.summaries.get(id).places().iter().all(is_told) || !self.tells_all(call, id)
    }

    /// Tells others what is known of a summary, where that is more than was told before.
    pub(crate) fn tell_known(&mut self, id: SummaryId, growth: Growth) {
        let Some(exchange) = &mut self.known.exchange else { return };
        let summaries = &self.known.summaries;
        let summary = summaries.get(id);
        let paths = summary.leaves.len();
        let told = exchange.told.get(&id).copied().unwrap_or(0);
        let least = match growth {
            Growth::Any => told + 1,
            Growth::Much => told + told / 4 + 1,
        };
        if paths < least {
            return;
        }
        exchange.told.insert(id, paths);
        let Some(key) = exchange.key(self.program, summary.function) else { return };
        let surroundings = (self.program, &exchange.globals);
        let (values, objects) = (&summary.arguments, &summary.objects);
        let pointers: Vec<PointerWord> = summary.pointers.values().copied().collect();
        let mut names = Names::new(surroundings, values, objects, &pointers, ELSEWHERE);
        let Some(shape) = names.shape(&summary.arguments) else { return };
        let pool = self.known.machine.pool_mut();
        let Some(text) = portable::write(self.program, pool, summaries, id, &mut names) else {
            return;
        };
        let is_shown = !summaries.has_unconfirmed(id);
        let name = &self.program.functions[summary.function].name;
        exchange.store.put((name, &key), &shape, Kept { text: text.into(), paths, is_shown });
    }

    /// Tells others all that is known, also of functions whose search is not over.
    pub(crate) fn tell_all_known(&mut self) {
        let functions = self.known.functions.iter();
        let of = |function: &FunctionId| self.known.summaries.of(*function).to_vec();
        let ids: Vec<SummaryId> = functions.flat_map(of).collect();
        ids.into_iter().for_each(|id| self.tell_known(id, Growth::Any));
    }

    /// Notes that a summary was used in a place, where that rests on paths that no run has shown.
    pub(crate) fn note_use(
        &mut self,
        context: Context,
        (call, found): (&Call, &[Found]),
        input: &Model,
    ) {
        let searched = Searched::new(context.summary, &context.location, &context.prefix);
        if !self.used.insert(searched) {
            return;
        }
        let known_before = self.confirmed(context.summary, call, found);
        let context = Context { known_before, ..context };
        self.uses.push(Use { context, input: input.clone() });
    }

    /// When a path is taken that runs have shown.
    fn confirmed(&mut self, id: SummaryId, call: &Call, found: &[Found]) -> Option<TermId> {
        let pool = self.known.machine.pool_mut();
        let given = givens(pool, call, found);
        let instance =
            Instance::new(pool, &self.known.summaries, id, &given, Which::Confirmed).ok()?;
        Some(instance.covered(pool))
    }

    /// Shows by runs what was taken from texts, wherever it was used: where that is all there is and nothing else, what was
    /// found by it holds. Otherwise all begins anew, with what runs have shown alone.
    pub(crate) fn confirm(&mut self) -> Result<(), Halt> {
        while let Some(Use { context, input }) = self.uses.pop() {
            if !self.known.summaries.has_unconfirmed(context.summary) {
                continue;
            }
            let run = self.run(&input)?;
            self.search(&context, run)?;
        }
        match self.known.summaries.forget_unconfirmed() {
            true => {
                self.known.totals.forget();
                Err(Halt::Settle)
            }
            false => Ok(()),
        }
    }

    /// Forgets what others told and runs contradict.
    pub(crate) fn distrust(&mut self) {
        if let Some(exchange) = &mut self.known.exchange {
            exchange.is_wrong = true;
        }
        self.known.summaries.forget_unconfirmed();
        self.known.totals.forget();
        self.is_plan_stale = true;
    }
}
