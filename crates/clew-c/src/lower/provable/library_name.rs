//! Names of the library's on functions of the program.

use super::Rule;
use clew_ir::Cause;
use clew_ir::points_to::is_library_name;

pub(super) const RULE: Rule = Rule {
    cause: Cause::LibraryName,
    allowed: "library functions that a header of the system declares, or whose names the edition of C (`-std`) \
              reserves; `clew_assume`, `clew_label` and `klee_*` where their headers declare them or with `--entry`",
    refused: "calls of functions that the program declares by itself under other names of the library: they are its \
              own, and run code that nobody knows. Calls of functions that the program defines under names of the \
              library: compilers take them for the library's",
    check: None,
};

/// Functions that compilers know by their names, wherever they are defined. Those of mathematics also have the
/// suffixes of other types.
const COMPILER_NAMES: &str = "
    _Exit _exit abort abs acos acosh aligned_alloc alloca asin asinh atan atan2 atanh bcmp bcopy bzero
    cabs cacos cacosh calloc carg casin casinh catan catanh cbrt ccos ccosh ceil cexp cimag clog clog10
    conj copysign cos cosh cpow cproj creal csin csinh csqrt ctan ctanh dcgettext dgettext drem erf erfc
    execl execle execlp execv execve execvp exit exp exp10 exp2 expm1 fabs fdim feclearexcept fegetenv
    fegetexceptflag fegetround feholdexcept feraiseexcept fesetenv fesetexceptflag fesetround
    fetestexcept feupdateenv ffs ffsimax finite floor fma fmax fmin fmod fork fprintf fprintf_unlocked
    fputc fputc_unlocked fputs fputs_unlocked free frexp fscanf fwrite fwrite_unlocked gamma gamma_r
    gammaf_r gammal_r getcontext gettext hypot ilogb imaxabs index isalnum isalpha isascii isblank
    iscntrl isdigit isgraph isinf islower isnan isprint ispunct isspace isupper iswalnum iswalpha
    iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit isxdigit
    j0 j1 jn labs ldexp lgamma lgamma_r lgammaf_r lgammal_r llabs llrint llround log log10 log1p log2
    logb longjmp lrint lround malloc memchr memcmp memcpy memmove mempcpy memset modf nan nearbyint
    nextafter nexttoward posix_memalign pow pow10 printf printf_unlocked putc putc_unlocked putchar
    putchar_unlocked puts puts_unlocked realloc remainder remquo rindex rint round roundeven scalb
    scalbln scalbn scanf setjmp siglongjmp signbit significand sigsetjmp sin sincos sinh snprintf sprintf
    sqrt sscanf stpcpy stpncpy strcasecmp strcat strchr strcmp strcpy strcspn strdup strfmon strftime
    strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strspn strstr strtok
    strtol strtoul tan tanh tgamma toascii tolower toupper towlower towupper trunc vfork vfprintf vfscanf
    vprintf vscanf vsnprintf vsprintf vsscanf y0 y1 yn";

/// Whether compilers may take a call of a function with this name for one of the library's.
pub(in crate::lower) fn is_compiler_name(name: &str) -> bool {
    let stands = |name: &str| COMPILER_NAMES.split_whitespace().any(|it| it == name);
    let base = name.strip_suffix(['f', 'l']).unwrap_or(name);
    is_library_name(name) || stands(name) || stands(base)
}
