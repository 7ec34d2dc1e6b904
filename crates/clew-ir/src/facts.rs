//! What the declarations of a function say beside its type.
//!
//! The types of the program model have no qualifiers and no attributes, and an array parameter is
//! a pointer there. What the user wrote is kept here as the front end read it, so that nobody
//! behind it looks at C text.
//!
//! Each fact is what some declaration says: where nothing is said, nothing is known.

use crate::unprovable::{Reach, Unprovable};

/// What the declarations of a function say beside its type.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FunctionFacts {
    /// One for each declared parameter; empty where no declaration names parameters.
    pub params: Vec<ParameterFacts>,
    /// Whether it never returns null (`returns_nonnull`, or a result that is `_Nonnull`).
    pub returns_nonnull: bool,
    /// Whether a declaration is `weak`: without a definition its address may be null.
    pub is_weak: bool,
    /// Whether a call of it may return more than once, as `setjmp` and `vfork` do.
    pub returns_twice: bool,
    /// Whether it has another name beside this one (`alias`), or is one: their addresses are the same.
    pub has_alias: bool,
    /// Why nothing is proved of it: one entry a cause, the first place of each.
    pub unprovable: Vec<Unprovable>,
    /// Whether it is a name for what has another one when the program is linked, if anything has (`weakref`).
    pub is_weakref: bool,
    /// Whether it states no precondition, though its name says so: the user asked for that.
    pub is_set_aside: bool,
    /// What calls keep to that count, in words: a function of the program checks it
    /// ([`crate::Program::add_promises`]).
    pub promised: Vec<String>,
}

/// What the declarations of a function say of one parameter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ParameterFacts {
    /// Its name; empty where no declaration has one.
    pub name: String,
    /// Whether what it points to is `const`, so that the function writes nothing through it.
    pub is_pointee_const: bool,
    /// Whether what it points to is `_Atomic`, or has such a part: no pointer of the program model's type is
    /// compatible with it.
    pub is_pointee_atomic: bool,
    /// Whether it is `restrict`.
    pub is_restrict: bool,
    /// Whether callers never pass null (`nonnull`, `_Nonnull`).
    pub is_nonnull: bool,
    /// How many elements the user wrote, where it is declared as an array.
    pub length: Option<DeclaredLength>,
    /// Whether it leads to a string with its terminator: the user says so, C has no word for it.
    pub is_string: bool,
}

/// The outermost length of an array parameter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DeclaredLength {
    /// `v[4]`: what the user has in mind. C promises nothing.
    AsWritten(Dimension),
    /// `v[static 4]`: C promises at least so many.
    AtLeast(Dimension),
}

/// A number of elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dimension {
    /// The same in every call.
    Constant(u64),
    /// The value that the parameter at this position has when the function is entered.
    Parameter(usize),
}

impl DeclaredLength {
    /// The number of elements that is named, whatever C makes of it.
    pub fn dimension(self) -> Dimension {
        match self {
            Self::AsWritten(dimension) | Self::AtLeast(dimension) => dimension,
        }
    }
}

impl FunctionFacts {
    /// Notes a cause; one that is known stays as it is, but for what it affects.
    pub fn refuse(&mut self, found: Unprovable) {
        match self.unprovable.iter_mut().find(|it| it.cause == found.cause) {
            Some(known) if known.reach < found.reach => *known = found,
            Some(_) => {}
            None => self.unprovable.push(found),
        }
    }

    /// Why nothing is proved of the body.
    pub fn why_unprovable(&self) -> Option<&Unprovable> {
        self.unprovable.iter().find(|it| it.reach == Reach::Everything)
    }

    /// Whether calls may run other code than the body.
    pub fn is_opaque(&self) -> bool {
        !self.unprovable.is_empty()
    }

    /// The facts as a person reads them, one line for each thing that something is said of.
    pub fn lines(&self) -> Vec<String> {
        let params = self.params.iter().enumerate();
        let mut lines: Vec<String> = params
            .filter_map(|(at, param)| {
                let words = self.words(param);
                (!words.is_empty()).then(|| format!("{}: {}", self.name(at), words.join(", ")))
            })
            .collect();
        if self.returns_nonnull {
            lines.push("result: nonnull".to_owned());
        }
        if self.is_weak {
            lines.push("declared weak".to_owned());
        }
        for unprovable in &self.unprovable {
            let what = match unprovable.reach {
                Reach::Everything => "not proved",
                Reach::Calls => "calls not followed",
            };
            lines.push(format!("{what}: {unprovable}"));
        }
        lines
    }

    fn name(&self, at: usize) -> String {
        match self.params.get(at) {
            Some(param) if !param.name.is_empty() => param.name.clone(),
            _ => format!("parameter {}", at + 1),
        }
    }

    fn words(&self, param: &ParameterFacts) -> Vec<String> {
        let count = |dimension| match dimension {
            Dimension::Constant(count) => count.to_string(),
            Dimension::Parameter(at) => self.name(at),
        };
        let length = param.length.map(|length| match length {
            DeclaredLength::AsWritten(dimension) => format!("{} elements", count(dimension)),
            DeclaredLength::AtLeast(dimension) => format!("at least {} elements", count(dimension)),
        });
        let said = [
            (param.is_pointee_const, "to const"),
            (param.is_pointee_atomic, "to _Atomic"),
            (param.is_restrict, "restrict"),
            (param.is_nonnull, "nonnull"),
            (param.is_string, "null-terminated"),
        ];
        let said = said.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word.to_owned());
        length.into_iter().chain(said).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_said_is_printed() {
        let count = ParameterFacts { name: "n".to_owned(), ..Default::default() };
        let length = Some(DeclaredLength::AsWritten(Dimension::Parameter(0)));
        let values = ParameterFacts { name: "v".to_owned(), length, ..Default::default() };
        let length = Some(DeclaredLength::AtLeast(Dimension::Constant(4)));
        let other = ParameterFacts {
            is_pointee_const: true,
            is_restrict: true,
            is_nonnull: true,
            length,
            ..Default::default()
        };
        let facts = FunctionFacts {
            params: vec![count, values, other],
            returns_nonnull: true,
            is_weak: true,
            ..FunctionFacts::default()
        };
        let expected = [
            "v: n elements",
            "parameter 3: at least 4 elements, to const, restrict, nonnull",
            "result: nonnull",
            "declared weak",
        ];
        assert_eq!(facts.lines(), expected);
        assert!(FunctionFacts::default().lines().is_empty());
    }
}
