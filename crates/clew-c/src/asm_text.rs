//! GNU inline assembly, from its source text.
//!
//! clang's JSON gives only the operand expressions of an `asm` statement, not its template,
//! constraints and clobbers; those are read here from the text of the statement. Macros are not
//! expanded: where one stands for a string, nothing is known of what it says.

use crate::literal::{self, quoted_length};
use crate::type_text::closing;

/// An `asm` statement.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct AsmText {
    /// The assembly text, as far as it is written here.
    pub(crate) template: String,
    /// Whether macros stand for parts of the template.
    pub(crate) has_macros: bool,
    /// What it writes.
    pub(crate) outputs: Vec<AsmOperand>,
    /// What it reads.
    pub(crate) inputs: Vec<AsmOperand>,
    /// What else it changes: registers, `memory`, `cc`.
    pub(crate) clobbers: Vec<String>,
    /// The labels of `asm goto`.
    pub(crate) labels: Vec<String>,
    /// Whether it is `volatile`.
    pub(crate) is_volatile: bool,
    /// The length of the text that was read, to its closing parenthesis.
    pub(crate) length: usize,
}

/// An operand of an `asm` statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AsmOperand {
    /// The name in brackets.
    pub(crate) name: Option<String>,
    /// The constraint, such as `=r` or `0`; empty where a macro stands for it.
    pub(crate) constraint: String,
    /// The expression, as C text.
    pub(crate) expression: String,
}

impl AsmOperand {
    /// Whether it can only be memory, so that its value is not asked for.
    pub(crate) fn is_memory(&self) -> bool {
        let letters = self.constraint.trim_start_matches(['=', '+', '&', '%']);
        !letters.is_empty()
            && letters.chars().all(|c| matches!(c, 'm' | 'o' | 'V' | 'Q' | '<' | '>'))
    }

    /// Whether an output is read, too.
    pub(crate) fn is_read(&self) -> bool {
        self.constraint.contains('+')
    }

    /// The output that an input shares its place with.
    pub(crate) fn tied(&self) -> Option<usize> {
        self.constraint.trim_start_matches('%').parse().ok()
    }
}

impl AsmText {
    /// Parses the statement at the start of `source`; what follows its closing parenthesis is not
    /// looked at. Its keyword may be a macro.
    pub(crate) fn parse(source: &str) -> Result<AsmText, String> {
        let (text, length) = without_comments(source);
        let mut parser = Parser { text: &text, position: 0 };
        Ok(AsmText { length, ..parser.statement()? })
    }

    /// Whether it changes memory that is no operand.
    pub(crate) fn clobbers_memory(&self) -> bool {
        // A macro in the place of a string may say anything.
        self.clobbers.iter().any(|it| it == "memory" || it.is_empty())
    }

    /// Whether the statement computes nothing: it holds no instruction, and nothing but what it is given
    /// comes out of it.
    pub(crate) fn is_idle(&self) -> bool {
        let is_tied = |at: usize| self.inputs.iter().any(|input| input.tied() == Some(at));
        let mut outputs = self.outputs.iter().enumerate();
        self.is_empty_template() && outputs.all(|(at, it)| it.is_read() || is_tied(at))
    }

    /// Whether the template holds no instruction: nothing, or comments of the assembler.
    pub(crate) fn is_empty_template(&self) -> bool {
        !self.has_macros
            && self
                .template
                .split('\n')
                .flat_map(|line| {
                    let code = line.split('#').next().unwrap_or_default();
                    code.split(';')
                })
                .all(|part| part.trim().is_empty())
    }
}

/// The text with comments and continued lines turned into spaces, up to the end of the statement, and how
/// long it was.
fn without_comments(source: &str) -> (String, usize) {
    let mut text = String::with_capacity(source.len().min(1024));
    let mut depth = 0_u32;
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let mut length = first.len_utf8();
        if rest.starts_with("\\\n") || rest.starts_with("\\\r\n") {
            length = rest.find('\n').map_or(rest.len(), |end| end + 1);
            text.push(' ');
        } else if let Some(comment) = rest.strip_prefix("/*") {
            length = comment.find("*/").map_or(rest.len(), |end| end + 4);
            text.push(' ');
        } else if rest.starts_with("//") {
            length = rest.find('\n').unwrap_or(rest.len());
            text.push(' ');
        } else if first == '"' || first == '\'' {
            length = quoted_length(rest.as_bytes());
            text.push_str(&rest[..length]);
        } else {
            text.push(first);
            depth += u32::from(first == '(');
            if first == ')' {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return (text, source.len() - rest.len() + length);
                }
            }
        }
        rest = &rest[length..];
    }
    (text, source.len())
}

struct Parser<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    fn skip_space(&mut self) {
        self.position = self.text.len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, token: char) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(token);
        if found {
            self.position += token.len_utf8();
        }
        found
    }

    fn expect(&mut self, token: char) -> Result<(), String> {
        if self.eat(token) { Ok(()) } else { Err(self.unexpected(&format!("`{token}`"))) }
    }

    fn unexpected(&self, expected: &str) -> String {
        let rest: String = self.rest().chars().take(24).collect();
        format!("asm statement: expected {expected} before `{rest}`")
    }

    fn word(&mut self) -> Option<&'a str> {
        self.skip_space();
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
        let word = &rest[..end.unwrap_or(rest.len())];
        self.position += word.len();
        (!word.is_empty()).then_some(word)
    }

    fn statement(&mut self) -> Result<AsmText, String> {
        let mut parsed = AsmText::default();
        self.word().ok_or_else(|| self.unexpected("`asm`"))?;
        while let Some(word) = self.word() {
            match word {
                "volatile" | "__volatile" | "__volatile__" => parsed.is_volatile = true,
                "goto" | "inline" | "__inline" | "__inline__" | "const" | "__const"
                | "restrict" => {}
                _ => return Err(self.unexpected("`(`")),
            }
        }
        self.expect('(')?;
        (parsed.template, parsed.has_macros) = self.strings_and_macros()?;
        if self.eat(':') {
            parsed.outputs = self.list(Self::operand)?;
            if self.eat(':') {
                parsed.inputs = self.list(Self::operand)?;
                if self.eat(':') {
                    parsed.clobbers = self.list(Self::string_or_macro)?;
                    if self.eat(':') {
                        parsed.labels = self.list(Self::label)?;
                    }
                }
            }
        }
        self.expect(')')?;
        Ok(parsed)
    }

    /// Items between commas; none when `:` or `)` stands here.
    fn list<T>(&mut self, item: impl Fn(&mut Self) -> Result<T, String>) -> Result<Vec<T>, String> {
        let mut items = Vec::new();
        self.skip_space();
        if self.rest().starts_with([':', ')']) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.eat(',') {
                return Ok(items);
            }
        }
    }

    /// `[name] "constraint" (expression)`.
    fn operand(&mut self) -> Result<AsmOperand, String> {
        let name = if self.eat('[') {
            let name = self.word().ok_or_else(|| self.unexpected("a name"))?.to_owned();
            self.expect(']')?;
            Some(name)
        } else {
            None
        };
        let constraint = self.string_or_macro()?;
        self.expect('(')?;
        let end =
            closing(self.text, self.position, b'(', b')').ok_or_else(|| self.unexpected("`)`"))?;
        let expression = self.text[self.position..end].trim().to_owned();
        self.position = end + 1;
        Ok(AsmOperand { name, constraint, expression })
    }

    fn label(&mut self) -> Result<String, String> {
        self.word().map(str::to_owned).ok_or_else(|| self.unexpected("a label"))
    }

    /// String literals, or a macro in their place: nothing is known of that then.
    fn string_or_macro(&mut self) -> Result<String, String> {
        let (text, has_macros) = self.strings_and_macros()?;
        Ok(if has_macros { String::new() } else { text })
    }

    /// One or more adjacent string literals, names of macros among them: whether there are any.
    fn strings_and_macros(&mut self) -> Result<(String, bool), String> {
        let (mut text, mut is_found, mut has_macros) = (String::new(), false, false);
        loop {
            self.skip_space();
            let is_number = self.rest().starts_with(|c: char| c.is_ascii_digit());
            if self.rest().starts_with('"') {
                text.push_str(&self.string()?);
                is_found = true;
            } else if self.eat('#') || (!is_number && self.word().is_some()) {
                has_macros = true;
            } else if !(is_found || has_macros) {
                return Err(self.unexpected("a string"));
            } else {
                return Ok((text, has_macros));
            }
        }
    }

    /// One or more adjacent string literals.
    fn string(&mut self) -> Result<String, String> {
        self.skip_space();
        if !self.rest().starts_with('"') {
            return Err(self.unexpected("a string"));
        }
        let mut bytes = Vec::new();
        while self.rest().starts_with('"') {
            let length = quoted_length(self.rest().as_bytes());
            let units = literal::string_units(&self.rest()[..length], 8)?;
            bytes.extend(units.into_iter().map(|unit| unit as u8));
            self.position += length;
            self.skip_space();
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn parse(text: &str) -> AsmText {
        match AsmText::parse(text) {
            Ok(parsed) => parsed,
            Err(error) => panic!("{error} in {text}"),
        }
    }

    fn operand(name: Option<&str>, constraint: &str, expression: &str) -> AsmOperand {
        AsmOperand {
            name: name.map(str::to_owned),
            constraint: constraint.to_owned(),
            expression: expression.to_owned(),
        }
    }

    #[test]
    fn a_barrier() {
        let parsed = parse(r#"__asm__ __volatile__("" ::: "memory"); int after(void);"#);
        assert!(parsed.is_volatile && parsed.is_idle() && parsed.clobbers_memory());
        assert_eq!(parsed.clobbers, ["memory"]);
        assert!(parsed.outputs.is_empty() && parsed.inputs.is_empty());
    }

    #[test]
    fn all_parts() {
        let parsed = parse(
            "asm volatile (\"nop\\n\\t\" /* c ) */ \"add %0, %1\" // \"\n : [out] \"=&r\"(v), \
             \"+m\" (*(int*)&n) : \"0\"(n), [x]\"i\"(sizeof(\")\") ) : \"memory\", \"cc\")",
        );
        assert_eq!(parsed.template, "nop\n\tadd %0, %1");
        assert_eq!(
            parsed.outputs,
            [operand(Some("out"), "=&r", "v"), operand(None, "+m", "*(int*)&n")]
        );
        assert_eq!(
            parsed.inputs,
            [operand(None, "0", "n"), operand(Some("x"), "i", "sizeof(\")\")")]
        );
        assert_eq!(parsed.clobbers, ["memory", "cc"]);
        assert!(!parsed.is_idle() && parsed.clobbers_memory());
    }

    #[test]
    fn short_forms() {
        assert_eq!(parse("asm(\"\")"), AsmText { length: 7, ..AsmText::default() });
        assert_eq!(parse("asm inline(\"\"::\"r\"(v))").inputs, [operand(None, "r", "v")]);
        assert_eq!(parse("asm goto(\"jmp %l0\" : : : : a, b)").labels, ["a", "b"]);
        assert_eq!(
            parse("__asm__ \\\n  (\"x\" \\\n : \"=r\"(v))").outputs,
            [operand(None, "=r", "v")]
        );
    }

    #[test]
    fn empty_templates() {
        for (template, is_empty) in [
            ("", true),
            (" \\n\\t", true),
            ("# note; x", true),
            ("nop", false),
            ("# a\\nnop", false),
            (";", true),
        ] {
            let parsed = parse(&format!("asm(\"{template}\")"));
            assert_eq!(parsed.is_idle(), is_empty, "for {template}");
        }
    }

    /// What an output holds that nothing is put into is not known.
    #[test]
    fn outputs_without_instructions() {
        for (operands, is_idle) in [
            (": \"=r\"(x)", false),
            (": \"+r\"(x)", true),
            (": \"=m\"(x)", false),
            (": \"=r\"(x) : \"0\"(y)", true),
            (": \"=r\"(x), \"=r\"(y) : \"1\"(y)", false),
        ] {
            assert_eq!(
                parse(&format!("asm(\"\" {operands})")).is_idle(),
                is_idle,
                "for {operands}"
            );
        }
    }

    #[test]
    fn macros_in_the_place_of_strings() {
        let parsed = parse("__ASM volatile (REV \" %0\" : OUT (x), \"=r\"(y) : IN(v) : CLOBBERS);");
        assert_eq!(parsed.outputs, [operand(None, "", "x"), operand(None, "=r", "y")]);
        assert_eq!(parsed.inputs, [operand(None, "", "v")]);
        assert!(parsed.has_macros && parsed.is_volatile && parsed.clobbers_memory());
        assert!(!parsed.is_idle());
        assert_eq!(parsed.length, 64);
        assert!(!parse("asm(TEXT)").is_idle());
    }

    #[test]
    fn bad_text_is_an_error_and_never_a_panic() {
        for text in [
            "",
            "asm",
            "asm(",
            "asm(7)",
            "asm(:)",
            "asm(\"a",
            "asm(\"\" : \"=r\")",
            "int x;",
            "asm volatile x(\"\")",
        ] {
            assert!(AsmText::parse(text).is_err(), "for {text}");
        }
        let seed =
            "asm volatile (\"a\\\"\" /* é */ : [o] \"=r\"(f(')')) : \"0\"(n) // x\n : \"cc\")";
        for start in 0..seed.len() {
            for end in start..=seed.len() {
                if let Some(part) = seed.get(start..end) {
                    let _ = AsmText::parse(part);
                }
            }
        }
    }
}
