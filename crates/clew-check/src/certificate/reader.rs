//! Certificates from their text.

use super::{Call, Certificate, Fate, Location, Node, Objective, Point, Predicate};
use crate::error::CheckError;
use crate::program::{Binary, Program, Scalar};
use crate::reader::code::Scope;
use crate::semantics::EntryKind;
use crate::sexpr::{self, Sexpr};
use std::collections::BTreeMap;

/// Reads one or more certificates for a program.
pub(crate) fn read_certificates(
    program: &Program,
    text: &str,
) -> Result<Vec<Certificate>, CheckError> {
    let all = sexpr::parse_all(text)?;
    if all.is_empty() {
        return Err(CheckError::at(1, "there is no certificate"));
    }
    all.iter().map(|whole| read_certificate(program, whole)).collect()
}

fn read_certificate(program: &Program, whole: &Sexpr) -> Result<Certificate, CheckError> {
    let ("certificate", [version, items @ ..]) = whole.form()? else {
        return Err(whole.error("a certificate starts with `(certificate 1`"));
    };
    if version.number::<u32>()? != 1 {
        return Err(version.error("only version 1 is known"));
    }
    let reader = Reader { program };
    let mut entry = None;
    let (mut objectives, mut subjects) = (Vec::new(), Vec::new());
    let mut assumptions = Vec::new();
    let mut nodes = BTreeMap::new();
    let mut root = None;
    for item in items {
        match item.form()? {
            // Where the text of the program was: for people.
            ("program", _) => {}
            ("entry", [name, kind]) if entry.is_none() => {
                entry = Some((reader.function(name)?, entry_kind(kind)?));
            }
            ("assume", [name, predicate]) => {
                let Some((entry, _)) = entry else {
                    return Err(item.error("the entry comes first"));
                };
                let predicate = reader.predicate(predicate, &[entry])?;
                assumptions.push((name.string()?.to_owned(), predicate));
            }
            ("objective", [of]) => {
                objectives.push(reader.objective(of)?);
                subjects.push(of.to_string());
            }
            ("node", [number, rest @ ..]) => {
                let key = number.number()?;
                root.get_or_insert(key);
                if nodes.insert(key, reader.node(item, rest)?).is_some() {
                    return Err(number.error("the number is used twice"));
                }
            }
            (other, _) => return Err(item.error(format!("unexpected `{other}`"))),
        }
    }
    let missing = |what: &str| whole.error(format!("the {what} is missing"));
    let (entry, kind) = entry.ok_or_else(|| missing("entry"))?;
    if objectives.is_empty() {
        return Err(missing("objective"));
    }
    let root = root.ok_or_else(|| missing("root"))?;
    Ok(Certificate { entry, kind, assumptions, objectives, subjects, nodes, root })
}

fn entry_kind(item: &Sexpr) -> Result<EntryKind, CheckError> {
    match item.atom()? {
        "unit" => Ok(EntryKind::Unit),
        "program" => Ok(EntryKind::Program),
        _ => Err(item.error("`unit` or `program` is expected")),
    }
}

struct Reader<'p> {
    program: &'p Program,
}

impl Reader<'_> {
    /// A function with a body: by number, or by name.
    fn function(&self, item: &Sexpr) -> Result<usize, CheckError> {
        let number = match item.string() {
            Ok(name) => self.program.function_named(name),
            Err(_) => Some(item.number()?),
        };
        let is_defined =
            |number: &usize| self.program.functions.get(number).is_some_and(|it| it.has_body());
        number.filter(is_defined).ok_or_else(|| item.error("no such function with a body"))
    }

    /// `FUNCTION BLOCK STATEMENT`.
    fn point(&self, item: &Sexpr, items: &[Sexpr]) -> Result<Point, CheckError> {
        let [function, block, statement] = item.exactly(items)?;
        let function = self.function(function)?;
        let block_number = self.block(function, block)?;
        let statement_number = statement.number()?;
        let count = self.program.functions[&function].blocks[block_number].statements.len();
        if statement_number > count {
            return Err(statement.error("the block has fewer statements"));
        }
        Ok(Point { function, block: block_number, statement: statement_number })
    }

    fn block(&self, function: usize, item: &Sexpr) -> Result<usize, CheckError> {
        let number = item.number()?;
        match self.program.functions[&function].blocks.get(number) {
            Some(_) => Ok(number),
            None => Err(item.error("the block does not exist")),
        }
    }

    fn objective(&self, item: &Sexpr) -> Result<Objective, CheckError> {
        match item.form()? {
            ("edge", [function, block, successor]) => {
                let function = self.function(function)?;
                let block = self.block(function, block)?;
                let successor: usize = successor.number()?;
                let terminator = &self.program.functions[&function].blocks[block].terminator;
                if successor >= terminator.successors().len() {
                    return Err(item.error("the block has fewer successors"));
                }
                Ok(Objective::Edge { function, block, successor })
            }
            ("block", [function, block]) => {
                let function = self.function(function)?;
                Ok(Objective::Block { function, block: self.block(function, block)? })
            }
            ("label", [at @ .., predicate]) => {
                let Point { function, block, statement } = self.point(item, at)?;
                let read = self.predicate(predicate, &[function])?;
                let mut names_frames = false;
                read.exprs(None, &mut |frame, _| names_frames |= frame.is_some());
                if names_frames {
                    return Err(predicate.error("a label is about one function"));
                }
                let predicate = read;
                Ok(Objective::Label { function, block, statement, predicate })
            }
            _ => Err(item.error("unknown objective")),
        }
    }

    /// A predicate over frames of these functions.
    fn predicate(&self, item: &Sexpr, functions: &[usize]) -> Result<Predicate, CheckError> {
        self.predicate_in(item, functions, functions.len() - 1)
    }

    fn predicate_in(
        &self,
        item: &Sexpr,
        functions: &[usize],
        frame: usize,
    ) -> Result<Predicate, CheckError> {
        match item.atom() {
            Ok("true") => return Ok(Predicate::True),
            Ok("false") => return Ok(Predicate::False),
            Ok(_) => return Err(item.error("unknown predicate")),
            Err(_) => {}
        }
        let all = |items: &[Sexpr]| {
            items.iter().map(|it| self.predicate_in(it, functions, frame)).collect::<Result<_, _>>()
        };
        Ok(match item.form()? {
            ("and", operands) => Predicate::And(all(operands)?),
            ("or", operands) => Predicate::Or(all(operands)?),
            ("not", [operand]) => {
                Predicate::Not(Box::new(self.predicate_in(operand, functions, frame)?))
            }
            ("holds", [expr]) => {
                let function = &self.program.functions[&functions[frame]];
                let read = Scope { program: self.program, function }.expr(expr)?;
                if read.ty.scalar().is_none() {
                    return Err(expr.error("a scalar is expected"));
                }
                Predicate::Holds(read)
            }
            ("frame", [number, operand]) => {
                let number: usize = number.number()?;
                if number >= functions.len() {
                    return Err(item.error("the frame does not exist"));
                }
                let operand = self.predicate_in(operand, functions, number)?;
                Predicate::Frame(number, Box::new(operand))
            }
            ("across", [op, here, number, there]) => {
                let number: usize = number.number()?;
                let Some(other) = functions.get(number) else {
                    return Err(item.error("the frame does not exist"));
                };
                let read = |function: &usize, expr: &Sexpr| {
                    let function = &self.program.functions[function];
                    Scope { program: self.program, function }.expr(expr)
                };
                let op =
                    comparison(op.atom()?).ok_or_else(|| op.error("a comparison is expected"))?;
                let (here, there) = (read(&functions[frame], here)?, read(other, there)?);
                let is_integer = matches!(here.ty.scalar(), Some(Scalar::Int { .. }));
                if !is_integer || here.ty.scalar() != there.ty.scalar() {
                    return Err(item.error("two integers of one type are expected"));
                }
                Predicate::Across(op, Box::new(here), number, Box::new(there))
            }
            _ => return Err(item.error("unknown predicate")),
        })
    }

    fn node(&self, item: &Sexpr, rest: &[Sexpr]) -> Result<Node, CheckError> {
        let Some((location, rest)) = rest.split_first() else {
            return Err(item.error("a node needs a location"));
        };
        let location = self.location(location)?;
        let mut node = Node {
            location,
            predicate: None,
            calls: BTreeMap::new(),
            edges: BTreeMap::new(),
            returns: None,
        };
        for part in rest {
            let is_new = match part.form()? {
                ("where", [predicate]) => {
                    let functions = node.location.functions();
                    let predicate = self.predicate(predicate, &functions)?;
                    node.predicate.replace(predicate).is_none()
                }
                ("call", [statement, how @ ..]) => {
                    node.calls.insert(statement.number()?, call(part, how)?).is_none()
                }
                ("edge", [successor, fate]) => {
                    node.edges.insert(successor.number()?, read_fate(fate)?).is_none()
                }
                ("return", [fate]) => node.returns.replace(read_fate(fate)?).is_none(),
                _ => return Err(part.error("unknown part of a node")),
            };
            if !is_new {
                return Err(part.error("this is said twice"));
            }
        }
        Ok(node)
    }

    fn location(&self, item: &Sexpr) -> Result<Location, CheckError> {
        let ("at", [calls @ .., function, block, statement]) = item.form()? else {
            return Err(item.error("a location is expected"));
        };
        let calls = calls.iter().map(|call| match call.form()? {
            ("from", at) => self.point(call, at),
            _ => Err(call.error("a call is expected")),
        });
        let calls = calls.collect::<Result<_, _>>()?;
        let at = self.point(item, &[function.clone(), block.clone(), statement.clone()])?;
        Ok(Location { calls, at })
    }
}

fn call(item: &Sexpr, how: &[Sexpr]) -> Result<Call, CheckError> {
    match how {
        [word] if word.atom()? == "skip" => Ok(Call::Skip),
        [word, node] if word.atom()? == "enter" => Ok(Call::Enter(node.number()?)),
        _ => Err(item.error("`skip` or `enter NODE` is expected")),
    }
}

fn read_fate(item: &Sexpr) -> Result<Fate, CheckError> {
    match item.atom()? {
        "infeasible" => Ok(Fate::Infeasible),
        "irrelevant" => Ok(Fate::Irrelevant),
        _ => Ok(Fate::To(item.number()?)),
    }
}

/// A comparison, by its name.
fn comparison(name: &str) -> Option<Binary> {
    Some(match name {
        "eq" => Binary::Eq,
        "ne" => Binary::Ne,
        "lt" => Binary::Lt,
        "le" => Binary::Le,
        "gt" => Binary::Gt,
        "ge" => Binary::Ge,
        _ => return None,
    })
}
