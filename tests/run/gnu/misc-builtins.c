// test: run
// cflags: -lm
// expect, unreachable, trap guards, memory and string builtins, abs, infinities and NaN.
#include <math.h>
#include <stdio.h>

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect((x), 0)

static int sign(int x) {
    if (likely(x > 0)) return 1;
    if (unlikely(x < 0)) return -1;
    if (x != 0) __builtin_unreachable();
    return 0;
}
static int pick(unsigned x) {
    switch (x & 1) {
    case 0: return 10;
    case 1: return 11;
    default: __builtin_unreachable();
    }
}

int main(void) {
    printf("%d %d %d %d %d\n", sign(5), sign(-5), sign(0), pick(3), pick(8));
    printf("%ld\n", __builtin_expect(7, 3));
    char a[16], b[16];
    __builtin_memset(a, 'x', 15);
    a[15] = 0;
    __builtin_memcpy(b, a, 16);
    __builtin_memmove(b + 1, b, 14);
    b[0] = 'y';
    printf("%s %zu %d %d\n", b, __builtin_strlen(b), __builtin_strcmp(a, b) < 0, __builtin_memcmp(a, b, 16) < 0);
    printf("%s\n", __builtin_strchr("a=b", '='));
    printf("%d %ld %g\n", __builtin_abs(-5), __builtin_labs(-6l), __builtin_fabs(-2.5));
    printf("%f %f %d\n", __builtin_inf(), (double)-__builtin_inff(), __builtin_isnan(__builtin_nan("")));
    printf("%d %d\n", __builtin_isinf_sign(-__builtin_inf()), __builtin_signbit(-1.0) != 0);
    printf("%g\n", __builtin_huge_val());
    printf("%g %g\n", __builtin_sqrt(2.25), __builtin_copysign(3, -0.0));
    printf("%d\n", __builtin_isgreater(2.0, 1.0));
    if (!pick(0))
        __builtin_trap();
    int n = __builtin_printf("builtin %d\n", 4);
    __builtin_prefetch(a);
    char *p = __builtin_assume_aligned(a, 1);
    printf("%d %c\n", n, *p);
    return 0;
}
