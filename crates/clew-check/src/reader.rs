//! From the text of a program to the program.

pub(crate) mod code;
pub(crate) mod types;

use crate::error::CheckError;
use crate::program::{
    Block, Extent, Field, Function, Global, GlobalKind, Image, Linkage, Local, Part, Position,
    Program, Record, Relocation, Target, Type, Written,
};
use crate::sexpr::{self, Sexpr};
use code::Scope;
use types::read_type;

/// No object of a program is larger.
const LARGEST_OBJECT: usize = 1 << 30;

/// Reads a program.
pub(crate) fn read_program(text: &str) -> Result<Program, CheckError> {
    let whole = sexpr::parse(text)?;
    let ("model", [version, items @ ..]) = whole.form()? else {
        return Err(whole.error("a program starts with `(model 1`"));
    };
    if version.number::<u32>()? != 1 {
        return Err(version.error("only version 1 is known"));
    }
    let mut program = Program::default();
    let mut bodies = Vec::new();
    for item in items {
        match item.form()? {
            ("record", rest) => record(&mut program, item, rest)?,
            ("global", rest) => global(&mut program, item, rest)?,
            ("function", rest) => bodies.push((item, function(&mut program, item, rest)?)),
            ("constructors", []) => program.has_constructors = true,
            (other, _) => return Err(item.error(format!("unknown item `{other}`"))),
        }
    }
    for (item, number) in bodies {
        let blocks = body(&program, item, number)?;
        if let Some(function) = program.functions.get_mut(&number) {
            function.blocks = blocks;
        }
    }
    check_numbers(&program)?;
    program.note_assigned();
    Ok(program)
}

fn record(program: &mut Program, item: &Sexpr, rest: &[Sexpr]) -> Result<(), CheckError> {
    let [number, _name, kind, rest @ ..] = rest else { return Err(item.error("a bad record")) };
    let is_union = match kind.atom()? {
        "struct" => false,
        "union" => true,
        _ => return Err(kind.error("`struct` or `union` is expected")),
    };
    let mut record = Record { is_union, size: None, fields: Vec::new() };
    if let [size, _align, fields @ ..] = rest {
        record.size = Some(size.number()?);
        record.fields = fields.iter().map(field).collect::<Result<_, _>>()?;
    }
    insert(&mut program.records, number, record)
}

fn field(item: &Sexpr) -> Result<Field, CheckError> {
    match item.form()? {
        ("field", [_name, ty, offset]) => {
            Ok(Field { ty: read_type(ty)?, position: Position::Byte(offset.number()?) })
        }
        ("bits", [_name, ty, offset, width]) => {
            let (ty, width) = (read_type(ty)?, width.number()?);
            let position = Position::Bits { offset: offset.number()?, width };
            match ty.scalar() {
                Some(scalar) if (1..=scalar.bits()).contains(&width) => Ok(Field { ty, position }),
                Some(_) | None => Err(item.error("a bit-field of a bad width")),
            }
        }
        _ => Err(item.error("a bad member")),
    }
}

fn insert<T>(
    table: &mut std::collections::BTreeMap<usize, T>,
    number: &Sexpr,
    value: T,
) -> Result<(), CheckError> {
    match table.insert(number.number()?, value) {
        None => Ok(()),
        Some(_) => Err(number.error("the number is used twice")),
    }
}

fn linkage(item: &Sexpr) -> Result<Linkage, CheckError> {
    Ok(match item.atom()? {
        "external" => Linkage::External,
        "weak" => Linkage::Weak,
        "internal" => Linkage::Internal,
        "none" => Linkage::None,
        _ => return Err(item.error("unknown linkage")),
    })
}

fn global(program: &mut Program, item: &Sexpr, rest: &[Sexpr]) -> Result<(), CheckError> {
    let [number, name, ty, link, kind, access, align, image, addresses @ ..] = rest else {
        return Err(item.error("a bad global"));
    };
    let kind = match kind.atom()? {
        "variable" => GlobalKind::Variable,
        "string" => GlobalKind::StringLiteral,
        "compound" => GlobalKind::CompoundLiteral,
        _ => return Err(kind.error("unknown kind of global")),
    };
    let is_const = match access.atom()? {
        // Nothing in the program writes it or knows its address.
        "const" | "unchanged" => true,
        "mutable" => false,
        _ => return Err(access.error("`const`, `unchanged` or `mutable` is expected")),
    };
    let global = Global {
        name: name.string()?.to_owned(),
        ty: read_type(ty)?,
        linkage: linkage(link)?,
        kind,
        is_const,
        is_assigned: false,
        align: align.number()?,
        image: read_image(image, addresses)?,
        address: match image.form() {
            Ok(("fixed", [address])) => Some(address.number()?),
            Ok(_) | Err(_) => None,
        },
    };
    insert(&mut program.globals, number, global)
}

fn read_image(image: &Sexpr, addresses: &[Sexpr]) -> Result<Option<Image>, CheckError> {
    let is_fixed = matches!(image.form(), Ok(("fixed", [_])));
    if is_fixed || image.atom().is_ok_and(|word| word == "undefined") {
        return Ok(None);
    }
    let bytes = match image.form()? {
        ("zero", [count]) => match count.number()? {
            count @ 0..=LARGEST_OBJECT => vec![0; count],
            _ => return Err(count.error("the object is too large")),
        },
        ("bytes", [hex]) => {
            let digits = hex.string()?;
            let byte = |at: usize| {
                let pair = digits.get(at..at + 2).unwrap_or_default();
                u8::from_str_radix(pair, 16).map_err(|_| hex.error("bad bytes"))
            };
            (0..digits.len()).step_by(2).map(byte).collect::<Result<_, _>>()?
        }
        _ => return Err(image.error("a bad image")),
    };
    let addresses: Vec<Relocation> = addresses.iter().map(relocation).collect::<Result<_, _>>()?;
    let is_within = |it: &Relocation| it.offset.saturating_add(8) <= bytes.len() as u64;
    if !addresses.iter().all(is_within) {
        return Err(image.error("an address outside of the object"));
    }
    Ok(Some(Image { bytes, addresses }))
}

fn relocation(item: &Sexpr) -> Result<Relocation, CheckError> {
    let ("address", [offset, target, addend]) = item.form()? else {
        return Err(item.error("a bad address"));
    };
    let target = match target.form()? {
        ("global", [number]) => Target::Global(number.number()?),
        ("function", [number]) => Target::Function(number.number()?),
        ("label", [function, block]) => Target::Label(function.number()?, block.number()?),
        _ => return Err(target.error("a bad target")),
    };
    Ok(Relocation { offset: offset.number()?, target, addend: addend.number()? })
}

/// Reads what stands before the body, so that bodies may refer to any function.
fn function(program: &mut Program, item: &Sexpr, rest: &[Sexpr]) -> Result<usize, CheckError> {
    let [number, name, result, link, rest @ ..] = rest else {
        return Err(item.error("a bad function"));
    };
    read_type(result)?;
    let mut function = Function {
        name: name.string()?.to_owned(),
        linkage: linkage(link)?,
        is_noreturn: false,
        is_model: false,
        is_address_taken: false,
        is_system: false,
        returns_twice: false,
        has_alias: false,
        is_unprovable: false,
        is_opaque: false,
        locals: Vec::new(),
        blocks: Vec::new(),
    };
    for part in rest {
        match part.atom() {
            Ok("noreturn") => function.is_noreturn = true,
            Ok("model") => function.is_model = true,
            Ok("address-taken") => function.is_address_taken = true,
            Ok("system") => function.is_system = true,
            Ok("returns-twice") => function.returns_twice = true,
            Ok("alias") => function.has_alias = true,
            Ok("unprovable") => function.is_unprovable = true,
            Ok("opaque") => function.is_opaque = true,
            Ok("variadic" | "undefined") => {}
            Ok(_) => return Err(part.error("unknown flag of a function")),
            Err(_) => {
                if let ("local", rest) = part.form()? {
                    function.locals.push(local(part, rest, function.locals.len())?);
                }
            }
        }
    }
    insert(&mut program.functions, number, function)?;
    number.number()
}

fn local(item: &Sexpr, rest: &[Sexpr], expected: usize) -> Result<Local, CheckError> {
    let [number, _name, ty, kind, storage, align] = item.exactly(rest)?;
    if number.number::<usize>()? != expected {
        return Err(number.error("locals are numbered in order"));
    }
    let is_parameter = match kind.atom()? {
        "parameter" => true,
        "variable" | "temporary" => false,
        _ => return Err(kind.error("unknown kind of local")),
    };
    let is_in_memory = match storage.atom()? {
        "memory" => true,
        "register" => false,
        _ => return Err(storage.error("`memory` or `register` is expected")),
    };
    Ok(Local { ty: read_type(ty)?, is_parameter, is_in_memory, align: align.number()? })
}

/// The place of the condition of a block, if it is given, and what follows.
fn condition_place(items: &[Sexpr]) -> Result<(Option<Written>, &[Sexpr]), CheckError> {
    match items {
        [first, rest @ ..] if first.form()?.0 == "at" => Ok((Some(written(first)?), rest)),
        _ => Ok((None, items)),
    }
}

/// `(at LINE COLUMN "FILE")`.
fn written(item: &Sexpr) -> Result<Written, CheckError> {
    let ("at", [line, column, file]) = item.form()? else {
        return Err(item.error("a place is expected"));
    };
    let (line, column) = (line.number()?, column.number()?);
    Ok(Written { file: file.string()?.to_owned(), line, column })
}

/// The places of the arms of a block, if they are given, and what follows.
fn arm_places(items: &[Sexpr]) -> Result<(Vec<Written>, &[Sexpr]), CheckError> {
    if let [first, rest @ ..] = items
        && let ("arms", places) = first.form()?
    {
        return Ok((places.iter().map(written).collect::<Result<_, _>>()?, rest));
    }
    Ok((Vec::new(), items))
}

/// The places of the statements of a block, if they are given, and what follows.
fn part_places(items: &[Sexpr]) -> Result<(Vec<Part>, &[Sexpr]), CheckError> {
    let part = |item: &Sexpr| {
        let ("part", [statement, line, column, to_line, to_column, file]) = item.form()? else {
            return Err(item.error("a part is expected"));
        };
        let (line, column) = (line.number()?, column.number()?);
        let from = Written { file: file.string()?.to_owned(), line, column };
        let to = (to_line.number()?, to_column.number()?);
        Ok(Part { statement: statement.number()?, extent: Extent { from, to } })
    };
    if let [first, rest @ ..] = items
        && let ("parts", parts) = first.form()?
    {
        return Ok((parts.iter().map(part).collect::<Result<_, _>>()?, rest));
    }
    Ok((Vec::new(), items))
}

fn body(program: &Program, item: &Sexpr, number: usize) -> Result<Vec<Block>, CheckError> {
    let function = program.functions.get(&number).ok_or_else(|| item.error("no such function"))?;
    let scope = Scope { program, function };
    let mut blocks = Vec::new();
    for part in item.list()?.iter().filter(|part| part.list().is_ok()) {
        match part.form()? {
            ("block", [number, items @ ..]) => {
                let (place, items) = condition_place(items)?;
                let (arms, items) = arm_places(items)?;
                let (parts, items) = part_places(items)?;
                if number.number::<usize>()? != blocks.len() {
                    return Err(number.error("blocks are numbered in order"));
                }
                let Some((last, statements)) = items.split_last() else {
                    return Err(part.error("a block needs a terminator"));
                };
                let statements =
                    statements.iter().map(|it| scope.statement(it)).collect::<Result<_, _>>()?;
                let terminator = scope.terminator(last)?;
                blocks.push(Block { place, arms, parts, statements, terminator });
            }
            // The type of the result, and the locals read before.
            ("local" | "ptr" | "array" | "variable" | "record" | "opaque", _) => {}
            _ => return Err(part.error("unknown part of a function")),
        }
    }
    for block in &blocks {
        if block.terminator.successors().iter().any(|target| *target >= blocks.len()) {
            return Err(item.error("a block does not exist"));
        }
    }
    Ok(blocks)
}

/// Numbers in images name what exists.
fn check_numbers(program: &Program) -> Result<(), CheckError> {
    for global in program.globals.values() {
        for relocation in global.image.iter().flat_map(|image| &image.addresses) {
            let exists = match relocation.target {
                Target::Global(number) => program.globals.contains_key(&number),
                Target::Function(number) => program.functions.contains_key(&number),
                Target::Label(number, block) => {
                    program.functions.get(&number).is_some_and(|it| block < it.blocks.len())
                }
            };
            if !exists {
                let name = &global.name;
                return Err(CheckError::argument(format!("{name}: an address of nothing")));
            }
        }
        let is_whole = match (&global.image, program.size(&global.ty)) {
            (Some(image), Some(size)) => image.bytes.len() as u64 >= size,
            (Some(_) | None, None) | (None, Some(_)) => true,
        };
        if !is_whole {
            return Err(CheckError::argument(format!("{}: too few bytes", global.name)));
        }
    }
    Ok(())
}

/// Whether a type is one whose values can be moved as a whole.
pub(crate) fn is_movable(program: &Program, ty: &Type) -> bool {
    ty.scalar().is_some() || program.size(ty).is_some()
}
