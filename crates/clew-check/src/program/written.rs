//! Where things are written in the source.

use super::Function;

/// A place of the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Written {
    /// The file, as results name it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// From where to where something is written.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Extent {
    /// Where it starts.
    pub from: Written,
    /// The line and the column behind its end.
    pub to: (u32, u32),
}

impl Extent {
    /// Whether all of another is written within it.
    fn encloses(&self, other: &Self) -> bool {
        self.has(&other.from) && other.to <= self.to
    }

    /// Whether a place is within it.
    pub(crate) fn has(&self, at: &Written) -> bool {
        let place = (at.line, at.column);
        self.from.file == at.file && (self.from.line, self.from.column) <= place && place < self.to
    }
}

/// Where a statement is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    /// The number of the statement in its block.
    pub(crate) statement: usize,
    pub(crate) extent: Extent,
}

impl Function {
    /// Where the statement at a point is written, and all that it is a part of.
    pub(crate) fn wholes(&self, block: usize, statement: usize) -> Vec<Extent> {
        let Some(block) = self.blocks.get(block) else { return Vec::new() };
        let Some(part) = block.parts.iter().find(|it| it.statement == statement) else {
            return Vec::new();
        };
        let all = self.blocks.iter().flat_map(|block| &block.parts).map(|it| &it.extent);
        all.filter(|it| it.encloses(&part.extent)).cloned().collect()
    }
}
