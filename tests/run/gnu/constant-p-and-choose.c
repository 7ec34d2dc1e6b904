// test: run
// __builtin_constant_p on literals, choose_expr, types_compatible_p.
#include <stdio.h>

#define KIND(x) __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(x), int), "int", \
    __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(x), double), "double", "other"))

enum e { A };
typedef int my_int;

int main(void) {
    printf("%d %d %d\n", __builtin_constant_p(5), __builtin_constant_p(1 + 2 * 3), __builtin_constant_p("text"));
    volatile int v = 3;
    printf("%d\n", __builtin_constant_p(v));
    int n = 0;
    printf("%d ", __builtin_constant_p(n++));
    printf("%d\n", n);
    printf("%s %s %s\n", KIND(1), KIND(1.0), KIND('c' + 1l));
    printf("%zu\n", sizeof(__builtin_choose_expr(1, (char)1, 1.0)));
    printf("%d ", __builtin_choose_expr(0, n++, 7));
    printf("%d\n", n);
    printf("%d %d %d %d\n", __builtin_types_compatible_p(int, my_int), __builtin_types_compatible_p(const int, int),
           __builtin_types_compatible_p(int[], int[5]), __builtin_types_compatible_p(int *, const int *));
    printf("%d %d %d\n", __builtin_types_compatible_p(long, long long), __builtin_types_compatible_p(char, signed char),
           __builtin_types_compatible_p(unsigned, int));
    int array[__builtin_constant_p(4) ? 4 : 1];
    printf("%zu\n", sizeof array);
    return 0;
}
