// test: gen
// A variadic function of the file called with inputs.
// clew-gen: -f check
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
#include <stdarg.h>

static int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int total = 0;
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

int check(int a, int b, int c) {
    if (sum(3, a, b, c) == 99 && a == 2 * b)
        return 1;
    return 0;
}
