//! The names of functions that the editions of ISO C reserve.
//!
//! A program may have a function of its own under any other name, so what it declares by itself is the library's
//! only where the edition reserves the name (C11 7.1.3p1). Names that stand in no list here are the program's.

/// An edition of ISO C.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Edition {
    /// C90, with its amendment or without.
    C90,
    /// C99.
    C99,
    /// C11 and C17: what compilers take where no flag says otherwise.
    #[default]
    C11,
    /// C23.
    C23,
}

const C90: &str = "
    isalnum isalpha iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper
    localeconv setlocale setjmp longjmp signal raise
    remove rename tmpfile tmpnam fclose fflush fopen freopen setbuf setvbuf fprintf fscanf printf scanf sprintf
    sscanf vfprintf vprintf vsprintf fgetc fgets fputc fputs getc getchar putc putchar puts ungetc fread fwrite
    fgetpos fseek fsetpos ftell rewind clearerr feof ferror perror
    atof atoi atol strtod strtol strtoul rand srand calloc free malloc realloc abort atexit exit getenv system
    bsearch qsort abs div labs ldiv mblen mbtowc wctomb mbstowcs wcstombs
    memcpy memmove strcpy strncpy strcat strncat memcmp strcmp strcoll strncmp strxfrm memchr strchr strcspn
    strpbrk strrchr strspn strstr strtok memset strerror strlen
    clock difftime mktime time asctime ctime gmtime localtime strftime";

/// Mathematical functions, reserved with the suffixes `f` and `l`, too.
const C90_MATH: &str = "
    acos asin atan atan2 cos sin tan cosh sinh tanh exp frexp ldexp log log10 modf pow sqrt ceil fabs floor fmod";

const C99: &str = "
    _Exit llabs lldiv atoll strtof strtold strtoll strtoull snprintf vsnprintf vscanf vsscanf vfscanf isblank
    imaxabs imaxdiv strtoimax strtoumax wcstoimax wcstoumax
    feclearexcept fegetexceptflag feraiseexcept fesetexceptflag fetestexcept fegetround fesetround fegetenv
    feholdexcept fesetenv feupdateenv";

const C99_MATH: &str = "
    acosh asinh atanh cbrt copysign erf erfc exp2 expm1 fdim fma fmax fmin hypot ilogb lgamma llrint llround log1p
    log2 logb lrint lround nan nearbyint nextafter nexttoward remainder remquo rint round scalbln scalbn tgamma
    trunc cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp cimag clog conj cpow cproj creal csin
    csinh csqrt ctan ctanh";

const C11: &str = "aligned_alloc quick_exit at_quick_exit timespec_get";

const C23: &str = "strdup strndup memccpy gmtime_r localtime_r timegm timespec_getres";

/// Whether an edition reserves a name for a function of the library. Names that begin with two underscores are
/// reserved in all of them, for whatever implementations have.
pub fn is_reserved_name(name: &str, edition: Edition) -> bool {
    let stands = |list: &str, name: &str| list.split_whitespace().any(|it| it == name);
    let base = name.strip_suffix(['f', 'l']).unwrap_or(name);
    let is_math = |list: &str| stands(list, name) || stands(list, base);
    name.starts_with("__")
        || stands(C90, name)
        || is_math(C90_MATH)
        || (edition >= Edition::C99 && (stands(C99, name) || is_math(C99_MATH)))
        || (edition >= Edition::C11 && stands(C11, name))
        || (edition >= Edition::C23 && stands(C23, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editions_reserve_more_and_more() {
        let first = |name: &str| {
            let editions = [Edition::C90, Edition::C99, Edition::C11, Edition::C23];
            editions.into_iter().find(|it| is_reserved_name(name, *it))
        };
        assert_eq!(first("memcpy"), Some(Edition::C90));
        assert_eq!(first("sinf"), Some(Edition::C90));
        assert_eq!(first("llabs"), Some(Edition::C99));
        assert_eq!(first("truncl"), Some(Edition::C99));
        assert_eq!(first("aligned_alloc"), Some(Edition::C11));
        assert_eq!(first("strdup"), Some(Edition::C23));
        assert_eq!(first("ffs"), None);
        assert_eq!(first("clew_assume"), None);
    }
}
