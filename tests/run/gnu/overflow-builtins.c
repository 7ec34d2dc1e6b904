// test: run
// The checked arithmetic builtins: generic with mixed types, typed ones, and their predicates.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int i;
    unsigned u;
    long l;
    unsigned long ul;
    signed char c;
    unsigned char uc;
    printf("%d ", __builtin_add_overflow(INT_MAX, 1, &i)); printf("%d\n", i);
    printf("%d ", __builtin_add_overflow(INT_MAX, -1, &i)); printf("%d\n", i);
    printf("%d ", __builtin_sub_overflow(INT_MIN, 1, &i)); printf("%d\n", i);
    printf("%d ", __builtin_mul_overflow(65536, 65536, &i)); printf("%d\n", i);
    printf("%d ", __builtin_mul_overflow(65536, 65536, &l)); printf("%ld\n", l);
    printf("%d ", __builtin_sub_overflow(1, 2, &u)); printf("%u\n", u);
    printf("%d ", __builtin_add_overflow(-1, 2, &u)); printf("%u\n", u);
    printf("%d ", __builtin_add_overflow(100, 28, &c)); printf("%d\n", c);
    printf("%d ", __builtin_add_overflow(100, 27, &c)); printf("%d\n", c);
    printf("%d ", __builtin_sub_overflow(0, 1, &uc)); printf("%d\n", uc);
    printf("%d ", __builtin_mul_overflow(-1, 0, &uc)); printf("%d\n", uc);
    printf("%d ", __builtin_add_overflow(ULONG_MAX, 1, &ul)); printf("%lu\n", ul);
    printf("%d ", __builtin_add_overflow(ULONG_MAX, 1u, &l)); printf("%ld\n", l);
    printf("%d ", __builtin_add_overflow(ULONG_MAX, -1, &ul)); printf("%lu\n", ul);
    printf("%d ", __builtin_mul_overflow(LONG_MIN, -1l, &l)); printf("%ld\n", l);
    printf("%d ", __builtin_mul_overflow(LONG_MIN, -1l, &ul)); printf("%lu\n", ul);
    printf("%d ", __builtin_sadd_overflow(INT_MAX, 5, &i)); printf("%d\n", i);
    printf("%d ", __builtin_umul_overflow(3000000000u, 2, &u)); printf("%u\n", u);
    printf("%d ", __builtin_smull_overflow(1l << 40, 1l << 40, &l)); printf("%ld\n", l);
    printf("%d ", __builtin_usubll_overflow(1, 2, (unsigned long long *)&ul)); printf("%lu\n", ul);
    return 0;
}
