//! Probes: what an observed run reports, and the ways to successors that carry one.
//!
//! A jump to a successor whose edge has a probe goes through a *landing*: the probe and a jump to
//! the successor, placed behind the block that is left. Landings are numbered on from the blocks,
//! so that the target of a jump is either until the function's end, when positions are known.

use super::emit::Compiler;
use crate::code::Op;
use clew_ir::{BlockId, Id, ProbeId, ProbePoint};

/// A way out of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    /// The block that is left.
    pub(super) block: BlockId,
    /// The successor's index.
    pub(super) index: u32,
    /// The successor.
    pub(super) target: BlockId,
}

/// Where a jump goes: a block, or a landing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Target(pub(super) u32);

impl From<BlockId> for Target {
    fn from(block: BlockId) -> Self {
        Self(block.index() as u32)
    }
}

/// A landing that has no code yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing {
    number: Target,
    probe: ProbeId,
    target: BlockId,
}

impl Compiler<'_> {
    /// Whether the run is observed.
    pub(super) fn is_observed(&self) -> bool {
        self.context.config.probes.is_some()
    }

    /// Notes, in an observed run, that the code from here on is a statement's.
    pub(super) fn start_statement(&mut self, block: BlockId, index: usize) {
        if self.is_observed() {
            self.code.start_statement(block, index as u32);
        }
    }

    /// Puts down the probe of the function's entry, if there is one.
    pub(super) fn probe_entry(&mut self) {
        self.probe_at(ProbePoint::Entry(self.id));
    }

    /// Puts down the probe and the labels of a statement, or of the terminator behind the last.
    pub(super) fn probe_statement(&mut self, block: BlockId, index: usize) {
        let point = ProbePoint::Statement(self.id, block, index as u32);
        self.probe_at(point);
        self.labels_at(point);
    }

    fn probe_at(&mut self, point: ProbePoint) {
        if let Some(probe) = self.probe_of(point) {
            self.emit(Op::Probe { id: probe.0 });
        }
    }

    fn probe_of(&self, point: ProbePoint) -> Option<ProbeId> {
        self.context.config.probes.as_ref()?.get(point)
    }

    /// The probe on an edge.
    pub(super) fn probe_on(&self, edge: Edge) -> Option<ProbeId> {
        self.probe_of(ProbePoint::Edge(self.id, edge.block, edge.index))
    }

    /// Where a jump goes that leaves by an edge.
    pub(super) fn way(&mut self, edge: Edge) -> Target {
        let Some(probe) = self.probe_on(edge) else { return edge.target.into() };
        let number = Target(self.starts.len() as u32);
        self.starts.push(None);
        self.landings.push(Landing { number, probe, target: edge.target });
        number
    }

    /// Leaves by an edge without a jump that decides; `next` is the block that follows.
    pub(super) fn leave_by(&mut self, edge: Edge, next: Option<BlockId>) {
        if let Some(probe) = self.probe_on(edge) {
            self.emit(Op::Probe { id: probe.0 });
        }
        self.go_to(edge.target, next);
    }

    /// The block that code put down now would fall into: none while landings come in between.
    pub(super) fn follower(&self, next: Option<BlockId>) -> Option<BlockId> {
        next.filter(|_| self.landings.is_empty())
    }

    /// Puts down the landings of the block that ends here; `next` is the block that follows.
    pub(super) fn place_landings(&mut self, next: Option<BlockId>) {
        let landings = std::mem::take(&mut self.landings);
        for (at, landing) in landings.iter().enumerate() {
            self.starts[landing.number.0 as usize] = Some(self.code.position());
            self.emit(Op::Probe { id: landing.probe.0 });
            let is_last = at + 1 == landings.len();
            self.go_to(landing.target, next.filter(|_| is_last));
        }
    }
}
