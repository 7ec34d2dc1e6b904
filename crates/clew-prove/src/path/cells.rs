//! The history of memory: what was written where, and what a cell holds.
//!
//! Nothing is looked up through a write whose address may be the cell's: the cell then has a new
//! instance behind the write, and an equation says what it holds, tagged with the write.

use super::condition::{Cell, Kind, Object, Use, Variable};
use super::instances::Instances;
use clew_logic::{Op, Sort, TermId, TermPool};

/// What happened to memory.
#[derive(Clone, Debug)]
pub(super) enum Event {
    /// Bytes were written.
    Write { index: usize, reach: Reach, size: u64, held: Held },
    /// All memory holds anything, but for these objects.
    Forget { base: usize, kept: Vec<Object> },
}

/// What was written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Held {
    /// An instance, as wide as the bytes.
    Instance(TermId),
    /// Zeros.
    Zero,
    /// A copy of what is there.
    Copy(Reach),
    /// Anything.
    Any,
}

/// Where an access may lead.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Reach {
    pub(super) address: TermId,
    /// The object that the access is in.
    pub(super) object: Option<Object>,
    /// The object whose name the address is made of: the access is in it or leaves it. Without one it is
    /// through a pointer.
    pub(super) named: Option<Object>,
    /// Whether no pointer leads into it.
    pub(super) is_hidden: bool,
}

/// Memory of which nothing was written yet: at the entry, and behind what nobody knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Base {
    /// The occurrence that it begins at.
    pub(super) index: usize,
    pub(super) array: TermId,
}

/// How a read and an earlier write relate.
enum Overlap {
    None,
    /// The write has exactly the bytes of the read.
    Exact,
    /// It has all bytes of the read.
    Covers,
    /// It may have some.
    May,
}

const BYTE: u32 = 8;

impl Instances<'_> {
    /// What a cell holds behind the first `events` events.
    pub(super) fn read(
        &mut self,
        pool: &mut TermPool,
        reach: Reach,
        len: u64,
        events: usize,
    ) -> TermId {
        let (mut through, mut value) = (Vec::new(), None);
        for at in (0..events).rev() {
            if let Some(&known) = self.known_cells.get(&(reach.address, len, at)) {
                value = Some(known);
                break;
            }
            match &self.events[at] {
                Event::Forget { kept, .. }
                    if reach.object.is_some_and(|object| kept.contains(&object)) => {}
                Event::Forget { base, .. } => {
                    value = Some(self.base_cell(pool, reach, len, *base));
                    break;
                }
                Event::Write { reach: written, size, held, .. } => {
                    let (written, size, held) = (*written, *size, *held);
                    match (overlap(pool, reach, len, written, size), held) {
                        (Overlap::None, _) => {}
                        (Overlap::Exact, Held::Instance(instance)) => {
                            value = Some(instance);
                            break;
                        }
                        (Overlap::Exact | Overlap::Covers, _) => {
                            through.push(at);
                            // Nothing below is seen.
                            value = Some(pool.bv(len as u32 * BYTE, 0));
                            break;
                        }
                        (Overlap::May, _) => through.push(at),
                    }
                }
            }
        }
        let mut value = match value {
            Some(value) => value,
            None => self.base_cell(pool, reach, len, 0),
        };
        for at in through.into_iter().rev() {
            value = self.behind(pool, reach, len, at, value);
        }
        value
    }

    /// The instance of a cell behind a write, and the equation that says what it holds.
    fn behind(
        &mut self,
        pool: &mut TermPool,
        reach: Reach,
        len: u64,
        at: usize,
        below: TermId,
    ) -> TermId {
        let Event::Write { index, reach: written, size, held } = self.events[at].clone() else {
            return below;
        };
        let mut addresses = pool.free_inputs(written.address);
        let distance = pool.sub(reach.address, written.address);
        let holds = match held {
            // Elements of an array: the same one, or no byte of it.
            Held::Instance(value) if len == size && is_multiple(pool, distance, len) => {
                let zero = pool.bv(64, 0);
                let is_same = pool.eq(distance, zero);
                pool.ite(is_same, value, below)
            }
            _ => self.bytes_behind(pool, reach, len, at, below, &mut addresses),
        };
        let cell = self.cell(pool, reach, len);
        let name = self.cell_name(&cell);
        let instance = self.input(pool, &name, Sort::BitVec(pool.width(holds)));
        let written = self.register(pool, cell, instance);
        self.known_cells.insert((reach.address, len, at), instance);
        let equation = pool.eq(instance, holds);
        let mut reads = self.uses_in(pool, below);
        if let Held::Instance(value) = held {
            reads.extend(self.uses_in(pool, value));
        }
        for input in addresses {
            reads.extend(self.use_of(input));
        }
        self.tag(index, Kind::Cell, equation, reads, Some(written));
        instance
    }

    /// What a cell holds behind a write, byte by byte.
    fn bytes_behind(
        &mut self,
        pool: &mut TermPool,
        reach: Reach,
        len: u64,
        at: usize,
        below: TermId,
        addresses: &mut Vec<clew_logic::InputId>,
    ) -> TermId {
        let Event::Write { reach: written, size, held, .. } = self.events[at].clone() else {
            return below;
        };
        let mut bytes = Vec::with_capacity(len as usize);
        for place in 0..len {
            let distance = self.offset(pool, reach.address, place);
            let distance = pool.sub(distance, written.address);
            let size = pool.bv(64, size.into());
            let hit = pool.ult(distance, size);
            let low = place as u32 * BYTE;
            let old = pool.extract(low + BYTE - 1, low, below);
            let new = match hit {
                TermPool::FALSE => old,
                _ => self.byte_of(pool, held, distance, at, addresses),
            };
            bytes.push(pool.ite(hit, new, old));
        }
        concat(pool, &bytes)
    }

    /// The byte at a distance from the start of what was written. The inputs that a copy rests on are
    /// added to those of addresses.
    fn byte_of(
        &mut self,
        pool: &mut TermPool,
        held: Held,
        distance: TermId,
        at: usize,
        addresses: &mut Vec<clew_logic::InputId>,
    ) -> TermId {
        match held {
            Held::Zero => pool.bv(BYTE, 0),
            Held::Any => self.input(pool, "any", Sort::BitVec(BYTE)),
            Held::Copy(from) => {
                let address = pool.add(from.address, distance);
                let byte = self.read(pool, Reach { address, ..from }, 1, at);
                addresses.extend(pool.free_inputs(from.address));
                addresses.extend(pool.free_inputs(byte));
                byte
            }
            Held::Instance(value) => {
                let width = pool.width(value);
                let distance = pool.resize(distance, width, false);
                let bits = pool.bv(width, BYTE.into());
                let shift = pool.mul(distance, bits);
                let shifted = pool.lshr(value, shift);
                pool.extract(BYTE - 1, 0, shifted)
            }
        }
    }

    /// A cell of memory of which nothing was written yet.
    fn base_cell(&mut self, pool: &mut TermPool, reach: Reach, len: u64, base: usize) -> TermId {
        let key = (reach.address, len, base);
        if let Some(&known) = self.base_cells.get(&key) {
            return known;
        }
        let Base { index, array } = self.bases[base];
        let mut bytes = Vec::with_capacity(len as usize);
        for place in 0..len {
            let address = self.offset(pool, reach.address, place);
            bytes.push(pool.select(array, address));
        }
        let holds = concat(pool, &bytes);
        let cell = self.cell(pool, reach, len);
        let name = self.cell_name(&cell);
        let instance = self.first_input(pool, &name, Sort::BitVec(pool.width(holds)));
        let written = self.register(pool, cell, instance);
        self.base_cells.insert(key, instance);
        let equation = pool.eq(instance, holds);
        self.tag(index, Kind::Cell, equation, Vec::new(), Some(written));
        instance
    }

    fn register(&mut self, pool: &TermPool, cell: Cell, instance: TermId) -> Use {
        let used = Use { variable: Variable::Memory(cell), instance };
        self.note_instance(pool, used);
        used
    }

    /// The address of the byte at a distance from another.
    pub(super) fn offset(&self, pool: &mut TermPool, address: TermId, at: u64) -> TermId {
        let at = pool.bv(64, at.into());
        pool.add(address, at)
    }
}

fn overlap(pool: &mut TermPool, read: Reach, len: u64, written: Reach, size: u64) -> Overlap {
    match (read.object, written.object) {
        (Some(one), Some(other)) if one != other => return Overlap::None,
        (Some(_), None) if read.is_hidden && written.named.is_none() => return Overlap::None,
        (None, Some(_)) if written.is_hidden && read.named.is_none() => return Overlap::None,
        _ => {}
    }
    let distance = pool.sub(read.address, written.address);
    let Some(distance) = pool.value(distance) else { return Overlap::May };
    let distance = distance as u64 as i64;
    let end = distance.saturating_add_unsigned(len);
    if distance == 0 && len == size {
        Overlap::Exact
    } else if distance >= 0 && end.unsigned_abs() <= size {
        Overlap::Covers
    } else if distance >= 0 && distance.unsigned_abs() >= size || end <= 0 {
        Overlap::None
    } else {
        Overlap::May
    }
}

/// Whether a term is known to be a multiple of a power of two.
fn is_multiple(pool: &TermPool, term: TermId, of: u64) -> bool {
    of.is_power_of_two() && low_zeros(pool, term) >= of.trailing_zeros()
}

/// How many of the lowest bits are known to be zero: distances between elements are sums of products.
fn low_zeros(pool: &TermPool, term: TermId) -> u32 {
    if let Some(value) = pool.value(term) {
        return value.trailing_zeros();
    }
    let args = pool.args(term);
    match pool.op(term) {
        Op::Add => args.iter().map(|it| low_zeros(pool, *it)).min().unwrap_or(0),
        Op::Mul => args.iter().map(|it| low_zeros(pool, *it)).sum(),
        Op::Neg | Op::SignExtend => low_zeros(pool, args[0]),
        Op::Shl => match pool.value(args[1]) {
            Some(by) => low_zeros(pool, args[0]).saturating_add(u32::try_from(by).unwrap_or(0)),
            None => 0,
        },
        Op::Concat if pool.value(args[1]) == Some(0) => pool.width(args[1]),
        Op::Concat => low_zeros(pool, args[1]),
        _ => 0,
    }
}

/// Bytes as one term, the first one lowest.
pub(super) fn concat(pool: &mut TermPool, bytes: &[TermId]) -> TermId {
    let (&first, rest) = bytes.split_first().expect("an access should have a byte");
    rest.iter().fold(first, |low, byte| pool.concat(*byte, low))
}
