// test: run
// Partial initialisers zero the rest; locals are initialised again at each pass; expressions in initialisers.
#include <stdio.h>

static int next(void) { static int n; return ++n; }

int main(void) {
    for (int i = 0; i < 3; i++) {
        int a[5] = {i + 1};
        int local = i;
        a[4] += local;
        local++;
        printf("%d %d %d %d\n", a[0], a[1], a[4], local);
    }
    int n1 = next(), n2 = next(), n3 = n1 + n2;
    printf("%d %d %d\n", n1, n2, n3);
    struct { double d; int i; char *p; float f[2]; } s = {1};
    printf("%g %d %d %g\n", s.d, s.i, s.p == NULL, s.f[1]);
    int self = sizeof self;
    int x = 5, *px = &x, **ppx = &px;
    printf("%d %d\n", self, **ppx);
    int arr[] = {next(), next() * 10};
    printf("%d\n", arr[0] + arr[1] > 30);
    char big[1000] = {1, 2};
    int sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += big[i];
    printf("%d\n", sum);
    return 0;
}
