//! Writing SMT-LIB 2.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::op::Op;
use crate::pool::{InputId, TermId, TermPool};
use crate::sort::Sort;

/// How deep an expression may nest before its parts are given names.
const MAX_NESTING: u32 = 32;

/// A term as one expression; parts used more than once are bound by `let`.
pub fn print_term(pool: &TermPool, term: TermId) -> String {
    let mut text = String::new();
    write_term(pool, term, &mut text);
    text
}

fn write_term(pool: &TermPool, term: TermId, text: &mut String) {
    let mut printer = Printer::new(pool);
    let named = printer.choose_names(pool, &[term], &mut FxHashSet::default());
    let mut closing = 0;
    for part in named {
        let _ = write!(text, "(let ((?t{} ", part.index());
        printer.write_expression(pool, part, text);
        text.push_str(")) ");
        printer.name(part);
        closing += 1;
    }
    printer.write_expression(pool, term, text);
    text.extend(std::iter::repeat_n(')', closing));
}

/// A script that is satisfiable exactly when the constraints are, complete with declarations and
/// `check-sat`; shared parts are definitions.
pub fn print_script(pool: &TermPool, constraints: &[TermId]) -> String {
    let mut printer = Printer::new(pool);
    let mut text = format!("(set-logic {})\n", logic(pool, constraints));
    printer.write_definitions(pool, constraints, &mut text);
    for &constraint in constraints {
        text.push_str("(assert ");
        printer.write_expression(pool, constraint, &mut text);
        text.push_str(")\n");
    }
    text.push_str("(check-sat)\n");
    text
}

/// The SMT-LIB logic of some terms. Constant arrays are outside the standard ones, and z3 takes
/// them in `ALL` only.
pub fn logic(pool: &TermPool, terms: &[TermId]) -> &'static str {
    let all = pool.post_order(terms);
    if all.iter().any(|&term| pool.op(term) == Op::ConstArray) {
        "ALL"
    } else if all.iter().any(|&term| matches!(pool.sort(term), Sort::Array { .. })) {
        "QF_ABV"
    } else {
        "QF_BV"
    }
}

/// A name as an SMT-LIB symbol, quoted where it must be.
pub fn quote_symbol(name: &str) -> String {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let plain = name.chars().all(simple)
        && name.starts_with(|c: char| !c.is_ascii_digit() && c != '@' && c != '.' && c != '?')
        && !RESERVED.contains(&name);
    if plain {
        return name.to_owned();
    }
    let mut text = String::from("|");
    for c in name.chars() {
        match c {
            '|' => text.push_str("!7c"),
            '\\' => text.push_str("!5c"),
            _ => text.push(c),
        }
    }
    text.push('|');
    text
}

const RESERVED: &[&str] = &[
    "let",
    "forall",
    "exists",
    "match",
    "par",
    "as",
    "_",
    "!",
    "not",
    "and",
    "or",
    "xor",
    "ite",
    "true",
    "false",
    "select",
    "store",
    "concat",
    "distinct",
    "assert",
    "push",
    "pop",
    "exit",
    "=",
    "=>",
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
    "bvadd",
    "bvsub",
    "bvmul",
    "bvand",
    "bvor",
    "bvxor",
    "bvnot",
    "bvneg",
    "bvshl",
    "bvlshr",
    "bvashr",
    "bvult",
    "bvule",
    "bvslt",
    "bvsle",
    "bvudiv",
    "bvurem",
    "bvsdiv",
    "bvsrem",
    "bvsmod",
    "bvcomp",
    "+",
    "-",
    "*",
    "/",
    "<",
    "<=",
    ">",
    ">=",
    "div",
    "mod",
    "abs",
    "Bool",
    "Int",
    "Real",
    "Array",
    "BitVec",
];

/// Writes terms into a growing script, remembering which parts have a name by now.
#[derive(Clone, Debug, Default)]
pub struct Printer {
    named: FxHashSet<TermId>,
    declared: FxHashSet<InputId>,
    symbols: FxHashMap<InputId, String>,
}

/// What is left to write.
enum Piece {
    Term(TermId),
    Close,
}

impl Printer {
    /// A printer at the beginning of a script.
    pub fn new(_pool: &TermPool) -> Self {
        Self::default()
    }

    fn name(&mut self, term: TermId) {
        self.named.insert(term);
    }

    /// Writes the declarations of inputs and definitions of shared parts that the terms need and
    /// that were not written before.
    pub fn write_definitions(&mut self, pool: &TermPool, terms: &[TermId], text: &mut String) {
        self.write_declarations(pool, terms, text);
        let mut visited = self.named.clone();
        for part in self.choose_names(pool, terms, &mut visited) {
            let _ = write!(text, "(define-fun ?t{} () {} ", part.index(), pool.sort(part));
            self.write_expression(pool, part, text);
            text.push_str(")\n");
            self.name(part);
        }
    }

    /// Writes the declarations of inputs that the terms need and that were not written before.
    pub fn write_declarations(&mut self, pool: &TermPool, terms: &[TermId], text: &mut String) {
        for &term in terms {
            pool.for_each_in_set(pool.input_set(term), |input| {
                if self.declared.insert(input) {
                    let symbol = quote_symbol(&pool.symbol(input));
                    let sort = pool.input_decl(input).sort;
                    let _ = writeln!(text, "(declare-const {symbol} {sort})");
                    self.symbols.insert(input, symbol);
                }
            });
        }
    }

    /// The parts that deserve a name, in an order in which each uses earlier ones only.
    fn choose_names(
        &self,
        pool: &TermPool,
        roots: &[TermId],
        visited: &mut FxHashSet<TermId>,
    ) -> Vec<TermId> {
        let mut order = Vec::new();
        let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
        let mut stack: Vec<(TermId, bool)> = Vec::new();
        for &root in roots {
            *uses.entry(root).or_insert(0) += 1;
            stack.push((root, false));
            while let Some((term, done)) = stack.pop() {
                if done {
                    order.push(term);
                    continue;
                }
                if !visited.insert(term) {
                    continue;
                }
                stack.push((term, true));
                for &arg in pool.args(term).iter().rev() {
                    *uses.entry(arg).or_insert(0) += 1;
                    stack.push((arg, false));
                }
            }
        }
        let mut nesting: FxHashMap<TermId, u32> = FxHashMap::default();
        let mut chosen = Vec::new();
        for term in order {
            if pool.args(term).is_empty() {
                continue;
            }
            let depth = pool.args(term).iter().filter_map(|arg| nesting.get(arg)).max();
            let depth = depth.map_or(1, |depth| depth + 1);
            if uses[&term] > 1 || depth >= MAX_NESTING {
                chosen.push(term);
                nesting.insert(term, 0);
            } else {
                nesting.insert(term, depth);
            }
        }
        chosen
    }

    /// Writes one term, using the names given so far for its parts (and for itself).
    pub fn write_expression(&self, pool: &TermPool, term: TermId, text: &mut String) {
        let mut pieces = vec![Piece::Term(term)];
        let mut first = true;
        while let Some(piece) = pieces.pop() {
            let Piece::Term(term) = piece else {
                text.push(')');
                continue;
            };
            if !std::mem::take(&mut first) && !text.ends_with('(') {
                text.push(' ');
            }
            if self.named.contains(&term) {
                let _ = write!(text, "?t{}", term.index());
                continue;
            }
            if self.write_leaf(pool, term, text) {
                continue;
            }
            let (head, operands) = application(pool, term);
            text.push('(');
            text.push_str(&head);
            pieces.push(Piece::Close);
            pieces.extend(operands.into_iter().rev().map(Piece::Term));
        }
    }

    fn write_leaf(&self, pool: &TermPool, term: TermId, text: &mut String) -> bool {
        if let Some(value) = pool.value(term) {
            let width = pool.width(term);
            let _ = match pool.sort(term) {
                Sort::Bool => write!(text, "{}", value == 1),
                _ if width.is_multiple_of(4) => {
                    write!(text, "#x{value:0digits$x}", digits = width as usize / 4)
                }
                _ => write!(text, "#b{value:0digits$b}", digits = width as usize),
            };
            return true;
        }
        let Some(input) = pool.input_of(term) else { return false };
        match self.symbols.get(&input) {
            Some(symbol) => text.push_str(symbol),
            None => text.push_str(&quote_symbol(&pool.symbol(input))),
        }
        true
    }
}

/// The head of an application and its operands, with the derived operators recognised.
fn application(pool: &TermPool, term: TermId) -> (String, Vec<TermId>) {
    let args = pool.args(term).to_vec();
    let boolean = pool.sort(term) == Sort::Bool;
    let head = match pool.op(term) {
        Op::Const | Op::Input => unreachable!("leaves are written elsewhere"),
        Op::Not if boolean => "not",
        Op::Not => "bvnot",
        Op::And if boolean => "and",
        Op::And => "bvand",
        Op::Or if boolean => "or",
        Op::Or => "bvor",
        Op::Xor if boolean => "xor",
        Op::Xor => "bvxor",
        Op::Ite => "ite",
        Op::Eq => "=",
        Op::Ult => "bvult",
        Op::Slt => "bvslt",
        Op::Neg => "bvneg",
        Op::Add => "bvadd",
        Op::Mul => "bvmul",
        Op::UDiv => "bvudiv",
        Op::URem => "bvurem",
        Op::SDiv => "bvsdiv",
        Op::SRem => "bvsrem",
        Op::Shl => "bvshl",
        Op::LShr => "bvlshr",
        Op::AShr => "bvashr",
        Op::Concat => {
            if pool.value(args[0]) == Some(0) {
                let head = format!("(_ zero_extend {})", pool.width(args[0]));
                return (head, vec![args[1]]);
            }
            "concat"
        }
        Op::Extract => {
            let (high, low) = pool.extract_bounds(term).unwrap_or((0, 0));
            return (format!("(_ extract {high} {low})"), args);
        }
        Op::SignExtend => {
            let added = pool.width(term) - pool.width(args[0]);
            return (format!("(_ sign_extend {added})"), args);
        }
        Op::Select => "select",
        Op::Store => "store",
        Op::ConstArray => return (format!("(as const {})", pool.sort(term)), args),
    };
    (head.to_owned(), args)
}
