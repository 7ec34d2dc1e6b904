//! Test-Comp suites: one XML file for each test, and one about them.

use crate::c;
use crate::suite::{SuiteTest, TestComp};
use clew_ir::{Program, Scalar};
use clew_symbolic::ExternalInput;
use sha2::{Digest as _, Sha256};

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";

/// The file about a suite.
pub(crate) fn metadata(options: &TestComp, program_file: &str, contents: &[u8]) -> String {
    let element = |name: &str, text: &str| format!("  <{name}>{}</{name}>\n", escaped(text));
    let elements = [
        element("sourcecodelang", "C"),
        element("producer", "Clew"),
        element("specification", &options.specification),
        element("programfile", program_file),
        element("programhash", &hash(contents)),
        element("entryfunction", "main"),
        element("architecture", "64bit"),
        element("creationtime", &options.creation_time),
    ];
    format!(
        "{HEAD}<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format \
         test-metadata 1.1//EN\" \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n\
         <test-metadata>\n{}</test-metadata>\n",
        elements.concat()
    )
}

/// The SHA-256 of a program, as 64 hexadecimal digits.
fn hash(contents: &[u8]) -> String {
    Sha256::digest(contents).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The file of one test.
pub(crate) fn test_case(program: &Program, test: &SuiteTest) -> String {
    let inputs: String = test
        .case
        .external
        .iter()
        .map(|input| format!("  <input>{}</input>\n", escaped(&input_value(program, input))))
        .collect();
    format!(
        "{HEAD}<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \
         \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n<testcase>\n{inputs}</testcase>\n"
    )
}

/// A value as a number: integers in decimal, floats as C reads them, blocks in hexadecimal.
fn input_value(program: &Program, input: &ExternalInput) -> String {
    let bits = c::bits(&input.bytes);
    let Some(ty) = input.ty else {
        let digits: String = input.bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
        return format!("0x{digits}");
    };
    match program.types.scalar(ty) {
        Some(Scalar::Int { bits: width, signed }) => {
            clew_ir::ops::int_value(bits, width, signed).to_string()
        }
        Some(Scalar::Float(_)) => match c::scalar(&program.types, bits, ty).as_str() {
            "NAN" => "nan".to_owned(),
            "INFINITY" => "inf".to_owned(),
            "-INFINITY" => "-inf".to_owned(),
            number => number.trim_end_matches(['f', 'L']).to_owned(),
        },
        None => bits.to_string(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn programs_are_named_by_their_sha_256() {
        let digits = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash(b"abc"), digits);
    }
}
