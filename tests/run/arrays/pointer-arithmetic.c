// test: run
// Pointer sums, differences, comparisons, one past the end, negative indices, i[a].
#include <stddef.h>
#include <stdio.h>

struct big { int v[5]; };

int main(void) {
    int a[10];
    for (int i = 0; i < 10; i++)
        a[i] = i * 3;
    int *end = a + 10, *p = a;
    int n = 0;
    while (p != end)
        n += *p++;
    printf("%d %td %td\n", n, end - a, a - end);
    p = &a[9];
    printf("%d %d %d\n", p[-4], *(p - 9), 3 [a]);
    printf("%d %d %d %d\n", p > a, p >= end, p < end, p == end - 1);
    unsigned u = 1;
    printf("%d\n", *(p - u));
    long l = -3;
    printf("%d\n", *(p + l));
    unsigned char back = 5;
    printf("%d\n", p[-back]);
    struct big b[4], *q = b + 3;
    printf("%td %td\n", q - b, (char *)q - (char *)b);
    p = a;
    p += 4;
    p -= 2;
    printf("%d\n", *p);
    printf("%td\n", &a[7] - &a[2]);
    char *c = (char *)a;
    printf("%d\n", *(int *)(c + 8));
    printf("%d\n", a + 3 == &a[3]);
    int *null = NULL;
    printf("%d %d\n", null == NULL, !null);
    ptrdiff_t d = (short *)end - (short *)a;
    printf("%td\n", d);
    return 0;
}
