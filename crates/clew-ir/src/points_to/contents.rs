//! What is stored in a region, as far as it points anywhere.

use super::pointer::{Pointer, PointerSet};
use crate::ids::RegionId;

/// More cells than this in one region are not told apart.
const MOST_CELLS: usize = 32;

/// A cell that may point to more than this may point to anything outside: see
/// [`Contents::give_up_crowded`].
const MOST_POINTERS: usize = 48;

/// The bytes from `start` to before `end` (`u32::MAX`: to the end), and what they may hold.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Cell {
    start: u32,
    end: u32,
    pointers: PointerSet,
    /// Whether it pointed to too many regions, and points to the world instead.
    is_crowded: bool,
}

impl Cell {
    fn overlaps(&self, start: u32, end: u32) -> bool {
        self.start < end && start < self.end
    }
}

/// What is stored in a region, or in a value that is a record. Cells may overlap: each store adds
/// to the bytes it may write, and a load finds whatever overlaps with the bytes it may read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Contents {
    cells: Vec<Cell>,
    /// What was to be added to crowded cells.
    overflow: PointerSet,
}

/// The bytes that an access of `size` bytes at a pointer may touch.
fn extent(pointer: Pointer, size: Option<u64>) -> (u32, u32) {
    let end = match (pointer.is_anywhere(), size) {
        (false, Some(size)) => u64::from(pointer.high).saturating_add(size.max(1)),
        (true, _) | (_, None) => u64::from(u32::MAX),
    };
    (pointer.low, u32::try_from(end).unwrap_or(u32::MAX))
}

impl Contents {
    /// The value of a scalar.
    pub(super) fn scalar(pointers: PointerSet, size: Option<u64>) -> Self {
        let mut contents = Self::default();
        let (start, end) = (0, size.map_or(u32::MAX, |size| size.min(16) as u32));
        contents.add(start, end, &pointers);
        contents
    }

    /// All that is stored anywhere.
    pub(super) fn all(&self) -> PointerSet {
        self.load(0, u32::MAX)
    }

    /// What an access of `size` bytes at a pointer into the region may read.
    pub(super) fn read(&self, pointer: Pointer, size: Option<u64>) -> PointerSet {
        let (start, end) = extent(pointer, size);
        self.load(start, end)
    }

    fn load(&self, start: u32, end: u32) -> PointerSet {
        let mut found = PointerSet::default();
        for cell in self.cells.iter().filter(|cell| cell.overlaps(start, end)) {
            found.union_with(&cell.pointers);
        }
        found
    }

    /// The part of `size` bytes at a pointer, with offsets from there.
    pub(super) fn part(&self, pointer: Pointer, size: Option<u64>) -> Contents {
        let (start, end) = extent(pointer, size);
        let mut part = Self::default();
        for cell in self.cells.iter().filter(|cell| cell.overlaps(start, end)) {
            let from = cell.start.saturating_sub(pointer.high);
            let to = match cell.end {
                u32::MAX => u32::MAX,
                end => end.saturating_sub(pointer.low),
            };
            let most = size.and_then(|size| u32::try_from(size).ok()).unwrap_or(u32::MAX);
            part.add(from.min(most.saturating_sub(1)), to.min(most), &cell.pointers);
        }
        part
    }

    /// Stores all of `part` at a pointer into the region; whether that is anything new.
    pub(super) fn write(&mut self, pointer: Pointer, part: &Contents) -> bool {
        let mut has_grown = false;
        for cell in &part.cells {
            let (start, end) = match pointer.is_anywhere() {
                true => (0, u32::MAX),
                false => {
                    (pointer.low.saturating_add(cell.start), pointer.high.saturating_add(cell.end))
                }
            };
            has_grown |= self.add(start, end, &cell.pointers);
        }
        has_grown
    }

    /// The same, without pointers into regions that are not to be kept.
    pub(super) fn keep(&self, is_kept: &impl Fn(RegionId) -> bool) -> Contents {
        let mut kept = Self::default();
        for cell in &self.cells {
            let mut pointers = PointerSet::default();
            for pointer in cell.pointers.iter().filter(|it| is_kept(it.region)) {
                pointers.insert(pointer);
            }
            kept.add(cell.start, cell.end, &pointers);
        }
        kept
    }

    fn add(&mut self, start: u32, end: u32, pointers: &PointerSet) -> bool {
        if pointers.is_empty() {
            return false;
        }
        let is_whole = |it: &Cell| it.start == 0 && it.end == u32::MAX;
        if self.cells.iter().any(|it| is_whole(it) && it.pointers.covers(pointers)) {
            return false;
        }
        let key = |cell: &Cell| (cell.start, cell.end);
        match self.cells.binary_search_by_key(&(start, end), key) {
            Ok(at) if self.cells[at].is_crowded => {
                self.overflow.union_with(pointers);
                false
            }
            Ok(at) => self.cells[at].pointers.union_with(pointers),
            Err(at) => {
                self.cells
                    .insert(at, Cell { start, end, pointers: pointers.clone(), is_crowded: false });
                self.limit();
                true
            }
        }
    }

    /// Cells that point to too many regions point to the world instead. Gives the pointers that
    /// they had or were to get: the world has to know those. That bounds the work for a statement.
    pub(super) fn give_up_crowded(&mut self, outside: &PointerSet) -> PointerSet {
        let mut given_up = std::mem::take(&mut self.overflow);
        for cell in self.cells.iter_mut().filter(|cell| cell.pointers.len() > MOST_POINTERS) {
            given_up.union_with(&std::mem::replace(&mut cell.pointers, outside.clone()));
            cell.is_crowded = true;
        }
        given_up
    }

    /// Makes one cell of too many.
    fn limit(&mut self) {
        if self.cells.len() > MOST_CELLS {
            let pointers = self.all();
            self.cells = vec![Cell { start: 0, end: u32::MAX, pointers, is_crowded: false }];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Id;

    fn to(region: usize) -> PointerSet {
        PointerSet::one(Pointer::start(RegionId::from_index(region)))
    }

    fn at(low: u32, high: u32) -> Pointer {
        Pointer { region: RegionId::from_index(9), low, high }
    }

    fn pair() -> Contents {
        let mut contents = Contents::default();
        assert!(contents.write(at(0, 0), &Contents::scalar(to(1), Some(8))));
        assert!(contents.write(at(8, 8), &Contents::scalar(to(2), Some(8))));
        contents
    }

    fn regions(set: &PointerSet) -> Vec<usize> {
        set.regions().map(Id::index).collect()
    }

    #[test]
    fn members_are_told_apart() {
        let contents = pair();
        assert_eq!(regions(&contents.read(at(0, 0), Some(8))), [1]);
        assert_eq!(regions(&contents.read(at(8, 8), Some(8))), [2]);
        assert_eq!(regions(&contents.read(at(4, 4), Some(8))), [1, 2], "half of each");
        assert_eq!(regions(&contents.read(at(15, 15), Some(1))), [2], "the last byte");
        assert_eq!(regions(&contents.all()), [1, 2]);
    }

    #[test]
    fn a_store_to_anywhere_is_found_everywhere() {
        let mut contents = pair();
        let part = Contents::scalar(to(3), Some(8));
        assert!(contents.write(Pointer::anywhere(RegionId::from_index(9)), &part));
        assert_eq!(regions(&contents.read(at(8, 8), Some(8))), [2, 3]);
        assert!(!contents.write(at(8, 8), &Contents::scalar(to(3), Some(8))), "it is there");
    }

    #[test]
    fn parts_keep_the_distances() {
        let part = pair().part(at(8, 8), Some(8));
        let mut other = Contents::default();
        other.write(at(16, 16), &part);
        assert_eq!(regions(&other.read(at(16, 16), Some(8))), [2]);
        assert_eq!(regions(&other.read(at(24, 24), Some(8))), [0; 0]);
    }

    #[test]
    fn a_part_at_one_of_several_places_is_found_at_each() {
        // Two pairs behind each other, of which one is copied.
        let mut array = pair();
        array.write(at(16, 16), &pair());
        let part = array.part(at(0, 16), Some(16));
        assert_eq!(regions(&part.read(at(0, 0), Some(8))), [1, 2]);
        let mut array = Contents::default();
        array.write(at(0, 16), &Contents::scalar(to(5), Some(8)));
        assert_eq!(regions(&array.read(at(16, 16), Some(8))), [5]);
        assert_eq!(regions(&array.read(at(0, 0), Some(8))), [5]);
    }

    #[test]
    fn too_many_cells_become_one() {
        let mut contents = Contents::default();
        for k in 0..=MOST_CELLS as u32 {
            contents.write(at(8 * k, 8 * k), &Contents::scalar(to(k as usize), Some(8)));
        }
        assert_eq!(contents.cells.len(), 1);
        assert_eq!(contents.read(at(0, 0), Some(8)).regions().count(), MOST_CELLS + 1);
    }
}
