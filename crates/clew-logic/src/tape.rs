//! Evaluation of the same terms under many models at once.
//!
//! A [`Tape`] lists what is below some terms as steps in order, so that nothing is looked up while
//! it runs, and each step is done for a row of models before the next one. Terms of at most 64
//! bits, nearly all of them, are computed in 64-bit words.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits;
use crate::op::Op;
use crate::pool::{InputId, TermId, TermPool};

/// How many models a tape runs at once.
const LANES: usize = 64;

/// The values of one term under each model.
type Row<W> = [W; LANES];

/// Where the values of a term are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// Among the terms of at most 64 bits.
    Narrow(u32),
    /// Among the wider ones.
    Wide(u32),
}

/// What a step computes of its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    /// A unary or binary operator at the width of its arguments.
    Apply(Op, u32),
    Ite,
    /// The width of the second argument.
    Concat(u32),
    /// The high and the low bit.
    Extract(u32, u32),
    /// From one width to another.
    SignExtend(u32, u32),
}

#[derive(Clone, Copy, Debug)]
struct Step {
    action: Action,
    /// Unused ones repeat the first.
    args: [Place; 3],
    result: Place,
}

/// Terms made ready to be evaluated under many models.
#[derive(Clone, Debug)]
pub struct Tape {
    steps: Vec<Step>,
    inputs: Vec<Place>,
    roots: Vec<Place>,
    /// For each root the end of the steps that it and those before it need.
    ends: Vec<usize>,
    narrow: Vec<Row<u64>>,
    wide: Vec<Row<u128>>,
}

impl Tape {
    /// How many models are evaluated at once.
    pub const LANES: usize = LANES;

    /// A tape for `roots` over `inputs`; none where an array or another input occurs in them.
    pub fn compile(pool: &TermPool, inputs: &[InputId], roots: &[TermId]) -> Option<Tape> {
        let mut tape = Tape {
            steps: Vec::new(),
            inputs: Vec::with_capacity(inputs.len()),
            roots: Vec::with_capacity(roots.len()),
            ends: Vec::with_capacity(roots.len()),
            narrow: Vec::new(),
            wide: Vec::new(),
        };
        let mut places: FxHashMap<TermId, Place> = FxHashMap::default();
        for &input in inputs {
            let decl = pool.input_decl(input);
            if decl.sort.is_array() {
                return None;
            }
            let place = tape.row(pool.bit_count(decl.term), 0);
            places.insert(decl.term, place);
            tape.inputs.push(place);
        }
        for &root in roots {
            for term in unplaced(pool, &places, root) {
                let place = tape.append(pool, &places, term)?;
                places.insert(term, place);
            }
            tape.roots.push(places[&root]);
            tape.ends.push(tape.steps.len());
        }
        Some(tape)
    }

    /// Adds a constant, or the step of a term whose arguments have places.
    fn append(
        &mut self,
        pool: &TermPool,
        places: &FxHashMap<TermId, Place>,
        term: TermId,
    ) -> Option<Place> {
        let width = pool.bit_count(term);
        if let Some(value) = pool.value(term) {
            return Some(self.row(width, value));
        }
        let action = action(pool, term)?;
        let args = pool.args(term);
        let arg = |index: usize| places[args.get(index).unwrap_or(&args[0])];
        let args = [arg(0), arg(1), arg(2)];
        let result = self.row(width, 0);
        self.steps.push(Step { action, args, result });
        Some(result)
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there is nothing to compute.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Gives the input at a place of the list a value in one of the models.
    #[inline]
    pub fn set(&mut self, input: usize, lane: usize, value: u128) {
        self.put(self.inputs[input], lane, value);
    }

    /// The value of the root at a place of the list in one of the models, since the last run.
    #[inline]
    pub fn value(&self, root: usize, lane: usize) -> u128 {
        self.get(self.roots[root], lane)
    }

    /// In which models a Boolean root is true, one bit for each, since the last run.
    #[inline]
    pub fn holds(&self, root: usize) -> u64 {
        let mut lanes = 0;
        if let Place::Narrow(row) = self.roots[root] {
            for (lane, value) in self.narrow[row as usize].iter().enumerate() {
                lanes |= (value & 1) << lane;
            }
        }
        lanes
    }

    /// Evaluates everything in all models.
    pub fn run(&mut self) {
        self.run_steps(0, self.steps.len());
    }

    /// Evaluates one root in all models, when those before it in the list were.
    pub fn run_root(&mut self, root: usize) {
        let start = if root == 0 { 0 } else { self.ends[root - 1] };
        self.run_steps(start, self.ends[root]);
    }

    fn run_steps(&mut self, start: usize, end: usize) {
        for place in start..end {
            let step = self.steps[place];
            if !self.run_narrow(&step) {
                self.run_any(&step);
            }
        }
    }

    /// A new row with one value in all models.
    fn row(&mut self, width: u32, value: u128) -> Place {
        if width <= 64 {
            self.narrow.push([value as u64; LANES]);
            Place::Narrow(self.narrow.len() as u32 - 1)
        } else {
            self.wide.push([value; LANES]);
            Place::Wide(self.wide.len() as u32 - 1)
        }
    }

    #[inline]
    fn get(&self, place: Place, lane: usize) -> u128 {
        match place {
            Place::Narrow(row) => self.narrow[row as usize][lane].into(),
            Place::Wide(row) => self.wide[row as usize][lane],
        }
    }

    #[inline]
    fn put(&mut self, place: Place, lane: usize, value: u128) {
        match place {
            Place::Narrow(row) => self.narrow[row as usize][lane] = value as u64,
            Place::Wide(row) => self.wide[row as usize][lane] = value,
        }
    }

    /// A step of any width, model by model.
    fn run_any(&mut self, step: &Step) {
        for lane in 0..LANES {
            let [a, b, c] = step.args.map(|arg| self.get(arg, lane));
            let value = match step.action {
                Action::Apply(op, width) => bits::apply(op, width, a, b),
                Action::Ite => {
                    if a == 1 {
                        b
                    } else {
                        c
                    }
                }
                Action::Concat(low) => bits::concat(low, a, b),
                Action::Extract(high, low) => bits::extract(high, low, a),
                Action::SignExtend(from, to) => bits::sign_extend(from, to, a),
            };
            self.put(step.result, lane, value);
        }
    }

    /// A step whose arguments and result are all narrow; false for any other.
    ///
    /// The operator is a constant in each loop, so that the compiler turns its meaning on 128 bits
    /// into a few instructions on 64.
    fn run_narrow(&mut self, step: &Step) -> bool {
        let [Place::Narrow(a), Place::Narrow(b), Place::Narrow(c)] = step.args else {
            return false;
        };
        let Place::Narrow(result) = step.result else { return false };
        let (before, rest) = self.narrow.split_at_mut(result as usize);
        let (a, b, c) = (&before[a as usize], &before[b as usize], &before[c as usize]);
        let out = &mut rest[0];
        macro_rules! apply {
            ($op:expr, $width:expr, [$($known:ident)*]) => {
                match $op {
                    $(Op::$known => {
                        map(out, a, b, |a, b| bits::apply(Op::$known, $width, a, b));
                    })*
                    _ => return false,
                }
            };
        }
        match step.action {
            Action::Apply(op, width) => apply!(
                op,
                width,
                [Not And Or Xor Eq Ult Slt Neg Add Mul UDiv URem SDiv SRem Shl LShr AShr]
            ),
            Action::Ite => {
                for (lane, out) in out.iter_mut().enumerate() {
                    // Without a branch: the condition is 0 or 1.
                    let mask = a[lane].wrapping_neg();
                    *out = b[lane] & mask | c[lane] & !mask;
                }
            }
            Action::Concat(low) => map(out, a, b, |a, b| bits::concat(low, a, b)),
            Action::Extract(high, low) => map(out, a, a, |a, _| bits::extract(high, low, a)),
            Action::SignExtend(from, to) => map(out, a, a, |a, _| bits::sign_extend(from, to, a)),
        }
        true
    }
}

#[inline(always)]
fn map(out: &mut Row<u64>, a: &Row<u64>, b: &Row<u64>, f: impl Fn(u128, u128) -> u128) {
    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
        *out = f(a.into(), b.into()) as u64;
    }
}

/// The terms of a root that have no place yet, arguments before what is built of them.
fn unplaced(pool: &TermPool, places: &FxHashMap<TermId, Place>, root: TermId) -> Vec<TermId> {
    let mut seen = FxHashSet::default();
    let mut stack = vec![root];
    let mut terms = Vec::new();
    while let Some(term) = stack.pop() {
        if !places.contains_key(&term) && seen.insert(term) {
            terms.push(term);
            stack.extend(pool.args(term));
        }
    }
    // Arguments have smaller ids.
    terms.sort_unstable();
    terms
}

/// What the step of a term does; none for inputs and whatever has to do with arrays.
fn action(pool: &TermPool, term: TermId) -> Option<Action> {
    let args = pool.args(term);
    match pool.op(term) {
        Op::Const | Op::Input | Op::Select | Op::Store | Op::ConstArray => None,
        Op::Ite if pool.sort(term).is_array() => None,
        Op::Ite => Some(Action::Ite),
        Op::Concat => Some(Action::Concat(pool.width(args[1]))),
        Op::Extract => pool.extract_bounds(term).map(|(high, low)| Action::Extract(high, low)),
        Op::SignExtend => Some(Action::SignExtend(pool.width(args[0]), pool.width(term))),
        op @ (Op::Not
        | Op::And
        | Op::Or
        | Op::Xor
        | Op::Eq
        | Op::Ult
        | Op::Slt
        | Op::Neg
        | Op::Add
        | Op::Mul
        | Op::UDiv
        | Op::URem
        | Op::SDiv
        | Op::SRem
        | Op::Shl
        | Op::LShr
        | Op::AShr) => Some(Action::Apply(op, pool.bit_count(args[0]))),
    }
}
