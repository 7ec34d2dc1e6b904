// test: run
// printf of integers: every conversion, length modifier, flag, width and precision.
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int v[] = {0, 1, -1, 42, -12345, INT_MAX, INT_MIN};
    for (int i = 0; i < 7; i++) {
        printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%8.4d] [%-8.4d] [%+08d] [%i]\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
        printf("[%u] [%x] [%X] [%o] [%#x] [%#X] [%#o] [%08x] [%#10x] [%-#10x] [%#.5o]\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
        printf("[%hhd] [%hd] [%hhu] [%hu] [%hhx] [%hx]\n", v[i], v[i], v[i], v[i], v[i], v[i]);
    }
    printf("[%ld] [%lu] [%lx] [%lld] [%llu] [%llo]\n", LONG_MIN, ULONG_MAX, ULONG_MAX, LLONG_MAX, ULLONG_MAX, ULLONG_MAX);
    printf("[%zu] [%zd] [%zx] [%jd] [%ju] [%td] [%tx]\n", SIZE_MAX, (size_t)-5, (size_t)255, INTMAX_MIN, UINTMAX_MAX, (ptrdiff_t)-9, (ptrdiff_t)10);
    printf("[%.0d] [%.0d] [%5.0d] [%.0x] [%#.0o]\n", 0, 1, 0, 0, 0);
    printf("[%*d] [%-*d] [%*d] [%.*d] [%*.*d] [%.*d]\n", 6, 1, 6, 2, -6, 3, 4, 5, 8, 3, 7, -1, 9);
    printf("[%+-8d] [%-+8d] [% 05d] [%+ d] [%-08d]\n", 1, 2, 3, 4, 5);
    printf("[%c] [%3c] [%-3c] [%%]\n", 'a', 'b', 'c');
    printf("%d%%\n", 100);
    int n1, n2;
    printf("abc%n def%n\n", &n1, &n2);
    printf("%d %d\n", n1, n2);
    short hn;
    signed char hhn;
    long ln;
    printf("12345%hn67%hhn8%ln\n", &hn, &hhn, &ln);
    printf("%d %d %ld\n", hn, hhn, ln);
    printf("%d\n", printf("%s\n", "count"));
    return 0;
}
