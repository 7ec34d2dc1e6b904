//! Several strategies that take turns.

use clew_ir::Id;

use super::{CfgDirected, DepthFirst, FairPredictive, Generational, RandomPathNearest};
use super::{RunNews, Strategy};
use crate::benefit::Turns;
use crate::candidate::{CandidateId, CandidateInfo, PlaceId};
use crate::goal::CoverageStructure;

/// The choices without anything new after which the others take part.
const PATIENCE: u32 = 32;

/// One strategy at first, and where nothing new comes of its choices several in turns, each as often
/// as its choices have brought something: no order of candidates alone can keep the search from what
/// another would find.
///
/// All search in one tree, and what is new is for all: the candidates beside a run that covered
/// something go to each of them. Those beside other runs go to the one whose choice led there. So none
/// has to go through what is in the way of another, and each does what it would do alone.
pub struct ByTurns {
    /// The first of them begins.
    members: Vec<Box<dyn Strategy>>,
    tickets: Tickets,
    turns: Turns,
    /// Whose choice was the last.
    at: usize,
    /// Whom the candidates of the last run are for; nobody alone where they are for all.
    owner: Option<usize>,
    /// What came of the last choice so far.
    decided: usize,
    /// The first one's last choices without anything new, until others take part.
    dry: u32,
}

/// The numbers under which the members know candidates: each is given once, where those of the
/// tree are used again. So what one of them has taken is not another candidate to the others.
#[derive(Debug, Default)]
struct Tickets {
    /// By ticket: the candidate, as long as it waits.
    candidates: Vec<Option<CandidateId>>,
    /// By candidate: its last ticket, if it ever had one.
    last: Vec<Option<CandidateId>>,
}

impl Tickets {
    /// A ticket for a candidate; one that it had before is void.
    fn draw(&mut self, candidate: CandidateId) -> CandidateId {
        let at = candidate.index();
        if at >= self.last.len() {
            self.last.resize(at + 1, None);
        }
        let ticket = CandidateId::from_index(self.candidates.len());
        self.last[at] = Some(ticket);
        self.candidates.push(Some(candidate));
        ticket
    }

    /// The candidate of a ticket, if it waits.
    fn waiting(&self, ticket: CandidateId) -> Option<CandidateId> {
        let candidate = self.candidates[ticket.index()]?;
        (self.of(candidate) == Some(ticket)).then_some(candidate)
    }

    /// The same, and it waits no more.
    fn take(&mut self, ticket: CandidateId) -> Option<CandidateId> {
        let candidate = self.waiting(ticket);
        self.candidates[ticket.index()] = None;
        candidate
    }

    /// The last ticket of a candidate.
    fn of(&self, candidate: CandidateId) -> Option<CandidateId> {
        *self.last.get(candidate.index())?
    }
}

impl ByTurns {
    /// The default: predictive path search, then also what is orderly, what is random, what follows the
    /// last path and what goes deep.
    pub fn new(seed: u64) -> Self {
        Self::of(vec![
            Box::new(FairPredictive::default()),
            Box::new(Generational::default()),
            Box::new(RandomPathNearest::new(seed)),
            Box::new(CfgDirected::new(seed)),
            Box::new(DepthFirst::default()),
        ])
    }

    /// These; the first begins.
    pub fn of(members: Vec<Box<dyn Strategy>>) -> Self {
        let (tickets, turns) = (Tickets::default(), Turns::new(members.len()));
        ByTurns { members, tickets, turns, at: 0, owner: None, decided: 0, dry: 0 }
    }

    fn are_all_in(&self) -> bool {
        self.dry >= PATIENCE
    }

    /// Those that learn of the last run.
    fn informed(&mut self) -> impl Iterator<Item = &mut Box<dyn Strategy>> {
        let owner = self.owner;
        let members = self.members.iter_mut().enumerate();
        members.filter(move |(at, _)| owner.is_none_or(|it| it == *at)).map(|(_, it)| it)
    }

    /// The choice of one of them, if it has any.
    fn next_of(&mut self, at: usize, structure: &mut dyn CoverageStructure) -> Option<CandidateId> {
        loop {
            let ticket = self.members[at].next(structure)?;
            if let Some(candidate) = self.tickets.take(ticket) {
                self.at = at;
                return Some(candidate);
            }
        }
    }
}

impl Strategy for ByTurns {
    fn name(&self) -> &'static str {
        "by-turns"
    }

    fn chooser(&self) -> &'static str {
        self.members[self.at].chooser()
    }

    fn wants_nearness(&self) -> bool {
        self.members.iter().any(|it| it.wants_nearness())
    }

    fn ran(&mut self, news: &RunNews) {
        // What a technique has run is the first one's.
        let owner = if news.origin.is_some() { self.at } else { 0 };
        self.owner = (news.newly_covered == 0).then_some(owner);
        if news.origin.is_some() {
            self.decided += news.newly_covered;
        }
        let known = |(candidate, place)| Some((self.tickets.of(candidate)?, place));
        let news = RunNews { origin: news.origin.and_then(known), ..news.clone() };
        self.informed().for_each(|it| it.ran(&news));
    }

    fn was_costly(&mut self, place: PlaceId, tries: u32) {
        self.members[self.at].was_costly(place, tries);
    }

    fn spent(&mut self, effort: u64) {
        let decided = std::mem::take(&mut self.decided);
        if self.are_all_in() {
            self.turns.note(self.at, effort, decided);
        } else {
            self.dry = if decided > 0 { 0 } else { self.dry + 1 };
        }
    }

    fn add(&mut self, candidate: CandidateId, place: PlaceId, info: &CandidateInfo) {
        let ticket = self.tickets.draw(candidate);
        self.informed().for_each(|it| it.add(ticket, place, info));
    }

    /// Where the one whose turn it is has no candidate left, it is another's.
    fn next(&mut self, structure: &mut dyn CoverageStructure) -> Option<CandidateId> {
        let first = if self.are_all_in() { self.turns.next() } else { 0 };
        let count = self.members.len();
        (first..first + count).find_map(|at| self.next_of(at % count, structure))
    }

    fn joint_targets(&mut self, candidate: CandidateId) -> Vec<CandidateId> {
        let Some(ticket) = self.tickets.of(candidate) else { return Vec::new() };
        let joint_targets = self.members[self.at].joint_targets(ticket);
        joint_targets.into_iter().filter_map(|it| self.tickets.waiting(it)).collect()
    }

    fn clear(&mut self) {
        self.tickets = Tickets::default();
        self.owner = None;
        self.members.iter_mut().for_each(|it| it.clear());
    }
}
