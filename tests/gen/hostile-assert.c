// test: gen
// Macros that the file has for itself, named like those of the library and of the tests.
// compilers: all
// expect-total: branch 6
// expect-covered: branch 6
#define assert(x)      \
    do {               \
        if (!(x))      \
            return -1; \
    } while (0)
#define true 2
#define false 1
#define COPY broken(
#define CHECK_INT broken(
#define stdin broken
#define status broken
int guard(int *p, int n) {
    assert(p != (int *)0);
    assert(n > 3);
    if (*p == true)
        return 1;
    return false;
}
