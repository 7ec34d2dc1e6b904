//! Names of tests: what each covers that no test before it does.

use crate::slug::slug;
use crate::suite::{Covered, SuiteTest};
use clew_ir::Program;
use rustc_hash::FxHashSet;

/// The longest name given.
const LONGEST: usize = 60;

/// Names the tests of a function: `test_bubble_line7_n_ge_maxlen_true` after the first objective
/// that no earlier test covers, `test_bubble_crash_line9_division_by_zero` after a fault. What the
/// program itself has at file scope has another name.
pub fn name_tests(program: &Program, function: &str, tests: &mut [SuiteTest]) {
    let sources = &program.sources;
    let mut covered: FxHashSet<Covered> = FxHashSet::default();
    let functions = program.functions.iter().map(|it| &it.name);
    let globals = program.globals.iter().map(|it| &it.name);
    let mut used: FxHashSet<String> = functions.chain(globals).cloned().collect();
    for test in tests {
        let stem = match test.fault() {
            Some(fault) => {
                let line = sources.line(fault.span);
                format!("test_{function}_crash_line{line}_{}", slug(fault.kind.name()))
            }
            None => {
                let fresh = test.covers.iter().filter(|objective| !covered.contains(*objective));
                match fresh.min().or_else(|| test.covers.iter().min()) {
                    Some(Covered { line, text }) => {
                        format!("test_{function}_line{line}_{}", slug(text))
                    }
                    None => format!("test_{function}"),
                }
            }
        };
        let failing = failing(program, test);
        covered.extend(test.covers.iter().cloned());
        test.name = unique(&stem, &failing, &mut used);
    }
}

/// What the name of a test says of the library function that fails in it: `_when_malloc_fails`.
fn failing(program: &Program, test: &SuiteTest) -> String {
    let first = test.case.refused.first().map(|it| &program.functions[it.function].name);
    first.map_or_else(String::new, |name| format!("_when_{name}_fails"))
}

/// A name of at most [`LONGEST`] characters that no other test has: a stem and an end that stays.
fn unique(stem: &str, end: &str, used: &mut FxHashSet<String>) -> String {
    let mut number = 1;
    loop {
        let number_text = if number == 1 { String::new() } else { format!("_{number}") };
        let suffix = format!("{end}{number_text}");
        let kept: String = stem.chars().take(LONGEST.saturating_sub(suffix.len())).collect();
        let name = format!("{}{suffix}", kept.trim_end_matches('_'));
        if used.insert(name.clone()) {
            return name;
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Group;
    use clew_ir::{FunctionId, Id};
    use clew_symbolic::{Ending, TestCase};
    use clew_vm::stop::Stop;

    fn test(covers: &[(u32, &str)]) -> SuiteTest {
        let case = TestCase {
            function: FunctionId::from_index(0),
            arguments: Vec::new(),
            globals: Vec::new(),
            objects: Vec::new(),
            made: Vec::new(),
            streams: Vec::new(),
            stubs: Vec::new(),
            refused: Vec::new(),
            external: Vec::new(),
            standard_input: None,
            ending: Ending::Stop(Stop::Return(None)),
            returned: None,
            program_arguments: Vec::new(),
            runs_out: false,
            needs_alignment: false,
            has_weak_functions: false,
            printed: None,
            error_number: None,
            stack_word: None,
        };
        let covers =
            covers.iter().map(|(line, text)| Covered { line: *line, text: (*text).into() });
        SuiteTest {
            id: 0,
            name: String::new(),
            case,
            covers: covers.collect(),
            group: Group::Regular,
            unchecked: Default::default(),
        }
    }

    #[test]
    fn a_test_is_named_after_what_it_adds() {
        let first = [(7, "n >= MAXLEN is true"), (3, "v == 0 is false")];
        let second = [(7, "n >= MAXLEN is true"), (9, "a[i] > a[i + 1] is true")];
        let mut tests = [test(&first), test(&second), test(&second), test(&[])];
        name_tests(&Program::default(), "bubble", &mut tests);
        let names: Vec<&str> = tests.iter().map(|test| test.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "test_bubble_line3_v_eq_0_false",
                "test_bubble_line9_a_i_gt_a_i_plus_1_true",
                "test_bubble_line7_n_ge_maxlen_true",
                "test_bubble",
            ]
        );
    }

    #[test]
    fn names_are_short_and_unique() {
        let long = "first_operand_of_the_expression == second_operand_of_the_expression is true";
        let mut tests = [test(&[(1, long)]), test(&[(1, long)])];
        name_tests(&Program::default(), "f", &mut tests);
        assert!(tests.iter().all(|test| test.name.len() <= LONGEST));
        assert_ne!(tests[0].name, tests[1].name);
    }
}
