//! The table of library functions (see [`super::library`]).

use super::library::Effect::{
    Calls, Copies, Errno, Fills, Formats, Keeps, Library, Reads, ReadsReachable, Returns,
    ReturnsCopy, ReturnsDestructor, ReturnsFresh, ReturnsInto, ReturnsLibrary, ReturnsOutside,
    Shuffles, StoresFresh, StoresInto, Tells, Writes, WritesReachable,
};
use super::library::{Effect, Entry};

const fn entry(names: &'static str, effects: &'static [Effect]) -> Entry {
    Entry { names, effects }
}

/// Functions whose names ISO C reserves.
pub(super) const ISO: &[Entry] = &[
    // <string.h>
    entry("memcpy memmove", &[Copies(0, 1), Returns(0)]),
    entry("memset", &[Writes(0), Returns(0)]),
    entry("strcpy strncpy strcat strncat", &[Copies(0, 1), Reads(0), Returns(0)]),
    entry("strlen", &[Reads(0)]),
    entry("memcmp strcmp strncmp strcoll strspn strcspn", &[Reads(0), Reads(1)]),
    entry("memchr strchr strrchr", &[Reads(0), ReturnsInto(0)]),
    entry("strstr strpbrk", &[Reads(0), Reads(1), ReturnsInto(0)]),
    entry("strxfrm", &[Writes(0), Reads(1)]),
    entry("strtok", &[Reads(0), Writes(0), Reads(1), Keeps(0), ReturnsOutside]),
    entry("strerror", &[Library, ReturnsLibrary]),
    // <stdlib.h>
    entry("malloc calloc aligned_alloc", &[ReturnsFresh, Errno]),
    entry("realloc", &[Reads(0), Writes(0), ReturnsCopy(0), Errno]),
    entry("free", &[Writes(0)]),
    entry("clew_assume __VERIFIER_assume __CPROVER_assume", &[]),
    entry("abs labs llabs div ldiv lldiv abort", &[]),
    entry("atoi atol atoll atof", &[Reads(0), Errno]),
    entry(
        "strtol strtoul strtoll strtoull strtod strtof strtold",
        &[Reads(0), StoresInto(1, 0), Errno],
    ),
    entry("rand srand clock", &[Library]),
    entry("qsort", &[Reads(0), Shuffles(0), Calls(3, [0, 0]), Errno]),
    entry("bsearch", &[Reads(0), Reads(1), Calls(4, [0, 1]), ReturnsInto(1)]),
    entry("atexit at_quick_exit", &[Keeps(0), Library]),
    entry("getenv", &[Reads(0), ReturnsLibrary]),
    entry("system remove", &[Reads(0), Errno]),
    entry("mblen", &[Reads(0), Library, Errno]),
    entry("mbtowc mbstowcs wcstombs", &[Writes(0), Reads(1), Library, Errno]),
    entry("wctomb", &[Writes(0), Library, Errno]),
    // <ctype.h>
    entry(
        "isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper \
         isxdigit tolower toupper",
        &[],
    ),
    // <time.h>
    entry("time", &[Writes(0), Errno]),
    entry("difftime", &[]),
    entry("mktime", &[Reads(0), Writes(0), Library, Errno]),
    entry("localtime gmtime asctime ctime", &[Reads(0), Library, ReturnsLibrary, Errno]),
    entry("strftime", &[Writes(0), Reads(2), Reads(3), Library]),
    entry("timespec_get", &[Writes(0)]),
    // <locale.h>, <signal.h>, <fenv.h>
    entry("setlocale", &[Reads(1), Library, ReturnsLibrary]),
    entry("localeconv", &[Library, ReturnsLibrary]),
    entry("signal", &[Keeps(1), Library, ReturnsOutside, Errno]),
    entry("feclearexcept feraiseexcept fetestexcept fegetround fesetround", &[Library]),
    entry("fegetenv feholdexcept", &[Writes(0), Library]),
    entry("fesetenv feupdateenv", &[Reads(0), Library]),
    // <stdio.h>
    entry("fopen", &[Reads(0), Reads(1), Library, ReturnsLibrary, Errno]),
    entry("freopen", &[Reads(0), Reads(1), Writes(2), Library, Returns(2), Errno]),
    entry("tmpfile", &[Library, ReturnsLibrary, Errno]),
    entry("tmpnam", &[Writes(0), Library, Returns(0), ReturnsLibrary]),
    entry("rename", &[Reads(0), Reads(1), Errno]),
    entry("fclose fflush fgetc getc rewind clearerr", &[Reads(0), Writes(0), Library, Errno]),
    entry("fseek ftell", &[Reads(0), Writes(0), Library, Errno]),
    entry("feof ferror", &[Reads(0)]),
    entry("getchar putchar", &[Library, Errno]),
    entry("puts perror", &[Reads(0), Library, Errno]),
    entry("fputc putc ungetc", &[Reads(1), Writes(1), Library, Errno]),
    entry("fputs", &[Reads(0), Reads(1), Writes(1), Library, Errno]),
    entry("fgets", &[Writes(0), Reads(2), Writes(2), Library, Returns(0), Errno]),
    entry("fread", &[Fills(0), Reads(3), Writes(3), Library, Errno]),
    entry("fwrite", &[Tells(0), Reads(3), Writes(3), Library, Errno]),
    entry("fgetpos", &[Reads(0), Writes(0), Writes(1), Library, Errno]),
    entry("fsetpos", &[Writes(0), Reads(1), Library, Errno]),
    entry("setbuf setvbuf", &[Writes(0), Keeps(1), Library, Errno]),
    entry("printf", &[ReadsReachable(0), Formats(0), Library, Errno]),
    entry("vprintf", &[ReadsReachable(0), Writes(1), Formats(0), Library, Errno]),
    entry("fprintf", &[ReadsReachable(0), Writes(0), Formats(1), Library, Errno]),
    entry("vfprintf", &[ReadsReachable(0), Writes(0), Writes(2), Formats(1), Library, Errno]),
    entry("sprintf", &[Writes(0), ReadsReachable(1), Formats(1), Errno]),
    entry("vsprintf", &[Writes(0), ReadsReachable(1), Writes(2), Formats(1), Errno]),
    entry("snprintf", &[Writes(0), ReadsReachable(2), Formats(2), Errno]),
    entry("vsnprintf", &[Writes(0), ReadsReachable(2), Writes(3), Formats(2), Errno]),
    entry("scanf vscanf", &[ReadsReachable(0), WritesReachable(1), Library, Errno]),
    entry(
        "fscanf vfscanf sscanf vsscanf",
        &[ReadsReachable(0), Writes(0), WritesReachable(2), Library, Errno],
    ),
    // <math.h>
    entry(
        "acos acosf acosl acosh acoshf acoshl asin asinf asinl asinh asinhf asinhl atan atanf \
         atanl atan2 atan2f atan2l atanh atanhf atanhl cbrt cbrtf cbrtl ceil ceilf ceill \
         copysign copysignf copysignl cos cosf cosl cosh coshf coshl erf erff erfl erfc erfcf \
         erfcl exp expf expl exp2 exp2f exp2l expm1 expm1f expm1l fabs fabsf fabsl fdim fdimf \
         fdiml floor floorf floorl fma fmaf fmal fmax fmaxf fmaxl fmin fminf fminl fmod fmodf \
         fmodl hypot hypotf hypotl ilogb ilogbf ilogbl ldexp ldexpf ldexpl lgamma lgammaf \
         lgammal llrint llrintf llrintl llround llroundf llroundl log logf logl log10 log10f \
         log10l log1p log1pf log1pl log2 log2f log2l logb logbf logbl lrint lrintf lrintl \
         lround lroundf lroundl nearbyint nearbyintf nearbyintl nextafter nextafterf nextafterl \
         nexttoward nexttowardf nexttowardl pow powf powl remainder remainderf remainderl rint \
         rintf rintl round roundf roundl scalbln scalblnf scalblnl scalbn scalbnf scalbnl sin \
         sinf sinl sinh sinhf sinhl sqrt sqrtf sqrtl tan tanf tanl tanh tanhf tanhl tgamma \
         tgammaf tgammal trunc truncf truncl",
        &[Errno],
    ),
    entry("nan nanf nanl", &[Reads(0)]),
    entry("frexp frexpf frexpl modf modff modfl", &[Writes(1)]),
    entry("remquo remquof remquol", &[Writes(2), Errno]),
    // <wchar.h>, <wctype.h>
    entry("wcslen", &[Reads(0)]),
    entry("wcscmp wcsncmp wcscoll wmemcmp wcsspn wcscspn", &[Reads(0), Reads(1)]),
    entry("wcscpy wcsncpy wcscat wcsncat wmemcpy wmemmove", &[Copies(0, 1), Reads(0), Returns(0)]),
    entry("wmemset", &[Writes(0), Returns(0)]),
    entry("wcschr wcsrchr wmemchr", &[Reads(0), ReturnsInto(0)]),
    entry("wcsstr wcspbrk", &[Reads(0), Reads(1), ReturnsInto(0)]),
    entry("wcstol wcstoul wcstoll wcstoull wcstod wcstof", &[Reads(0), StoresInto(1, 0), Errno]),
    entry(
        "iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct \
         iswspace iswupper iswxdigit towlower towupper btowc wctob",
        &[],
    ),
];

/// Functions that POSIX, GNU and Clew itself add: the library's where a system header declares
/// them, or where their names are reserved.
pub(super) const SYSTEM: &[Entry] = &[
    entry(
        "__memcpy_chk __memmove_chk __strcpy_chk __strncpy_chk __strcat_chk __strncat_chk",
        &[Copies(0, 1), Reads(0), Returns(0)],
    ),
    entry("__memset_chk", &[Writes(0), Returns(0)]),
    entry("mempcpy __mempcpy stpcpy stpncpy memccpy", &[Copies(0, 1), ReturnsInto(0)]),
    entry("strlcpy strlcat", &[Copies(0, 1), Reads(0)]),
    entry("bcopy swab", &[Copies(1, 0)]),
    entry("bzero explicit_bzero", &[Writes(0)]),
    entry("bcmp strcasecmp strncasecmp", &[Reads(0), Reads(1)]),
    entry("strnlen", &[Reads(0)]),
    entry("index rindex strchrnul memrchr rawmemchr", &[Reads(0), ReturnsInto(0)]),
    entry("strcasestr", &[Reads(0), Reads(1), ReturnsInto(0)]),
    entry("memmem", &[Reads(0), Reads(2), ReturnsInto(0)]),
    entry("strdup strndup __strdup __strndup", &[Reads(0), ReturnsCopy(0), Errno]),
    entry("wcsdup", &[Reads(0), ReturnsCopy(0), Errno]),
    entry("cfree", &[Writes(0)]),
    entry("memalign valloc", &[ReturnsFresh, Errno]),
    entry("reallocarray", &[Reads(0), Writes(0), ReturnsCopy(0), Errno]),
    entry("posix_memalign", &[StoresFresh(0)]),
    entry("malloc_usable_size", &[Reads(0)]),
    entry("asprintf", &[StoresFresh(0), ReadsReachable(1), Formats(1), Errno]),
    entry("vasprintf", &[StoresFresh(0), ReadsReachable(1), Writes(2), Formats(1), Errno]),
    entry("dprintf", &[ReadsReachable(1), Formats(1), Library, Errno]),
    entry("getline", &[Writes(0), Writes(1), StoresFresh(0), Writes(2), Library, Errno]),
    entry("random srandom getuid geteuid getgid getegid getpid getppid", &[Library]),
    entry("sleep usleep getpagesize sysconf isatty", &[Library, Errno]),
    entry("fopen64", &[Reads(0), Reads(1), Library, ReturnsLibrary, Errno]),
    entry("putchar_unlocked getchar_unlocked", &[Library, Errno]),
    entry("fileno", &[Reads(0), Errno]),
    entry("read", &[Fills(1), Library, Errno]),
    entry("write", &[Tells(1), Library, Errno]),
    entry("open creat unlink access", &[Reads(0), Library, Errno]),
    entry("close lseek", &[Library, Errno]),
    entry("gettimeofday", &[Writes(0), Writes(1), Errno]),
    entry("clock_gettime clock_getres", &[Writes(1), Errno]),
    entry("nanosleep", &[Reads(0), Writes(1), Errno]),
    entry("isascii toascii ffs ffsl ffsll htonl htons ntohl ntohs", &[]),
    entry(
        "__isoc23_strtol __isoc23_strtoul __isoc23_strtoll __isoc23_strtoull strtoq strtouq",
        &[Reads(0), StoresInto(1, 0), Errno],
    ),
    entry(
        "__isoc99_sscanf __isoc99_fscanf __isoc23_sscanf __isoc23_fscanf",
        &[ReadsReachable(0), Writes(0), WritesReachable(2), Library, Errno],
    ),
    entry(
        "__isoc99_scanf __isoc23_scanf",
        &[ReadsReachable(0), WritesReachable(1), Library, Errno],
    ),
    entry("__errno_location", &[ReturnsLibrary]),
    entry("__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc", &[ReturnsLibrary]),
    entry("__ctype_get_mb_cur_max", &[Library]),
    entry(
        "__assert_fail __assert __clew_assertion_failed __clew_unsupported",
        &[Reads(0), Reads(1)],
    ),
    entry("__stack_chk_fail __clew_exit __clew_killed", &[]),
    entry(
        "__fpclassify __fpclassifyf __fpclassifyl __isnan __isnanf __isnanl isnan isnanf isnanl \
         __isinf __isinff __isinfl isinf isinff isinfl __finite __finitef __finitel finite \
         finitef finitel __signbit __signbitf __signbitl",
        &[],
    ),
    entry(
        "drem dremf dreml gamma gammaf gammal j0 j0f j1 j1f jn jnf y0 y0f y1 y1f yn ynf exp10 \
         exp10f exp10l pow10 significand significandf",
        &[Errno, Library],
    ),
    entry("lgamma_r lgammaf_r lgammal_r", &[Writes(1), Errno]),
    entry("sincos sincosf sincosl", &[Writes(1), Writes(2), Errno]),
    // What the library's own models are written with.
    entry(
        "__clew_isalnum __clew_isalpha __clew_isblank __clew_iscntrl __clew_isdigit __clew_isgraph \
         __clew_islower __clew_isprint __clew_ispunct __clew_isspace __clew_isupper __clew_isxdigit",
        &[],
    ),
    entry("__clew_write", &[Tells(1)]),
    entry("__clew_read", &[Fills(1)]),
    entry("__clew_environment", &[Reads(0), Writes(1)]),
    entry("__clew_program_name", &[Writes(0)]),
    entry("__clew_now", &[Writes(0), Writes(1)]),
    entry("__clew_cpu_time __clew_is_text_open", &[]),
    entry("__clew_parse_float", &[Reads(0), Writes(3), Errno]),
    entry("__clew_format", &[Writes(0), ReadsReachable(2), Writes(3), Formats(2), Errno]),
    entry("__clew_destructor", &[ReturnsDestructor]),
    // Test harnesses.
    entry("klee_make_symbolic", &[Fills(0), Reads(2)]),
    entry("klee_assume klee_range klee_int klee_silent_exit", &[]),
    entry("__clew_open __clew_rename", &[Reads(0), Reads(1)]),
    entry("__clew_remove", &[Reads(0)]),
    entry("__clew_close __clew_seek __clew_is_terminal __clew_input_is_sound", &[]),
    entry("__clew_is_comparable __clew_difference", &[Reads(0), Reads(1)]),
];
