//! All automata together, determinised as words are read (paper, 4 and 5.5).
//!
//! A state is where control stands (the calls under way) and, for each chain, how much of it has been
//! met in which ways. States are made when a word first comes to them; a word that was accepted once is
//! not read on. Beyond so many states all are forgotten and made again as they are needed.

use super::chain::{Access, Anchor, Chain, Element, Protected};
use super::effects::{Effects, Event};
use clew_ir::{FunctionId, Position};
use clew_symbolic::Letter;
use rustc_hash::FxHashMap;

/// A state of a union, in an epoch of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnionState(pub u32);

impl UnionState {
    /// Nothing has been read: the function where executions start has not been called.
    pub const START: UnionState = UnionState(0);
    /// What was read, or a prefix of it, has no execution.
    pub const ACCEPTED: UnionState = UnionState(1);
    /// Where control stands is not known: nothing is accepted any more.
    pub const LOST: UnionState = UnionState(2);

    /// Whether what was read has no execution.
    pub fn is_accepting(self) -> bool {
        self == UnionState::ACCEPTED
    }
}

/// The calls under way, as a number in [`Contexts`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Context(u32);

impl Context {
    /// In the function where executions start.
    pub const ROOT: Context = Context(0);
}

/// The calls under way that words have come to.
#[derive(Debug, Default)]
pub struct Contexts {
    /// The outer context and the call statement of each but the root.
    all: Vec<(Context, Position)>,
    numbers: FxHashMap<(Context, Position), Context>,
}

impl Contexts {
    /// The context in a function that is called.
    pub fn push(&mut self, context: Context, site: Position) -> Context {
        let next = Context(self.all.len() as u32 + 1);
        let found = *self.numbers.entry((context, site)).or_insert(next);
        if found == next {
            self.all.push((context, site));
        }
        found
    }

    /// The context behind a return, and the call that was waiting; `None` at the root.
    pub fn pop(&self, context: Context) -> Option<(Context, Position)> {
        let Context(number) = context;
        number.checked_sub(1).map(|at| self.all[at as usize])
    }

    /// The context without these innermost calls, if they are its innermost.
    fn strip(&self, mut context: Context, calls: &[Position]) -> Option<Context> {
        for call in calls.iter().rev() {
            let (outer, site) = self.pop(context)?;
            if site != *call {
                return None;
            }
            context = outer;
        }
        Some(context)
    }
}

/// A chain, met in part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Met {
    chain: u32,
    /// How many of its elements.
    elements: u32,
    /// The context that the calls of its elements begin in.
    base: Context,
}

/// What a state stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Known {
    context: Context,
    met: Vec<Met>,
}

/// So many states are kept.
const MOST_STATES: usize = 1 << 16;

/// The union of the automata of chains.
pub struct Union<'p> {
    effects: Effects<'p>,
    start: FunctionId,
    chains: Vec<Chain>,
    contexts: Contexts,
    states: Vec<Known>,
    numbers: FxHashMap<Known, UnionState>,
    next: FxHashMap<(UnionState, Letter), UnionState>,
    /// Changes whenever states get other numbers.
    epoch: u32,
}

/// The numbers before those of known states.
const SPECIAL: u32 = 3;

impl<'p> Union<'p> {
    /// A union that accepts nothing yet, for executions that start in a function.
    pub fn new(effects: Effects<'p>, start: FunctionId) -> Self {
        Union {
            effects,
            start,
            chains: Vec::new(),
            contexts: Contexts::default(),
            states: Vec::new(),
            numbers: FxHashMap::default(),
            next: FxHashMap::default(),
            epoch: 1,
        }
    }

    /// What letters execute and write.
    pub fn effects(&mut self) -> &mut Effects<'p> {
        &mut self.effects
    }

    /// Adds a chain, unless it is there; whether it is new.
    pub fn add(&mut self, chain: Chain) -> bool {
        if self.chains.contains(&chain) {
            return false;
        }
        self.chains.push(chain);
        self.forget_states();
        true
    }

    /// Takes out all chains.
    pub fn clear(&mut self) {
        self.chains.clear();
        self.forget_states();
    }

    /// The chains.
    pub fn chains(&self) -> &[Chain] {
        &self.chains
    }

    /// How many states have been made in this epoch.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// A number that is another one whenever states are.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    fn forget_states(&mut self) {
        self.states.clear();
        self.numbers.clear();
        self.next.clear();
        self.epoch += 1;
    }

    /// Makes room where there are too many states; those from before are no states any more then.
    pub fn tidy(&mut self) {
        if self.states.len() > MOST_STATES {
            self.forget_states();
        }
    }

    /// Whether a word, or a prefix of it, is accepted.
    pub fn accepts(&mut self, word: &[Letter]) -> bool {
        let read = |state, letter| self.step(state, letter);
        word.iter().fold(UnionState::START, read).is_accepting()
    }

    /// The state behind a letter.
    pub fn step(&mut self, state: UnionState, letter: &Letter) -> UnionState {
        if matches!(state, UnionState::ACCEPTED | UnionState::LOST) {
            return state;
        }
        let letter = match *letter {
            Letter::Edge { from, arm, .. } => Letter::Edge { from, arm, fork: None },
            other => other,
        };
        if let Some(&known) = self.next.get(&(state, letter)) {
            return known;
        }
        let next = self.behind(state, &letter);
        self.next.insert((state, letter), next);
        next
    }

    fn behind(&mut self, state: UnionState, letter: &Letter) -> UnionState {
        if let Letter::Call { site: None, callee } = *letter {
            return if callee == self.start { self.enter() } else { UnionState::START };
        }
        let UnionState(number) = state;
        let Some(known) = number.checked_sub(SPECIAL) else { return state };
        let mut reader = Reader {
            chains: &self.chains,
            contexts: &mut self.contexts,
            known: self.states[known as usize].clone(),
        };
        for event in self.effects.events(letter).iter() {
            reader.read(event);
        }
        let goes_on = match *letter {
            Letter::Edge { .. } => true,
            Letter::Call { site: Some(site), .. } => {
                reader.known.context = reader.contexts.push(reader.known.context, site);
                true
            }
            Letter::Return { .. } => reader.leave(&self.effects),
            Letter::Call { site: None, .. } | Letter::Jump { .. } => false,
        };
        let known = reader.known;
        if !goes_on {
            return UnionState::LOST;
        }
        self.number(known)
    }

    /// The state where executions start.
    fn enter(&mut self) -> UnionState {
        let beginning = |(number, _): (usize, &Chain)| Met {
            chain: number as u32,
            elements: 0,
            base: Context::ROOT,
        };
        let met = self.chains.iter().enumerate().map(beginning).collect();
        self.number(Known { context: Context::ROOT, met })
    }

    fn number(&mut self, mut known: Known) -> UnionState {
        let is_whole =
            |it: &Met| it.elements as usize == self.chains[it.chain as usize].elements.len();
        if known.met.iter().any(is_whole) {
            return UnionState::ACCEPTED;
        }
        known.met.sort_unstable();
        known.met.dedup();
        let next = UnionState(self.states.len() as u32 + SPECIAL);
        let found = *self.numbers.entry(known.clone()).or_insert(next);
        if found == next {
            self.states.push(known);
        }
        found
    }
}

/// A state on its way behind a letter.
struct Reader<'u> {
    chains: &'u [Chain],
    contexts: &'u mut Contexts,
    known: Known,
}

impl Reader<'_> {
    /// Something happens: it may be the next element of a chain, and it may write what chains need.
    fn read(&mut self, event: &Event) {
        let context = self.known.context;
        let mut met = Vec::with_capacity(self.known.met.len() + 1);
        for it in &self.known.met {
            let chain = &self.chains[it.chain as usize];
            if let Some(base) = self.matches(chain, it, event) {
                met.push(Met { elements: it.elements + 1, base, ..*it });
            }
            let is_lost = |protected: &Protected| match &event.writes {
                None => true,
                Some(writes) => protected.is_written(writes, |frame| {
                    self.contexts.strip(context, frame) == Some(it.base)
                }),
            };
            let is_whole = it.elements as usize == chain.elements.len();
            if is_whole || !chain.protected(it.elements as usize).any(is_lost) {
                met.push(*it);
            }
        }
        self.known.met = met;
    }

    /// The base of a chain whose next element this is.
    fn matches(&self, chain: &Chain, met: &Met, event: &Event) -> Option<Context> {
        let Element { act, at, calls } = chain.elements.get(met.elements as usize)?;
        // What is not known to have happened is no element.
        let is_it = act.is(event.act) && *at == event.at && event.writes.is_some();
        let base = self.contexts.strip(self.known.context, calls).filter(|_| is_it)?;
        let is_free = met.elements == 0 && chain.anchor == Anchor::Anywhere;
        (is_free || base == met.base).then_some(base)
    }

    /// The function returns and its caller has the result; `false` where nobody called it.
    fn leave(&mut self, effects: &Effects<'_>) -> bool {
        let left = self.known.context;
        let Some((outer, site)) = self.contexts.pop(left) else {
            return false;
        };
        self.retain(|reader, met, protected| match &protected.frame {
            Some(frame) => reader.contexts.strip(left, frame) != Some(met.base),
            None => true,
        });
        self.known.context = outer;
        self.read(&effects.result(site));
        self.retain(|_, _, protected| protected.access != Access::Result);
        true
    }

    /// Gives up the chains that need something that is not kept.
    fn retain(&mut self, keeps: impl Fn(&Self, &Met, &Protected) -> bool) {
        let met = std::mem::take(&mut self.known.met);
        let is_kept = |it: &Met| {
            let chain = &self.chains[it.chain as usize];
            let is_whole = it.elements as usize == chain.elements.len();
            is_whole || chain.protected(it.elements as usize).all(|that| keeps(self, it, that))
        };
        self.known.met = met.into_iter().filter(is_kept).collect();
    }
}
