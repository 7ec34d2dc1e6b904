//! Conditions as parts of identifiers: `*s == ';' is true` becomes `s_eq_semicolon_true`.

/// Operators in words, longer ones before those they begin with. An empty word drops it.
const OPERATORS: [(&str, &str); 22] = [
    ("<<=", "shl"),
    (">>=", "shr"),
    ("->", ""),
    ("++", ""),
    ("--", ""),
    ("&&", "and"),
    ("||", "or"),
    (">=", "ge"),
    ("<=", "le"),
    ("==", "eq"),
    ("!=", "ne"),
    ("<<", "shl"),
    (">>", "shr"),
    (">", "gt"),
    ("<", "lt"),
    ("!", "not"),
    ("%", "mod"),
    ("+", "plus"),
    ("*", "times"),
    ("-", "minus"),
    ("^", "xor"),
    ("/", "by"),
];

/// Conversions that say nothing about what is meant.
const CASTS: [&str; 6] =
    ["(unsigned char)", "(unsigned)", "(unsigned int)", "(int)", "(size_t)", "(long)"];

/// A condition, or the kind of a fault, as a part of an identifier: operators and characters in
/// words, the rest of what is no letter dropped.
pub(crate) fn slug(text: &str) -> String {
    let is_code = text.contains(' ');
    let outcome = [" is true", " is false"].into_iter().find_map(|it| text.strip_suffix(it));
    let mut rest = outcome.unwrap_or(text);
    let mut words: Vec<String> = Vec::new();
    // Whether what comes next is an operand, so that `*` and `&` stand before one.
    let mut wants_operand = true;
    while let Some(first) = rest.chars().next() {
        if let Some(cast) = CASTS.iter().find(|cast| rest.starts_with(**cast)) {
            rest = &rest[cast.len()..];
        } else if let Some((word, after)) = character(rest) {
            words.push(word);
            (rest, wants_operand) = (after, false);
        } else if let Some(after) = rest.strip_prefix('"') {
            let end = after.find('"').unwrap_or(after.len());
            words.extend(plain_words(&after[..end]));
            (rest, wants_operand) = (after.get(end + 1..).unwrap_or(""), false);
        } else if first.is_ascii_alphanumeric() || first == '_' {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
            words.extend(plain_words(word));
            (rest, wants_operand) = (after, false);
        } else if let Some((operator, word)) =
            OPERATORS.iter().find(|(operator, _)| is_code && rest.starts_with(*operator))
        {
            let is_dereference = *operator == "*" && wants_operand;
            if !word.is_empty() && !is_dereference {
                words.push((*word).to_owned());
            }
            (rest, wants_operand) = (&rest[operator.len()..], true);
        } else {
            wants_operand = match first {
                ' ' => wants_operand,
                ')' | ']' => false,
                _ => true,
            };
            rest = &rest[first.len_utf8()..];
        }
    }
    if outcome.is_some() {
        words.push(if text.ends_with("true") { "true" } else { "false" }.to_owned());
    }
    words.join("_")
}

fn plain_words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase)
}

/// The name of a character constant at the start of a text, and what follows it.
fn character(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('\'')?;
    let escaped = inner.strip_prefix('\\');
    let skipped = match escaped {
        Some(after) => 1 + after.chars().next()?.len_utf8(),
        None => inner.chars().next()?.len_utf8(),
    };
    let end = skipped + inner.get(skipped..)?.find('\'')?;
    let (value, after) = (&inner[..end], &inner[end + 1..]);
    Some((character_name(value), after))
}

fn character_name(text: &str) -> String {
    let name = match text {
        " " => "space",
        "\\n" => "newline",
        "\\t" => "tab",
        "\\r" => "return",
        "\\0" => "nul",
        "\\\\" => "backslash",
        "\\'" => "apostrophe",
        "\"" | "\\\"" => "quote",
        ";" => "semicolon",
        ":" => "colon",
        "," => "comma",
        "." => "dot",
        "#" => "hash",
        "!" => "bang",
        "?" => "question",
        "+" => "plus",
        "-" => "minus",
        "*" => "star",
        "/" => "slash",
        "%" => "percent",
        "=" => "equals",
        "<" => "less",
        ">" => "greater",
        "(" => "open",
        ")" => "close",
        "[" => "open_bracket",
        "]" => "close_bracket",
        "{" => "open_brace",
        "}" => "close_brace",
        "&" => "ampersand",
        "|" => "bar",
        "_" => "underscore",
        "@" => "at",
        "$" => "dollar",
        "~" => "tilde",
        "^" => "caret",
        "`" => "backquote",
        other => return plain_words(other).collect::<Vec<_>>().join("_"),
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn operators_are_spelled() {
        assert_eq!(slug("n >= MAXLEN is true"), "n_ge_maxlen_true");
        assert_eq!(slug("a[i] > a[i + 1] is false"), "a_i_gt_a_i_plus_1_false");
        assert_eq!(slug("x * y - -1 == 3 is true"), "x_times_y_minus_minus_1_eq_3_true");
        assert_eq!(slug("division-by-zero"), "division_by_zero");
    }

    #[test]
    fn what_is_pointed_to_is_no_product() {
        assert_eq!(slug("*s == ';' is false"), "s_eq_semicolon_false");
        assert_eq!(slug("++j->depth > 4 is true"), "j_depth_gt_4_true");
        assert_eq!(slug("isdigit((unsigned char)*j->p) is true"), "isdigit_j_p_true");
    }

    #[test]
    fn characters_and_strings_are_no_operators() {
        assert_eq!(slug("c == ' ' is true"), "c_eq_space_true");
        assert_eq!(slug("c == '\\'' is true"), "c_eq_apostrophe_true");
        assert_eq!(slug("case '-'"), "case_minus");
        assert_eq!(slug("case '\\x1b'"), "case_x1b");
        assert_eq!(slug("fscanf(f, \"%2s\", m) != 1 is true"), "fscanf_f_2s_m_ne_1_true");
    }
}
