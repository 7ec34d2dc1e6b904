//! Bounds on inputs and on what is done symbolically.

/// How large inputs get, and what the machine does with terms before it gives up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Elements behind a pointer parameter.
    pub elements: u64,
    /// Records behind a pointer where nothing tells how many there are.
    pub records: u64,
    /// Characters of a string, without its terminator.
    pub string: u64,
    /// Bits of the number of arguments of a program.
    pub argument_bits: u32,
    /// Characters of the standard input.
    pub standard_input: u64,
    /// How deep pointers lead to fresh objects: 1 is what a parameter points to.
    pub depth: u32,
    /// Whether pointer inputs may be null.
    pub null: bool,
    /// Whether pointer inputs of the same type may be equal.
    pub aliasing: Aliasing,
    /// Whether calls of library functions fail that can.
    pub failures: Failures,
    /// Whether weak functions are there that no file defines.
    pub weak_functions: WeakFunctions,
    /// Whether arrays are as long as a parameter seems to say.
    pub told_lengths: bool,
    /// What callers and the world may do that they seldom do.
    pub liberties: Liberties,
    /// Forks on a path that are told apart.
    pub forks: usize,
    /// How many values of something that must be concrete are tried.
    pub values: u32,
    /// Calls of functions without a body in one run.
    pub stub_calls: usize,
    /// Inputs of one run.
    pub inputs: usize,
    /// Elements of an object that is read or written at a symbolic index.
    pub select: u64,
    /// Whether a path may go on for both ways of a branch that only chooses what is computed, once it
    /// has gone both. Otherwise each path of the program is a path of its own.
    pub merges: bool,
}

/// Whether pointer inputs of the same type lead to the same object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Aliasing {
    /// They do not: the user says so, and every claim rests on it.
    Never,
    /// They do not, but they might: where that can be seen, the search is not complete.
    #[default]
    Untried,
    /// Each leads to an object of its own, or to one that is there already.
    Tried,
}

/// What callers and the world may do, and seldom do. Each is tried where a run has shown that it would
/// make a difference, so that simple functions have simple inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Liberties {
    /// Pointer inputs lead to variables of the program, and into the objects of others.
    pub shared_objects: bool,
    /// Pointer inputs lead into the middle of their arrays.
    pub array_middles: bool,
    /// Functions without a body write variables, and objects that their caller did not pass.
    pub stub_writes: bool,
    /// Runs go on after a read of what was never set, as compiled code does.
    pub unset_reads: bool,
}

impl Liberties {
    /// What both admit.
    pub fn union(self, other: Liberties) -> Liberties {
        Liberties {
            shared_objects: self.shared_objects || other.shared_objects,
            array_middles: self.array_middles || other.array_middles,
            stub_writes: self.stub_writes || other.stub_writes,
            unset_reads: self.unset_reads || other.unset_reads,
        }
    }
}

/// Whether calls of library functions fail that can, such as `malloc`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Failures {
    /// They do not, because the form of the tests cannot say it: the search is not complete.
    Never,
    /// They do not, but they might: the search is not complete.
    #[default]
    Untried,
    /// Each call that the program makes fails or does not, as inputs say.
    Tried,
}

/// Whether weak functions are there that no file defines: a matter of the whole program, for which the
/// linker decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WeakFunctions {
    /// They are absent, and it was not tried otherwise.
    #[default]
    Untried,
    /// All of them are there, and what they return is an input.
    Present,
    /// They are absent again.
    Tried,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            elements: 8,
            records: 1,
            string: 8,
            argument_bits: 2,
            standard_input: 64,
            depth: 4,
            null: true,
            aliasing: Aliasing::Untried,
            failures: Failures::Untried,
            weak_functions: WeakFunctions::Untried,
            told_lengths: true,
            liberties: Liberties::default(),
            forks: 1_000,
            values: 8,
            stub_calls: 64,
            inputs: 20_000,
            select: 1024,
            merges: false,
        }
    }
}
