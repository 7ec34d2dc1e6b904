//! The table of C models: which file defines what, and what it needs.
//!
//! A test compiles every file and compares its symbol table with this one.

use super::models::Model;

/// A model and its C source.
macro_rules! model {
    ($name:literal, defines: $defines:literal, needs: $needs:literal $(,)?) => {
        Model {
            name: concat!("libc/", $name, ".c"),
            text: include_str!(concat!("../../libc/", $name, ".c")),
            defines: $defines,
            needs: $needs,
        }
    };
}

/// The models, by file name. Names are separated by blanks.
pub(super) const MODELS: &[Model] = &[
    model! {
        "arithmetic",
        defines: "abs div imaxabs imaxdiv labs ldiv llabs lldiv",
        needs: "",
    },
    model! {
        "assert",
        defines: "__assert __assert_fail __assert_perror_fail",
        needs: "__clew_assertion_failed __clew_program_name fprintf stderr strerror",
    },
    model! {
        "bits",
        defines: "ffs ffsl ffsll",
        needs: "",
    },
    model! {
        "byte_order",
        defines: "htonl htons ntohl ntohs",
        needs: "",
    },
    model! {
        "calendar",
        defines: "\
            __clew_timegm __tzname daylight gmtime gmtime_r localtime localtime_r mktime timegm \
            timelocal timezone tzname tzset",
        needs: "__errno_location",
    },
    model! {
        "clock",
        defines: "\
            clock clock_getres clock_gettime difftime gettimeofday nanosleep sleep timespec_get \
            usleep",
        needs: "__clew_cpu_time __clew_now __clew_refuses __errno_location",
    },
    model! {
        "complex",
        defines: "\
            __clew_div_complex_int __divdc3 __divsc3 __divxc3 __muldc3 __mulsc3 __mulxc3",
        needs: "",
    },
    model! {
        "complex_parts",
        defines: "\
            cabs cabsf cabsl carg cargf cargl cimag cimagf cimagl conj conjf conjl cproj cprojf \
            cprojl creal crealf creall",
        needs: "atan2 atan2f atan2l hypot hypotf hypotl",
    },
    model! {
        "ctype",
        defines: "\
            __clew_isalnum __clew_isalpha __clew_isblank __clew_iscntrl __clew_isdigit \
            __clew_isgraph __clew_islower __clew_isprint __clew_ispunct __clew_isspace \
            __clew_isupper __clew_isxdigit isalnum isalpha isascii isblank iscntrl isdigit \
            isgraph islower isprint ispunct isspace isupper isxdigit toascii tolower toupper",
        needs: "",
    },
    model! {
        "ctype_tables",
        defines: "__ctype_b_loc __ctype_get_mb_cur_max __ctype_tolower_loc __ctype_toupper_loc",
        needs: "",
    },
    model! {
        "drand48",
        defines: "drand48 erand48 jrand48 lcong48 lrand48 mrand48 nrand48 seed48 srand48",
        needs: "",
    },
    model! {
        "environment",
        defines: "__environ clearenv environ getenv putenv secure_getenv setenv unsetenv",
        needs: "__clew_environment __errno_location malloc memcpy strlen",
    },
    model! {
        "errno",
        defines: "__clew_errno __errno_location",
        needs: "",
    },
    model! {
        "exit",
        defines: "_Exit __clew_flush_hook _exit at_quick_exit atexit exit on_exit quick_exit",
        needs: "__clew_destructor __clew_exit malloc",
    },
    model! {
        "fenv",
        defines: "\
            feclearexcept fegetenv fegetround feholdexcept feraiseexcept fesetenv fesetround \
            fetestexcept feupdateenv",
        needs: "__clew_unsupported memset",
    },
    model! {
        "file_names",
        defines: "__xpg_basename access basename dirname mkstemp",
        needs: "__clew_close __clew_open __errno_location strlen",
    },
    model! {
        "getopt",
        defines: "getopt getopt_long getopt_long_only optarg opterr optind optopt",
        needs: "fprintf stderr strcmp",
    },
    model! {
        "identity",
        defines: "getegid geteuid getgid getuid",
        needs: "",
    },
    model! {
        "locale",
        defines: "localeconv nl_langinfo setlocale",
        needs: "__clew_refuses strlen",
    },
    model! {
        "memory",
        defines: "bcmp memccpy memchr memcmp memfrob memmem memrchr rawmemchr swab",
        needs: "__clew_difference __clew_is_comparable",
    },
    model! {
        "multibyte",
        defines: "\
            btowc mblen mbrlen mbrtowc mbsinit mbsrtowcs mbstowcs mbtowc wcrtomb wcsrtombs \
            wcstombs wctob wctomb",
        needs: "__errno_location",
    },
    model! {
        "now",
        defines: "time",
        needs: "__clew_now",
    },
    model! {
        "parse_float",
        defines: "__clew_string_to_float atof strtod strtof",
        needs: "__clew_parse_float __errno_location",
    },
    model! {
        "parse_integer",
        defines: "\
            __isoc23_strtoimax __isoc23_strtol __isoc23_strtoll __isoc23_strtoul \
            __isoc23_strtoull __isoc23_strtoumax atoi atol atoll strtoimax strtol strtoll strtoq \
            strtoul strtoull strtoumax strtouq",
        needs: "__errno_location",
    },
    model! {
        "parse_long_double",
        defines: "strtold",
        needs: "__clew_string_to_float",
    },
    model! {
        "perror",
        defines: "err error errx perror verr verrx vwarn vwarnx warn warnx",
        needs: "\
            __clew_flush __clew_program_name __errno_location exit fprintf stderr stdout \
            strerror vfprintf",
    },
    model! {
        "power",
        defines: "__powidf2 __powisf2 __powixf2",
        needs: "",
    },
    model! {
        "printf",
        defines: "\
            __fprintf_chk __printf_chk __vfprintf_chk __vprintf_chk dprintf fprintf printf \
            vdprintf vfprintf vprintf",
        needs: "__clew_flush __clew_format __clew_put __errno_location free malloc stdout",
    },
    model! {
        "random",
        defines: "rand random srand srandom",
        needs: "",
    },
    model! {
        "random_state",
        defines: "rand_r",
        needs: "",
    },
    model! {
        "scanf",
        defines: "__clew_scan",
        needs: "\
            __clew_parse_float __errno_location fgetc free realloc strtol strtoll strtoul strtoull ungetc",
    },
    model! {
        "scanf_calls",
        defines: "\
            __isoc23_fscanf __isoc23_scanf __isoc23_sscanf __isoc23_vfscanf __isoc23_vscanf \
            __isoc23_vsscanf __isoc99_fscanf __isoc99_scanf __isoc99_sscanf __isoc99_vfscanf \
            __isoc99_vscanf __isoc99_vsscanf fscanf scanf sscanf vfscanf vscanf vsscanf",
        needs: "__clew_scan stdin",
    },
    model! {
        "search",
        defines: "bsearch lfind lsearch",
        needs: "memcpy",
    },
    model! {
        "signal",
        defines: "\
            __sysv_signal abort bsd_signal getpid gsignal kill raise sigaction sigaddset \
            sigdelset sigemptyset sigfillset sigismember signal sigpending sigprocmask",
        needs: "__clew_killed __errno_location memset",
    },
    model! {
        "sort",
        defines: "qsort qsort_r",
        needs: "free malloc memcpy",
    },
    model! {
        "sprintf",
        defines: "\
            __asprintf_chk __snprintf_chk __sprintf_chk __vasprintf_chk __vsnprintf_chk \
            __vsprintf_chk asprintf snprintf sprintf vasprintf vsnprintf vsprintf",
        needs: "__clew_format __clew_is_text_open __errno_location malloc",
    },
    model! {
        "stdio_fopen",
        defines: "fopen fopen64",
        needs: "__clew_open_stream",
    },
    model! {
        "stdio_lines",
        defines: "__getdelim getdelim getline",
        needs: "__errno_location fgetc realloc",
    },
    model! {
        "stdio_memory",
        defines: "fmemopen open_memstream",
        needs: "__clew_flush __clew_list_stream __clew_unsupported free malloc memcpy memset",
    },
    model! {
        "stdio_open",
        defines: "\
            __clew_open_stream fclose fcloseall fdopen freopen remove rename tmpfile tmpfile64 \
            tmpnam unlink",
        needs: "\
            __clew_close __clew_flush __clew_flush_all __clew_input_is_sound __clew_open \
            __clew_remove __clew_rename __clew_seek __clew_unlist_stream __errno_location free \
            malloc memset snprintf stderr stdin stdout",
    },
    model! {
        "stdio_position",
        defines: "fgetpos fseek fseeko fseeko64 fsetpos ftell ftello ftello64 rewind",
        needs: "\
            __clew_fill __clew_flush __clew_input_is_sound __clew_seek __clew_unsupported \
            __errno_location",
    },
    model! {
        "stdio_read",
        defines: "\
            _IO_getc fgetc fgetc_unlocked fgets fgets_unlocked fread fread_unlocked getc \
            getc_unlocked getchar getchar_unlocked getw ungetc",
        needs: "__clew_fill __clew_flush __clew_unsupported memcpy stdin",
    },
    model! {
        "stdio_status",
        defines: "\
            clearerr clearerr_unlocked feof feof_unlocked ferror ferror_unlocked fileno \
            fileno_unlocked flockfile ftrylockfile funlockfile setbuf setbuffer setlinebuf \
            setvbuf",
        needs: "__clew_flush __clew_input_is_sound __clew_unsupported __errno_location",
    },
    model! {
        "stdio_stream",
        defines: "\
            __clew_fill __clew_first_stream __clew_flush __clew_flush_all __clew_list_stream \
            __clew_prepare_writing __clew_unlist_stream fflush fflush_unlocked stderr stdin \
            stdout",
        needs: "\
            __clew_flush_hook __clew_is_terminal __clew_read __clew_seek __clew_unsupported \
            __clew_write __errno_location memcpy realloc",
    },
    model! {
        "stdio_write",
        defines: "\
            _IO_putc __clew_put fputc fputc_unlocked fputs fputs_unlocked fwrite fwrite_unlocked \
            putc putc_unlocked putchar putchar_unlocked puts putw",
        needs: "__clew_flush __clew_prepare_writing memcpy stdout strlen",
    },
    model! {
        "strerror",
        defines: "__xpg_strerror_r strerror strerror_l strerror_r",
        needs: "snprintf strlen",
    },
    model! {
        "strftime",
        defines: "asctime asctime_r ctime ctime_r strftime",
        needs: "__clew_timegm localtime snprintf strlen",
    },
    model! {
        "string_checked",
        defines: "\
            __memcpy_chk __memmove_chk __mempcpy_chk __memset_chk __stpcpy_chk __stpncpy_chk \
            __strcat_chk __strcpy_chk __strncat_chk __strncpy_chk",
        needs: "memcpy memmove memset stpcpy stpncpy strcat strcpy strncat strncpy",
    },
    model! {
        "string_compare",
        defines: "strcasecmp strcmp strcoll strncasecmp strncmp strxfrm",
        needs: "__clew_difference __clew_is_comparable",
    },
    model! {
        "string_copy",
        defines: "stpcpy stpncpy strcat strcpy strlcat strlcpy strncat strncpy",
        needs: "",
    },
    model! {
        "string_duplicate",
        defines: "__strdup __strndup strdup strndup",
        needs: "__clew_refuses __errno_location malloc strlen",
    },
    model! {
        "string_length",
        defines: "strlen strnlen",
        needs: "",
    },
    model! {
        "string_search",
        defines: "index rindex strcasestr strchr strchrnul strcspn strpbrk strrchr strspn strstr",
        needs: "",
    },
    model! {
        "string_tokens",
        defines: "__strtok_r strsep strtok strtok_r",
        needs: "",
    },
    model! {
        "strsignal",
        defines: "psignal strsignal",
        needs: "fprintf snprintf stderr",
    },
    model! {
        "unistd",
        defines: "\
            close creat getpagesize getppid isatty lseek open read sysconf write",
        needs: "\
            __clew_close __clew_is_terminal __clew_open __clew_read __clew_refuses __clew_seek \
            __clew_write __errno_location",
    },
    model! {
        "wide_classes",
        defines: "iswctype towctrans wctrans wctype",
        needs: "\
            iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct \
            iswspace iswupper iswxdigit strcmp towlower towupper",
    },
    model! {
        "wide_ctype",
        defines: "\
            iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct \
            iswspace iswupper iswxdigit towlower towupper",
        needs: "",
    },
    model! {
        "wide_number",
        defines: "wcstod wcstof wcstoimax wcstol wcstoll wcstoul wcstoull wcstoumax",
        needs: "strtod strtof strtol strtoll strtoul strtoull",
    },
    model! {
        "wide_stdio",
        defines: "\
            fgetwc fgetws fputwc fputws fwide fwprintf getwc getwchar putwc putwchar swprintf \
            ungetwc vfwprintf vswprintf vwprintf wprintf",
        needs: "\
            __clew_format __clew_put __errno_location fgetc fputc free malloc stdin stdout \
            ungetc",
    },
    model! {
        "wide_string",
        defines: "\
            wcscasecmp wcscat wcschr wcscmp wcscoll wcscpy wcscspn wcsdup wcslen wcsncasecmp \
            wcsncat wcsncmp wcsncpy wcsnlen wcspbrk wcsrchr wcsspn wcsstr wcstok wcsxfrm wmemchr \
            wmemcmp wmemcpy wmemmove wmemset",
        needs: "malloc memcpy memmove",
    },
];
