//! Expressions, places, statements and terminators from their text; types are worked out here.

use super::is_movable;
use super::types::{read_scalar, read_type};
use crate::error::CheckError;
use crate::program::{
    Arithmetic, Arm, Base, Binary, Builtin, Callee, Expr, ExprKind, Function, INT, Intrinsic, LONG,
    Place, Program, Scalar, Statement, Step, Terminator, Type, Unary,
};
use crate::sexpr::Sexpr;

/// What names in expressions refer to.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'p> {
    pub(crate) program: &'p Program,
    pub(crate) function: &'p Function,
}

impl Scope<'_> {
    /// Reads an expression.
    pub(crate) fn expr(&self, item: &Sexpr) -> Result<Expr, CheckError> {
        let (head, rest) = item.form()?;
        let (kind, ty) = match (head, rest) {
            ("const", [ty, bits]) => {
                let (ty, bits) = (read_type(ty)?, bits.number::<u128>()?);
                let width = ty.scalar().map_or(0, Scalar::bits);
                if width < 128 && bits >> width != 0 {
                    return Err(item.error("the constant is too wide"));
                }
                (ExprKind::Const(bits), ty)
            }
            ("load", [place]) => {
                let place = self.place(place)?;
                let ty = place.ty.clone();
                (ExprKind::Load(Box::new(place)), ty)
            }
            ("addr", [ty, place]) => {
                let place = self.place(place)?;
                if self.is_bit_field(&place) {
                    return Err(item.error("a bit-field has no address"));
                }
                (ExprKind::AddressOf(Box::new(place)), self.pointer(ty)?)
            }
            ("function", [ty, number]) => {
                let number = number.number()?;
                if !self.program.functions.contains_key(&number) {
                    return Err(item.error("the function does not exist"));
                }
                (ExprKind::FunctionAddress(number), self.pointer(ty)?)
            }
            ("label", [ty, block]) => (ExprKind::LabelAddress(block.number()?), self.pointer(ty)?),
            ("cast", [ty, operand]) => {
                (ExprKind::Cast(Box::new(self.scalar_expr(operand)?)), read_type(ty)?)
            }
            ("overflows", [op, target, ty, left, right]) => {
                let op = arithmetic(op)?;
                let operands = vec![self.integer(left)?, self.integer(right)?];
                let op = Intrinsic::Overflows(op, read_scalar(target)?);
                (ExprKind::Intrinsic(op, operands), read_type(ty)?)
            }
            (_, [operand]) => self.unary(item, head, operand)?,
            (_, operands) => self.operator(item, head, operands)?,
        };
        Ok(Expr { kind, ty })
    }

    fn pointer(&self, item: &Sexpr) -> Result<Type, CheckError> {
        match read_type(item)? {
            ty @ Type::Pointer(_) => Ok(ty),
            _ => Err(item.error("a pointer type is expected")),
        }
    }

    fn scalar_expr(&self, item: &Sexpr) -> Result<Expr, CheckError> {
        let expr = self.expr(item)?;
        match expr.ty.scalar() {
            Some(_) => Ok(expr),
            None => Err(item.error("a scalar is expected")),
        }
    }

    fn integer(&self, item: &Sexpr) -> Result<Expr, CheckError> {
        let expr = self.expr(item)?;
        match expr.ty.scalar() {
            Some(Scalar::Int { .. }) => Ok(expr),
            Some(Scalar::Float(_)) | None => Err(item.error("an integer is expected")),
        }
    }

    fn unary(
        &self,
        item: &Sexpr,
        head: &str,
        operand: &Sexpr,
    ) -> Result<(ExprKind, Type), CheckError> {
        let op = match head {
            "neg" => Unary::Neg,
            "bitnot" => Unary::BitNot,
            "not" => Unary::Not,
            _ => return Err(item.error(format!("unknown operator `{head}`"))),
        };
        let operand = match op {
            Unary::BitNot => self.integer(operand)?,
            Unary::Neg | Unary::Not => self.scalar_expr(operand)?,
        };
        let ty = match op {
            Unary::Not => Type::Scalar(INT),
            Unary::Neg | Unary::BitNot => operand.ty.clone(),
        };
        Ok((ExprKind::Unary(op, Box::new(operand)), ty))
    }

    fn operator(
        &self,
        item: &Sexpr,
        head: &str,
        operands: &[Sexpr],
    ) -> Result<(ExprKind, Type), CheckError> {
        if let Some(op) = binary(head) {
            let [left, right] = item.exactly(operands)?;
            return self.binary(item, op, left, right);
        }
        let Some((op, count)) = intrinsic(head) else {
            return Err(item.error(format!("unknown operator `{head}`")));
        };
        let Some((ty, operands)) = operands.split_first() else {
            return Err(item.error("operands are missing"));
        };
        let operands: Vec<Expr> =
            operands.iter().map(|it| self.scalar_expr(it)).collect::<Result<_, _>>()?;
        if operands.len() != count || operands.iter().any(|it| it.ty != operands[0].ty) {
            return Err(item.error("bad operands"));
        }
        if of_float(op) != matches!(operands[0].ty, Type::Scalar(Scalar::Float(_))) {
            return Err(item.error("bad operands"));
        }
        Ok((ExprKind::Intrinsic(op, operands), Type::Scalar(read_scalar(ty)?)))
    }

    fn binary(
        &self,
        item: &Sexpr,
        op: Binary,
        left: &Sexpr,
        right: &Sexpr,
    ) -> Result<(ExprKind, Type), CheckError> {
        let (left, right) = (self.scalar_expr(left)?, self.scalar_expr(right)?);
        let (a, b) = (left.ty.scalar(), right.ty.scalar());
        let is_integer = |scalar| matches!(scalar, Some(Scalar::Int { .. }));
        let (holds, ty) = match op {
            Binary::Add | Binary::Sub | Binary::Mul | Binary::Div => (a == b, left.ty.clone()),
            Binary::Rem | Binary::BitAnd | Binary::BitOr | Binary::BitXor => {
                (a == b && is_integer(a), left.ty.clone())
            }
            Binary::Shl | Binary::Shr => (is_integer(a) && is_integer(b), left.ty.clone()),
            Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => {
                (a == b, Type::Scalar(INT))
            }
            Binary::PtrAdd | Binary::PtrSub => {
                (left.ty.is_pointer() && is_integer(b), left.ty.clone())
            }
            Binary::PtrDiff => (left.ty.is_pointer() && right.ty.is_pointer(), Type::Scalar(LONG)),
        };
        if !holds {
            return Err(item.error("the operands do not fit"));
        }
        Ok((ExprKind::Binary(op, Box::new(left), Box::new(right)), ty))
    }

    /// Reads a place.
    pub(crate) fn place(&self, item: &Sexpr) -> Result<Place, CheckError> {
        let (head, rest) = item.form()?;
        let (base, steps, is_volatile) = match (head, rest) {
            ("part", [base, steps @ ..]) => (base, steps, false),
            ("volatile", [base, steps @ ..]) => (base, steps, true),
            _ => (item, [].as_slice(), false),
        };
        let (base, mut ty) = self.base(base)?;
        let mut path = Vec::new();
        let mut is_trailing = false;
        for step in steps {
            (ty, is_trailing) = self.step(step, &ty, is_trailing, &mut path)?;
        }
        Ok(Place { base, path, ty, is_volatile })
    }

    fn base(&self, item: &Sexpr) -> Result<(Base, Type), CheckError> {
        match item.form()? {
            ("local", [number]) => {
                let number = number.number()?;
                let local = self.function.locals.get(number);
                let local = local.ok_or_else(|| item.error("the local does not exist"))?;
                Ok((Base::Local(number), local.ty.clone()))
            }
            ("global", [number]) => {
                let number = number.number()?;
                let global = self.program.globals.get(&number);
                let global = global.ok_or_else(|| item.error("the global does not exist"))?;
                Ok((Base::Global(number), global.ty.clone()))
            }
            ("deref", [pointer]) => {
                let pointer = self.expr(pointer)?;
                let Type::Pointer(target) = &pointer.ty else {
                    return Err(item.error("a pointer is expected"));
                };
                let target = (**target).clone();
                Ok((Base::Deref(Box::new(pointer)), target))
            }
            _ => Err(item.error("a place is expected")),
        }
    }

    /// One step; the type it leads to, and whether that is an array whose declared length binds
    /// nobody.
    fn step(
        &self,
        item: &Sexpr,
        from: &Type,
        is_trailing: bool,
        path: &mut Vec<Step>,
    ) -> Result<(Type, bool), CheckError> {
        match (item.form()?, from) {
            (("field", [number]), Type::Record(record_number)) => {
                let field: usize = number.number()?;
                let record = self.program.records.get(record_number);
                let record = record.ok_or_else(|| item.error("the record does not exist"))?;
                let Some(member) = record.fields.get(field) else {
                    return Err(item.error("the member does not exist"));
                };
                path.push(Step::Field { record: *record_number, field });
                Ok((member.ty.clone(), record.is_union || field + 1 == record.fields.len()))
            }
            (("index", [index]), Type::Array(element, length)) => {
                // An array without elements marks a place: what follows is reached through it.
                let limit = length.filter(|length| !is_trailing && *length > 0);
                let element = (**element).clone();
                let index = self.integer(index)?;
                path.push(Step::Index { index, element: element.clone(), limit });
                Ok((element, false))
            }
            (("index", [index]), Type::Variable(element, _)) => {
                let element = (**element).clone();
                let index = self.integer(index)?;
                path.push(Step::Index { index, element: element.clone(), limit: None });
                Ok((element, false))
            }
            _ => Err(item.error("the step does not fit the type")),
        }
    }

    fn is_bit_field(&self, place: &Place) -> bool {
        let Some(Step::Field { record, field }) = place.path.last() else { return false };
        let position = self.program.records.get(record).map(|it| it.fields[*field].position);
        matches!(position, Some(crate::program::Position::Bits { .. }))
    }

    /// Reads a statement.
    pub(crate) fn statement(&self, item: &Sexpr) -> Result<Statement, CheckError> {
        Ok(match item.form()? {
            ("set", [place, value]) => {
                let (place, value) = (self.place(place)?, self.expr(value)?);
                let fits = match (place.ty.scalar(), value.ty.scalar()) {
                    (Some(a), Some(b)) => a == b,
                    (None, None) => self.program.size(&place.ty) == self.program.size(&value.ty),
                    (Some(_), None) | (None, Some(_)) => false,
                };
                if !fits || !is_movable(self.program, &place.ty) {
                    return Err(item.error("the assignment does not fit"));
                }
                Statement::Set { place, value }
            }
            ("call", [dest, callee, args @ ..]) => {
                let dest = match dest.atom() {
                    Ok("none") => None,
                    Ok(_) | Err(_) => Some(self.place(dest)?),
                };
                let args = args.iter().map(|arg| self.expr(arg)).collect::<Result<_, _>>()?;
                Statement::Call { dest, callee: self.callee(callee)?, args }
            }
            ("live", [local]) => Statement::Live(self.local(local)?),
            ("dead", [local]) => Statement::Dead(self.local(local)?),
            ("zero", [place]) => Statement::Zero(self.place(place)?),
            _ => return Err(item.error("unknown statement")),
        })
    }

    fn local(&self, item: &Sexpr) -> Result<usize, CheckError> {
        let number = item.number()?;
        match self.function.locals.get(number) {
            Some(_) => Ok(number),
            None => Err(item.error("the local does not exist")),
        }
    }

    fn callee(&self, item: &Sexpr) -> Result<Callee, CheckError> {
        match item.form()? {
            ("direct", [number]) => {
                let number = number.number()?;
                match self.program.functions.get(&number) {
                    Some(_) => Ok(Callee::Direct(number)),
                    None => Err(item.error("the function does not exist")),
                }
            }
            ("indirect", [address]) => Ok(Callee::Indirect(self.scalar_expr(address)?)),
            ("builtin", [name]) => Ok(Callee::Builtin(builtin(name)?)),
            _ => Err(item.error("unknown callee")),
        }
    }

    /// Reads a terminator.
    pub(crate) fn terminator(&self, item: &Sexpr) -> Result<Terminator, CheckError> {
        Ok(match item.form()? {
            ("goto", [target]) => Terminator::Goto(target.number()?),
            ("branch", [condition, then, otherwise]) => Terminator::Branch {
                condition: self.scalar_expr(condition)?,
                then: then.number()?,
                otherwise: otherwise.number()?,
            },
            ("switch", [value, arms @ .., default]) => Terminator::Switch {
                value: self.integer(value)?,
                arms: arms.iter().map(arm).collect::<Result<_, _>>()?,
                default: default.number()?,
            },
            ("indirect-goto", [address, targets @ ..]) => Terminator::IndirectGoto {
                address: self.integer(address)?,
                targets: targets.iter().map(Sexpr::number).collect::<Result<_, _>>()?,
            },
            ("return", []) => Terminator::Return(None),
            ("return", [value]) => Terminator::Return(Some(self.expr(value)?)),
            ("unreachable", []) => Terminator::Unreachable,
            _ => return Err(item.error("unknown terminator")),
        })
    }
}

fn arm(item: &Sexpr) -> Result<Arm, CheckError> {
    let ("case", [low, high, target]) = item.form()? else {
        return Err(item.error("a case is expected"));
    };
    Ok(Arm { low: low.number()?, high: high.number()?, target: target.number()? })
}

fn arithmetic(item: &Sexpr) -> Result<Arithmetic, CheckError> {
    match item.atom()? {
        "add" => Ok(Arithmetic::Add),
        "sub" => Ok(Arithmetic::Sub),
        "mul" => Ok(Arithmetic::Mul),
        _ => Err(item.error("unknown arithmetic")),
    }
}

fn binary(name: &str) -> Option<Binary> {
    Some(match name {
        "add" => Binary::Add,
        "sub" => Binary::Sub,
        "mul" => Binary::Mul,
        "div" => Binary::Div,
        "rem" => Binary::Rem,
        "shl" => Binary::Shl,
        "shr" => Binary::Shr,
        "bitand" => Binary::BitAnd,
        "bitor" => Binary::BitOr,
        "bitxor" => Binary::BitXor,
        "eq" => Binary::Eq,
        "ne" => Binary::Ne,
        "lt" => Binary::Lt,
        "le" => Binary::Le,
        "gt" => Binary::Gt,
        "ge" => Binary::Ge,
        "ptradd" => Binary::PtrAdd,
        "ptrsub" => Binary::PtrSub,
        "ptrdiff" => Binary::PtrDiff,
        _ => return None,
    })
}

/// An intrinsic and how many operands it has.
fn intrinsic(name: &str) -> Option<(Intrinsic, usize)> {
    Some(match name {
        "clz" => (Intrinsic::LeadingZeros, 1),
        "ctz" => (Intrinsic::TrailingZeros, 1),
        "ffs" => (Intrinsic::FindFirstSet, 1),
        "popcount" => (Intrinsic::PopCount, 1),
        "parity" => (Intrinsic::Parity, 1),
        "clrsb" => (Intrinsic::RedundantSignBits, 1),
        "byteswap" => (Intrinsic::ByteSwap, 1),
        "bitreverse" => (Intrinsic::BitReverse, 1),
        "fabs" => (Intrinsic::FloatAbs, 1),
        "copysign" => (Intrinsic::CopySign, 2),
        "signbit" => (Intrinsic::SignBit, 1),
        "isnan" => (Intrinsic::IsNan, 1),
        "isinf" => (Intrinsic::IsInf, 1),
        "isinfsign" => (Intrinsic::IsInfSign, 1),
        "isfinite" => (Intrinsic::IsFinite, 1),
        "isnormal" => (Intrinsic::IsNormal, 1),
        "isunordered" => (Intrinsic::IsUnordered, 2),
        "islessgreater" => (Intrinsic::IsLessGreater, 2),
        "sqrt" => (Intrinsic::Sqrt, 1),
        "fma" => (Intrinsic::FusedMultiplyAdd, 3),
        _ => return None,
    })
}

const fn of_float(op: Intrinsic) -> bool {
    match op {
        Intrinsic::LeadingZeros
        | Intrinsic::TrailingZeros
        | Intrinsic::FindFirstSet
        | Intrinsic::PopCount
        | Intrinsic::Parity
        | Intrinsic::RedundantSignBits
        | Intrinsic::ByteSwap
        | Intrinsic::BitReverse
        | Intrinsic::Overflows(..) => false,
        Intrinsic::FloatAbs
        | Intrinsic::CopySign
        | Intrinsic::SignBit
        | Intrinsic::IsNan
        | Intrinsic::IsInf
        | Intrinsic::IsInfSign
        | Intrinsic::IsFinite
        | Intrinsic::IsNormal
        | Intrinsic::IsUnordered
        | Intrinsic::IsLessGreater
        | Intrinsic::Sqrt
        | Intrinsic::FusedMultiplyAdd => true,
    }
}

fn builtin(item: &Sexpr) -> Result<Builtin, CheckError> {
    Ok(match item.atom()? {
        "alloca" => Builtin::Alloca,
        "stack-save" => Builtin::StackSave,
        "stack-restore" => Builtin::StackRestore,
        "va-start" => Builtin::VaStart,
        "va-arg" => Builtin::VaArg,
        "va-copy" => Builtin::VaCopy,
        "va-end" => Builtin::VaEnd,
        "setjmp" => Builtin::SetJmp,
        "longjmp" => Builtin::LongJmp,
        "trap" => Builtin::Trap,
        "synchronize" => Builtin::Synchronize,
        _ => return Err(item.error("unknown builtin")),
    })
}
