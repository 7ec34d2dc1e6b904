//! The calls under way at a fork, as small numbers.

use clew_ir::Position;
use clew_vm::code::Code;
use clew_vm::run::Frame;
use rustc_hash::FxHashMap;

/// Calls beyond this many are not told: a run that recurses so deep is like no other.
const MAX_CALLS: usize = 256;

/// The calls under way. The number means something only to the machine that gave it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CallsId(u32);

impl CallsId {
    /// No call but that of the entry.
    pub const NONE: CallsId = CallsId(0);
    /// More calls than are told.
    pub const TOO_MANY: CallsId = CallsId(u32::MAX);
}

/// All stacks of calls seen, each as a longer one than another.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallTable {
    /// From number 1 on: the calls before the last, and the last.
    stacks: Vec<(CallsId, Position)>,
    /// By the calls before, and the position behind the last.
    longer: FxHashMap<(CallsId, u32), CallsId>,
}

impl CallTable {
    /// The number of the calls under way.
    pub(crate) fn intern(&mut self, code: &Code, frames: &[Frame]) -> CallsId {
        if frames.len() > MAX_CALLS {
            return CallsId::TOO_MANY;
        }
        let mut calls = CallsId::NONE;
        for frame in frames {
            calls = match self.longer.get(&(calls, frame.position)) {
                Some(&longer) => longer,
                None => self.add(code, calls, frame.position),
            };
        }
        calls
    }

    /// A call that is not made by the program is left out.
    fn add(&mut self, code: &Code, calls: CallsId, position: u32) -> CallsId {
        let site = position.checked_sub(1).and_then(|at| code.place_of(at));
        let longer = match site {
            Some((site, _)) => {
                self.stacks.push((calls, site));
                CallsId(self.stacks.len() as u32)
            }
            None => calls,
        };
        self.longer.insert((calls, position), longer);
        longer
    }

    /// The call statements of a number, outermost first; `None` where they are too many.
    pub(crate) fn get(&self, mut calls: CallsId) -> Option<Vec<Position>> {
        if calls == CallsId::TOO_MANY {
            return None;
        }
        let mut sites = Vec::new();
        while calls != CallsId::NONE {
            let (before, site) = self.stacks[calls.0 as usize - 1];
            sites.push(site);
            calls = before;
        }
        sites.reverse();
        Some(sites)
    }
}
