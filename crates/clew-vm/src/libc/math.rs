//! `math.h`, by the host's library.

use super::arguments::{double, float, from_int, from_long, int, long, unsigned};
use super::host_math as host;
use crate::guest::Guest;
use crate::native::NativeFunction;
use crate::stop::Stop;

/// A float as the bits of a result.
trait Bits {
    fn to_result(self) -> u128;
}

impl Bits for f64 {
    fn to_result(self) -> u128 {
        u128::from(self.to_bits())
    }
}

impl Bits for f32 {
    fn to_result(self) -> u128 {
        u128::from(self.to_bits())
    }
}

impl Bits for i64 {
    fn to_result(self) -> u128 {
        from_long(self)
    }
}

impl Bits for i32 {
    fn to_result(self) -> u128 {
        from_int(self)
    }
}

/// Calls the host, and hands its `errno` on.
fn call<T: Bits>(guest: &mut dyn Guest, function: impl FnOnce() -> T) -> Result<u128, Stop> {
    let (value, errno) = host::with_errno(function);
    if errno != 0 {
        guest.set_errno(errno)?;
    }
    Ok(value.to_result())
}

/// As [`call`], for a function of numbers: when it makes a NaN out of numbers, that is a domain
/// error, also where the compiler of this crate replaced the host's call by an instruction that
/// leaves `errno` alone.
fn call_numbers<T: Bits + Into<f64> + Copy>(
    guest: &mut dyn Guest,
    has_nan: bool,
    function: impl FnOnce() -> T,
) -> Result<u128, Stop> {
    let (value, errno) = host::with_errno(function);
    let is_domain_error = errno == 0 && !has_nan && value.into().is_nan();
    match if is_domain_error { EDOM } else { errno } {
        0 => {}
        errno => guest.set_errno(errno)?,
    }
    Ok(value.to_result())
}

/// Domain error.
const EDOM: i32 = 33;

/// The native functions of one shape, by name: each `double` function beside its `float` one.
macro_rules! shapes {
    ($name:expr;
     unary { $($u:ident $uf:ident)* }
     binary { $($b:ident $bf:ident)* }) => {
        match $name {
            $(
                stringify!($u) => Some((|guest, a| {
                    let x = double(a, 0);
                    call_numbers(guest, x.is_nan(), || host::$u(x))
                }) as NativeFunction),
                stringify!($uf) => Some((|guest, a| {
                    let x = float(a, 0);
                    call_numbers(guest, x.is_nan(), || host::$uf(x))
                }) as NativeFunction),
            )*
            $(
                stringify!($b) => Some((|guest, a| {
                    let (x, y) = (double(a, 0), double(a, 1));
                    call_numbers(guest, x.is_nan() || y.is_nan(), || host::$b(x, y))
                }) as NativeFunction),
                stringify!($bf) => Some((|guest, a| {
                    let (x, y) = (float(a, 0), float(a, 1));
                    call_numbers(guest, x.is_nan() || y.is_nan(), || host::$bf(x, y))
                }) as NativeFunction),
            )*
            _ => None,
        }
    };
}

/// The functions of this module.
pub(super) fn native(name: &str) -> Option<NativeFunction> {
    let plain = shapes! { name;
        unary {
            sin sinf cos cosf tan tanf asin asinf acos acosf atan atanf
            sinh sinhf cosh coshf tanh tanhf asinh asinhf acosh acoshf atanh atanhf
            exp expf exp2 exp2f exp10 exp10f expm1 expm1f
            log logf log2 log2f log10 log10f log1p log1pf logb logbf
            sqrt sqrtf cbrt cbrtf
            floor floorf ceil ceilf round roundf roundeven roundevenf trunc truncf
            rint rintf nearbyint nearbyintf fabs fabsf
            erf erff erfc erfcf tgamma tgammaf significand significandf
            j0 j0f j1 j1f y0 y0f y1 y1f
        }
        binary {
            atan2 atan2f pow powf hypot hypotf fmod fmodf remainder remainderf drem dremf
            copysign copysignf nextafter nextafterf fdim fdimf fmax fmaxf fmin fminf
            scalb scalbf
        }
    };
    plain.or_else(|| mixed(name))
}

/// The functions with other arguments or results.
fn mixed(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "fma" => |guest, a| call(guest, || host::fma(double(a, 0), double(a, 1), double(a, 2))),
        "fmaf" => |guest, a| call(guest, || host::fmaf(float(a, 0), float(a, 1), float(a, 2))),
        "lrint" | "llrint" => |guest, a| call(guest, || host::lrint(double(a, 0))),
        "lrintf" | "llrintf" => |guest, a| call(guest, || host::lrintf(float(a, 0))),
        "lround" | "llround" => |guest, a| call(guest, || host::lround(double(a, 0))),
        "lroundf" | "llroundf" => |guest, a| call(guest, || host::lroundf(float(a, 0))),
        "ilogb" => |guest, a| call(guest, || host::ilogb(double(a, 0))),
        "ilogbf" => |guest, a| call(guest, || host::ilogbf(float(a, 0))),
        "ldexp" | "scalbn" => {
            |guest, a| call(guest, || host::scalbln(double(a, 0), i64::from(int(a, 1))))
        }
        "ldexpf" | "scalbnf" => {
            |guest, a| call(guest, || host::scalblnf(float(a, 0), i64::from(int(a, 1))))
        }
        "scalbln" => |guest, a| {
            let exponent = long(guest, a, 1);
            call(guest, || host::scalbln(double(a, 0), exponent))
        },
        "scalblnf" => |guest, a| {
            let exponent = long(guest, a, 1);
            call(guest, || host::scalblnf(float(a, 0), exponent))
        },
        "jn" => |guest, a| call(guest, || host::jn(int(a, 0), double(a, 1))),
        "jnf" => |guest, a| call(guest, || host::jnf(int(a, 0), float(a, 1))),
        "yn" => |guest, a| call(guest, || host::yn(int(a, 0), double(a, 1))),
        "ynf" => |guest, a| call(guest, || host::ynf(int(a, 0), float(a, 1))),
        "frexp" => frexp,
        "frexpf" => frexpf,
        "modf" => modf,
        "modff" => modff,
        "remquo" => remquo,
        "remquof" => remquof,
        "sincos" => sincos,
        "sincosf" => sincosf,
        "lgamma" | "gamma" => |guest, a| call(guest, || host::lgamma_r(double(a, 0), &mut 0)),
        "lgammaf" | "gammaf" => |guest, a| call(guest, || host::lgammaf_r(float(a, 0), &mut 0)),
        "lgamma_r" => lgamma_r,
        "lgammaf_r" => lgammaf_r,
        "nan" => |_, _| Ok(f64::NAN.to_result()),
        "nanf" => |_, _| Ok(f32::NAN.to_result()),
        _ => return None,
    })
}

fn frexp(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let mut exponent = 0;
    let value = host::frexp(double(arguments, 0), &mut exponent);
    guest.write(unsigned(arguments, 1), &exponent.to_le_bytes())?;
    Ok(value.to_result())
}

fn frexpf(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let mut exponent = 0;
    let value = host::frexpf(float(arguments, 0), &mut exponent);
    guest.write(unsigned(arguments, 1), &exponent.to_le_bytes())?;
    Ok(value.to_result())
}

fn modf(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let mut whole = 0.0;
    let value = host::modf(double(arguments, 0), &mut whole);
    guest.write(unsigned(arguments, 1), &whole.to_le_bytes())?;
    Ok(value.to_result())
}

fn modff(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let mut whole = 0.0;
    let value = host::modff(float(arguments, 0), &mut whole);
    guest.write(unsigned(arguments, 1), &whole.to_le_bytes())?;
    Ok(value.to_result())
}

fn remquo(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let mut quotient = 0;
    let result =
        call(guest, || host::remquo(double(arguments, 0), double(arguments, 1), &mut quotient))?;
    guest.write(unsigned(arguments, 2), &quotient.to_le_bytes())?;
    Ok(result)
}

fn remquof(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let mut quotient = 0;
    let result =
        call(guest, || host::remquof(float(arguments, 0), float(arguments, 1), &mut quotient))?;
    guest.write(unsigned(arguments, 2), &quotient.to_le_bytes())?;
    Ok(result)
}

fn sincos(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let x = double(arguments, 0);
    guest.write(unsigned(arguments, 1), &host::sin(x).to_le_bytes())?;
    guest.write(unsigned(arguments, 2), &host::cos(x).to_le_bytes())?;
    Ok(0)
}

fn sincosf(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let x = float(arguments, 0);
    guest.write(unsigned(arguments, 1), &host::sinf(x).to_le_bytes())?;
    guest.write(unsigned(arguments, 2), &host::cosf(x).to_le_bytes())?;
    Ok(0)
}

fn lgamma_r(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let mut sign = 0;
    let result = call(guest, || host::lgamma_r(double(arguments, 0), &mut sign))?;
    guest.write(unsigned(arguments, 1), &sign.to_le_bytes())?;
    Ok(result)
}

fn lgammaf_r(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let mut sign = 0;
    let result = call(guest, || host::lgammaf_r(float(arguments, 0), &mut sign))?;
    guest.write(unsigned(arguments, 1), &sign.to_le_bytes())?;
    Ok(result)
}
