//! What things are called, in reports and in files.

use super::result::{Objective, Test};
use std::path::Path;

/// An objective, as reports call it.
pub(super) fn objective(objective: &Objective) -> String {
    let Objective { id, file, line, text, .. } = objective;
    format!("{id} ({file}:{line}: {})", text.replace('\n', " "))
}

/// A test, as reports call it.
pub(super) fn test(test: &Test) -> String {
    format!("test {} ({})", test.id, test.name)
}

/// How many names two paths have in common, from their ends on.
fn common_end(a: &Path, b: &Path) -> usize {
    let (a, b) = (a.components().rev(), b.components().rev());
    a.zip(b).take_while(|(a, b)| a == b).count()
}

/// The copy of a user's file among files: the one whose path ends in most of the same names.
pub(super) fn copy_of<'f>(
    file: &str,
    copies: impl Iterator<Item = &'f String>,
) -> Option<&'f String> {
    let file = Path::new(file);
    let ends = copies.map(|copy| (common_end(file, Path::new(copy)), copy));
    ends.filter(|(common, _)| *common > 0).max_by_key(|(common, _)| *common).map(|(_, copy)| copy)
}

/// The words of a command, as a shell splits them.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(rest.next()),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None | Some(_), c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::{copy_of, words};

    #[test]
    fn words_are_split_as_by_a_shell() {
        assert_eq!(words(" -Ia  '-DB=\"c d\"' e\\ f \"\" "), ["-Ia", "-DB=\"c d\"", "e f", ""]);
        assert!(words(" \n").is_empty());
    }

    #[test]
    fn a_file_is_known_by_the_end_of_its_path() {
        let copies = ["src/a/f.c".to_owned(), "src/b/f.c".to_owned(), "src/b/g.c".to_owned()];
        let copy = |file| copy_of(file, copies.iter()).map(String::as_str);
        assert_eq!(copy("/home/x/b/f.c"), Some("src/b/f.c"));
        assert_eq!(copy("g.c"), Some("src/b/g.c"));
        assert_eq!(copy("h.c"), None);
    }
}
