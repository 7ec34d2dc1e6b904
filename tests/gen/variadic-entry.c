// test: gen
// A variadic function under test gets no arguments for `...`: what reads them is open, and no
// fault of the function's.
// clew-gen: -f total
// expect-total: branch 4
// expect-covered: branch 1
// expect-infeasible: branch 0
// expect-no-finding
#include <stdarg.h>

int total(int n, ...) {
    va_list list;
    int sum = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++) {
        int each = va_arg(list, int);
        if (each < 0)
            sum = 0;
        sum += each;
    }
    va_end(list);
    return sum;
}
