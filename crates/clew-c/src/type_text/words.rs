//! The words that types are spelled with.

use super::BuiltinType;
use clew_ir::types::{FloatKind, IntKind};

/// The qualifiers of a type or pointer.
#[derive(Clone, Copy, Default)]
pub(super) struct Qualifiers {
    pub(super) is_const: bool,
    pub(super) is_volatile: bool,
    pub(super) is_restrict: bool,
    pub(super) is_nonnull: bool,
}

impl Qualifiers {
    /// Notes a word that may stand among qualifiers; `false` when it is none of them.
    pub(super) fn take(&mut self, word: &str) -> bool {
        match word {
            "const" | "__const" | "__const__" => self.is_const = true,
            "volatile" | "__volatile" | "__volatile__" => self.is_volatile = true,
            "restrict" | "__restrict" | "__restrict__" => self.is_restrict = true,
            "_Nonnull" => self.is_nonnull = true,
            "_Nullable" | "_Null_unspecified" | "_Nullable_result" | "__unaligned" | "__ptr32"
            | "__ptr64" | "__sptr" | "__uptr" | "__seg_gs" | "__seg_fs" => {}
            _ => return false,
        }
        true
    }
}

/// The words of a builtin type, in whatever order they came.
#[derive(Default)]
pub(super) struct BuiltinWords {
    pub(super) base: Option<String>,
    longs: u8,
    is_short: bool,
    is_signed: bool,
    is_unsigned: bool,
    pub(super) is_complex: bool,
}

impl BuiltinWords {
    pub(super) fn is_empty(&self) -> bool {
        self.base.is_none()
            && self.longs == 0
            && !(self.is_short || self.is_signed || self.is_unsigned || self.is_complex)
    }

    /// Takes a word; `false` when it is no part of a builtin type.
    pub(super) fn take(&mut self, word: &str) -> bool {
        match word {
            "long" => self.longs = self.longs.saturating_add(1),
            "short" => self.is_short = true,
            "signed" | "__signed" | "__signed__" => self.is_signed = true,
            "unsigned" => self.is_unsigned = true,
            "_Complex" | "__complex__" | "__complex" => self.is_complex = true,
            "int" => {
                self.base.get_or_insert_with(|| word.to_owned());
            }
            "void"
            | "_Bool"
            | "char"
            | "float"
            | "double"
            | "__int128"
            | "_Float16"
            | "__fp16"
            | "half"
            | "__bf16"
            | "__float128"
            | "_Float128"
            | "_Float32"
            | "_Float64"
            | "_Float32x"
            | "_Float64x"
            | "__ibm128"
            | "_Accum"
            | "_Fract"
            | "_Sat"
            | "_Decimal32"
            | "_Decimal64"
            | "_Decimal128"
            | "__builtin_va_list_tag" => {
                self.base = Some(word.to_owned());
            }
            _ => return false,
        }
        true
    }

    pub(super) fn finish(&self) -> Result<BuiltinType, String> {
        use IntKind::*;
        let unsigned = self.is_unsigned;
        let pick = |signed_kind, unsigned_kind| {
            BuiltinType::Int(if unsigned { unsigned_kind } else { signed_kind })
        };
        Ok(match self.base.as_deref() {
            Some("void") => BuiltinType::Void,
            Some("_Bool") => BuiltinType::Bool,
            Some("char") if self.is_signed => BuiltinType::Int(SignedChar),
            Some("char") => pick(Char, UnsignedChar),
            Some("__int128") => pick(Int128, UnsignedInt128),
            Some("float") => BuiltinType::Float(FloatKind::F32),
            Some("double") if self.longs > 0 => BuiltinType::Float(FloatKind::X87),
            Some("double") => BuiltinType::Float(FloatKind::F64),
            // `_Complex` alone is `_Complex double`.
            None if self.is_complex && self.longs == 0 && !self.is_short && !unsigned => {
                BuiltinType::Float(FloatKind::F64)
            }
            Some("int") | None => match (self.is_short, self.longs) {
                (true, _) => pick(Short, UnsignedShort),
                (false, 0) => pick(Int, UnsignedInt),
                (false, 1) => pick(Long, UnsignedLong),
                (false, 2) => pick(LongLong, UnsignedLongLong),
                (false, _) => return Err("more than two `long` in a type".to_owned()),
            },
            Some(other) => BuiltinType::Other(match (unsigned, self.longs) {
                (true, _) => format!("unsigned {other}"),
                (false, 0) => other.to_owned(),
                (false, _) => format!("long {other}"),
            }),
        })
    }
}

/// Whether a word begins the name of a type whatever the typedefs are.
pub(crate) fn is_type_keyword(word: &str) -> bool {
    Qualifiers::default().take(word)
        || BuiltinWords::default().take(word)
        || matches!(
            word,
            "struct"
                | "union"
                | "enum"
                | "_Atomic"
                | "_BitInt"
                | "_ExtInt"
                | "typeof"
                | "__typeof__"
                | "__typeof"
                | "typeof_unqual"
                | "__typeof_unqual__"
                | "__typeof_unqual"
                | "__attribute__"
        )
}
