/* N levels of functions with three paths each, each called twice by the one above. */
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
    int left = f0(x + 1), right;
    if (left == 2) return 1;
    right = f0(x - 1);
    if (left == right) return 2;
    return 3;
}

static int f2(int x) {
    int left = f1(x + 2), right;
    if (left == 2) return 1;
    right = f1(x - 2);
    if (left == right) return 2;
    return 3;
}

static int f3(int x) {
    int left = f2(x + 3), right;
    if (left == 2) return 1;
    right = f2(x - 3);
    if (left == right) return 2;
    return 3;
}

static int f4(int x) {
    int left = f3(x + 4), right;
    if (left == 2) return 1;
    right = f3(x - 4);
    if (left == right) return 2;
    return 3;
}

static int f5(int x) {
    int left = f4(x + 5), right;
    if (left == 2) return 1;
    right = f4(x - 5);
    if (left == right) return 2;
    return 3;
}

static int f6(int x) {
    int left = f5(x + 6), right;
    if (left == 2) return 1;
    right = f5(x - 6);
    if (left == right) return 2;
    return 3;
}

static int f7(int x) {
    int left = f6(x + 7), right;
    if (left == 2) return 1;
    right = f6(x - 7);
    if (left == right) return 2;
    return 3;
}

static int f8(int x) {
    int left = f7(x + 8), right;
    if (left == 2) return 1;
    right = f7(x - 8);
    if (left == right) return 2;
    return 3;
}

static int f9(int x) {
    int left = f8(x + 9), right;
    if (left == 2) return 1;
    right = f8(x - 9);
    if (left == right) return 2;
    return 3;
}

static int f10(int x) {
    int left = f9(x + 10), right;
    if (left == 2) return 1;
    right = f9(x - 10);
    if (left == right) return 2;
    return 3;
}

static int f11(int x) {
    int left = f10(x + 11), right;
    if (left == 2) return 1;
    right = f10(x - 11);
    if (left == right) return 2;
    return 3;
}

#define NAME(number) f##number
#define LEVEL(number) NAME(number)

int main(void) {
    int r = LEVEL(N)(__VERIFIER_nondet_int());
    if (r == 1) return 1;
    if (r == 2) return 2;
    return 0;
}
