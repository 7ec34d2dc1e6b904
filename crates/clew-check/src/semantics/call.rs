//! Calls: of functions that are entered, of those that nobody knows, and of builtins.

use super::access::Value;
use super::access::{Resolved, Where};
use super::expr::Origin;
use super::unset::Spans;
use super::{Register, Semantics, Slot, State};
use crate::program::{Builtin, Callee, Expr, ExprKind, Place, Type};
use crate::term::{Sort, Term};

/// More bytes than this are not moved one by one.
const LONGEST_MOVE: u128 = 256;

/// What is known of a function without a body, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// Says that its argument is not zero: executions where it is are not wanted.
    Assumption,
    /// Changes nothing that the program can see; the result is arbitrary.
    Pure,
    /// The same, as long as it takes no arguments.
    Input,
    /// The same, but for `errno`; the argument at a position is the size of a new object without values.
    Allocation(usize),
    /// The same, of an object with values.
    SetAllocation,
    /// Ends an object, and changes `errno` at most.
    Release,
    /// Copies bytes.
    Copy,
    /// Sets bytes.
    Fill,
    /// Sets so many bytes to anything: `(address, count, …)`.
    FillAnyhow,
    /// Sets what its argument points to to anything.
    SetAnyhow,
    /// May do anything.
    Nothing,
}

fn known(name: &str) -> Known {
    match name {
        "__VERIFIER_assume" | "__CPROVER_assume" | "klee_assume" | "clew_assume"
        | "__CrestAssume" => Known::Assumption,
        "malloc" => Known::Allocation(0),
        "aligned_alloc" => Known::Allocation(1),
        "calloc" => Known::SetAllocation,
        "free" => Known::Release,
        "clew_label" => Known::Pure,
        "klee_int" | "klee_char" | "klee_long" | "klee_range" => Known::Pure,
        "klee_make_symbolic" => Known::FillAnyhow,
        "__CrestInt" | "__CrestUInt" | "__CrestChar" | "__CrestUChar" | "__CrestShort"
        | "__CrestUShort" | "__CrestLong" | "__CrestULong" | "__CrestFloat" | "__CrestDouble" => {
            Known::SetAnyhow
        }
        "memcpy" | "memmove" | "__builtin_memcpy" | "__builtin_memmove" => Known::Copy,
        "memset" | "__builtin_memset" => Known::Fill,
        _ if name.starts_with("__VERIFIER_nondet_") => Known::Input,
        _ => Known::Nothing,
    }
}

/// Library functions whose models compute exactly what the C standard (or POSIX) says, in every
/// locale, and nothing else: their bodies may be entered.
const EXACT_MODELS: [&str; 40] = [
    "abs",
    "labs",
    "llabs",
    "div",
    "ldiv",
    "lldiv",
    "imaxabs",
    "imaxdiv",
    "isdigit",
    "isxdigit",
    "__clew_isdigit",
    "__clew_isxdigit",
    "isascii",
    "toascii",
    "strlen",
    "strnlen",
    "strcpy",
    "strncpy",
    "stpcpy",
    "stpncpy",
    "strcat",
    "strncat",
    "strchr",
    "strrchr",
    "strchrnul",
    "strspn",
    "strcspn",
    "strpbrk",
    "strstr",
    "memchr",
    "memrchr",
    "rawmemchr",
    "mempcpy",
    "ffs",
    "ffsl",
    "ffsll",
    "htons",
    "htonl",
    "ntohs",
    "ntohl",
];

/// Of these, the functions whose result says no more than whether it is zero.
const TRUTH_ONLY: [&str; 5] =
    ["isdigit", "isxdigit", "__clew_isdigit", "__clew_isxdigit", "isascii"];

impl Semantics<'_> {
    /// Whether a function that is not entered may call functions of the program.
    pub(crate) fn may_call_back(&self, number: usize) -> bool {
        self.known(number) == Known::Nothing
    }

    fn known(&self, number: usize) -> Known {
        let function = self.function(number);
        // An opaque library function is the program's own, whatever its name says.
        match (function.has_body() && !function.is_model) || function.is_opaque {
            true => Known::Nothing,
            false => match known(&function.name) {
                // What it is passed it may write, as `__VERIFIER_nondet_memory` does.
                Known::Input if self.with_arguments.contains(&number) => Known::Nothing,
                known => known,
            },
        }
    }

    /// Whether a call runs code that nobody knows, whatever a certificate says of it.
    pub(super) fn runs_unknown_code(&self, callee: &Callee) -> bool {
        match callee {
            Callee::Direct(number) => {
                self.known(*number) == Known::Nothing && !self.may_enter(*number)
            }
            Callee::Indirect(_) => true,
            Callee::Builtin(builtin) => match builtin {
                Builtin::Synchronize
                | Builtin::VaStart
                | Builtin::VaArg
                | Builtin::VaCopy
                | Builtin::VaEnd => true,
                Builtin::Alloca
                | Builtin::StackSave
                | Builtin::StackRestore
                | Builtin::SetJmp
                | Builtin::LongJmp
                | Builtin::Trap => false,
            },
        }
    }

    /// The number of bytes that a function known by name sets behind its first argument.
    pub(super) fn bytes_filled(&self, callee: &Callee, args: &[Expr]) -> Option<u64> {
        let Callee::Direct(number) = callee else { return None };
        let constant = |at: usize| match args.get(at)?.kind {
            ExprKind::Const(bits) => u64::try_from(bits).ok(),
            _ => None,
        };
        match (self.known(*number), args.first().map(|arg| &arg.ty)) {
            (Known::Copy | Known::Fill, _) => constant(2),
            (Known::FillAnyhow, _) => constant(1),
            (Known::SetAnyhow, Some(Type::Pointer(pointee))) => self.program.size(pointee),
            _ => None,
        }
    }

    /// Whether a function known by name copies bytes from behind its second argument.
    pub(super) fn copies(&self, callee: &Callee) -> bool {
        matches!(callee, Callee::Direct(number) if self.known(*number) == Known::Copy)
    }

    /// Whether the body of a function is what runs when it is called.
    pub(crate) fn may_enter(&self, number: usize) -> bool {
        let function = self.function(number);
        let may_be_replaced = function.linkage == crate::program::Linkage::Weak;
        let is_exact = !function.is_model || EXACT_MODELS.contains(&function.name.as_str());
        let is_what_runs = function.has_body() && !function.returns_twice && !function.is_opaque;
        is_what_runs && is_exact && !may_be_replaced
    }

    /// Enters a function: its parameters have the values of the arguments.
    pub(crate) fn enter(&mut self, state: &mut State, number: usize, args: &[Expr]) {
        let caller = state.top();
        let values: Vec<Value> =
            args.iter().map(|arg| self.moved_value(state, caller, arg)).collect();
        let types: Vec<&Type> = args.iter().map(|arg| &arg.ty).collect();
        let frame = self.new_frame(state, number);
        state.frames.push(frame);
        let function = self.function(number);
        let params = function.locals.iter().enumerate().filter(|(_, it)| it.is_parameter);
        for ((local, param), (value, ty)) in params.zip(values.iter().zip(types)) {
            // Without a prototype, arguments may not fit; what arrives then is arbitrary.
            if ty.scalar() == param.ty.scalar()
                && self.program.size(ty) == self.program.size(&param.ty)
            {
                let place = whole_local(local, &param.ty);
                let top = state.top();
                self.write_place(state, top, &place, value);
            }
        }
    }

    /// Returns from the innermost function to its caller.
    pub(crate) fn leave(&mut self, state: &mut State, value: Option<&Expr>, dest: Option<&Place>) {
        let top = state.top();
        let function = self.function(state.frames[top].function);
        let is_truth = function.is_model && TRUTH_ONLY.contains(&function.name.as_str());
        let result = value.map(|value| (self.moved_value(state, top, value), value.ty.scalar()));
        let result = match (is_truth, result) {
            (true, Some((value, scalar))) => Some((self.truth_of(state, value), scalar)),
            (_, result) => result,
        };
        self.end_frame(state);
        let Some(dest) = dest else { return };
        let top = state.top();
        match result {
            Some((value, scalar)) if scalar == dest.ty.scalar() => {
                self.write_place(state, top, dest, &value);
            }
            Some(_) | None => self.write_arbitrary(state, dest),
        }
    }

    /// A value that is zero where another is, and else anything but zero.
    fn truth_of(&mut self, state: &mut State, value: Value) -> Value {
        let Value::Scalar(value) = value else { return value };
        let sort = self.terms.sort(value);
        let told = self.terms.fresh(sort);
        let (is_zero, is_told_zero) = (self.terms.is_zero(value), self.terms.is_zero(told));
        let agree = self.terms.equal(is_zero, is_told_zero);
        state.assume(agree);
        Value::Scalar(told)
    }

    /// Writes what nobody knows to a place.
    pub(super) fn write_arbitrary(&mut self, state: &mut State, place: &Place) {
        let value = match place.ty.scalar() {
            Some(scalar) => Value::Scalar(self.unknown_value(scalar, place.ty.is_pointer())),
            None => Value::Unknown,
        };
        let top = state.top();
        self.write_place(state, top, place, &value);
    }

    /// A call of code that nobody knows.
    pub(crate) fn call_unknown(
        &mut self,
        state: &mut State,
        address: Option<&Expr>,
        args: &[Expr],
        dest: Option<&Place>,
    ) {
        let values = self.evaluate(state, address.into_iter().chain(args));
        self.unknown_code(state, &values);
        if let Some(dest) = dest {
            self.write_arbitrary(state, dest);
        }
    }

    pub(super) fn evaluate<'e>(
        &mut self,
        state: &mut State,
        exprs: impl Iterator<Item = &'e Expr>,
    ) -> Vec<Value> {
        let top = state.top();
        exprs.map(|expr| self.moved_value(state, top, expr)).collect()
    }

    /// A call of a function that is not entered.
    pub(crate) fn call_function(
        &mut self,
        state: &mut State,
        number: usize,
        args: &[Expr],
        dest: Option<&Place>,
    ) {
        let function = self.function(number);
        if function.is_noreturn {
            state.has_ended = true;
            return;
        }
        let known = self.known(number);
        match known {
            Known::Nothing if function.returns_twice => self.set_jump(state, args, dest),
            Known::Nothing => self.call_unknown(state, None, args, dest),
            Known::Pure | Known::Input => {
                self.evaluate(state, args.iter());
                if let Some(dest) = dest {
                    self.write_arbitrary(state, dest);
                }
            }
            Known::Allocation(size) => {
                self.meet_releases(state);
                self.allocate(state, args, Some(size), dest);
            }
            Known::SetAllocation => {
                self.meet_releases(state);
                self.reuse_memory(state);
                self.allocate(state, args, None, dest);
            }
            Known::Release => {
                self.evaluate(state, args.iter());
                self.change_errno(state);
                state.has_freed = true;
                if let Some(dest) = dest {
                    self.write_arbitrary(state, dest);
                }
            }
            Known::Assumption => {
                let values = self.evaluate(state, args.iter());
                if let ([Value::Scalar(value)], [arg]) = (values.as_slice(), args)
                    && let Some(scalar) = arg.ty.scalar()
                {
                    let holds = self.truth(scalar, *value);
                    state.assume(holds);
                }
            }
            Known::Copy | Known::Fill => self.move_bytes(state, known, args, dest),
            Known::FillAnyhow | Known::SetAnyhow => self.set_anyhow(state, known, args, dest),
        }
    }

    /// `memcpy` and its kin, for a constant number of bytes.
    fn move_bytes(&mut self, state: &mut State, known: Known, args: &[Expr], dest: Option<&Place>) {
        let values = self.evaluate(state, args.iter());
        let [Value::Scalar(to), Value::Scalar(from), Value::Scalar(count)] = values.as_slice()
        else {
            return self.call_unknown(state, None, args, dest);
        };
        let Some(count @ 1..=LONGEST_MOVE) = self.terms.as_const(*count) else {
            return self.call_unknown(state, None, args, dest);
        };
        let count = count as u64;
        let bytes = if known == Known::Copy {
            self.copied_bytes(state, *from, count)
        } else {
            let byte = self.terms.extract(*from, 7, 0);
            (1..count).fold(byte, |whole, _| self.terms.concat(byte, whole))
        };
        state.written.push((*to, count));
        state.memory = self.terms.write(state.memory, *to, bytes);
        self.note_set(state, Where::Memory { address: *to }, Some(count));
        if let Some(dest) = dest {
            let top = state.top();
            self.write_place(state, top, dest, &Value::Scalar(*to));
        }
    }

    /// The bytes at an address, the first the lowest; those without a value stay without.
    fn copied_bytes(&mut self, state: &State, from: Term, count: u64) -> Term {
        let origin = self.existed_at(from).map_or(Origin::Anywhere, Origin::Since);
        let bytes = (0..count).map(|at| {
            let address = self.terms.add_const(from, at);
            let byte = Resolved::at(address, origin);
            self.read_set_bytes(state, &byte, 1)
        });
        let bytes: Vec<Term> = bytes.collect();
        let joined = bytes.into_iter().reduce(|low, high| self.terms.concat(high, low));
        joined.unwrap_or_else(|| self.terms.bits(0, 8))
    }

    /// A function of a harness that makes inputs of an object's bytes.
    fn set_anyhow(&mut self, state: &mut State, known: Known, args: &[Expr], dest: Option<&Place>) {
        let values = self.evaluate(state, args.iter());
        let count = match (known, values.get(1), args.first().map(|arg| &arg.ty)) {
            (Known::FillAnyhow, Some(Value::Scalar(count)), _) => self.terms.as_const(*count),
            (Known::SetAnyhow, _, Some(Type::Pointer(pointee))) => {
                self.program.size(pointee).map(u128::from)
            }
            _ => None,
        };
        let (Some(&Value::Scalar(to)), Some(count @ 1..=LONGEST_MOVE)) = (values.first(), count)
        else {
            return self.call_unknown(state, None, args, dest);
        };
        let bytes = self.terms.fresh(Sort::Bits(8 * count as u32));
        state.written.push((to, count as u64));
        state.memory = self.terms.write(state.memory, to, bytes);
        self.note_set(state, Where::Memory { address: to }, Some(count as u64));
        if let Some(dest) = dest {
            self.write_arbitrary(state, dest);
        }
    }

    /// A builtin with an effect.
    pub(crate) fn call_builtin(
        &mut self,
        state: &mut State,
        builtin: Builtin,
        args: &[Expr],
        dest: Option<&Place>,
    ) {
        match builtin {
            Builtin::Alloca => self.alloca(state, args, dest),
            Builtin::StackSave => {
                if let Some(dest) = dest {
                    self.write_arbitrary(state, dest);
                }
            }
            Builtin::StackRestore => {
                let top = state.top();
                // Which of them end, only the mark can tell: those that do not are as unset as before.
                let moment = self.tick();
                for object in std::mem::take(&mut state.frames[top].allocated) {
                    state.objects[object].died.get_or_insert(moment);
                }
            }
            // Other threads may have written whatever they know of.
            Builtin::Synchronize => self.unknown_code(state, &[]),
            Builtin::VaStart | Builtin::VaArg | Builtin::VaCopy | Builtin::VaEnd => {
                self.call_unknown(state, None, args, dest);
            }
            Builtin::SetJmp => self.set_jump(state, args, dest),
            Builtin::LongJmp | Builtin::Trap => state.has_ended = true,
        }
    }

    /// `setjmp` returns now, and perhaps again later: then everything may have changed.
    fn set_jump(&mut self, state: &mut State, args: &[Expr], dest: Option<&Place>) {
        self.evaluate(state, args.iter());
        let top = state.top();
        let function = state.frames[top].function;
        for local in 0..state.frames[top].slots.len() {
            match state.frames[top].slots[local] {
                Slot::Register(_) => {
                    state.frames[top].slots[local] = Slot::Register(Register::Unset);
                }
                Slot::Private(_) => {
                    let bytes = self.terms.fresh(Sort::Memory);
                    state.frames[top].slots[local] = Slot::Private(bytes);
                    state.frames[top].set[local] = Spans::default();
                }
                Slot::Object(object) if self.escaping[&function].contains(&local) => {
                    self.escape(state, object);
                }
                Slot::Object(_) => {}
            }
        }
        state.memory = self.new_memory();
        if let Some(dest) = dest {
            self.write_arbitrary(state, dest);
        }
    }
}

/// A whole local as a place.
pub(super) fn whole_local(local: usize, ty: &Type) -> Place {
    Place {
        base: crate::program::Base::Local(local),
        path: Vec::new(),
        ty: ty.clone(),
        is_volatile: false,
    }
}
