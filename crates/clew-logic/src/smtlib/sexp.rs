//! S-expressions, read without recursion.

use thiserror::Error;

/// An expression in a [`SexpArena`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sexp {
    /// A symbol, number or keyword: its place in the list of atoms.
    Atom(u32),
    /// A list: where its items start and how many there are.
    List {
        /// The place of the first item.
        start: u32,
        /// The number of items.
        len: u32,
    },
}

/// What was read.
#[derive(Clone, Debug, Default)]
pub struct SexpArena {
    atoms: Vec<String>,
    items: Vec<Sexp>,
}

impl SexpArena {
    /// The items of a list; none for an atom.
    pub fn items(&self, sexp: Sexp) -> &[Sexp] {
        match sexp {
            Sexp::Atom(_) => &[],
            Sexp::List { start, len } => &self.items[start as usize..(start + len) as usize],
        }
    }

    /// The text of an atom. A quoted symbol comes without its bars.
    pub fn atom(&self, sexp: Sexp) -> Option<&str> {
        match sexp {
            Sexp::Atom(place) => Some(&self.atoms[place as usize]),
            Sexp::List { .. } => None,
        }
    }

    /// The expression as text, for messages.
    pub fn show(&self, sexp: Sexp) -> String {
        let mut text = String::new();
        let mut stack = vec![Some(sexp)];
        while let Some(next) = stack.pop() {
            if text.len() > 120 {
                text.push('…');
                break;
            }
            match next {
                None => text.push(')'),
                Some(atom @ Sexp::Atom(_)) => {
                    text.push_str(self.atom(atom).unwrap_or_default());
                    text.push(' ');
                }
                Some(list) => {
                    text.push('(');
                    stack.push(None);
                    stack.extend(self.items(list).iter().rev().map(|&item| Some(item)));
                }
            }
        }
        text
    }
}

/// Why text is not a sequence of S-expressions.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SexpError {
    /// `)` without `(`.
    #[error("line {0}: unexpected `)`")]
    UnexpectedClose(usize),
    /// The text ends inside a list, string or quoted symbol.
    #[error("unexpected end of text")]
    UnexpectedEnd,
}

/// Reads a whole text: the arena and the expressions at top level.
///
/// # Errors
/// When parentheses or quotes do not match.
pub fn parse_sexps(text: &str) -> Result<(SexpArena, Vec<Sexp>), SexpError> {
    let mut arena = SexpArena::default();
    let mut open: Vec<Vec<Sexp>> = vec![Vec::new()];
    let bytes = text.as_bytes();
    let mut place = 0;
    let mut line = 1;
    while place < bytes.len() {
        let start = place;
        match bytes[place] {
            b'\n' => {
                line += 1;
                place += 1;
            }
            byte if byte.is_ascii_whitespace() => place += 1,
            b';' => {
                while place < bytes.len() && bytes[place] != b'\n' {
                    place += 1;
                }
            }
            b'(' => {
                open.push(Vec::new());
                place += 1;
            }
            b')' => {
                place += 1;
                let items = open.pop().unwrap_or_default();
                let Some(parent) = open.last_mut() else {
                    return Err(SexpError::UnexpectedClose(line));
                };
                let start = arena.items.len() as u32;
                let len = items.len() as u32;
                arena.items.extend(items);
                parent.push(Sexp::List { start, len });
            }
            quote @ (b'"' | b'|') => {
                place += 1;
                while place < bytes.len() && bytes[place] != quote {
                    line += usize::from(bytes[place] == b'\n');
                    place += 1;
                }
                if place == bytes.len() {
                    return Err(SexpError::UnexpectedEnd);
                }
                place += 1;
                let inside =
                    if quote == b'|' { &text[start + 1..place - 1] } else { &text[start..place] };
                push_atom(&mut arena, &mut open, inside);
            }
            _ => {
                let ends = |byte: u8| {
                    byte.is_ascii_whitespace() || matches!(byte, b'(' | b')' | b';' | b'"' | b'|')
                };
                while place < bytes.len() && !ends(bytes[place]) {
                    place += 1;
                }
                push_atom(&mut arena, &mut open, &text[start..place]);
            }
        }
    }
    if open.len() != 1 {
        return Err(SexpError::UnexpectedEnd);
    }
    Ok((arena, open.pop().unwrap_or_default()))
}

fn push_atom(arena: &mut SexpArena, open: &mut [Vec<Sexp>], text: &str) {
    let place = arena.atoms.len() as u32;
    arena.atoms.push(text.to_owned());
    if let Some(list) = open.last_mut() {
        list.push(Sexp::Atom(place));
    }
}
