//! Why nothing is proved of a function.
//!
//! The program model gives each function one meaning. Where compilers may give it another, a proof about the
//! model says nothing about the compiled program: the front end notes a [`Cause`], and no prover starts.

use crate::program::Program;
use crate::source::Span;
use std::fmt;

/// Why nothing is proved of a function, or why its body is not what calls of it run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unprovable {
    /// The rule that the function breaks.
    pub cause: Cause,
    /// What breaks it, where that has a name: a builtin, an attribute, a flag.
    pub name: Option<Box<str>>,
    /// What is affected.
    pub reach: Reach,
    /// Where it stands; no place for a flag.
    pub span: Span,
}

/// What a cause affects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reach {
    /// Calls of the function: they may run other code than its body.
    Calls,
    /// Calls of it, and its body.
    Everything,
}

macro_rules! causes {
    ($($(#[$doc:meta])* $name:ident => $words:literal,)*) => {
        /// The rules of what is proved, by what breaks them.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Cause {
            $($(#[$doc])* $name,)*
        }

        impl Cause {
            /// All of them.
            pub const ALL: &'static [Cause] = &[$(Cause::$name,)*];

            /// In words, as the object of "because of".
            pub const fn words(self) -> &'static str {
                match self {
                    $(Cause::$name => $words,)*
                }
            }
        }
    };
}

causes! {
    /// A node of the syntax tree that is on no list.
    Construct => "a construct whose meaning is not known to be the same for gcc and clang",
    /// A type that is on no list.
    Type => "a type that compilers treat differently",
    /// A type that is asked for by `typeof` or `_Generic`.
    AskedType => "`typeof` or `_Generic` of an expression that gcc and clang type differently",
    /// A bit-field in a place where compilers give it different types.
    BitField => "a bit-field in an expression that gcc and clang type differently",
    /// A record that compilers lay out differently.
    Layout => "a record that gcc and clang lay out differently",
    /// A copy of a record with volatile or atomic parts.
    VolatileCopy => "a copy of a record with volatile or atomic parts",
    /// An atomic operation that is not modelled exactly.
    Atomic => "an atomic operation on something else than an integer or a pointer",
    /// A list or cast that leaves bytes of a union open.
    UnionRest => "an initialiser that sets less than the whole union",
    /// A builtin that is on no list.
    Builtin => "a builtin that gcc and clang evaluate differently",
    /// Text that each compiler writes itself.
    CompilerText => "text that each compiler writes itself",
    /// A number that compilers give different types.
    LargeNumber => "a decimal number too large for `long long`",
    /// Inline assembly with instructions.
    Assembly => "inline assembly",
    /// Operands whose order C leaves open.
    Order => "operands whose order C leaves open",
    /// The length of an array whose effects are in no known order.
    Length => "an array length whose evaluation C leaves open",
    /// A jump past a declaration.
    Jump => "a jump past a declaration whose object is used",
    /// An attribute that is on no list.
    Attribute => "an attribute that may change what compilers make of the code",
    /// A pragma that is on no list.
    Pragma => "a pragma that may change what compilers make of the code",
    /// A flag that is on no list.
    Flag => "a flag that may change what compilers make of the code",
    /// Another compiler sees another text.
    Preprocessor => "text that differs between gcc's and clang's preprocessors",
    /// A function that has an inline definition and another one.
    Definitions => "an inline definition beside another one",
    /// A function that only has the name of a library function.
    LibraryName => "a library function's name on a function of the program",
    /// Two names of the program that the linker makes one.
    SharedName => "two names for one thing in the linker",
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

impl fmt::Display for Unprovable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{} (`{name}`)", self.cause),
            None => self.cause.fmt(f),
        }
    }
}

impl Unprovable {
    /// A cause that affects the whole function.
    pub fn new(cause: Cause, span: Span) -> Self {
        Self { cause, name: None, reach: Reach::Everything, span }
    }

    /// A cause that concerns calls alone.
    pub fn of_calls(cause: Cause, span: Span) -> Self {
        Self { reach: Reach::Calls, ..Self::new(cause, span) }
    }

    /// The same with the name of what breaks the rule.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        let name = (!name.is_empty()).then(|| name.into());
        Self { name, ..self }
    }
}

/// How the names of functions begin that test tools give to harnesses.
pub const OF_HARNESSES: [&str; 2] = ["klee_", "clew_"];

impl Program {
    /// Takes the functions of test tools for what their names say, whoever declares them: the program is a harness.
    pub fn trust_harness(&mut self) {
        for function in self.functions.iter_mut() {
            if OF_HARNESSES.iter().any(|it| function.name.starts_with(it)) {
                function.facts.unprovable.retain(|it| it.cause != Cause::LibraryName);
            }
        }
    }
}
