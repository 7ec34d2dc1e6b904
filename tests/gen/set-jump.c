// test: gen
// An error reported by longjmp.
// clew-gen: -f guarded
#include <setjmp.h>

static jmp_buf failure;

static int inverse(int x) {
    if (x == 0)
        longjmp(failure, 1);
    return 100 / x;
}

int guarded(int x) {
    if (setjmp(failure))
        return -1;
    if (inverse(x) == 25)
        return 1;
    return 0;
}
