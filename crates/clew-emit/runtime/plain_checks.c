/* What the checks of a test use: each says where it fails, and the test goes on. */
static int clew_failures;

CLEW_UNUSED static void clew_fail(int line, const char *what) {
    clew_failures++;
    clew_print(2, "# line %d: %s: ", line, what);
}

CLEW_UNUSED static void clew_check_true(int line, const char *what, int holds) {
    if (!holds) {
        clew_fail(line, what);
        clew_print(2, "does not hold\n");
    }
}

CLEW_UNUSED static void clew_check_int(int line, const char *what, long long expected,
                                       long long actual) {
    if (expected != actual) {
        clew_fail(line, what);
        clew_print(2, "expected %lld, is %lld\n", expected, actual);
    }
}

CLEW_UNUSED static void clew_check_uint(int line, const char *what, unsigned long long expected,
                                        unsigned long long actual) {
    if (expected != actual) {
        clew_fail(line, what);
        clew_print(2, "expected %llu, is %llu\n", expected, actual);
    }
}

CLEW_UNUSED static void clew_check_float(int line, const char *what, long double expected,
                                         long double actual) {
    if (!clew_same_float(expected, actual)) {
        clew_fail(line, what);
        clew_print(2, "expected %La, is %La\n", expected, actual);
    }
}

CLEW_UNUSED static void clew_check_pointer(int line, const char *what, const void *expected,
                                           const void *actual) {
    if (expected != actual) {
        clew_fail(line, what);
        clew_print(2, "expected %p, is %p\n", (void *)(clew_size)expected, (void *)(clew_size)actual);
    }
}

CLEW_UNUSED static void clew_check_bytes(int line, const char *what, const void *expected,
                                         const void *actual, clew_size size) {
    const unsigned char *wanted = expected, *found = actual;
    clew_size at;
    for (at = 0; at < size; at++) {
        if (found == NULL || wanted[at] != found[at]) {
            clew_fail(line, what);
            clew_print(2, "differs at byte %zu of %zu\n", at, size);
            return;
        }
    }
}

#define CHECK_TRUE(condition) clew_check_true(__LINE__, #condition, (condition) ? 1 : 0)
#define CHECK_INT(expected, actual) clew_check_int(__LINE__, #actual, expected, actual)
#define CHECK_UINT(expected, actual) clew_check_uint(__LINE__, #actual, expected, actual)
#define CHECK_FLOAT(expected, actual) clew_check_float(__LINE__, #actual, expected, actual)
#define CHECK_POINTER(expected, actual) \
    clew_check_pointer(__LINE__, #actual, (const void *)(expected), (const void *)(actual))
#define CHECK_BYTES(expected, actual, size) \
    clew_check_bytes(__LINE__, #actual, expected, (const void *)(actual), size)
