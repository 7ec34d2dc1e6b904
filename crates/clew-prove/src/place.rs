//! Places in the order of execution: a point with the calls under way and the turn of each loop around it, so
//! that ways which come together can be waited for.

use clew_ir::cfg::Cfg;
use clew_ir::dominators::Dominators;
use clew_ir::loops::Loops;
use clew_ir::{BlockId, FunctionId, Position, Program};
use std::collections::BTreeMap;

/// A place between two cuts. Places are ordered as executions come to them: where one way from a place leads
/// to another, that is the larger one (but for cycles with several entries).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) struct Place {
    /// The cut before it; 0 for the start.
    cut: usize,
    /// By call under way, the outermost first, and for the point itself.
    frames: Vec<Step>,
}

/// A place in one function.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Step {
    /// For each loop around it, the outermost first, its place among the blocks and its turn; then the place
    /// of the block. A loop has the place of its head.
    turns: Vec<u32>,
    statement: u32,
    block: BlockId,
}

impl Place {
    /// A place of which only the cut before it matters.
    pub(crate) fn of_cut(cut: Option<usize>) -> Self {
        Self { cut: cut.map_or(0, |it| it + 1), frames: Vec::new() }
    }

    /// The cut before it.
    pub(crate) fn cut(&self) -> Option<usize> {
        self.cut.checked_sub(1)
    }
}

/// The blocks of each function in the order of execution.
pub(crate) struct Layouts<'p> {
    program: &'p Program,
    known: BTreeMap<FunctionId, Option<Layout>>,
}

struct Layout {
    cfg: Cfg,
    loops: Loops,
}

impl<'p> Layouts<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        Self { program, known: BTreeMap::new() }
    }

    /// A place where nothing was gone through twice yet.
    pub(crate) fn start(&mut self, cut: Option<usize>, calls: &[Position], at: Position) -> Place {
        let points = calls.iter().copied().chain([at]);
        let frames = points.map(|it| self.step(None, it)).collect();
        Place { frames, ..Place::of_cut(cut) }
    }

    /// The place that an edge leads to.
    pub(crate) fn behind_edge(&mut self, from: &Place, at: Position) -> Place {
        let mut place = from.clone();
        let before = place.frames.pop();
        place.frames.push(self.step(before.as_ref(), at));
        place
    }

    /// The start of a function that a statement calls.
    pub(crate) fn entered(&mut self, from: &Place, statement: u32, at: Position) -> Place {
        let mut place = from.clone();
        if let Some(caller) = place.frames.last_mut() {
            caller.statement = statement;
        }
        place.frames.push(self.step(None, at));
        place
    }

    /// The place behind the innermost call under way.
    pub(crate) fn returned(&mut self, from: &Place, at: Position) -> Place {
        let mut place = from.clone();
        place.frames.pop();
        if let Some(caller) = place.frames.last_mut() {
            caller.statement = at.statement;
        }
        place
    }

    fn step(&mut self, before: Option<&Step>, at: Position) -> Step {
        let Position { block, statement, .. } = at;
        let turns = self.layout(at.function).map_or_else(Vec::new, |layout| {
            let before = before.map(|it| (it.block, it.turns.as_slice()));
            layout.turns(before, block)
        });
        Step { turns, statement, block }
    }

    fn layout(&mut self, function: FunctionId) -> Option<&Layout> {
        let program = self.program;
        let known = self.known.entry(function).or_insert_with(|| {
            let cfg = Cfg::new(program.functions[function].body.as_ref().ok()?);
            let loops = Loops::new(&cfg, &Dominators::new(&cfg));
            Some(Layout { cfg, loops })
        });
        known.as_ref()
    }
}

impl Layout {
    /// The turns of a block that is come to from another one, or for the first time.
    fn turns(&self, before: Option<(BlockId, &[u32])>, block: BlockId) -> Vec<u32> {
        let left = before.map_or(Vec::new(), |(from, _)| self.heads(from));
        let entered = self.heads(block);
        let shared = left.iter().zip(&entered).take_while(|(a, b)| a == b).count();
        let mut turns = Vec::with_capacity(2 * entered.len() + 1);
        for (depth, head) in entered.into_iter().enumerate() {
            let turn = before.and_then(|(_, turns)| turns.get(2 * depth + 1));
            let turn = match turn {
                Some(turn) if depth < shared => turn + u32::from(head == block),
                Some(_) | None => 0,
            };
            turns.extend([self.index(head), turn]);
        }
        turns.push(self.index(block));
        turns
    }

    /// The heads of the loops around a block, the outermost first.
    fn heads(&self, block: BlockId) -> Vec<BlockId> {
        let parent = |it: &clew_ir::LoopId| self.loops.loops[*it].parent;
        let loops = std::iter::successors(self.loops.innermost[block], parent);
        let mut heads: Vec<BlockId> = loops.map(|it| self.loops.loops[it].header).collect();
        heads.reverse();
        heads
    }

    fn index(&self, block: BlockId) -> u32 {
        self.cfg.position(block).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_ir::builder::FunctionBuilder;
    use clew_ir::{Id as _, TypeTable};

    /// Two loops, one in the other: 1 and 2 are their heads, 3 is a turn of the inner one, 4 leads back to the
    /// outer one, 5 is the end.
    fn nested_loops() -> (Program, FunctionId) {
        let mut program = Program::default();
        let mut f = FunctionBuilder::new(&mut program, "f", TypeTable::VOID, &[]);
        let blocks: Vec<BlockId> =
            std::iter::once(f.entry()).chain((1..6).map(|_| f.block())).collect();
        for (from, to) in [(0, 1), (3, 2), (4, 1)] {
            f.goto(blocks[from], blocks[to]);
        }
        for (from, one, other) in [(1, 2, 5), (2, 3, 4)] {
            let value = f.int(0);
            f.switch(blocks[from], value, &[(0, blocks[one])], blocks[other]);
        }
        f.ret(blocks[5], None);
        let function = f.finish();
        (program, function)
    }

    /// The places of a way through these blocks.
    fn places(way: &[usize]) -> Vec<Place> {
        let (program, function) = nested_loops();
        let mut layouts = Layouts::new(&program);
        let at =
            |block: usize| Position { function, block: BlockId::from_index(block), statement: 0 };
        let mut places = vec![layouts.start(None, &[], at(way[0]))];
        for block in &way[1..] {
            let next = layouts.behind_edge(&places[places.len() - 1], at(*block));
            places.push(next);
        }
        places
    }

    #[test]
    fn places_grow_on_the_way() {
        let way = places(&[0, 1, 2, 3, 2, 3, 2, 4, 1, 2, 4, 1, 5]);
        assert!(way.windows(2).all(|it| it[0] < it[1]), "{way:?}");
    }

    #[test]
    fn turns_of_an_inner_loop_end_with_it() {
        let (once, twice) = (places(&[0, 1, 2, 4, 1, 2]), places(&[0, 1, 2, 3, 2, 3, 2, 4, 1, 2]));
        assert_eq!(once.last(), twice.last());
        let (left, stayed) = (places(&[0, 1, 2, 4]), places(&[0, 1, 2, 3, 2, 3]));
        assert!(left.last() > stayed.last(), "what follows a loop waits for all of its turns");
    }

    #[test]
    fn a_call_is_between_the_statements_around_it() {
        let (program, function) = nested_loops();
        let mut layouts = Layouts::new(&program);
        let at = |statement| Position { function, block: BlockId::from_index(0), statement };
        let before = layouts.start(None, &[], at(2));
        let inside = layouts.entered(&before, 2, at(0));
        let deeper = layouts.entered(&inside, 1, at(0));
        let behind = layouts.returned(&inside, at(3));
        assert!(before < inside && inside < deeper && deeper < behind);
        assert_eq!(layouts.returned(&deeper, at(2)), layouts.start(None, &[at(2)], at(2)));
    }
}
