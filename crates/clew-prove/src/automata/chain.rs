//! Infeasible chains (paper, 3.2.1).

use super::effects::{Act, Effects};
use crate::path::{
    Explained, Kind, Object, Occurrence, PathCondition, Step, Tagged, Use, Variable,
};
use clew_ir::Position;
use clew_ir::regions::RegionSet;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt;

/// Where a chain may begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// At the start of the execution: facts about inputs are in it.
    Entry,
    /// Anywhere.
    Anywhere,
}

/// A statement, terminator, call or return that is in a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    /// What happens.
    pub act: Act,
    /// Where.
    pub at: Position,
    /// The calls under way, from the function on that all of the chain is in.
    pub calls: Vec<Position>,
}

/// What nothing may write between two elements, and what must go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Protected {
    /// The regions that it may be in.
    pub regions: RegionSet,
    /// The call of a function that it belongs to and ends with.
    pub frame: Option<Vec<Position>>,
    /// How it can be written.
    pub access: Access,
}

/// How something protected can be written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Access {
    /// By name alone, in its own frame.
    Private,
    /// By name and through pointers.
    Shared,
    /// Not at all: it is what a function returns, and gone when the call has it.
    Result,
}

/// A dependency between elements, UU or DU: the same value is used from the first to the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The first element, as an index.
    pub first: usize,
    /// The last.
    pub last: usize,
    /// What has the value.
    pub protected: Protected,
}

/// An infeasible chain: no execution meets all elements in order while what is protected between them
/// keeps its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// Where it may begin.
    pub anchor: Anchor,
    /// Its elements, in order.
    pub elements: Vec<Element>,
    /// The dependencies between them.
    pub spans: Vec<Span>,
    /// The dependencies on the entry: the last element that has them.
    pub from_entry: Vec<(usize, Protected)>,
}

/// Why there is no chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoChain {
    /// A function calls itself on it (paper, 4.2).
    Recursion,
    /// A statement of the chain may write what the chain needs behind it.
    Overwritten(Position),
    /// Nothing of the program is in the explanation.
    Empty,
}

impl fmt::Display for NoChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoChain::Recursion => f.write_str("a function calls itself on the path"),
            NoChain::Overwritten(at) => write!(f, "{at} may write what the rest depends on"),
            NoChain::Empty => f.write_str("no statement is in the explanation"),
        }
    }
}

impl Chain {
    /// The chain of an explained path.
    ///
    /// # Errors
    /// Where what contradicts itself cannot be told from other statements.
    pub fn of(
        condition: &PathCondition,
        explained: &Explained,
        effects: &Effects<'_>,
    ) -> Result<Self, NoChain> {
        Builder::new(condition, explained, effects)?.build()
    }

    /// What is protected when so many elements are met.
    pub fn protected(&self, met: usize) -> impl Iterator<Item = &Protected> {
        let spans = self.spans.iter().filter(move |it| it.first < met && it.last >= met);
        let from_entry = self.from_entry.iter().filter(move |(last, _)| *last >= met);
        spans.map(|it| &it.protected).chain(from_entry.map(|(_, it)| it))
    }
}

/// A chain under way.
struct Builder<'c, 'p> {
    condition: &'c PathCondition,
    explained: &'c Explained,
    effects: &'c Effects<'p>,
    /// The occurrences in the chain but for the virtual entry, in order.
    indices: Vec<usize>,
    /// The calls under way of each frame.
    frames: FxHashMap<usize, Vec<Position>>,
}

impl<'c, 'p> Builder<'c, 'p> {
    fn new(
        condition: &'c PathCondition,
        explained: &'c Explained,
        effects: &'c Effects<'p>,
    ) -> Result<Self, NoChain> {
        let mut indices = explained.indices(condition);
        indices.sort_unstable();
        indices.dedup();
        indices.retain(|index| condition.occurrences[*index].step != Step::Entry);
        if indices.is_empty() {
            return Err(NoChain::Empty);
        }
        if indices.iter().any(|index| condition.occurrences[*index].is_recursive) {
            return Err(NoChain::Recursion);
        }
        let calls = |it: &Occurrence| (it.frame, it.calls.to_vec());
        let frames = condition.occurrences.iter().map(calls).collect();
        Ok(Builder { condition, explained, effects, indices, frames })
    }

    fn build(self) -> Result<Chain, NoChain> {
        let entry = |index: usize| self.condition.occurrences[index].step == Step::Entry;
        let has_entry = self.explained.constraints(self.condition).any(|it| entry(it.index));
        let anchor = if has_entry { Anchor::Entry } else { Anchor::Anywhere };
        let mut chain = Chain {
            anchor,
            elements: self.indices.iter().filter_map(|at| self.element(*at)).collect(),
            spans: Vec::new(),
            from_entry: Vec::new(),
        };
        if chain.elements.len() < self.indices.len() {
            return Err(NoChain::Empty);
        }
        for (used, at) in self.occurrences_of_instances() {
            let protected = self.protected(&used);
            let last = at.last().copied().flatten();
            match (at[0], last) {
                (None, Some(last)) => chain.from_entry.push((last, protected)),
                (Some(first), Some(last)) if first < last => {
                    chain.spans.push(Span { first, last, protected });
                }
                _ => {}
            }
        }
        shorten(&mut chain);
        self.check(&chain)?;
        Ok(chain)
    }

    fn element(&self, index: usize) -> Option<Element> {
        let occurrence = &self.condition.occurrences[index];
        let is_guard = |it: &Tagged| it.index == index && it.kind == Kind::Guard;
        let act = match occurrence.step {
            // That it goes on at all is the same whichever way it goes.
            Step::Edge(_) if !self.explained.constraints(self.condition).any(is_guard) => Act::Left,
            step => act_of(step)?,
        };
        Some(Element { act, at: occurrence.at, calls: occurrence.calls.to_vec() })
    }

    /// Each instance that several statements of the explanation share, with these statements: `None` is
    /// the virtual entry.
    fn occurrences_of_instances(&self) -> Vec<(Use, Vec<Option<usize>>)> {
        let mut found: BTreeMap<_, (Use, Vec<Option<usize>>)> = BTreeMap::new();
        for tagged in self.explained.constraints(self.condition) {
            let element = self.indices.binary_search(&tagged.index).ok();
            for used in tagged.uses() {
                let (_, at) = found.entry(used.instance).or_insert((*used, Vec::new()));
                at.push(element);
            }
        }
        let mut all: Vec<_> = found.into_values().collect();
        all.iter_mut().for_each(|(_, at)| at.sort_unstable());
        all
    }

    fn protected(&self, used: &Use) -> Protected {
        let frame_of = |frame: usize| self.frames.get(&frame).cloned().unwrap_or_default();
        match used.variable {
            Variable::Local { frame, function, local } => Protected {
                regions: [self.effects.local(function, local)].into_iter().collect(),
                frame: Some(frame_of(frame)),
                access: Access::Private,
            },
            Variable::Result { .. } => {
                Protected { regions: RegionSet::new(), frame: None, access: Access::Result }
            }
            Variable::Memory(cell) => match cell.object {
                Some(Object::Local { frame, function, local }) => Protected {
                    regions: [self.effects.local(function, local)].into_iter().collect(),
                    frame: Some(frame_of(frame)),
                    access: Access::Shared,
                },
                Some(Object::Global(global)) => Protected {
                    regions: [self.effects.global(global)].into_iter().collect(),
                    frame: None,
                    access: Access::Shared,
                },
                None => {
                    Protected { regions: self.touched(used), frame: None, access: Access::Shared }
                }
            },
        }
    }

    /// The regions that a cell without a name may be in: all that the statements touch which read it,
    /// whether they are in the explanation or not.
    fn touched(&self, used: &Use) -> RegionSet {
        let Variable::Memory(cell) = used.variable else { return RegionSet::new() };
        let is_it = |it: &Use| matches!(it.variable, Variable::Memory(other) if other.address == cell.address && other.size == cell.size);
        let mut regions = RegionSet::new();
        for tagged in self.condition.tagged.iter().filter(|it| it.uses().any(is_it)) {
            let occurrence = &self.condition.occurrences[tagged.index];
            if let Some(act) = act_of(occurrence.step) {
                regions.union_with(&self.effects.touched(act, occurrence.at));
            }
        }
        regions
    }

    /// Whether a statement of the chain may write what the chain needs behind it and has from before.
    fn check(&self, chain: &Chain) -> Result<(), NoChain> {
        for (at, element) in chain.elements.iter().enumerate() {
            let writes = self.effects.writes(element.act, element.at);
            let spans = chain.spans.iter().filter(|it| it.first < at && at < it.last);
            let from_entry = chain.from_entry.iter().filter(|(last, _)| at < *last);
            let mut over = spans.map(|it| &it.protected).chain(from_entry.map(|(_, it)| it));
            if over.any(|it| it.is_written(&writes, |frame| *frame == element.calls)) {
                return Err(NoChain::Overwritten(element.at));
            }
        }
        Ok(())
    }
}

impl Protected {
    /// Whether a write to these regions may change it, made in a frame of which `is_here` tells whether
    /// it is the one.
    pub(super) fn is_written(
        &self,
        writes: &RegionSet,
        is_here: impl Fn(&Vec<Position>) -> bool,
    ) -> bool {
        let may_be_here = match self.access {
            Access::Private => self.frame.as_ref().is_some_and(is_here),
            Access::Shared => true,
            Access::Result => false,
        };
        may_be_here && self.regions.intersects(writes)
    }
}

/// Leaves out the calls that all of a chain is in, unless it begins at the entry.
fn shorten(chain: &mut Chain) {
    if chain.anchor == Anchor::Entry {
        return;
    }
    let protected = chain.spans.iter().filter_map(|it| it.protected.frame.as_ref());
    let all = chain.elements.iter().map(|it| &it.calls).chain(protected);
    let common = all.map(|calls| &calls[..]).reduce(common_prefix).map_or(0, <[Position]>::len);
    chain.elements.iter_mut().for_each(|it| drop(it.calls.drain(..common)));
    for span in &mut chain.spans {
        if let Some(frame) = &mut span.protected.frame {
            frame.drain(..common);
        }
    }
}

fn common_prefix<'a>(one: &'a [Position], other: &'a [Position]) -> &'a [Position] {
    let count = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    &one[..count]
}

fn act_of(step: Step) -> Option<Act> {
    match step {
        Step::Entry | Step::End => None,
        Step::Statement => Some(Act::Statement),
        Step::Edge(arm) => Some(Act::Edge(arm)),
        Step::Call(callee) => Some(Act::Call(callee)),
        Step::Return => Some(Act::Return),
        Step::Result => Some(Act::Result),
    }
}
