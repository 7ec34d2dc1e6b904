//! Substitution.

use rustc_hash::FxHashMap;

use crate::pool::{TermId, TermPool};

/// Terms to be replaced by others of the same sort; what was rebuilt is remembered, so applying
/// one substitution to many terms costs each shared part once.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    known: FxHashMap<TermId, TermId>,
}

impl Substitution {
    /// The substitution that replaces nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Also replaces `term`, by a term of its sort. To be called before the first `apply`.
    ///
    /// # Panics
    /// When the sorts differ.
    pub fn replace(&mut self, pool: &TermPool, term: TermId, by: TermId) {
        assert_eq!(pool.sort(term), pool.sort(by), "a term is replaced by one of its sort");
        self.known.insert(term, by);
    }

    /// The term with every occurrence replaced, simplified.
    pub fn apply(&mut self, pool: &mut TermPool, term: TermId) -> TermId {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(pool.args(top).iter().filter(|arg| !self.known.contains_key(arg)));
            if stack.len() == before {
                stack.pop();
                let mut args = [top; 3];
                let arity = pool.args(top).len();
                for (new, old) in args.iter_mut().zip(pool.args(top)) {
                    *new = self.known[old];
                }
                let unchanged = args[..arity] == *pool.args(top);
                let result = if unchanged { top } else { pool.rebuild(top, &args[..arity]) };
                self.known.insert(top, result);
            }
        }
        self.known[&term]
    }
}
