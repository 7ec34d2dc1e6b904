/* A chain of N functions with three paths each: 3^N paths. */
#ifndef N
#define N 4
#endif

int __VERIFIER_nondet_int(void);

static int f0(int x) {
    if (x == 5) return 1;
    if (x > 5) return 2;
    return 3;
}

static int f1(int x) {
    if ((x & 7) == 1) return f0(x + 1);
    if (x > 100) return f0(x - 3);
    return f0(x ^ 1);
}

static int f2(int x) {
    if ((x & 7) == 2) return f1(x + 1);
    if (x > 100) return f1(x - 3);
    return f1(x ^ 2);
}

static int f3(int x) {
    if ((x & 7) == 3) return f2(x + 1);
    if (x > 100) return f2(x - 3);
    return f2(x ^ 3);
}

static int f4(int x) {
    if ((x & 7) == 4) return f3(x + 1);
    if (x > 100) return f3(x - 3);
    return f3(x ^ 4);
}

static int f5(int x) {
    if ((x & 7) == 5) return f4(x + 1);
    if (x > 100) return f4(x - 3);
    return f4(x ^ 5);
}

static int f6(int x) {
    if ((x & 7) == 6) return f5(x + 1);
    if (x > 100) return f5(x - 3);
    return f5(x ^ 6);
}

static int f7(int x) {
    if ((x & 7) == 0) return f6(x + 1);
    if (x > 100) return f6(x - 3);
    return f6(x ^ 7);
}

static int f8(int x) {
    if ((x & 7) == 1) return f7(x + 1);
    if (x > 100) return f7(x - 3);
    return f7(x ^ 8);
}

static int f9(int x) {
    if ((x & 7) == 2) return f8(x + 1);
    if (x > 100) return f8(x - 3);
    return f8(x ^ 9);
}

static int f10(int x) {
    if ((x & 7) == 3) return f9(x + 1);
    if (x > 100) return f9(x - 3);
    return f9(x ^ 10);
}

static int f11(int x) {
    if ((x & 7) == 4) return f10(x + 1);
    if (x > 100) return f10(x - 3);
    return f10(x ^ 11);
}

#define NAME(number) f##number
#define LEVEL(number) NAME(number)

int main(void) {
    int r = LEVEL(N)(__VERIFIER_nondet_int());
    if (r == 1) return 1;
    if (r == 2) return 2;
    return 0;
}
