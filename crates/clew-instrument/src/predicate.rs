//! Predicates of labels as C.
//!
//! For Clew ([`Style::Plain`]) a predicate is written as it is: the machine makes it total. For
//! other tools ([`Style::Total`]) it never faults and never is undefined: signed arithmetic is
//! done in unsigned types, and what could fault is asked before.

use crate::piece::{Piece, float, integer, range, unsigned};
use crate::unplaced::Unplaced;
use clew_ir::{
    ArrayLength, BinaryOp, Expr, ExprKind, Function, GlobalKind, Intrinsic, OverflowOp, Place,
    PlaceBase, Program, Projection, RecordKind, Scalar, Type, TypeId, UnaryOp, c_text,
};

/// For whom a predicate is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// For Clew, which evaluates it beside the run.
    Plain,
    /// For compilers, which evaluate it as part of the run.
    Total,
}

/// A predicate as C, with what must hold before it can be evaluated.
pub(crate) fn text(
    program: &Program,
    function: &Function,
    style: Style,
    predicate: &Expr,
    is_performed: &dyn Fn(&Place) -> bool,
) -> Result<String, Unplaced> {
    let mut printer = Printer { program, function, style, is_performed, guards: Vec::new() };
    let text = printer.expr(predicate)?;
    if style == Style::Plain || printer.guards.is_empty() {
        return Ok(text.text);
    }
    let mut all = printer.guards;
    all.push(text.in_parentheses());
    Ok(all.join(" && "))
}

struct Printer<'a> {
    program: &'a Program,
    function: &'a Function,
    style: Style,
    /// Whether the program itself makes an access at the label's point.
    is_performed: &'a dyn Fn(&Place) -> bool,
    guards: Vec<String>,
}

impl Printer<'_> {
    fn expr(&mut self, expr: &Expr) -> Result<Piece, Unplaced> {
        match &expr.kind {
            ExprKind::Const(bits) => self.constant(*bits, expr.ty),
            ExprKind::Load(place) => self.load(place),
            ExprKind::AddressOf(place) => self.address(place),
            ExprKind::FunctionAddress(id) => {
                Ok(Piece::primary(self.program.functions[*id].name.clone()))
            }
            ExprKind::LabelAddress(_) => Err(Unplaced::NotWritable),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, expr.ty),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr.ty),
            ExprKind::Cast { operand, .. } => self.cast(operand, expr.ty),
            ExprKind::Intrinsic(op, operands) => self.intrinsic(*op, operands, expr),
        }
    }

    /// An operand, in parentheses where it needs them.
    fn operand(&mut self, expr: &Expr) -> Result<String, Unplaced> {
        Ok(self.expr(expr)?.in_parentheses())
    }

    fn guard(&mut self, condition: String) {
        if self.style == Style::Total && !self.guards.contains(&condition) {
            self.guards.push(condition);
        }
    }

    fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        self.program.types.scalar(ty)
    }

    fn type_name(&self, ty: TypeId) -> Result<String, Unplaced> {
        let text = c_text::type_text(&self.program.types, ty);
        // What has no name cannot be cast to.
        if text.contains('<') || text.contains("anonymous") || text.contains("unnamed") {
            return Err(Unplaced::NotWritable);
        }
        Ok(text)
    }

    fn constant(&mut self, bits: u128, ty: TypeId) -> Result<Piece, Unplaced> {
        if self.program.types.is_pointer(ty) {
            return match bits {
                0 => Ok(Piece::primary("0")),
                _ => Ok(Piece::compound(format!("({}){bits:#x}ul", self.type_name(ty)?))),
            };
        }
        match self.scalar(ty) {
            Some(Scalar::Int { bits: width, signed }) => Ok(integer(bits, width, signed)),
            Some(Scalar::Float(kind)) => float(bits, kind).ok_or(Unplaced::NotWritable),
            None => Err(Unplaced::NotWritable),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr, ty: TypeId) -> Result<Piece, Unplaced> {
        let text = self.operand(operand)?;
        Ok(Piece::compound(match (op, self.scalar(ty)) {
            (UnaryOp::LogicalNot, _) => format!("!{text}"),
            (UnaryOp::BitNot, _) => format!("~{text}"),
            (UnaryOp::Neg, Some(Scalar::Int { bits, signed: true }))
                if self.style == Style::Total =>
            {
                format!("{}(0 - {}{text})", self.prefix(ty)?, unsigned(bits))
            }
            (UnaryOp::Neg, _) => format!("-{text}"),
        }))
    }

    /// A cast to a type.
    fn prefix(&self, ty: TypeId) -> Result<String, Unplaced> {
        Ok(format!("({})", self.type_name(ty)?))
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        ty: TypeId,
    ) -> Result<Piece, Unplaced> {
        let (one, two) = (self.operand(left)?, self.operand(right)?);
        let symbol = op.c_symbol();
        let plain = format!("{one} {symbol} {two}");
        let Some(Scalar::Int { bits, signed }) =
            self.scalar(ty).filter(|_| !op.is_pointer() && !op.is_comparison())
        else {
            return Ok(Piece::compound(plain));
        };
        match op {
            BinaryOp::Div | BinaryOp::Rem => {
                if right.as_const().is_none_or(|it| it == 0) {
                    self.guard(format!("{two} != 0"));
                }
                let least = integer(1 << (bits - 1), bits, true).in_parentheses();
                if signed && right.as_const().is_none() {
                    self.guard(format!("!({one} == {least} && {two} == -1)"));
                }
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                if right.as_const().is_none_or(|it| it >= bits.into()) {
                    self.guard(format!("(unsigned long){two} < {bits}"));
                }
                if op == BinaryOp::Shl && signed && self.style == Style::Total {
                    let text = format!("{}({}{one} << {two})", self.prefix(ty)?, unsigned(bits));
                    return Ok(Piece::compound(text));
                }
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul
                if signed && self.style == Style::Total =>
            {
                let cast = unsigned(bits);
                let text = format!("{}({cast}{one} {symbol} {cast}{two})", self.prefix(ty)?);
                return Ok(Piece::compound(text));
            }
            _ => {}
        }
        Ok(Piece::compound(plain))
    }

    fn cast(&mut self, operand: &Expr, ty: TypeId) -> Result<Piece, Unplaced> {
        let (from, to) = (self.scalar(operand.ty), self.scalar(ty));
        let text = self.expr(operand)?;
        let is_pointer = |ty| self.program.types.is_pointer(ty);
        match (from, to) {
            // C promotes by itself.
            (
                Some(Scalar::Int { bits: ..32, .. }),
                Some(Scalar::Int { bits: 32, signed: true }),
            ) if !is_pointer(ty) => {
                return Ok(text);
            }
            (Some(Scalar::Float(kind)), Some(Scalar::Int { bits, signed })) if bits > 1 => {
                let text = text.in_parentheses();
                let (low, high) = range(kind, bits, signed);
                self.guard(format!("{text} {low} && {text} {high}"));
                return Ok(Piece::compound(format!("{}{text}", self.prefix(ty)?)));
            }
            _ => {}
        }
        if operand.ty == ty {
            return Ok(text);
        }
        Ok(Piece::compound(format!("{}{}", self.prefix(ty)?, text.in_parentheses())))
    }

    fn load(&mut self, place: &Place) -> Result<Piece, Unplaced> {
        if place.is_volatile {
            return Err(Unplaced::NotWritable);
        }
        self.accesses(place)?;
        let text = self.place(place)?;
        // A bit-field would be promoted by its width.
        let types = &self.program.types;
        if self.program.is_bit_field(&self.function.locals, place)
            && types.scalar(place.ty).is_some()
        {
            return Ok(Piece::compound(format!("{}{text}", self.prefix(place.ty)?)));
        }
        Ok(Piece::primary(text))
    }

    /// The address of a place, or an array that becomes the address of its first element.
    fn address(&mut self, place: &Place) -> Result<Piece, Unplaced> {
        if let PlaceBase::Deref(pointer) = &place.base
            && place.path.is_empty()
        {
            return self.expr(pointer);
        }
        let text = self.place(place)?;
        match self.program.types.get(place.ty) {
            Type::Array { .. } => Ok(Piece::primary(text)),
            _ => Ok(Piece::compound(format!("&{text}"))),
        }
    }

    /// Asks before an access what makes it possible.
    fn accesses(&mut self, place: &Place) -> Result<(), Unplaced> {
        if self.style == Style::Plain || (self.is_performed)(place) {
            return Ok(());
        }
        if let PlaceBase::Deref(pointer) = &place.base {
            self.pointer(pointer)?;
        }
        let types = &self.program.types;
        let mut ty = self.program.base_type(&self.function.locals, place).unwrap_or(place.ty);
        for step in &place.path {
            if let Projection::Index(index) = step {
                let Type::Array { length: ArrayLength::Fixed(length), .. } = types.get(ty) else {
                    return Err(Unplaced::MayFault);
                };
                self.index(index, *length)?;
            }
            ty = types.step(ty, step).unwrap_or(ty);
        }
        Ok(())
    }

    fn pointer(&mut self, pointer: &Expr) -> Result<(), Unplaced> {
        match &pointer.kind {
            ExprKind::Binary(BinaryOp::PtrAdd, base, index) => match &base.kind {
                ExprKind::AddressOf(array) => match self.program.types.get(array.ty) {
                    Type::Array { length: ArrayLength::Fixed(length), .. } => {
                        self.index(index, *length)
                    }
                    _ => Err(Unplaced::MayFault),
                },
                // Nothing in C tells how far a pointer may go.
                _ => Err(Unplaced::MayFault),
            },
            ExprKind::AddressOf(place) => self.accesses(place),
            _ if self.is_kept(pointer) => {
                let text = self.operand(pointer)?;
                self.guard(format!("{text} != 0"));
                Ok(())
            }
            _ => Err(Unplaced::MayFault),
        }
    }

    /// Whether a pointer is one that the program keeps in a variable or a member, so that it leads
    /// somewhere unless it is null: none that was an integer, or one of several in an array.
    fn is_kept(&self, pointer: &Expr) -> bool {
        match &pointer.kind {
            ExprKind::Load(place) => {
                let is_one = place.path.iter().all(|step| matches!(step, Projection::Field(_)));
                is_one || (self.is_performed)(place)
            }
            ExprKind::Cast { operand, .. } => {
                self.program.types.is_pointer(operand.ty) && self.is_kept(operand)
            }
            _ => false,
        }
    }

    fn index(&mut self, index: &Expr, length: u64) -> Result<(), Unplaced> {
        if index.as_const().is_some_and(|it| it < length.into()) {
            return Ok(());
        }
        let text = self.operand(index)?;
        self.guard(format!("(unsigned long){text} < {length}"));
        Ok(())
    }

    fn place(&mut self, place: &Place) -> Result<String, Unplaced> {
        let types = &self.program.types;
        let mut path = place.path.as_slice();
        let mut ty = self.program.base_type(&self.function.locals, place).unwrap_or(place.ty);
        let mut text = match &place.base {
            PlaceBase::Local(local) => {
                let name = &self.function.locals[*local].name;
                // Compound literals and what C has no name for.
                if name.is_empty() || !name.chars().all(|it| it.is_alphanumeric() || it == '_') {
                    return Err(Unplaced::NotWritable);
                }
                name.clone()
            }
            PlaceBase::Global(global) => {
                let is_wide = |element| types.size(element) != Some(1);
                let is_writable = match self.program.globals[*global].kind {
                    GlobalKind::Variable => true,
                    GlobalKind::StringLiteral => !types.element(ty).is_none_or(is_wide),
                    _ => false,
                };
                if !is_writable {
                    return Err(Unplaced::NotWritable);
                }
                let base = Place { path: Vec::new(), ty, ..place.clone() };
                c_text::place_text(self.program, self.function, &base)
            }
            PlaceBase::Deref(pointer) => match path.split_first() {
                Some((Projection::Field(_), _)) if types.parts(ty).is_none() => {
                    let pointer = self.operand(pointer)?;
                    let mut text = format!("{pointer}->");
                    // Through members without a name the arrow reaches the next.
                    while let Some((step @ Projection::Field(field), rest)) = path.split_first() {
                        let record = types.record(ty).map(|(_, record)| record);
                        let field = record.and_then(|it| it.fields.get(*field as usize));
                        let name = field.map_or("", |it| it.name.as_str());
                        ty = types.step(ty, step).unwrap_or(ty);
                        path = rest;
                        check_member(name)?;
                        if !name.is_empty() {
                            text.push_str(name);
                            break;
                        }
                    }
                    text
                }
                _ => match &pointer.kind {
                    ExprKind::Binary(BinaryOp::PtrAdd, base, index) => {
                        format!("{}[{}]", self.operand(base)?, self.expr(index)?.text)
                    }
                    _ => format!("(*{})", self.operand(pointer)?),
                },
            },
        };
        for step in path {
            match (step, types.parts(ty).map(|it| it.kind)) {
                (Projection::Field(0), Some(RecordKind::Complex)) => {
                    text = format!("(__real__ {text})");
                }
                (Projection::Field(_), Some(RecordKind::Complex)) => {
                    text = format!("(__imag__ {text})");
                }
                // A subscript follows, which is the vector's own.
                (Projection::Field(_), Some(_)) => {}
                (Projection::Field(field), None) => {
                    let record = types.record(ty).map(|(_, record)| record);
                    let field = record.and_then(|it| it.fields.get(*field as usize));
                    let name = field.map_or("", |it| it.name.as_str());
                    check_member(name)?;
                    if !name.is_empty() {
                        text = format!("{text}.{name}");
                    }
                }
                (Projection::Index(index), _) => {
                    text = format!("{text}[{}]", self.expr(index)?.text);
                }
            }
            ty = types.step(ty, step).unwrap_or(ty);
        }
        Ok(text)
    }

    fn intrinsic(
        &mut self,
        op: Intrinsic,
        operands: &[Expr],
        expr: &Expr,
    ) -> Result<Piece, Unplaced> {
        if let Intrinsic::Overflows { op, result } = op {
            return self.overflows(op, operands, result);
        }
        match op {
            Intrinsic::IsNan => {
                let text = self.operand(&operands[0])?;
                return Ok(Piece::compound(format!("{text} != {text}")));
            }
            Intrinsic::CountLeadingZeros | Intrinsic::CountTrailingZeros => {
                let text = self.operand(&operands[0])?;
                self.guard(format!("{text} != 0"));
            }
            Intrinsic::BitReverse
            | Intrinsic::IsUnordered
            | Intrinsic::IsLessGreater
            | Intrinsic::Overflows { .. } => return Err(Unplaced::NotWritable),
            _ => {}
        }
        // The builtin's name is what the user would write, its operands have their types.
        let whole = c_text::expr_text(self.program, self.function, expr);
        let (name, _) = whole.split_once('(').ok_or(Unplaced::NotWritable)?;
        let mut texts = Vec::new();
        for operand in operands {
            texts.push(format!("{}{}", self.prefix(operand.ty)?, self.operand(operand)?));
        }
        Ok(Piece::primary(format!("{name}({})", texts.join(", "))))
    }

    /// Whether a result does not fit: computed in a type that holds it.
    fn overflows(
        &mut self,
        op: OverflowOp,
        operands: &[Expr],
        result: TypeId,
    ) -> Result<Piece, Unplaced> {
        let [left, right] = operands else { return Err(Unplaced::NotWritable) };
        let width = |ty| match self.scalar(ty) {
            Some(Scalar::Int { bits, .. }) => Some(bits),
            _ => None,
        };
        let widest = [left.ty, right.ty, result].into_iter().map(width).max().flatten();
        let wide = match widest {
            Some(..=32) => "long long",
            Some(..=64) => "__int128",
            _ => return Err(Unplaced::NotWritable),
        };
        let symbol = match op {
            OverflowOp::Add => "+",
            OverflowOp::Sub => "-",
            OverflowOp::Mul => "*",
        };
        let (one, two) = (self.operand(left)?, self.operand(right)?);
        let exact = format!("({wide}){one} {symbol} ({wide}){two}");
        Ok(Piece::compound(format!("{exact} != {}({exact})", self.prefix(result)?)))
    }
}

/// Members with reserved names are a library's own, which each compiler names as it likes.
fn check_member(name: &str) -> Result<(), Unplaced> {
    let mut characters = name.chars();
    let is_reserved = characters.next() == Some('_')
        && characters.next().is_some_and(|it| it == '_' || it.is_ascii_uppercase());
    if is_reserved { Err(Unplaced::NotWritable) } else { Ok(()) }
}
