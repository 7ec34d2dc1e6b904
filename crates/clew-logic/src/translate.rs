//! Copying terms between pools.

use rustc_hash::FxHashMap;

use crate::op::Op;
use crate::pool::{TermId, TermPool};

/// Copies terms of one pool into another, which simplifies them anew; inputs go by name. The tests of
/// rewriting and of the solver are made with it: what a pool without rewrites has is the measure.
#[derive(Clone, Debug, Default)]
pub struct Translator {
    known: FxHashMap<TermId, TermId>,
}

impl Translator {
    /// A translator for one pair of pools.
    pub fn new() -> Self {
        Self::default()
    }

    /// The copy in `to` of a term of `from`. Both must be the pools of all earlier calls.
    pub fn copy(&mut self, from: &TermPool, to: &mut TermPool, term: TermId) -> TermId {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(from.args(top).iter().filter(|arg| !self.known.contains_key(arg)));
            if stack.len() > before {
                continue;
            }
            stack.pop();
            let args: Vec<TermId> = from.args(top).iter().map(|arg| self.known[arg]).collect();
            let copy = match from.op(top) {
                Op::Const => to.constant(from.sort(top), from.value(top).unwrap_or(0)),
                Op::Input => {
                    let input = from.input_of(top).expect("an input should have its id");
                    let decl = from.input_decl(input);
                    to.input(&decl.name, decl.sort)
                }
                _ => to.copy_node(*from.node(top), &args),
            };
            self.known.insert(top, copy);
        }
        self.known[&term]
    }
}
