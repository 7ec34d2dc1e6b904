//! A file of varied C with the usual headers, as long as asked for.

/// One unit of code; `@` stands for its number.
const TEMPLATE: &str = include_str!("template.c");

const HEADERS: &str = "\
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

";

/// The least program: what starting up costs.
pub(super) const EMPTY: &str = "int main(void) { return 0; }\n";

/// A program of at least so many lines, and hardly more.
pub(super) fn generate(lines: usize) -> String {
    let mut text = HEADERS.to_owned();
    let mut calls = String::new();
    let mut unit = 0;
    while text.lines().count() + unit + 4 < lines {
        unit += 1;
        text.push_str(&TEMPLATE.replace('@', &unit.to_string()));
        calls.push_str(&format!("    printf(\"%d\\n\", unit_{unit}());\n"));
    }
    format!("{text}int main(void) {{\n{calls}    return 0;\n}}\n")
}

#[cfg(test)]
mod tests {
    use super::{TEMPLATE, generate};

    #[test]
    fn length_is_as_asked() {
        let lines = generate(1000).lines().count();
        assert!((1000..1000 + TEMPLATE.lines().count()).contains(&lines), "{lines}");
    }
}
