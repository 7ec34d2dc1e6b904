// test: gen
// A `va_list` is no input: what can be covered without reading it is covered.
// clew-gen: -f total
// expect-total: branch 2
// expect-infeasible: branch 0
#include <stdarg.h>

int total(int n, va_list list) {
    int sum = 0;
    while (n-- > 0)
        sum += va_arg(list, int);
    return sum;
}
