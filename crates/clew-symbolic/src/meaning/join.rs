//! Paths that come together, as one: what differs between them is chosen by Booleans that nobody knows, and
//! each Boolean says which path was taken. Nothing is lost of any path, so what is refuted behind the point
//! is refuted on all of them.

use super::frame::Frame;
use super::store::Store;
use super::symbolic_store::{Origin, SymbolicStore};
use super::variable;
use clew_ir::{Id, IdVec, LocalId, Position};
use clew_logic::{Sort, TermId, TermPool};

/// Which of some paths was taken: the first whose Boolean holds, else the last.
struct Choice(Vec<TermId>);

impl Choice {
    fn among(&self, pool: &mut TermPool, values: &[TermId]) -> TermId {
        let Some((last, others)) = values.split_last() else { return TermPool::TRUE };
        let each = others.iter().zip(&self.0).rev();
        each.fold(*last, |rest, (value, is_it)| match *value == rest {
            true => rest,
            false => pool.ite(*is_it, *value, rest),
        })
    }
}

impl<'p> SymbolicStore<'p> {
    /// Gives a value to every variable of the frames under way, and an address to every object: paths that
    /// part from here agree on what they did not change.
    pub(super) fn name_all(&mut self, pool: &mut TermPool) {
        for depth in (0..self.depth()).rev() {
            let inner = self.set_aside(depth + 1);
            let function = &self.program.functions[self.frame().function];
            for at in 0..function.locals.len() {
                let local = LocalId::from_index(at);
                match variable(self.program, function, local) {
                    Some(scalar) => {
                        self.variable(pool, local, scalar);
                    }
                    None => {
                        self.local_address(local);
                    }
                }
            }
            self.put_back(inner);
        }
    }

    /// Paths to one point as one; none where they differ in what cannot be chosen.
    pub(super) fn join(pool: &mut TermPool, at: Position, paths: &[&Self]) -> Option<Self> {
        let (first, others) = paths.split_first()?;
        let is_alike = |other: &Self| {
            let mut frames = first.frames.iter().zip(&other.frames);
            first.frames.len() == other.frames.len()
                && first.addresses.has_labels_of(&other.addresses)
                && frames.all(|(one, other)| has_places_of(one, other))
        };
        if !others.iter().all(|it| is_alike(it)) {
            return None;
        }
        let mut joined = (*first).clone();
        joined.made = paths.iter().map(|it| it.made).max().unwrap_or(0);
        for other in others {
            joined.addresses.skip(&other.addresses);
            joined.images.retain(|it| other.images.contains(it));
        }
        let choice = Choice(others.iter().map(|_| joined.input(pool, "way", Sort::Bool)).collect());
        let memories: Vec<TermId> = paths.iter().map(|it| it.memory).collect();
        joined.memory = choice.among(pool, &memories);
        for depth in 0..joined.frames.len() {
            let each: Vec<&Frame> = paths.iter().map(|it| &it.frames[depth]).collect();
            joined.frames[depth].values = joined.join_values(pool, &choice, &each);
            // What has ended on one path, and was yet to begin on another, begins anew.
            let objects = &mut joined.frames[depth].objects;
            for local in objects.ids() {
                if each.iter().any(|it| it.objects[local].is_none()) {
                    objects[local] = None;
                }
            }
        }
        let is_shared = |(at, it): &(usize, &super::symbolic_store::Constraint)| {
            others.iter().all(|other| other.constraints.get(*at) == Some(*it))
        };
        let shared = first.constraints.iter().enumerate().take_while(is_shared).count();
        let rests: Vec<TermId> = paths
            .iter()
            .map(|it| pool.and_all(it.constraints[shared..].iter().map(|it| it.term)))
            .collect();
        joined.constraints.truncate(shared);
        let taken = choice.among(pool, &rests);
        joined.constrain(at, Origin::Guard, taken);
        Some(joined)
    }

    /// The values of variables. One that has none on some path may be anything there.
    fn join_values(
        &mut self,
        pool: &mut TermPool,
        choice: &Choice,
        frames: &[&Frame],
    ) -> IdVec<LocalId, Option<TermId>> {
        let mut joined = frames[0].values.clone();
        for local in frames[0].values.ids() {
            let known = frames.iter().find_map(|it| it.values[local]);
            joined[local] = known.map(|known| {
                let sort = pool.sort(known);
                let each = frames.iter().map(|it| it.values[local]);
                let each = each.map(|it| it.unwrap_or_else(|| self.input(pool, "unset", sort)));
                let each: Vec<TermId> = each.collect();
                choice.among(pool, &each)
            });
        }
        joined
    }
}

/// Whether two frames are of one function, and no object that lives has two addresses.
fn has_places_of(one: &Frame, other: &Frame) -> bool {
    let mut places = one.objects.iter().zip(&other.objects);
    one.function == other.function
        && one.has_begun == other.has_begun
        && places.all(|(a, b)| a == b || a.is_none() || b.is_none())
}
