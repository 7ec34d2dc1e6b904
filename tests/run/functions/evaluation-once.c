// test: run
// Each argument and operand with a side effect is evaluated exactly once.
#include <stdio.h>

static int calls;
static int f(int x) { calls++; return x; }
static int *at(int *a, int i) { calls++; return a + i; }
static struct s { int v[3]; } g(int x) { calls++; return (struct s){{x, x, x}}; }

int main(void) {
    int a[4] = {1, 2, 3, 4};
    a[f(2)] += f(10);
    printf("%d %d\n", a[2], calls);
    calls = 0;
    (*at(a, 1))++;
    *at(a, 0) *= 5;
    printf("%d %d %d\n", a[0], a[1], calls);
    calls = 0;
    int x = f(1) ? f(2) : f(3);
    x += f(0) && f(1);
    x += f(1) || f(0);
    printf("%d %d\n", x, calls);
    calls = 0;
    switch (f(2)) { case 1: case 2: f(0); }
    do f(0); while (f(0));
    for (f(0); f(calls < 10); f(0)) ;
    printf("%d\n", calls);
    calls = 0;
    struct s s = g(f(3));
    int v = s.v[f(1)];
    printf("%d %d\n", v, calls);
    int i = 0;
    a[i++] = 100;
    printf("%d %d %d\n", a[0], a[1], i);
    return 0;
}
