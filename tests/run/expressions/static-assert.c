// test: run
// _Static_assert at file scope, in functions, in structs; with and without message.
#include <assert.h>
#include <limits.h>
#include <stdio.h>

_Static_assert(sizeof(int) == 4, "int has four bytes");
static_assert(CHAR_MIN < 0, "char is signed");
struct s { int a; _Static_assert(sizeof(long) == 8, "lp64"); long b; };
enum { N = 10 };
_Static_assert(N * 2 == 20 && (N > 5 ? 1 : 0), "constants");

int main(void) {
    _Static_assert(sizeof(struct s) == 16, "layout");
    _Static_assert(-1 < 0 && 1u > 0 && -1 > 0u, "signedness");
    _Static_assert(_Generic(1l, long: 1, default: 0), "generic");
    for (int i = 0; i < 1; i++) {
        _Static_assert(1, "in a block");
        printf("%zu\n", sizeof(struct s));
    }
    return 0;
}
