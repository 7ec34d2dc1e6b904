//! The ways of an unfolding that are still to be followed, and the order in which they are.

use crate::place::{Layouts, Place};
use clew_ir::Program;
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
    /// Those first that others may come together with later: ways to one place are followed as one.
    Joined,
}

/// The ways that come to one place, or one way to it.
pub(crate) struct Arrived<'p> {
    pub(crate) place: Place,
    pub(crate) links: Vec<Link>,
    pub(crate) walks: Vec<Walk<'p>>,
}

/// The ways that are still to be followed.
pub(crate) struct Ways<'p> {
    order: Order,
    listed: VecDeque<(Place, Link, Walk<'p>)>,
    placed: BTreeMap<Place, Vec<(Link, Walk<'p>)>>,
    layouts: Layouts<'p>,
}

impl<'p> Ways<'p> {
    pub(crate) fn new(program: &'p Program, order: Order) -> Self {
        let (listed, placed) = Default::default();
        Self { order, listed, placed, layouts: Layouts::new(program) }
    }

    /// Adds a way that comes from a place by a link.
    pub(crate) fn push(&mut self, from: Option<&Place>, link: Link, walk: Walk<'p>) {
        match self.order {
            Order::Depth | Order::Width => {
                let place = Place::of_cut(cut(from, link));
                self.listed.push_back((place, link, walk));
            }
            Order::Joined => {
                let place = self.place(from, link, &walk);
                self.placed.entry(place).or_default().push((link, walk));
            }
        }
    }

    /// The next way, or all ways to the next place.
    pub(crate) fn pop(&mut self) -> Option<Arrived<'p>> {
        let listed = match self.order {
            Order::Depth => self.listed.pop_back(),
            Order::Width => self.listed.pop_front(),
            Order::Joined => {
                let (place, ways) = self.placed.pop_first()?;
                let (links, walks) = ways.into_iter().unzip();
                return Some(Arrived { place, links, walks });
            }
        };
        let (place, link, walk) = listed?;
        Some(Arrived { place, links: vec![link], walks: vec![walk] })
    }

    fn place(&mut self, from: Option<&Place>, link: Link, walk: &Walk<'_>) -> Place {
        let at = walk.position();
        match (link, from) {
            (Link::Arm(..), Some(from)) => self.layouts.behind_edge(from, at),
            (Link::Enter(_, statement), Some(from)) => self.layouts.entered(from, statement, at),
            (Link::Return(_), Some(from)) => self.layouts.returned(from, at),
            (Link::Root | Link::Cut(_), _) | (_, None) => {
                self.layouts.start(cut(from, link), &walk.calls(), at)
            }
        }
    }
}

/// The cut that a way came to last.
fn cut(from: Option<&Place>, link: Link) -> Option<usize> {
    match link {
        Link::Cut(number) => Some(number),
        Link::Root | Link::Enter(..) | Link::Arm(..) | Link::Return(_) => from?.cut(),
    }
}
