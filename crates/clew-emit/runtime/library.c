/* The C library by names of our own: the file under test may use any other for itself. */
#define CLEW_TEXT_OF(text) #text
#define CLEW_TEXT(text) CLEW_TEXT_OF(text)
#define CLEW_SYMBOL(name) __asm__(CLEW_TEXT(__USER_LABEL_PREFIX__) #name)
#define CLEW_UNUSED __attribute__((unused))

typedef __SIZE_TYPE__ clew_size;
#ifndef NULL
#define NULL ((void *)0)
#endif

extern void clew_exit(int status) CLEW_SYMBOL(exit) __attribute__((noreturn));
extern void clew_abort(void) CLEW_SYMBOL(abort) __attribute__((noreturn));
extern int clew_print(int file, const char *format, ...) CLEW_SYMBOL(dprintf);

/* The words of the tests. */
#undef COPY
#undef ALLOCATE
#undef CHECK_TRUE
#undef CHECK_INT
#undef CHECK_UINT
#undef CHECK_FLOAT
#undef CHECK_POINTER
#undef CHECK_BYTES
#define COPY(...) __builtin_memcpy(__VA_ARGS__)
#define ALLOCATE(size) __builtin_malloc(size)
#ifndef NAN
#define NAN __builtin_nanf("")
#endif
#ifndef INFINITY
#define INFINITY __builtin_inff()
#endif

/* Whether two numbers are the same: also the sign of a zero; every NaN is like any other. */
CLEW_UNUSED static int clew_same_float(long double a, long double b) {
    if (a != a || b != b)
        return a != a && b != b;
    return a == b && !__builtin_signbitl(a) == !__builtin_signbitl(b);
}
