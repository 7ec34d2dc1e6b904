//! Faults in words: where, what, and the story of the object.

use super::core::Core;
use super::exit::Exit;
use crate::memory::{Access, ObjectKind, Site, Trouble};
use crate::shadow::{Shadow, Veto};
use crate::stop::{Fault, FaultKind, ObjectStory, Stop, UnsupportedAt};
use clew_ir::cfg::Cfg;
use clew_ir::dominators::Dominators;
use clew_ir::loops::Loops;
use clew_ir::{FunctionId, GlobalKind, Id, LocalId, Position, Span};

impl<S: Shadow> Core<'_, S> {
    /// The positions of the calls under way, innermost first.
    fn positions(&self) -> impl Iterator<Item = u32> + '_ {
        let returns = self.stack.frames.iter().rev().map(|frame| frame.position);
        std::iter::once(self.position).chain(returns).filter_map(|position| position.checked_sub(1))
    }

    /// Whether an operation belongs to the user's code, not to a libc model or a stub.
    fn is_users(&self, position: u32) -> bool {
        self.code.compiled_at(position).is_some_and(|compiled| {
            let function = &self.program.functions[compiled.function];
            !function.is_system && function.body.is_ok()
        })
    }

    /// The innermost position in the user's code.
    pub(super) fn user_site(&self) -> Site {
        let innermost = self.position.saturating_sub(1);
        Site(self.positions().find(|position| self.is_users(*position)).unwrap_or(innermost))
    }

    /// The calls under way from the user's innermost on: function and place.
    fn call_stack(&self) -> Vec<(FunctionId, Span)> {
        let all: Vec<u32> = self.positions().collect();
        let first = all.iter().position(|position| self.is_users(*position)).unwrap_or(0);
        all[first..]
            .iter()
            .filter_map(|&position| {
                let compiled = self.code.compiled_at(position)?;
                Some((compiled.function, self.code.span(position)))
            })
            .collect()
    }

    /// A fault at the current place of the user's code.
    pub(super) fn fault_at(&self, kind: FaultKind, message: String, object: Option<u32>) -> Stop {
        let stack = self.call_stack();
        let span = stack.first().map_or(Span::NONE, |(_, span)| *span);
        let object = object.map(|number| self.object_story(number));
        Stop::Fault(Box::new(Fault { kind, message, span, object, stack, signal: None }))
    }

    /// The step limit, told at the loop that does not end where that is known.
    pub(super) fn endless(&self, message: String) -> Stop {
        let mut stop = self.fault_at(FaultKind::StepLimit, message, None);
        if let Stop::Fault(fault) = &mut stop
            && let Some(span) = self.loop_span()
        {
            fault.span = span;
            if let Some((_, place)) = fault.stack.first_mut() {
                *place = span;
            }
        }
        stop
    }

    /// The condition of the innermost loop of the user's that the machine is in.
    fn loop_span(&self) -> Option<Span> {
        let at = self.position.checked_sub(1).filter(|at| self.is_users(*at))?;
        let (Position { function, block, .. }, _) = self.code.place_of(at)?;
        let function = &self.program.functions[function];
        let body = function.body.as_ref().ok()?;
        let cfg = Cfg::new(body);
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        let header = loops.loops[loops.innermost[block]?].header;
        Some(body.blocks[header].terminator.span).filter(|span| span.file.is_some())
    }

    /// Something that the machine does not have.
    pub(super) fn unsupported(&self, feature: String, at: Option<Span>) -> Stop {
        let here = || self.call_stack().first().map_or(Span::NONE, |(_, span)| *span);
        let span = at.unwrap_or_else(here);
        Stop::Unsupported(Box::new(UnsupportedAt { feature, span }))
    }

    /// A memory fault.
    pub(super) fn memory_fault(&self, trouble: Trouble) -> Stop {
        self.last_trouble.set(Some(trouble));
        self.told_trouble.set(Some(trouble));
        self.fault_at(trouble.kind(), self.describe(trouble), trouble.object())
    }

    /// The fault that ended the loop.
    pub(super) fn exit_fault(&self, exit: &Exit) -> Stop {
        let (kind, message) = match exit {
            Exit::Memory(trouble) | Exit::Vetoed(Veto::Fault(trouble)) => {
                return self.memory_fault(*trouble);
            }
            // The shadow knows why; nobody looks at this.
            Exit::Vetoed(Veto::End) => return Stop::Interrupted,
            Exit::Vetoed(Veto::Endless(why)) => return self.endless((*why).to_owned()),
            Exit::Index { index, len } => {
                let message = format!("index {index} of an array of {len} elements");
                (FaultKind::OutOfBounds, message)
            }
            Exit::Uninitialised(local) => {
                let name = self.local_name(LocalId::from_index(*local as usize));
                let message = format!("`{name}` is read before it has a value");
                (FaultKind::UninitialisedRead, message)
            }
            Exit::DivisionByZero => (FaultKind::DivisionByZero, "division by zero".to_owned()),
            Exit::Overflow => {
                (FaultKind::SignedOverflow, "the result does not fit its signed type".to_owned())
            }
            Exit::Shift(fault) => (FaultKind::BadShift, fault.to_string()),
            Exit::StackOverflow => {
                (FaultKind::StackOverflow, "the calls need more stack than there is".to_owned())
            }
            Exit::NoFunction(0) => {
                (FaultKind::NullDereference, "call through a null pointer".to_owned())
            }
            Exit::NoFunction(address) => {
                let message = format!("call of {address:#x}, which is no function");
                (FaultKind::InvalidPointer, message)
            }
            Exit::NoLabel(address) => {
                let message = format!("jump to {address:#x}, which is no label of this function");
                (FaultKind::InvalidPointer, message)
            }
            Exit::Halt
            | Exit::Slow(_)
            | Exit::OutOfFuel
            | Exit::NotCompiled(_)
            | Exit::ShortStack
            | Exit::OtherSignature { .. } => unreachable!("{exit:?} is no fault"),
        };
        self.fault_at(kind, message, None)
    }

    /// The name of a local of the current function.
    fn local_name(&self, local: LocalId) -> &str {
        let here = self.position.saturating_sub(1);
        self.code
            .compiled_at(here)
            .map_or("", |compiled| &self.program.functions[compiled.function].locals[local].name)
    }

    fn describe(&self, trouble: Trouble) -> String {
        let name = |number| self.object_name(number);
        match trouble {
            Trouble::Null { address: 0, access } => {
                format!("{} through a null pointer", verb(access))
            }
            Trouble::Null { address, access } => {
                let offset = address as i64;
                format!("{} at offset {offset} of a null pointer", verb(access))
            }
            Trouble::Wild { address, access } => {
                format!("{} at {address:#x}, where no object is", verb(access))
            }
            Trouble::OutOfBounds { number, offset, access } => {
                let size = bytes(self.memory.story(number).size);
                let name = name(number);
                // Some names tell the size already.
                let size = match name.ends_with(&format!("of {size}")) {
                    true => String::new(),
                    false => format!(", which has {size}"),
                };
                format!("{} at offset {offset} of {name}{size}", verb(access))
            }
            Trouble::BehindLength { offset, size, access, .. } => {
                format!("{} at offset {offset} of an array of {}", verb(access), bytes(size))
            }
            Trouble::Dead { number, access } => {
                let how = match self.memory.story(number).kind {
                    ObjectKind::Heap => "is freed",
                    _ => "does not exist any more",
                };
                format!("{} of {}, which {how}", verb(access), name(number))
            }
            Trouble::ReadOnly { number, offset } => {
                format!("write at offset {offset} of {}, which is constant", name(number))
            }
            Trouble::Indeterminate { number, offset } => {
                format!("read of {} at offset {offset}, which has no value yet", name(number))
            }
            Trouble::FreeOfNoObject { address } => {
                format!("free of {address:#x}, where no object is")
            }
            Trouble::FreeOfOther { number } => {
                format!("free of {}, which is not from the heap", name(number))
            }
            Trouble::FreeInside { number, offset } => {
                format!("free of an address at offset {offset} of {}", name(number))
            }
            Trouble::DoubleFree { number } => {
                format!("free of {}, which is freed already", name(number))
            }
            Trouble::NoArguments => "`va_arg` where there are no variadic arguments".to_owned(),
        }
    }

    fn object_story(&self, number: u32) -> ObjectStory {
        let story = self.memory.story(number);
        let span = |site: Site| match site {
            Site::NONE => Span::NONE,
            Site(position) => self.code.span(position),
        };
        let made = match story.kind {
            ObjectKind::Global(id) => self.program.globals[id].span,
            ObjectKind::Local(function, local) => {
                self.program.functions[function].locals[local].span
            }
            ObjectKind::Reserved
            | ObjectKind::Heap
            | ObjectKind::Alloca
            | ObjectKind::VariadicArguments
            | ObjectKind::Environment => span(story.made),
        };
        ObjectStory { name: self.object_name(number), made, freed: story.freed.map(span) }
    }

    fn object_name(&self, number: u32) -> String {
        let story = self.memory.story(number);
        match story.kind {
            ObjectKind::Global(id) => {
                let global = &self.program.globals[id];
                match global.kind {
                    GlobalKind::Variable => format!("`{}`", global.name),
                    GlobalKind::StringLiteral => {
                        let bytes = global.init.as_ref().map_or(&[][..], |image| &image.bytes);
                        let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
                        let text =
                            String::from_utf8_lossy(&text[..text.len().min(40)]).into_owned();
                        format!("string literal {text:?}")
                    }
                    GlobalKind::CompoundLiteral => "a compound literal".to_owned(),
                }
            }
            ObjectKind::Local(function, local) => {
                format!("`{}`", self.program.functions[function].locals[local].name)
            }
            ObjectKind::Heap => format!("a heap object of {}", bytes(story.size)),
            ObjectKind::Alloca => format!("a stack object of {}", bytes(story.size)),
            ObjectKind::VariadicArguments => "the variadic arguments".to_owned(),
            ObjectKind::Environment => "the program's arguments".to_owned(),
            ObjectKind::Reserved => "no object".to_owned(),
        }
    }
}

/// So many bytes, in words.
fn bytes(count: impl Into<u64>) -> String {
    match count.into() {
        1 => "1 byte".to_owned(),
        count => format!("{count} bytes"),
    }
}

fn verb(access: Access) -> String {
    let what = if access.write { "write" } else { "read" };
    format!("{what} of {}", bytes(access.len))
}
