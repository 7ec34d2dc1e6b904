//! The host's mathematical library: what compiled C on this platform calls, so that results agree
//! to the last bit.
//!
//! With its sibling for `long double` this is the only module of the library with unsafe code. The
//! argument for its safety: every function below is one of C's `math.h` with exactly that signature; they take and return plain
//! numbers, keep no pointer, and touch no memory but the thread's own `errno` and (for `lgamma`,
//! which is therefore called in its `_r` form) what they are passed. They are defined for every
//! bit pattern of their arguments.

#![allow(unsafe_code)]

macro_rules! declare {
    ($($(#[$attribute:meta])* fn $name:ident($($argument:ident: $ty:ty),*) -> $result:ty;)*) => {
        #[link(name = "m")]
        unsafe extern "C" {
            $($(#[$attribute])* pub(super) safe fn $name($($argument: $ty),*) -> $result;)*
        }
    };
}

macro_rules! unary {
    ($($double:ident $float:ident)*) => {
        declare! {
            $(fn $double(x: f64) -> f64; fn $float(x: f32) -> f32;)*
        }
    };
}

macro_rules! binary {
    ($($double:ident $float:ident)*) => {
        declare! {
            $(fn $double(x: f64, y: f64) -> f64; fn $float(x: f32, y: f32) -> f32;)*
        }
    };
}

unary! {
    sin sinf  cos cosf  tan tanf  asin asinf  acos acosf  atan atanf
    sinh sinhf  cosh coshf  tanh tanhf  asinh asinhf  acosh acoshf  atanh atanhf
    exp expf  exp2 exp2f  exp10 exp10f  expm1 expm1f
    log logf  log2 log2f  log10 log10f  log1p log1pf  logb logbf
    sqrt sqrtf  cbrt cbrtf
    floor floorf  ceil ceilf  round roundf  roundeven roundevenf  trunc truncf
    rint rintf  nearbyint nearbyintf  fabs fabsf
    erf erff  erfc erfcf  tgamma tgammaf  significand significandf
    j0 j0f  j1 j1f  y0 y0f  y1 y1f
}

binary! {
    atan2 atan2f  pow powf  hypot hypotf  fmod fmodf  remainder remainderf  drem dremf
    copysign copysignf  nextafter nextafterf  fdim fdimf  fmax fmaxf  fmin fminf
    scalb scalbf
}

declare! {
    fn fma(x: f64, y: f64, z: f64) -> f64;
    fn fmaf(x: f32, y: f32, z: f32) -> f32;
    fn lrint(x: f64) -> i64;
    fn lrintf(x: f32) -> i64;
    fn lround(x: f64) -> i64;
    fn lroundf(x: f32) -> i64;
    fn ilogb(x: f64) -> i32;
    fn ilogbf(x: f32) -> i32;
    fn scalbln(x: f64, n: i64) -> f64;
    fn scalblnf(x: f32, n: i64) -> f32;
    fn jn(n: i32, x: f64) -> f64;
    fn jnf(n: i32, x: f32) -> f32;
    fn yn(n: i32, x: f64) -> f64;
    fn ynf(n: i32, x: f32) -> f32;
    fn frexp(x: f64, exponent: &mut i32) -> f64;
    fn frexpf(x: f32, exponent: &mut i32) -> f32;
    fn modf(x: f64, whole: &mut f64) -> f64;
    fn modff(x: f32, whole: &mut f32) -> f32;
    fn remquo(x: f64, y: f64, quotient: &mut i32) -> f64;
    fn remquof(x: f32, y: f32, quotient: &mut i32) -> f32;
    fn lgamma_r(x: f64, sign: &mut i32) -> f64;
    fn lgammaf_r(x: f32, sign: &mut i32) -> f32;
}

unsafe extern "C" {
    safe fn __errno_location() -> *mut i32;
}

/// Calls a function of the host; its result, and the `errno` it set (0 when it set none).
pub(super) fn with_errno<T>(call: impl FnOnce() -> T) -> (T, i32) {
    let errno = __errno_location();
    // SAFETY: the C library promises a pointer to this thread's `errno`, valid as long as the
    // thread lives; nothing else holds a reference to it.
    unsafe { errno.write(0) };
    let result = call();
    // SAFETY: as above.
    let value = unsafe { errno.read() };
    (result, value)
}
