//! The environment of a run: everything that the program under test does not make itself.
//!
//! Parameters, globals, what functions without a body give, the standard input, streams, the
//! arguments of a program: none of it exists before a run asks for it, and then it is made by rules
//! and by guesses about lengths, buffers and callbacks. The rest of the crate asks its questions here
//! and knows neither:
//!
//! - *What are the arguments of the entry, what do globals hold?* `make_arguments`, `fill_globals`,
//!   `run_program`; beforehand `parameter_uses` and `GlobalInputs`.
//! - *What is in this object, which a run reads for the first time?* `fill_in`; which member of a
//!   union a word comes from: `settle_member`. What may others have written since? `refresh`.
//! - *How long is this object?* [`Environment::extent`], and for an access [`Environment::touch`].
//! - *What may this pointer or callback be?* [`Environment::is_pointer_choice`]: it is one of several
//!   addresses, and the path has to say which.
//! - *What does this function without a body return and write?* `call_stub`.
//! - *What does the world answer?* `read_input`, `settle_descriptor`, [`Environment::world`].
//! - *What of all that does a claim rest on?* `note_comparison`, `note_sharing`.
//! - *What were the inputs?* [`Environment::assignment`], `input_objects`, `read_value`,
//!   `bits_value`, [`Environment::add_inputs`].
//!
//! Those that are no methods of [`Environment`] make terms and forks, and are methods of the shadow.
//!
//! **Invariant:** what is `pub(crate)` in this folder is that list; the parts below see each other
//! and are seen by nobody else.

mod calls;
mod guesses;
mod objects;
mod parameters;
mod values;
mod world;

use crate::trace::{Printed, TestCase};
use calls::Calls;
use clew_ir::{FunctionId, Position, Program, Scalar, TypeTable};
use clew_logic::{Model, TermId, TermPool};
use clew_vm::config::Surroundings;
use clew_vm::guest::World;
use guesses::{Conversions, Members};
use objects::Objects;
use std::rc::Rc;
use values::Values;
use world::{Answer, Nowhere, Shown, StandardInput, Streams};

pub(crate) use calls::without_places;
pub use calls::{CallNames, harness_input_name, is_harness_function};
pub(crate) use guesses::{ParameterUse, parameter_uses};
pub(crate) use objects::{
    Extent, GlobalInputs, HUGE, KnownOutside, error_number, has_pointer, known_outside,
};
pub use objects::{
    GlobalNames, NULL_PLACE, is_error_number, member_choice, place_name, union_input, union_members,
};
pub(crate) use parameters::Passed;
pub use values::{Chance, Fresh, GivenInputs, GivenTarget, Number};
pub(crate) use world::run_program;
pub use world::stream_byte;

/// What a run has been given so far, and what is known of what it may be given.
#[derive(Debug)]
pub(crate) struct Environment {
    values: Values,
    objects: Objects,
    /// What variables are called.
    pub(crate) global_names: GlobalNames,
    calls: Calls,
    streams: Streams,
    standard_input: StandardInput,
    /// The answer to the model that asks which way to go.
    answer: Answer,
    /// What the run printed.
    shown: Shown,
    /// What pointers lead to that do not say so.
    conversions: Conversions,
    /// Members that point to arrays; found when first asked for.
    members: Option<Members>,
    /// The bits of the number of arguments that the program looks for; found when first asked for.
    argument_bits: Option<u32>,
}

impl Environment {
    /// The environment of a function under test, before any run.
    pub(crate) fn new(program: &Program, function: FunctionId) -> Self {
        Self {
            values: Values::new(),
            objects: Objects::default(),
            global_names: GlobalNames::new(program, function),
            calls: Calls::new(program),
            streams: Streams::default(),
            standard_input: StandardInput::default(),
            answer: Answer::default(),
            shown: Shown::default(),
            conversions: Conversions::new(program),
            members: None,
            argument_bits: None,
        }
    }

    /// Starts a new run on the inputs of a model and, behind it, of a suite.
    pub(crate) fn start(&mut self, given: &Model, named: GivenInputs) {
        self.values.start(given, named);
        self.objects.start();
        self.calls.start();
        self.streams.start();
        self.standard_input.start();
        self.shown.replace(Some(Printed::default()));
    }

    /// How inputs get a value that neither mentions.
    pub(crate) fn set_fresh(&mut self, fresh: Fresh) {
        self.values.fresh = fresh;
    }

    /// Says that the next run has no terms, and how it gets its values; `None` that it has them.
    pub(crate) fn set_chance(&mut self, chance: Option<Chance>) {
        self.values.set_chance(chance);
    }

    /// The world that the machine talks to: it hands out what is made here.
    pub(crate) fn world(&self, surroundings: Surroundings) -> Box<dyn World> {
        let (next, answer) = (self.standard_input.source(), Rc::clone(&self.answer));
        let shown = Rc::clone(&self.shown);
        Box::new(Nowhere { surroundings, next, answer, shown })
    }

    /// Whether the run has no terms.
    pub(crate) fn is_by_chance(&self) -> bool {
        self.values.is_by_chance()
    }

    /// Whether the run has no terms and no objects that are inputs.
    #[inline(always)]
    pub(crate) fn are_plain(&self) -> bool {
        self.values.is_by_chance() && self.objects.is_empty()
    }

    /// Whether a run without terms notes the ways it goes at jumps.
    #[inline(always)]
    pub(crate) fn is_watched(&self) -> bool {
        self.values.is_watched
    }

    /// Whether an object is an input.
    #[inline(always)]
    pub(crate) fn is_input(&self, number: u32) -> bool {
        self.objects.is_input(number)
    }

    /// Whether somebody else may have written an object since the program last used it: it has to be
    /// refreshed before it is read.
    #[inline(always)]
    pub(crate) fn is_stale(&self, number: u32) -> bool {
        self.objects.is_stale(number)
    }

    /// The machine itself has written an object whole.
    pub(crate) fn settle(&mut self, number: u32) {
        self.objects.settle(number);
    }

    /// Whether there are such objects.
    pub(crate) fn has_stale(&self) -> bool {
        self.objects.has_stale()
    }

    /// Whether reading inside an object asks for nothing: its contents are there, and its length is no input.
    pub(crate) fn is_at_hand(&self, number: u32) -> bool {
        self.objects.is_at_hand(number)
    }

    /// How much of an input's object there is; `None` for objects that are no input.
    pub(crate) fn extent(&self, number: u32) -> Option<Extent> {
        self.objects.extent(number)
    }

    /// The same for an access to the object, which is remembered.
    pub(crate) fn touch(&mut self, number: u32, write: bool) -> Option<Extent> {
        self.objects.touch(number, write)
    }

    /// How many records or pointers an input's object has, where [`crate::Bounds::records`] says so.
    pub(crate) fn counted_apart(&self, number: u32) -> Option<u64> {
        self.objects.counted_apart(number)
    }

    /// How many elements so many bytes of an input's object are.
    pub(crate) fn elements_in(&self, types: &TypeTable, number: u32, bytes: u64) -> Option<u64> {
        let pointee = &self.objects.pointees[self.pointee_index(number)?];
        let size = types.size(pointee.element).filter(|size| *size > 0)?;
        Some(bytes.div_ceil(size))
    }

    /// Whether a pointer input leads into an object that is not its own.
    pub(crate) fn is_lent(&self, number: u32) -> bool {
        self.objects.is_lent(number)
    }

    /// The name of an input's object.
    pub(crate) fn object_name(&self, number: u32) -> &str {
        self.objects.object_name(number)
    }

    /// Whether a term is a pointer input with more than one target.
    pub(crate) fn is_pointer_choice(&self, term: TermId) -> bool {
        self.objects.is_pointer_choice(term)
    }

    /// Whether a term is a word of a union whose member is an input.
    pub(crate) fn is_union_word(&self, term: TermId) -> bool {
        self.objects.is_union_word(term)
    }

    /// Notes that an object, if it is an input, has to come from the heap.
    pub(crate) fn put_on_heap(&mut self, number: u32) {
        self.objects.put_on_heap(number);
    }

    /// What the world answers to the model that asks it next.
    pub(crate) fn set_answer(&self, answer: bool) {
        self.answer.set(answer);
    }

    /// Whether a call of a library function fails, under its name: 1 if it does.
    pub(crate) fn failure(&mut self, pool: &mut TermPool, name: &str) -> (u128, TermId) {
        self.value(pool, name, 1, 0)
    }

    /// The names of the run's calls by their order.
    fn call_names(&self) -> CallNames {
        self.calls.names()
    }

    /// A name for whether the next call of a function at a place fails, with these calls under way.
    pub(crate) fn failure_name(
        &mut self,
        function: &str,
        (at, calls): (Position, Vec<Position>),
    ) -> String {
        self.calls.called(function, at, &calls) + " fails"
    }

    /// The same for what it gives.
    pub(crate) fn call_name(
        &mut self,
        function: &str,
        (at, calls): (Position, Vec<Position>),
    ) -> String {
        let name = self.calls.called(function, at, &calls);
        if self.values.named.has_names() {
            let by_order = self.calls.numbered(&format!("{function}()"));
            self.values.named.note_call(&name, by_order);
        }
        name
    }

    /// The terms of what was just written at an address, byte by byte, if it is what was read.
    pub(crate) fn arrives(&mut self, address: u64) -> Option<Vec<Option<TermId>>> {
        self.standard_input.arrives(address)
    }

    /// A descriptor is closed.
    pub(crate) fn close(&mut self, descriptor: u32) {
        self.standard_input.close(descriptor);
    }

    /// Whether the word at an address, which the program compares with, was not noted in this run.
    pub(crate) fn is_new_word(&self, address: u64) -> bool {
        self.values.words.is_new(address)
    }

    /// Notes a word that the program compares with: of use in runs by chance.
    pub(crate) fn note_word(&mut self, address: u64, word: &[u8]) {
        self.values.words.note(address, word);
    }

    /// The last run met something new: what it read is of use in runs by chance.
    pub(crate) fn note_useful(&mut self) {
        if let Some(text) = &self.standard_input.read {
            self.values.words.note_text(text);
        }
    }

    /// All input values of the last run.
    pub(crate) fn assignment(&self) -> &Model {
        &self.values.assignment
    }

    /// Adds to a test case what its run was given from outside, but for objects.
    pub(crate) fn add_inputs(&self, case: &mut TestCase) {
        case.streams.clone_from(&self.streams.list);
        case.stubs.clone_from(&self.calls.stubs);
        case.external.clone_from(&self.calls.external);
        case.standard_input.clone_from(&self.standard_input.read);
        case.printed.clone_from(&self.shown.borrow());
    }

    /// Notes that an input is a number of the program's own type.
    fn note_number(&mut self, term: TermId, scalar: Scalar) {
        self.values.numbers.push((term, scalar));
    }

    /// The inputs of the last run that are numbers of the program's own types.
    pub(crate) fn numbers(&self) -> &[(TermId, Scalar)] {
        &self.values.numbers
    }

    /// An input of so many bits; its value, and its term. In a run without terms that is a
    /// constant.
    fn value(
        &mut self,
        pool: &mut TermPool,
        name: &str,
        bits: u32,
        initial: u128,
    ) -> (u128, TermId) {
        self.values.value(pool, name, bits, initial)
    }

    /// An input for so many bits that were never set: its term, or what is there where there are no terms.
    pub(crate) fn unset_input(&mut self, pool: &mut TermPool, bits: u32, held: u128) -> TermId {
        // Paths may read different widths first, and a name has one.
        let name = self.numbered(&format!("{bits} bits that were never set"));
        self.value(pool, &name, bits, held).1
    }

    /// The input that the stack is filled with: its value and its term.
    pub(crate) fn stack_input(&mut self, pool: &mut TermPool, name: &str) -> (u128, TermId) {
        self.values.shared_value(pool, name, 32, 0)
    }

    /// A name for the next input that is asked for under this name.
    fn numbered(&mut self, name: &str) -> String {
        self.calls.numbered(name)
    }

    /// The index of the object with this number among those that are inputs.
    fn pointee_index(&self, number: u32) -> Option<usize> {
        self.objects.pointee_index(number)
    }
}
