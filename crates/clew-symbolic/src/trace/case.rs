//! A test case: the inputs of a run and what came of them, as typed values.
//!
//! Values are trees in the shape of their C types, so that whoever writes them down (as C, as
//! JSON) needs no memory model. Pointers lead to [`InputObject`]s by number.

use super::run::Ending;
use clew_ir::{FunctionId, GlobalId, TypeId};

/// A value of a C type.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// An integer, enumeration or floating value: its bits, zero above the type's width.
    Scalar(u128),
    /// A pointer.
    Pointer(Target),
    /// The elements of an array.
    Array(Vec<Value>),
    /// The members of a struct, one for each field of the record (bit-fields as integers).
    Record(Vec<Value>),
    /// The bytes of a union.
    Bytes(Vec<u8>),
    /// A union by one of its members, which holds a pointer: the member's number, and its value.
    Member(usize, Box<Value>),
    /// What no test can say: it depends on where objects are, on indeterminate bytes or on the
    /// time. Only outcomes are unknown, never inputs.
    Unknown,
}

impl Value {
    /// Calls `visit` on every pointer in the value.
    pub fn for_each_target(&self, visit: &mut impl FnMut(Target)) {
        match self {
            Value::Pointer(target) => visit(*target),
            Value::Array(parts) | Value::Record(parts) => {
                parts.iter().for_each(|part| part.for_each_target(visit));
            }
            Value::Member(_, value) => value.for_each_target(visit),
            Value::Scalar(_) | Value::Bytes(_) | Value::Unknown => {}
        }
    }
}

/// What a pointer points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Nothing.
    Null,
    /// Into an object of [`TestCase::objects`], so many bytes from its start.
    Object(usize, i64),
    /// Into an object with static storage.
    Global(GlobalId, i64),
    /// A function.
    Function(FunctionId),
    /// A stream of [`TestCase::streams`].
    Stream(usize),
    /// Into an object of [`TestCase::made`], so many bytes from where its elements begin.
    Made(usize, i64),
    /// What a test cannot name: stack objects, dead objects, heap objects that no outcome leads to.
    Unknown,
}

/// An object that a pointer input points to: an array of elements.
#[derive(Clone, PartialEq, Debug)]
pub struct InputObject {
    /// A C-like name: `*p`, `list->next[0]`, `result of find`.
    pub name: String,
    /// The type of an element.
    pub element: TypeId,
    /// The elements before the call.
    pub before: Vec<Value>,
    /// The elements after it; empty when the object is gone.
    pub after: Vec<Value>,
    /// Whether it is given to `realloc`, which takes nothing but what the heap gave.
    pub is_on_heap: bool,
}

/// An object that the run made on the heap, and that its outcome leads to.
#[derive(Clone, PartialEq, Debug)]
pub struct MadeObject {
    /// The type of an element, as the first pointer that leads to the object has it.
    pub element: TypeId,
    /// The elements after the run, from where that pointer leads.
    pub after: Vec<Value>,
    /// The bytes after the run that stand before that, where the pointer leads into the object: those of a
    /// header that users do not see.
    pub header: Vec<Value>,
}

/// What a stream that is an input does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamKind {
    /// A file that can be read and written.
    File,
    /// Reading fails.
    Unreadable,
    /// It is empty, and writing fails.
    Unwritable,
    /// It is empty, writing fails, and an error has happened already.
    Failed,
}

/// A stream that a `FILE *` input leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputStream {
    /// A C-like name, as for objects.
    pub name: String,
    /// What it does.
    pub kind: StreamKind,
    /// What the file holds.
    pub content: Vec<u8>,
}

/// An argument of the function under test.
#[derive(Clone, PartialEq, Debug)]
pub struct Argument {
    /// The parameter's name.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// What is passed.
    pub value: Value,
}

/// A global that is an input or was changed.
#[derive(Clone, PartialEq, Debug)]
pub struct GlobalState {
    /// Which.
    pub global: GlobalId,
    /// Its name among the inputs.
    pub name: String,
    /// Its value before the call; `None` when the test leaves it as it is.
    pub before: Option<Value>,
    /// Its value after the call.
    pub after: Value,
}

/// A call of a function without a body: what the stub gave.
#[derive(Clone, PartialEq, Debug)]
pub struct StubCall {
    /// The function.
    pub function: FunctionId,
    /// What it was passed, by parameter.
    pub arguments: Vec<Passed>,
    /// What it returned.
    pub result: Option<Value>,
    /// What it wrote through its pointer parameters: the parameter's number and the pointee.
    pub written: Vec<(usize, Value)>,
    /// What it wrote elsewhere: variables, objects that it was not passed.
    pub changes: Vec<Change>,
}

/// What a function without a body was passed.
#[derive(Clone, PartialEq, Debug)]
pub struct Passed {
    /// The argument; records are unknown.
    pub value: Value,
    /// What a pointer led to when the call was made: an element, or the characters of a string.
    /// Objects that are inputs are not told: they are made when they are first used.
    pub pointee: Option<Value>,
}

/// What a function without a body wrote to an object that it was not passed.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The object, from its start.
    pub to: Target,
    /// The type of its elements; a variable is one.
    pub element: TypeId,
    /// What was written: the element, or an array of several.
    pub value: Value,
}

/// A call of a library function that failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Refusal {
    /// The function.
    pub function: FunctionId,
    /// Which of the program's calls of it, from 1.
    pub call: u32,
}

/// What a run printed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Printed {
    /// To the standard output.
    pub output: Vec<u8>,
    /// To the standard stream for errors.
    pub errors: Vec<u8>,
}

/// A value that the program asked for by a harness function.
#[derive(Clone, PartialEq, Debug)]
pub struct ExternalInput {
    /// The function: `__VERIFIER_nondet_int`, `klee_make_symbolic`, `CREST_int`.
    pub function: String,
    /// The name given in the harness, or empty.
    pub name: String,
    /// The type of a scalar; `None` for a block of bytes.
    pub ty: Option<TypeId>,
    /// The bytes, little endian.
    pub bytes: Vec<u8>,
}

/// One run as a test.
#[derive(Clone, PartialEq, Debug)]
pub struct TestCase {
    /// The function under test, or the harness.
    pub function: FunctionId,
    /// The arguments; empty for a harness.
    pub arguments: Vec<Argument>,
    /// The globals that are inputs or were changed.
    pub globals: Vec<GlobalState>,
    /// The objects that pointers point to.
    pub objects: Vec<InputObject>,
    /// The objects that the run made and its outcome leads to.
    pub made: Vec<MadeObject>,
    /// The streams that pointers may lead to.
    pub streams: Vec<InputStream>,
    /// The calls of functions without a body, in order.
    pub stubs: Vec<StubCall>,
    /// The calls of library functions that failed, in order.
    pub refused: Vec<Refusal>,
    /// What harness functions gave, in order.
    pub external: Vec<ExternalInput>,
    /// What the program read from its standard input, up to the end where there is no more;
    /// `None` when it read nothing.
    pub standard_input: Option<Vec<u8>>,
    /// How the run ended.
    pub ending: Ending,
    /// The value returned, of the function's result type.
    pub returned: Option<Value>,
    /// The arguments of the program after its name: all bytes of each string's object.
    pub program_arguments: Vec<Vec<u8>>,
    /// Whether the run was ended when it asked for more inputs than bounds allow: the test leaves
    /// the program there, with status 0. Loops that never end are tested like that.
    pub runs_out: bool,
    /// Whether the run depends on the alignment of the objects that pointer inputs point to.
    pub needs_alignment: bool,
    /// Whether the weak functions that no file defines are there.
    pub has_weak_functions: bool,
    /// What the run printed; `None` where that is not known.
    pub printed: Option<Printed>,
    /// What `errno` is when the function is called; `None` where the run does not look.
    pub error_number: Option<i32>,
    /// What each four bytes of the stack hold when the program starts; `None` where the run does not
    /// look: it reads no local that was never set.
    pub stack_word: Option<u32>,
}
