//! Why a run says less than the program, and why a constraint is on its path.
//!
//! A verdict names the assumptions that it rests on: they are read off here, from data. Words are
//! made of it once, for people, by [`Cause`]'s `Display`.

use crate::environment::without_places;
use std::fmt::{self, Write as _};

/// Why a constraint is on a path, or why a run says less than the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    /// The program itself: a branch, a check, which of its objects a pointer leads to.
    Program,
    /// What the user demands of inputs: a precondition, an assumption.
    Assumption,
    /// A bound on how large or how many inputs are.
    Bound,
    /// A guess about what an input looks like: a length, a string, a member of a union.
    Guess,
    /// Different pointer inputs lead to different objects.
    NonAliasing,
    /// A value that was made concrete though inputs decide it.
    MadeConcrete,
    /// A model of the library or of the world outside, which does less than the real one.
    World,
    /// Where objects are, which no program may depend on.
    Placement,
    /// A limit of the machine: forks on a path, memory.
    Limit,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Program => "the program",
            Origin::Assumption => "an assumption of the user's",
            Origin::Bound => "a bound on inputs",
            Origin::Guess => "a guess about inputs",
            Origin::NonAliasing => "pointers to different objects",
            Origin::MadeConcrete => "a value made concrete",
            Origin::World => "a model of the world",
            Origin::Placement => "where objects are",
            Origin::Limit => "a limit of the machine",
        })
    }
}

/// What a further search may try.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Remedy {
    /// Arrays whose length no parameter tells: one was used behind the length it was taken to have.
    OtherLengths,
    /// More records, or pointers, behind a pointer: one was used behind those that there are.
    MoreRecords,
    /// Larger inputs: a bound was met.
    LargerInputs,
    /// Pointers that lead to the same object.
    Aliases,
    /// Pointers that lead to variables of the program, and into the objects of others.
    SharedObjects,
    /// Pointers that lead into the middle of their arrays.
    ArrayMiddles,
    /// Functions without a body that write what their caller did not pass.
    StubWrites,
    /// Runs that go on after a read of what was never set.
    UnsetReads,
    /// Library functions that fail: one was called that can.
    Failures,
    /// Weak functions that are there: one was asked for.
    WeakFunctions,
}

impl Remedy {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Remedy::OtherLengths => "other-lengths",
            Remedy::MoreRecords => "more-records",
            Remedy::LargerInputs => "larger-inputs",
            Remedy::Aliases => "aliases",
            Remedy::SharedObjects => "shared-objects",
            Remedy::ArrayMiddles => "array-middles",
            Remedy::StubWrites => "stub-writes",
            Remedy::UnsetReads => "unset-reads",
            Remedy::Failures => "failing-calls",
            Remedy::WeakFunctions => "weak-functions",
        }
    }
}

/// Why a run says less than the program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// An array is not longer than this.
    Elements {
        /// The array.
        array: String,
        /// Its most elements.
        most: u64,
    },
    /// A pointer leads to no more records, or pointers, than this.
    Records {
        /// The pointer.
        array: String,
        /// The most there are.
        most: u64,
    },
    /// Strings are not longer than this.
    Strings(u64),
    /// Pointers lead no deeper.
    Depth(u32),
    /// A program has no more arguments, and no longer ones.
    Arguments {
        /// The most arguments.
        most: u32,
        /// The most characters of each.
        length: u64,
    },
    /// A stream has no more characters.
    StreamLength(u64),
    /// The standard input has no more characters.
    StandardInput(u64),
    /// A run has no more inputs.
    Inputs(usize),
    /// Functions without a body are called no more often.
    StubCalls(usize),
    /// A stub fills no more bytes of a buffer.
    StubBuffer(u64),
    /// A stub writes no more elements.
    StubElements(u64),
    /// A stub does not write what is so large.
    StubTooLarge(String),
    /// What decides a random number or the like gives 0 after so many calls.
    DecidedCalls {
        /// The function.
        function: String,
        /// The calls.
        most: usize,
    },
    /// An array is taken to be as long as a parameter or member says.
    ToldLength(String),
    /// Bytes are taken to be a string.
    TakenForString(String),
    /// A pointer is taken to point into an array.
    PointsInto {
        /// The pointer.
        pointer: String,
        /// The array.
        array: String,
    },
    /// An array that no file defines may be longer.
    MissingLength(String),
    /// A union has one of its members.
    UnionMember(String),
    /// Pointers in a union lead nowhere.
    UnionPointers(String),
    /// An array without a length has the elements of its initialiser.
    InitialElements(String),
    /// A static local has its initial value.
    StaticLocal(String),
    /// A global is too large to be an input.
    LargeGlobal(String),
    /// A long double is no input.
    LongDouble(String),
    /// An object of the library's is no input.
    LibraryObject {
        /// The pointer to it.
        name: String,
        /// Its type.
        what: String,
    },
    /// A pointer to a function is null or one of the program's functions.
    KnownFunctions(String),
    /// No pointer is such a number.
    NumberAsPointer(u64),
    /// What an allocator gives is 0.
    ZeroedAllocation(String),
    /// No arguments are passed for `...`.
    NoVariadicArguments,
    /// No `va_list` is an input.
    VaListInput,
    /// Pointers of the same type lead to different objects.
    NoAliases,
    /// Arrays are the same or do not overlap.
    NoOverlap,
    /// An object that a pointer leads to is none that the program names, nor a part of another.
    NamedObjects,
    /// An array that a pointer leads to begins there.
    ArrayStart(String),
    /// An array that a pointer leads to ends where it is taken to end.
    ArrayEnd(String),
    /// Functions without a body change no variables of the program.
    SilentStub(String),
    /// A weak function that no file defines is absent.
    WeakFunction(String),
    /// A function of the library does what its model does.
    Library(String),
    /// A value that was never set is read.
    Indeterminate,
    /// What a stub writes through a `void *` is not modelled.
    WritesThroughVoid(String),
    /// The environment is empty.
    EmptyEnvironment,
    /// The world outside is empty.
    EmptyWorld,
    /// A stream fails from the start or never.
    StreamNeverFailsLater,
    /// What is printed is never refused.
    NeverRefused(String),
    /// A library function does not fail, though it can.
    NeverFails(String),
    /// Random numbers are the same in every run.
    SameNumbers(String),
    /// The time is within what tests can set.
    TimeRange,
    /// `time` is given a pointer that leads nowhere.
    TimeNowhere,
    /// A descriptor that is an input is closed, or a standard stream.
    StandardDescriptors,
    /// What is read into no object is not known.
    ReadNowhere,
    /// The standard input is read after it was closed.
    ReadAfterClose,
    /// The standard input is read beside its stream.
    ReadBesideStream,
    /// Volatile objects change only by the program's own writes.
    Volatile,
    /// An object that no file defines is 0.
    MissingObject,
    /// There is no memory at an address that the program names.
    NoMemoryAt(u64),
    /// The text that a function reads or makes is concrete.
    ConcreteText(String),
    /// An address is used as a number.
    AddressAsNumber,
    /// The bytes of a pointer are looked at.
    PointerBytes,
    /// The order of pointers into different objects.
    PointerOrder,
    /// Whether the end of one object is the start of another.
    Adjacency,
    /// The distance of pointers into different objects.
    PointerDistance,
    /// A path has no more forks.
    Forks(usize),
    /// A path repeats itself for too long.
    Repetition,
    /// A run hits ordered probes no more often.
    Sequence(usize),
    /// The machine has less memory than the run asks for.
    OutOfMemory,
}

impl Cause {
    /// What a claim would assume that is made in spite of it.
    pub fn origin(&self) -> Origin {
        match self {
            Cause::Elements { .. }
            | Cause::Records { .. }
            | Cause::Strings(_)
            | Cause::Depth(_)
            | Cause::Arguments { .. }
            | Cause::StreamLength(_)
            | Cause::StandardInput(_)
            | Cause::Inputs(_)
            | Cause::StubCalls(_)
            | Cause::StubBuffer(_)
            | Cause::StubElements(_)
            | Cause::StubTooLarge(_)
            | Cause::DecidedCalls { .. } => Origin::Bound,
            Cause::ToldLength(_)
            | Cause::TakenForString(_)
            | Cause::PointsInto { .. }
            | Cause::MissingLength(_)
            | Cause::UnionMember(_)
            | Cause::UnionPointers(_)
            | Cause::InitialElements(_)
            | Cause::StaticLocal(_)
            | Cause::LargeGlobal(_)
            | Cause::LongDouble(_)
            | Cause::LibraryObject { .. }
            | Cause::KnownFunctions(_)
            | Cause::ArrayStart(_)
            | Cause::ArrayEnd(_)
            | Cause::NumberAsPointer(_)
            | Cause::ZeroedAllocation(_)
            | Cause::NoVariadicArguments
            | Cause::VaListInput => Origin::Guess,
            Cause::NoAliases | Cause::NoOverlap | Cause::NamedObjects => Origin::NonAliasing,
            Cause::WritesThroughVoid(_)
            | Cause::SilentStub(_)
            | Cause::WeakFunction(_)
            | Cause::Library(_)
            | Cause::Indeterminate
            | Cause::EmptyEnvironment
            | Cause::EmptyWorld
            | Cause::StreamNeverFailsLater
            | Cause::NeverRefused(_)
            | Cause::NeverFails(_)
            | Cause::SameNumbers(_)
            | Cause::TimeRange
            | Cause::TimeNowhere
            | Cause::StandardDescriptors
            | Cause::ReadNowhere
            | Cause::ReadAfterClose
            | Cause::ReadBesideStream
            | Cause::Volatile
            | Cause::MissingObject
            | Cause::NoMemoryAt(_) => Origin::World,
            Cause::ConcreteText(_) => Origin::MadeConcrete,
            Cause::AddressAsNumber
            | Cause::PointerBytes
            | Cause::PointerOrder
            | Cause::Adjacency
            | Cause::PointerDistance => Origin::Placement,
            Cause::Forks(_) | Cause::Repetition | Cause::Sequence(_) | Cause::OutOfMemory => {
                Origin::Limit
            }
        }
    }

    /// Whether other inputs to begin with may make up for it.
    pub fn is_of_inputs(&self) -> bool {
        !matches!(
            self,
            Cause::NamedObjects
                | Cause::ArrayStart(_)
                | Cause::ArrayEnd(_)
                | Cause::SilentStub(_)
                | Cause::WeakFunction(_)
                | Cause::Library(_)
                | Cause::Indeterminate
        )
    }

    /// What a further search may try, to show more.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Cause::Elements { .. }
            | Cause::Strings(_)
            | Cause::TakenForString(_)
            | Cause::Depth(_)
            | Cause::Arguments { .. }
            | Cause::StreamLength(_)
            | Cause::StandardInput(_)
            | Cause::Inputs(_)
            | Cause::StubCalls(_)
            | Cause::StubBuffer(_) => Some(Remedy::LargerInputs),
            Cause::Records { .. } => Some(Remedy::MoreRecords),
            Cause::ToldLength(_) => Some(Remedy::OtherLengths),
            Cause::NoAliases => Some(Remedy::Aliases),
            Cause::NamedObjects | Cause::NoOverlap => Some(Remedy::SharedObjects),
            Cause::ArrayStart(_) => Some(Remedy::ArrayMiddles),
            Cause::SilentStub(_) => Some(Remedy::StubWrites),
            Cause::Indeterminate => Some(Remedy::UnsetReads),
            Cause::NeverFails(_) => Some(Remedy::Failures),
            Cause::WeakFunction(_) => Some(Remedy::WeakFunctions),
            _ => None,
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.tell(&mut text)?;
        f.write_str(&without_places(&text))
    }
}

impl Cause {
    fn tell(&self, f: &mut String) -> fmt::Result {
        match self {
            Cause::Elements { array, most } | Cause::Records { array, most } => {
                write!(f, "`{array}` has at most {most} elements")
            }
            Cause::Strings(most) => write!(f, "strings are at most {most} characters long"),
            Cause::Depth(most) => write!(f, "pointers lead at most {most} objects deep"),
            Cause::Arguments { most, length } => {
                write!(f, "a program has at most {most} arguments of at most {length} characters")
            }
            Cause::StreamLength(most) => write!(f, "a stream holds at most {most} characters"),
            Cause::StandardInput(most) => {
                write!(f, "the standard input has at most {most} characters")
            }
            Cause::Inputs(most) => write!(f, "a run has at most {most} inputs"),
            Cause::StubCalls(most) => {
                write!(f, "functions without a body are called at most {most} times")
            }
            Cause::StubBuffer(most) => write!(f, "a stub fills at most {most} bytes of a buffer"),
            Cause::StubElements(most) => write!(f, "a stub writes at most {most} elements"),
            Cause::StubTooLarge(name) => write!(f, "`{name}` is too large to be written by a stub"),
            Cause::DecidedCalls { function, most } => {
                write!(f, "`{function}` gives 0 after it was called {most} times")
            }
            Cause::ToldLength(array) => {
                write!(f, "`{array}` is taken to be as long as a parameter or member says")
            }
            Cause::TakenForString(name) => write!(f, "`{name}` is taken to be a string"),
            Cause::PointsInto { pointer, array } => {
                write!(f, "`{pointer}` is taken to point into the array of `{array}`")
            }
            Cause::MissingLength(name) => {
                write!(f, "`{name}`, which no file defines, may be longer than here")
            }
            Cause::UnionMember(name) => write!(f, "the union `{name}` has one of its members"),
            Cause::UnionPointers(name) => write!(f, "pointers in the union `{name}` lead nowhere"),
            Cause::InitialElements(name) => write!(f, "`{name}` has its initial elements"),
            Cause::StaticLocal(name) => write!(f, "static local `{name}` has its initial value"),
            Cause::LargeGlobal(name) => write!(f, "global `{name}` is too large to be an input"),
            Cause::LongDouble(name) => write!(f, "`{name}` is a long double, which is no input"),
            Cause::LibraryObject { name, what } => {
                write!(f, "`{name}` is a `{what}`, which is no input")
            }
            Cause::KnownFunctions(name) => {
                write!(f, "`{name}` is null or one of the program's functions")
            }
            Cause::NumberAsPointer(number) => {
                write!(f, "no pointer is a number such as {number:#x}")
            }
            Cause::ZeroedAllocation(name) => write!(f, "what `{name}` gives is 0 here"),
            Cause::NoVariadicArguments => f.write_str("no arguments are passed for `...`"),
            Cause::VaListInput => f.write_str("no `va_list` is an input"),
            Cause::NoAliases => f.write_str("pointers of the same type lead to different objects"),
            Cause::NoOverlap => f.write_str("arrays are the same or do not overlap"),
            Cause::NamedObjects => {
                f.write_str("pointers lead to no object that the program names, nor into another")
            }
            Cause::ArrayStart(name) => write!(f, "`{name}` leads to the start of its array"),
            Cause::ArrayEnd(name) => write!(f, "the array of `{name}` ends where it is taken to"),
            Cause::SilentStub(name) => write!(f, "`{name}` changes no variables here"),
            Cause::WeakFunction(name) => {
                write!(f, "`{name}` is weak: all such functions are absent here, or all are there")
            }
            Cause::Library(name) => write!(f, "`{name}` does only what its model does"),
            Cause::Indeterminate => f.write_str("a value that was never set is read"),
            Cause::WritesThroughVoid(name) => {
                write!(f, "what `{name}` writes through a `void *` is not modelled")
            }
            Cause::EmptyEnvironment => f.write_str("the environment is empty here"),
            Cause::EmptyWorld => {
                f.write_str("the world outside is empty here: no input, no files, no environment")
            }
            Cause::StreamNeverFailsLater => {
                f.write_str("a stream is a file that fails from the start or never")
            }
            Cause::NeverRefused(name) => {
                write!(f, "what `{name}` prints is never refused, its length concrete")
            }
            Cause::NeverFails(name) => write!(f, "`{name}` never fails here"),
            Cause::SameNumbers(name) => write!(f, "`{name}` gives the same numbers in every run"),
            Cause::TimeRange => f.write_str("the time is from 1970 to 2106"),
            Cause::TimeNowhere => f.write_str("`time` is given a pointer that leads nowhere"),
            Cause::StandardDescriptors => {
                f.write_str("a descriptor that is an input is closed, or a standard stream")
            }
            Cause::ReadNowhere => f.write_str("what is read into no object is not known"),
            Cause::ReadAfterClose => f.write_str("the standard input is read after it was closed"),
            Cause::ReadBesideStream => f.write_str("the standard input is read beside its stream"),
            Cause::Volatile => {
                f.write_str("volatile objects change only by the program's own writes here")
            }
            Cause::MissingObject => f.write_str("an object that no file defines is 0 here"),
            Cause::NoMemoryAt(address) => {
                write!(f, "there is no memory at address {address:#x} here")
            }
            Cause::ConcreteText(name) => {
                write!(f, "the text that `{name}` reads or makes is concrete")
            }
            Cause::AddressAsNumber => f.write_str("an address is used as a number"),
            Cause::PointerBytes => {
                f.write_str("the bytes of a pointer are others where objects are elsewhere")
            }
            Cause::PointerOrder => {
                f.write_str("the order of pointers into different objects is not defined")
            }
            Cause::Adjacency => {
                f.write_str("whether the end of one object is the start of another is not defined")
            }
            Cause::PointerDistance => {
                f.write_str("the distance of pointers into different objects is not defined")
            }
            Cause::Forks(most) => write!(f, "a path has more than {most} forks"),
            Cause::Repetition => f.write_str("a path repeats itself for too long"),
            Cause::Sequence(most) => {
                write!(f, "a run hits ordered probes more than {most} times")
            }
            Cause::OutOfMemory => f.write_str("the machine has less memory than the run asks for"),
        }
    }
}
