//! Where addresses lead: which object an address names, and where objects are put.
//!
//! Where pointers have 64 bits, every object has a region of 4 GiB of its own. Where they have 32,
//! it has the pages that it needs, with room around it, and a table says whose a page is. A wild
//! displacement is exact in both (it is no part of the pointer); a pointer that was moved far away
//! from its object may name another one in the narrow space, as it may in a process.

use clew_ir::DataModel;

/// The first region: numbers that a program may take for a pointer by mistake are rarely that
/// large, and addresses look like a process's own.
const FIRST_REGION: u64 = 0x5550;
/// Bytes of a page, as a power of two.
const PAGE: u32 = 12;
/// Where the pages of the narrow space begin, and where they end.
const FIRST_PAGE: u64 = 0x1000_0000 >> PAGE;
const END_PAGE: u64 = 0xf000_0000 >> PAGE;
/// At least so many bytes before and behind an object are in its pages, too.
const ROOM: u64 = 1 << 10;
/// Offset of the first function or label in its region; they are [`CODE_STEP`] apart.
const CODE_BASE: u64 = 0x1000;
const CODE_STEP: u64 = 16;
/// What stands in the table of pages for none.
const NOBODY: u32 = u32::MAX;

/// What addresses of code name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeRegion {
    /// Functions.
    Functions,
    /// Labels whose address is taken.
    Labels,
}

impl CodeRegion {
    const fn start(self, model: DataModel) -> u64 {
        match (model, self) {
            (DataModel::Lp64, CodeRegion::Functions) => FIRST_REGION << 32,
            (DataModel::Lp64, CodeRegion::Labels) => (FIRST_REGION + 1) << 32,
            (DataModel::Ilp32, CodeRegion::Functions) => 0x0800_0000,
            (DataModel::Ilp32, CodeRegion::Labels) => 0x0c00_0000,
        }
    }

    /// Bytes of the region.
    const fn size(model: DataModel) -> u64 {
        match model {
            DataModel::Lp64 => 1 << 32,
            DataModel::Ilp32 => 0x0400_0000,
        }
    }

    /// The address of the function or label at this index.
    pub const fn address(self, model: DataModel, index: usize) -> u64 {
        self.start(model) + CODE_BASE + CODE_STEP * index as u64
    }

    /// Whether an address is in the region.
    pub const fn holds(self, model: DataModel, address: u64) -> bool {
        address.wrapping_sub(self.start(model)) < CodeRegion::size(model)
    }

    /// The index that [`CodeRegion::address`] made this address from.
    pub fn index(self, model: DataModel, address: u64) -> Option<usize> {
        let offset = address.checked_sub(self.start(model) + CODE_BASE)?;
        let is_one = self.holds(model, address) && offset % CODE_STEP == 0;
        is_one.then_some((offset / CODE_STEP) as usize)
    }
}

/// The number of the object that an address of 64 bits names; one that no object has for an address that
/// names none, as none of 32 bits does.
#[inline(always)]
pub(super) const fn wide_number(address: u64) -> u32 {
    // The difference wraps to a large number for addresses below the first region.
    (address >> 32).wrapping_sub(FIRST_REGION) as u32
}

/// The addresses of objects.
#[derive(Debug)]
pub(super) enum Space {
    /// 64 bits: the upper half of an address tells the object's number.
    Wide,
    /// 32 bits.
    Narrow(Pages),
}

impl Space {
    pub(super) fn new(model: DataModel) -> Self {
        match model {
            DataModel::Lp64 => Space::Wide,
            DataModel::Ilp32 => Space::Narrow(Pages::default()),
        }
    }

    pub(super) fn data_model(&self) -> DataModel {
        match self {
            Space::Wide => DataModel::Lp64,
            Space::Narrow(_) => DataModel::Ilp32,
        }
    }

    /// The number of the object that an address names; one that no object has where it names none.
    #[inline(always)]
    pub(super) fn number_of(&self, address: u64) -> u32 {
        match self {
            Space::Wide => wide_number(address),
            Space::Narrow(pages) => pages.owner(address),
        }
    }

    /// The address of an object that starts `low` bytes behind the start of its region (in the narrow
    /// space: a multiple of `align`, in pages of its own); `None` where there is no room.
    pub(super) fn place(&mut self, number: u32, low: u64, size: u64, align: u64) -> Option<u64> {
        match self {
            Space::Wide => Some(((u64::from(number) + FIRST_REGION) << 32) | low),
            Space::Narrow(pages) => pages.place(number, low, size, align),
        }
    }

    /// The bits of an address below those that tell its object.
    pub(super) fn region_bits(&self) -> u32 {
        match self {
            Space::Wide => 32,
            Space::Narrow(_) => PAGE,
        }
    }

    /// The lowest address of all.
    pub(super) fn lowest(&self) -> u64 {
        match self {
            Space::Wide => 1 << 32,
            Space::Narrow(_) => CodeRegion::Functions.start(DataModel::Ilp32),
        }
    }

    /// The address of a number before it has an object.
    pub(super) fn reserved(&self, number: u64) -> u64 {
        match self {
            Space::Wide => (number + FIRST_REGION) << 32,
            Space::Narrow(_) => 0,
        }
    }

    /// Forgets where the objects with these numbers and higher ones are.
    pub(super) fn truncate(&mut self, numbers: usize) {
        if let Space::Narrow(pages) = self {
            pages.truncate(numbers);
        }
    }
}

/// Pages, and whose they are.
#[derive(Debug, Default)]
pub(super) struct Pages {
    /// The number of the object that each page belongs to, from the first on.
    owners: Vec<u32>,
    /// The pages of each number: the first, and how many.
    runs: Vec<(u32, u32)>,
    /// Runs of pages that nobody has any more, by their length.
    free: std::collections::BTreeMap<u32, Vec<u32>>,
}

impl Pages {
    // Out of the way of the interpreter, whose loop is as fast as it is short.
    #[cold]
    #[inline(never)]
    fn owner(&self, address: u64) -> u32 {
        let page = (address >> PAGE).wrapping_sub(FIRST_PAGE);
        self.owners.get(page as usize).copied().unwrap_or(NOBODY)
    }

    fn place(&mut self, number: u32, low: u64, size: u64, align: u64) -> Option<u64> {
        let before = ROOM + (low & 0xff0);
        let bytes = before + 3 * align + size + ROOM;
        let wanted = u32::try_from(bytes.div_ceil(1 << PAGE)).ok()?;
        let at = number as usize;
        if self.runs.len() <= at {
            self.runs.resize(at + 1, (0, 0));
        }
        let (mut first, had) = self.runs[at];
        if had < wanted {
            if had > 0 {
                self.give_back(at);
            }
            first = self.take(wanted)?;
            self.runs[at] = (first, wanted);
            self.owners[first as usize..][..wanted as usize].fill(number);
        }
        let start = (FIRST_PAGE + u64::from(first)) << PAGE;
        // An odd multiple where the low part is one.
        let odd = low & align;
        Some((start + before).next_multiple_of(2 * align) + odd)
    }

    fn take(&mut self, wanted: u32) -> Option<u32> {
        if let Some((&length, starts)) =
            self.free.range_mut(wanted..=wanted.saturating_mul(2)).next()
            && let Some(first) = starts.pop()
        {
            if starts.is_empty() {
                self.free.remove(&length);
            }
            return Some(first);
        }
        let first = self.owners.len();
        let end = first + wanted as usize;
        if end as u64 > END_PAGE - FIRST_PAGE {
            return None;
        }
        self.owners.resize(end, NOBODY);
        u32::try_from(first).ok()
    }

    fn give_back(&mut self, number: usize) {
        let (first, length) = std::mem::take(&mut self.runs[number]);
        if length > 0 {
            self.owners[first as usize..][..length as usize].fill(NOBODY);
            self.free.entry(length).or_default().push(first);
        }
    }

    /// What was placed in the same order before is placed there again.
    fn truncate(&mut self, numbers: usize) {
        self.runs.truncate(numbers);
        let end = self.runs.iter().map(|(first, length)| (first + length) as usize).max();
        self.owners.truncate(end.unwrap_or(0));
        for owner in &mut self.owners {
            if *owner != NOBODY && *owner as usize >= numbers {
                *owner = NOBODY;
            }
        }
        self.free.clear();
    }
}
