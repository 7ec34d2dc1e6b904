//! Inputs: made on demand, by name, with a value from the given model or a fresh one.
//!
//! The name of an input is a C-like path (`n`, `v[2]`, `list->next->key`, `read() #3`), the same
//! in every run and every worker: it is the input's identity.

mod aliases;
mod conversions;
mod cursor;
mod fill;
mod globals;
mod padding;
mod pointer;
mod seen;
mod snapshot;
mod stream;
mod unions;
mod usage;
mod words;

use super::access::Extent;
use super::case::{ExternalInput, InputStream, StubCall, Value};
use super::given::GivenInputs;
use clew_ir::{RecordId, TypeId};
use clew_logic::{Model, Sort, TermId, TermPool};
use clew_random::Random;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

pub(super) use conversions::Conversions;
pub(super) use cursor::Members;
pub use fill::union_input;
pub(super) use fill::{Spot, has_pointer, scalar_bits};
pub(super) use globals::{GlobalInputs, MOST_SCALARS, scalars};
pub(super) use pointer::{HUGE, Length};
pub use pointer::{NULL_PLACE, place_name};
use seen::{Asked, Seen};
pub use stream::stream_byte;
use unions::UnionWord;
pub use unions::{member_choice, union_members};
pub(super) use usage::{ParameterUse, parameter_uses, says_length};
use words::Words;

/// The value of inputs that the given model does not mention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fresh {
    /// Zero (for globals: their initial value).
    Zero,
    /// Random by this seed: the same seed and name give the same value.
    Random(u64),
}

/// How often out of eight times a run by chance repeats a value: some hardly, some mostly.
const AGAIN: [u64; 4] = [0, 0, 4, 7];

/// How a run without terms gets the values that its model does not mention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chance {
    /// The same seed, model and history give the same run.
    pub seed: u64,
    /// So many inputs are drawn from values that inputs have had; the others are fresh.
    pub most: u32,
}

/// An object that a pointer input points to.
#[derive(Debug)]
pub(super) struct Pointee {
    pub(super) number: u32,
    pub(super) name: String,
    pub(super) element: TypeId,
    pub(super) count: u64,
    depth: u32,
    extent: Extent,
    is_filled: bool,
    is_written: bool,
    /// Whether it is given to `realloc`, or an allocator gives it.
    pub(super) is_on_heap: bool,
    /// Whether it holds nothing but zeros.
    is_zero: bool,
    pub(super) before: Vec<Value>,
}

/// The inputs of a run.
#[derive(Debug)]
pub(super) struct Inputs {
    given: Model,
    /// What a suite from elsewhere gives; the model comes first.
    pub(super) named: GivenInputs,
    fresh: Fresh,
    /// Where the run is one without terms.
    chance: Option<Chance>,
    /// Whether that run notes the ways it goes at jumps.
    pub(super) is_watched: bool,
    seen: Seen,
    /// The position of the call that asks for the next input, where a harness function does.
    pub(super) site: Option<u32>,
    pub(super) words: Words,
    pub(super) assignment: Model,
    pub(super) pointees: Vec<Pointee>,
    by_number: FxHashMap<u32, usize>,
    /// The globals that a real program may have more elements of, by number, with their names.
    open_ended: FxHashMap<u32, String>,
    pub(super) streams: Vec<InputStream>,
    /// The objects that are streams or their buffers, by number.
    stream_numbers: FxHashMap<u32, usize>,
    /// By stream: how often it was read at its end.
    stream_ends: Vec<u32>,
    /// Terms of pointer inputs: a choice among addresses.
    choices: FxHashSet<TermId>,
    /// Words of unions whose member is an input.
    union_words: FxHashMap<TermId, UnionWord>,
    /// The member with pointers that a union at some place was given: its number among the members.
    union_members: FxHashMap<(u32, u64, RecordId), usize>,
    /// How many inputs were drawn by chance.
    drawn: u32,
    /// How many inputs the run has.
    pub(super) count: usize,
    pub(super) external: Vec<ExternalInput>,
    pub(super) stubs: Vec<StubCall>,
    /// How many of them are of library functions whose results a test decides.
    pub(super) decided: usize,
    /// How often each name was asked for by a harness or a stub.
    asked: FxHashMap<String, u32>,
}

impl Chance {
    /// Whether the run notes how near it comes to ways not gone, where nothing else is noted. Every
    /// other run does: such a run takes longer.
    fn is_watched(self) -> bool {
        self.seed >> 20 & 1 == 0
    }
}

impl Inputs {
    pub(super) fn new() -> Self {
        Self {
            given: Model::new(),
            named: GivenInputs::new(),
            fresh: Fresh::Zero,
            chance: None,
            is_watched: false,
            seen: Seen::default(),
            site: None,
            words: Words::default(),
            assignment: Model::new(),
            pointees: Vec::new(),
            by_number: FxHashMap::default(),
            open_ended: FxHashMap::default(),
            streams: Vec::new(),
            stream_numbers: FxHashMap::default(),
            stream_ends: Vec::new(),
            choices: FxHashSet::default(),
            union_words: FxHashMap::default(),
            union_members: FxHashMap::default(),
            drawn: 0,
            count: 0,
            external: Vec::new(),
            stubs: Vec::new(),
            decided: 0,
            asked: FxHashMap::default(),
        }
    }

    /// Starts a new run.
    pub(super) fn start(&mut self, given: &Model, named: GivenInputs) {
        self.given.clone_from(given);
        self.named = named;
        self.seen.start();
        self.words.start();
        self.assignment = Model::new();
        self.pointees.clear();
        self.by_number.clear();
        self.open_ended.clear();
        self.streams.clear();
        self.stream_numbers.clear();
        self.stream_ends.clear();
        self.choices.clear();
        self.union_words.clear();
        self.union_members.clear();
        self.count = 0;
        self.drawn = 0;
        self.external.clear();
        self.stubs.clear();
        self.decided = 0;
        self.asked.clear();
    }

    /// Says that the next run has no terms, and how it gets its values; `None` that it has them.
    pub(super) fn set_chance(&mut self, chance: Option<Chance>) {
        self.chance = chance;
        self.is_watched = chance.is_some_and(Chance::is_watched);
    }

    /// Whether the run has no terms.
    pub(super) fn is_by_chance(&self) -> bool {
        self.chance.is_some()
    }

    /// Whether the run has no terms and no objects that are inputs.
    #[inline(always)]
    pub(super) fn are_plain(&self) -> bool {
        self.chance.is_some() && self.by_number.is_empty()
    }

    pub(super) fn set_fresh(&mut self, fresh: Fresh) {
        self.fresh = fresh;
    }

    /// An input of so many bits; its value, and its term. In a run without terms that is a
    /// constant.
    pub(super) fn value(
        &mut self,
        pool: &mut TermPool,
        name: &str,
        bits: u32,
        initial: u128,
    ) -> (u128, TermId) {
        self.count += 1;
        let term = pool.input(name, Sort::BitVec(bits));
        let Some(input) = pool.input_of(term) else { return (initial, term) };
        let given = self.given.get_bits(input).or_else(|| self.named.value(name));
        let asked = Asked { input, name, bits, site: self.site };
        let value = match (given, self.fresh, self.chance) {
            (Some(value), ..) => value,
            (None, _, Some(chance)) => self.draw(chance, asked, initial),
            (None, Fresh::Zero, None) => initial,
            (None, Fresh::Random(seed), None) => random(seed, name, bits),
        };
        let value = clew_logic::bits::truncate(bits, value);
        self.assignment.set_bits(input, value);
        match self.chance {
            Some(_) => {
                self.seen.note_drawn(asked, value);
                (value, pool.bv(bits, value))
            }
            None => {
                self.seen.note(asked, value);
                (value, term)
            }
        }
    }

    /// A value by chance.
    fn draw(&mut self, chance: Chance, asked: Asked<'_>, initial: u128) -> u128 {
        if self.drawn >= chance.most {
            return initial;
        }
        self.drawn += 1;
        let seed = chance.seed ^ u64::from(self.drawn) << 32;
        let mut dice = Random::new(seed);
        if let Some(value) = self.words.draw(asked.bits, chance.seed, &mut dice) {
            return value;
        }
        let again = AGAIN[chance.seed as usize % AGAIN.len()];
        let drawn = self.seen.draw(asked, again, &mut dice);
        drawn.unwrap_or_else(|| random(seed, asked.name, asked.bits))
    }

    /// A name for the next input that is asked for under this name.
    pub(super) fn numbered(&mut self, name: &str) -> String {
        let count = self.asked.entry(name.to_owned()).or_insert(0);
        *count += 1;
        if *count == 1 { name.to_owned() } else { format!("{name} #{count}") }
    }

    /// Whether an object is an input.
    #[inline(always)]
    pub(super) fn is_input(&self, number: u32) -> bool {
        !self.by_number.is_empty() && self.by_number.contains_key(&number)
    }

    /// How much of an input's object there is; `None` for objects that are no input.
    pub(super) fn extent(&self, number: u32) -> Option<Extent> {
        match self.by_number.get(&number) {
            Some(at) => Some(self.pointees[*at].extent),
            None => self.open_ended.contains_key(&number).then_some(Extent::Open),
        }
    }

    /// The same for an access to the object, which is remembered.
    pub(super) fn touch(&mut self, number: u32, write: bool) -> Option<Extent> {
        let Some(at) = self.by_number.get(&number) else { return self.extent(number) };
        let pointee = &mut self.pointees[*at];
        pointee.is_written |= write;
        Some(pointee.extent)
    }

    /// The name of an input's object.
    pub(super) fn object_name(&self, number: u32) -> &str {
        match self.by_number.get(&number) {
            Some(at) => &self.pointees[*at].name,
            None => self.open_ended.get(&number).map_or("", String::as_str),
        }
    }

    /// Whether a term is a pointer input with more than one target.
    pub(super) fn is_pointer_choice(&self, term: TermId) -> bool {
        self.choices.contains(&term)
    }

    /// How many elements of an object a test has: at least one.
    pub(super) fn shown(&self, pointee: &Pointee, size: u64) -> u64 {
        match pointee.extent {
            Extent::Sized(_, bytes) => (bytes / size.max(1)).clamp(1, pointee.count),
            Extent::Declared => pointee.count,
            Extent::Open | Extent::String if pointee.before.is_empty() => 1,
            Extent::Open | Extent::String => pointee.count,
        }
    }

    /// Notes that an object, if it is an input, has to come from the heap.
    pub(super) fn put_on_heap(&mut self, number: u32) {
        if let Some(at) = self.by_number.get(&number) {
            self.pointees[*at].is_on_heap = true;
        }
    }

    /// The index of the object with this number among the pointees.
    pub(super) fn pointee_index(&self, number: u32) -> Option<usize> {
        self.by_number.get(&number).copied()
    }
}

/// A random value: often small, sometimes anything, sometimes near a limit of the type, sometimes
/// a number of moderate size as floats encode it.
fn random(seed: u64, name: &str, bits: u32) -> u128 {
    let mut hasher = FxHasher::default();
    (seed, name).hash(&mut hasher);
    let mut dice = Random::new(hasher.finish());
    let kind = dice.next_u64() % 8;
    let any = u128::from(dice.next_u64()) << 64 | u128::from(dice.next_u64());
    match kind {
        0..=2 => (any % 33).wrapping_sub(16),
        3 => moderate_float(any, bits).unwrap_or((any % 33).wrapping_sub(16)),
        4 => (1u128 << (bits - 1)).wrapping_add(any % 3).wrapping_sub(1),
        5 => u128::from(b' ') + any % 95,
        _ => any,
    }
}

/// The encoding of a number of up to 8,000 as a float of so many bits; small ones are frequent.
fn moderate_float(any: u128, bits: u32) -> Option<u128> {
    let scale = 1u32 << ((any >> 64) % 13);
    let number = ((any % 16_001) as f64 - 8_000.0) / f64::from(scale);
    match bits {
        32 => Some((number as f32).to_bits().into()),
        64 => Some(number.to_bits().into()),
        _ => None,
    }
}
