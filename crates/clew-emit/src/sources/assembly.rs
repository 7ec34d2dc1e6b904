//! Calls in the place of inline assembly: what instructions give is for the tests to say.

use super::real;
use clew_ir::Program;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The texts that stand in the place of assembly, by file and in the order of the places.
#[derive(Default)]
pub(super) struct Replacements<'p> {
    of_file: FxHashMap<PathBuf, Vec<(Range<usize>, &'p str)>>,
}

impl<'p> Replacements<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        let mut found = Self::default();
        for it in &program.assembly {
            let path = real(&program.sources.files[it.file].path);
            let range = it.range.start as usize..it.range.end as usize;
            found.of_file.entry(path).or_default().push((range, &it.calls));
        }
        found.of_file.values_mut().for_each(|texts| texts.sort_by_key(|(range, _)| range.start));
        found
    }

    /// Replaces the assembly of a file; whether there was any. Every line stays where it is.
    pub(super) fn apply(&self, path: &Path, contents: &mut Vec<u8>) -> bool {
        let Some(texts) = self.of_file.get(&real(path)) else { return false };
        for (range, text) in texts.iter().rev() {
            if let Some(old) = contents.get(range.clone()) {
                let new = [text.as_bytes(), &line_ends(old)].concat();
                contents.splice(range.clone(), new);
            }
        }
        true
    }
}

/// The ends of the lines of a text: with a backslash where the line goes on, as in macros.
fn line_ends(text: &[u8]) -> Vec<u8> {
    let mut ends = Vec::new();
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let body = line.trim_ascii_end();
        if line.ends_with(b"\n") {
            let end: &[u8] = if body.ends_with(b"\\") { b" \\\n" } else { b"\n" };
            ends.extend_from_slice(end);
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_where_they_are() {
        let text = "#define T(x) asm(\"a\" \\\n : \"=r\"(x))\nint f(void) { asm(\"b\"\n\"c\"); }\n";
        let places = ["asm(\"a\"", "asm(\"b\""].map(|it| text.find(it).expect("a place"));
        let ends = ["(x))\n", "\"c\")"].map(|it| text.find(it).expect("an end") + 4);
        let texts = vec![(places[0]..ends[0], "one()"), (places[1]..ends[1], "two()")];
        let of_file = [(real(Path::new("/a.c")), texts)].into_iter().collect();
        let mut contents = text.as_bytes().to_vec();
        assert!(Replacements { of_file }.apply(Path::new("/a.c"), &mut contents));
        let expected = "#define T(x) one() \\\n\nint f(void) { two()\n; }\n";
        assert_eq!(String::from_utf8_lossy(&contents), expected);
        assert!(!Replacements::default().apply(Path::new("/a.c"), &mut contents));
    }
}
