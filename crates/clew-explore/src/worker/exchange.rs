//! Giving candidates to other workers and taking theirs.

use super::Worker;
use crate::assignment::Assignment;
use crate::board::Parcel;
use crate::report::Divergence;
use crate::subject::Subject;

/// The most candidates given away at once.
const MAX_GIFT: usize = 32;
/// Candidates tried before looking again for something to give, when there was nothing.
const PATIENCE: u32 = 64;

/// What a worker remembers of exchanging candidates.
#[derive(Debug, Default)]
pub(super) struct Exchange {
    /// Candidates to be tried before it looks again for something to give.
    patience: u32,
    /// Candidates that were taken from the board but could not be planted.
    pub(super) lost: usize,
}

impl<S: Subject> Worker<'_, '_, S> {
    /// Offers candidates to a worker that has none.
    pub(super) fn give_away(&mut self) {
        self.exchange.patience = self.exchange.patience.saturating_sub(1);
        if !self.shared.board.is_hungry() || self.tree.pending() < 2 || self.exchange.patience > 0 {
            return;
        }
        let gifts = self.tree.give_away((self.tree.pending() / 2).min(MAX_GIFT));
        if gifts.is_empty() {
            self.exchange.patience = PATIENCE;
            return;
        }
        let pool = self.subject.pool();
        let parcels = gifts
            .into_iter()
            .map(|gift| Parcel { input: Assignment::of(pool, &gift.input), picks: gift.picks });
        self.shared.board.offer(parcels.collect());
    }

    /// Plants the candidates of another worker in a tree of their own.
    pub(super) fn unpack(&mut self, parcels: Vec<Parcel>) {
        self.forget_tree();
        for Parcel { input, picks } in parcels {
            let input = input.to_model(self.subject.pool_mut());
            let first = picks.iter().map(|pick| pick.depth).min().unwrap_or(0);
            let Some(trace) = self.execute(&input, first) else {
                self.exchange.lost += picks.len();
                continue;
            };
            let from = self.waiting.new.len();
            for pick in &picks {
                let pool = self.subject.pool_mut();
                match self.tree.plant(pool, &trace, pick, &input) {
                    Some(candidate) => self.waiting.new.push(candidate),
                    None if trace.is_imprecise_at(pick.depth) => {}
                    None => {
                        let expected = pick.info();
                        let found = trace.forks.get(pick.depth).map(|fork| (fork.site, fork.arm));
                        let fork = pick.depth;
                        self.shared.ledger().diverged(Divergence { expected, fork, found });
                    }
                }
            }
            self.note_unmet(&trace, from);
        }
        self.hand_over();
    }
}
