//! Conversions between scalars.

use super::Semantics;
use crate::program::{Format, Scalar};
use crate::term::{Sort, Term};

impl Semantics<'_> {
    /// Converts a value. A float that does not fit an integer gives an arbitrary one; conversions
    /// from and to `long double` are not followed.
    pub(super) fn convert(&mut self, from: Scalar, to: Scalar, value: Term) -> Term {
        match (from, to) {
            (_, Scalar::Int { bits: 1, .. }) => {
                let truth = self.truth(from, value);
                self.terms.bits_of_bool(truth, 1)
            }
            (Scalar::Int { signed, .. }, Scalar::Int { bits, .. }) => {
                self.terms.resize(value, bits, signed)
            }
            (Scalar::Float(a), Scalar::Float(b)) if a == b => value,
            (Scalar::Float(Format::X87), _) | (_, Scalar::Float(Format::X87)) => {
                self.terms.fresh(Sort::Bits(to.bits()))
            }
            (Scalar::Int { signed, .. }, Scalar::Float(format)) => {
                self.terms.float_of_int(value, signed, format)
            }
            (Scalar::Float(format), Scalar::Int { bits, signed }) => {
                self.terms.int_of_float(value, format, bits, signed)
            }
            (Scalar::Float(from), Scalar::Float(to)) => self.terms.float_of_float(value, from, to),
        }
    }
}
