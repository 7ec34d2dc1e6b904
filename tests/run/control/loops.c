// test: run
// for, while and do with break and continue; missing parts; scopes of loop variables.
#include <stdio.h>

int main(void) {
    int i, n = 0;
    for (i = 0; i < 10; i++) {
        if (i == 3) continue;
        if (i == 7) break;
        n += i;
    }
    printf("%d %d\n", i, n);
    i = 0;
    while (i < 5)
        if (++i == 2) continue;
        else n += i;
    printf("%d %d\n", i, n);
    do {
        i--;
        if (i == 3) continue;
        n++;
    } while (i > 0);
    printf("%d %d\n", i, n);
    do n = 1; while (0);
    for (;;) {
        if (n > 1000) break;
        n *= 3;
    }
    printf("%d\n", n);
    for (int i = 0, j = 10; i < j; i++, j--)
        printf("%d%d ", i, j);
    printf("\n");
    for (int i = 0; i < 2; i++) {
        int i = 50;
        i++;
        printf("%d ", i);
    }
    printf("%d\n", i);
    for (unsigned u = 3; u-- > 0;)
        printf("%u ", u);
    for (signed char c = 120; c > 0; c++)
        n += c;
    printf("%d\n", n);
    for (char *s = "walk"; *s; ++s)
        putchar(*s - 32);
    putchar('\n');
    int k = 0;
    while (k++ < 3)
        for (int m = 0; m < 3; m++) {
            if (m == k) break;
            printf("%d%d ", k, m);
        }
    printf("%d\n", k);
    for (double d = 0; d < 1; d += 0.25)
        printf("%g ", d);
    printf("\n");
    for (struct { int a, b; } s = {0, 5}; s.a < s.b; s.a += 2)
        printf("%d ", s.a);
    printf("\n");
    return 0;
}
