//! Lengths that `access` attributes tell: `access(read_only, 1, 2)` says that the first parameter has as
//! many elements as the second tells. clang leaves the attribute out of its tree: it is read where it is
//! spelled, in the declaration itself or in a macro that it uses.

use clew_ir::{DeclaredLength, Dimension, ParameterFacts};

/// Notes what the attributes of a declaration of the user's say; `head` is its text up to its body or end,
/// `texts` are those of the user's files, for macros.
pub(super) fn note_lengths<'t>(
    head: &str,
    name: &str,
    texts: impl Iterator<Item = &'t str> + Clone,
    params: &mut [ParameterFacts],
) {
    let mut found = lengths(head);
    for (word, arguments) in calls(head) {
        if !["__attribute__", "access", name].contains(&word)
            && let Some(expanded) = expanded(word, arguments, texts.clone())
        {
            found.extend(lengths(&expanded));
        }
    }
    for (array, count) in found {
        if let Some(param) = params.get_mut(array) {
            param.length.get_or_insert(DeclaredLength::AsWritten(Dimension::Parameter(count)));
        }
    }
}

/// The arrays and their lengths, by the positions of the parameters, that attributes in a text name.
fn lengths(text: &str) -> Vec<(usize, usize)> {
    let is_access = |(name, _): &(&str, &str)| matches!(*name, "access" | "__access__");
    let pair = |(_, arguments): (&str, &str)| {
        let arguments: Vec<&str> = arguments.split(',').map(str::trim).collect();
        let [mode, array, count] = arguments[..] else { return None };
        let modes = ["read_only", "read_write", "write_only", "none"];
        let position = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        modes.contains(&mode.trim_matches('_')).then_some((position(array)?, position(count)?))
    };
    calls(text).into_iter().filter(is_access).filter_map(pair).collect()
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// All words of a text that stand before parentheses, with what is in these.
fn calls(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    for (open, _) in text.match_indices('(') {
        let before = text[..open].trim_end();
        let start = before.rfind(|c| !is_word(c)).map_or(0, |at| at + 1);
        let Some(close) = closing(&text[open + 1..]) else { continue };
        if start < before.len() {
            found.push((&before[start..], &text[open + 1..open + 1 + close]));
        }
    }
    found
}

/// Where the parenthesis ends that is open before a text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    text.char_indices().find_map(|(at, c)| match c {
        '(' => {
            depth += 1;
            None
        }
        ')' if depth == 0 => Some(at),
        ')' => {
            depth -= 1;
            None
        }
        _ => None,
    })
}

/// What the use of a macro stands for, where its definition has to do with `access`.
fn expanded<'t>(
    name: &str,
    arguments: &str,
    mut texts: impl Iterator<Item = &'t str>,
) -> Option<String> {
    let (names, body) = texts.find_map(|text| definition(text, name))?;
    if !body.contains("access") {
        return None;
    }
    let values: Vec<&str> = arguments.split(',').map(str::trim).collect();
    let mut expanded = String::new();
    let mut rest = body.as_str();
    while let Some(at) = rest.find(is_word) {
        let end = rest[at..].find(|c| !is_word(c)).map_or(rest.len(), |length| at + length);
        let word = &rest[at..end];
        let value = names.iter().position(|it| it == word).and_then(|it| values.get(it));
        expanded.push_str(&rest[..at]);
        expanded.push_str(value.unwrap_or(&word));
        rest = &rest[end..];
    }
    expanded.push_str(rest);
    Some(expanded)
}

/// The parameters and the text of a macro that a file defines with parameters.
fn definition(text: &str, name: &str) -> Option<(Vec<String>, String)> {
    text.match_indices("define").find_map(|(at, word)| {
        let before = text[..at].rsplit('\n').next().unwrap_or_default();
        let rest = text[at + word.len()..].trim_start_matches([' ', '\t']);
        let rest = rest.strip_prefix(name)?.strip_prefix('(').filter(|_| before.trim() == "#")?;
        let close = closing(rest)?;
        let names = rest[..close].split(',').map(|it| it.trim().to_owned()).collect();
        let mut body = String::new();
        for line in rest[close + 1..].lines() {
            body.push_str(line.trim_end_matches('\\'));
            if !line.ends_with('\\') {
                break;
            }
        }
        Some((names, body))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(head: &str, file: &str) -> Vec<Option<DeclaredLength>> {
        let mut params = vec![ParameterFacts::default(); 3];
        note_lengths(head, "sum", [file].into_iter(), &mut params);
        params.into_iter().map(|it| it.length).collect()
    }

    fn of(count: usize) -> Option<DeclaredLength> {
        Some(DeclaredLength::AsWritten(Dimension::Parameter(count)))
    }

    #[test]
    fn attributes_tell_lengths() {
        let head = "__attribute__((access(read_only, 1, 2))) int sum(const int *v, int n)";
        assert_eq!(told(head, ""), [of(1), None, None]);
        let head = "void f(int *a, int *b, int n) __attribute__((nonnull, \
            __access__ (__write_only__, 1, 3), access(read_write, 2, 3)))";
        assert_eq!(told(head, ""), [of(2), of(2), None]);
    }

    #[test]
    fn what_says_nothing_of_lengths_is_left_alone() {
        for head in [
            "__attribute__((access(read_only, 1))) int f(const int *v, int n)",
            "int access(const char *path, int mode)",
            "int f(int (*access)(int read_only, int a, int b))",
            "__attribute__((access(read_only, 7, 2))) int f(int *v, int n)",
        ] {
            assert_eq!(told(head, ""), [None, None, None], "{head}");
        }
    }

    #[test]
    fn macros_are_looked_into() {
        let file = "#define RD(a, n) \\\n    __attribute__((access(read_only, a, n)))\n\
            # define OTHER(a) a\n";
        assert_eq!(told("RD(1, 2) int sum(const int *v, int n)", file), [of(1), None, None]);
        assert_eq!(told("OTHER(int) sum(const int *v, int n)", file), [None, None, None]);
    }
}
