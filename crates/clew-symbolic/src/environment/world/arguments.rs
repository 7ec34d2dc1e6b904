//! The arguments of a program: how many there are, and their characters, are inputs.
//!
//! Their number is made concrete, so that each run has a plain `argv`; every number is an arm of
//! its own. The characters are inputs like those of any string, up to the bound on strings.

use crate::environment::guesses::argument_bits;
use crate::environment::objects::Spot;
use crate::shadow::Symbolic;
use crate::soundness::Cause;
use crate::trace::{ForkKind, ForkSite};
use clew_ir::{ExprKind, Function, FunctionId, PlaceBase, Position, Span, TypeTable};
use clew_vm::run::Core;
use clew_vm::shadow::Veto;
use clew_vm::stop::Stop;

/// The name of the input that says how many arguments there are besides the program's name.
pub(in crate::environment) const ARGUMENT_COUNT: &str = "arguments";

/// The width of that input, whatever the bounds: searches with larger bounds begin with the inputs
/// of smaller ones.
const COUNT_BITS: u32 = 8;

/// The name that the program is called by.
const PROGRAM: &[u8] = b"program";

/// The name of the input for a character of an argument.
pub(in crate::environment) fn argument_name(argument: usize, at: u64) -> String {
    format!("argv[{argument}][{at}]")
}

/// Whether `main` looks at its arguments.
pub(super) fn reads_arguments(main: &Function) -> bool {
    let Ok(body) = &main.body else { return false };
    let mut is_found = false;
    body.for_each_expr(&mut |expr| {
        if let ExprKind::Load(place) | ExprKind::AddressOf(place) = &expr.kind
            && let PlaceBase::Local(local) = place.base
        {
            is_found |= main.params.contains(&local);
        }
    });
    is_found
}

/// Runs the whole program; the arguments as they were before it.
pub(crate) fn run_program(
    core: &mut Core<'_, Symbolic<'_>>,
    main: FunctionId,
) -> (Stop, Vec<Vec<u8>>) {
    if !reads_arguments(&core.program.functions[main]) {
        return (core.run_main(&[PROGRAM.to_vec()]), Vec::new());
    }
    if core.program.functions[main].params.len() > 2 {
        core.shadow.path.give_up(Cause::EmptyEnvironment, Span::NONE);
    }
    let Ok(count) = count(&mut core.shadow, main) else { return (Stop::Interrupted, Vec::new()) };
    let length = core.shadow.bounds.string;
    let empty = vec![0; length as usize];
    let mut strings = vec![PROGRAM.to_vec()];
    strings.resize(1 + count as usize, empty);
    let arguments = core.program_arguments(&strings);
    for (at, &number) in arguments.strings.iter().enumerate().skip(1) {
        for k in 0..length {
            let spot = Spot { raw_pointers: true, ..Spot::new(number, k) };
            let name = argument_name(at, k);
            core.shadow.fill(spot, TypeTable::CHAR, &name, &mut core.memory);
        }
    }
    let bytes = |number: &u32| core.memory.object(*number).bytes.to_vec();
    let before = arguments.strings.iter().skip(1).map(bytes).collect();
    (core.run_program(&arguments), before)
}

/// How many arguments there are in this run.
fn count(shadow: &mut Symbolic<'_>, main: FunctionId) -> Result<u64, Veto> {
    let function = &shadow.program.functions[main];
    let wanted = *shadow.environment.argument_bits.get_or_insert_with(|| argument_bits(function));
    let width = shadow.bounds.argument_bits.max(wanted).min(COUNT_BITS);
    let length = shadow.bounds.string;
    let most = 1u32 << width;
    shadow.path.give_up(Cause::Arguments { most: most - 1, length }, Span::NONE);
    let (value, term) = shadow.environment.value(&mut shadow.pool, ARGUMENT_COUNT, COUNT_BITS, 0);
    // What is beyond the bounds is taken modulo the most there are.
    let (value, term) =
        (clew_logic::bits::truncate(width, value), shadow.pool.resize(term, width, false));
    let site = ForkSite { at: Position::entry(main), kind: ForkKind::Value(0) };
    shadow.path.pin(&mut shadow.pool, site, term, value, Some(most))?;
    Ok(value as u64)
}
