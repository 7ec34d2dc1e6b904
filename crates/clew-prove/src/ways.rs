//! The ways of an unfolding that are still to be followed, and the order in which they are.

use clew_ir::cfg::Cfg;
use clew_ir::{FunctionId, Position, Program};
use clew_symbolic::meaning::Walk;
use std::collections::{BTreeMap, VecDeque};

/// From where a node is led to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Link {
    Root,
    /// A cut is led to from many places, which say so themselves; it has its number.
    Cut(usize),
    Enter(usize, u32),
    Arm(usize, u32),
    Return(usize),
}

/// In which order ways are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// The newest first.
    Depth,
    /// The oldest first, so that the first word to a target is the shortest.
    Width,
    /// Those first that others may come together with later: ways to one point are followed as one. Between
    /// cuts nothing may be gone through twice.
    Joined,
}

/// A place in the order of execution: the cut that a way comes from, and by call under way (the outermost
/// first) and for the point itself the place of its block among those of the function, and the statement.
type Place = (usize, Vec<(u32, u32)>);

/// The ways that are still to be followed.
pub(crate) struct Ways<'p> {
    program: &'p Program,
    order: Order,
    listed: VecDeque<(Link, Walk<'p>)>,
    placed: BTreeMap<Place, Vec<(Link, Walk<'p>)>>,
    graphs: BTreeMap<FunctionId, Option<Cfg>>,
}

impl<'p> Ways<'p> {
    pub(crate) fn new(program: &'p Program, order: Order) -> Self {
        let (listed, placed, graphs) = Default::default();
        Self { program, order, listed, placed, graphs }
    }

    /// Adds a way that comes from a cut (or the start).
    pub(crate) fn push(&mut self, origin: Option<usize>, link: Link, walk: Walk<'p>) {
        match self.order {
            Order::Depth | Order::Width => self.listed.push_back((link, walk)),
            Order::Joined => {
                let calls = walk.calls();
                let points = calls.iter().copied().chain([walk.position()]);
                let points = points.map(|it| self.place(it)).collect();
                let place = (origin.map_or(0, |it| it + 1), points);
                self.placed.entry(place).or_default().push((link, walk));
            }
        }
    }

    /// The next way, or all ways to the next point.
    pub(crate) fn pop(&mut self) -> Option<(Vec<Link>, Vec<Walk<'p>>)> {
        let next = match self.order {
            Order::Depth => vec![self.listed.pop_back()?],
            Order::Width => vec![self.listed.pop_front()?],
            Order::Joined => self.placed.pop_first()?.1,
        };
        Some(next.into_iter().unzip())
    }

    fn place(&mut self, at: Position) -> (u32, u32) {
        let program = self.program;
        let graph = self
            .graphs
            .entry(at.function)
            .or_insert_with(|| program.functions[at.function].body.as_ref().ok().map(Cfg::new));
        let block = graph.as_ref().and_then(|it| it.position(at.block));
        (block.unwrap_or(u32::MAX), at.statement)
    }
}
