/* Recursion of bounded depth. */
static int steps(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return steps(m - 1, 1);
    return steps(m - 1, steps(m, n - 1));
}
int small(unsigned m, unsigned n) {
    if (m > 2 || n > 2) return -1;
    int value = steps((int)m, (int)n);
    if (value == 6) return 1;          /* never */
    if (value < (int)n) return 2;      /* never */
    if (value == 7) return 3;          /* trap */
    return value;
}
static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
int factorial(unsigned n) {
    if (n > 8) return -1;
    int f = fact((int)n);
    if (f == 100) return 1;   /* never */
    if (f == 720) return 2;   /* trap */
    if (f < (int)n) return 3; /* never */
    return f;
}
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int fibonacci(unsigned n) {
    if (n > 7) return -1;
    int f = fib((int)n);
    if (f == 4) return 1;     /* never */
    if (f == 13) return 2;    /* trap */
    return f;
}
static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
int parity(unsigned n) {
    if (n > 20) return -1;
    if (is_even(n) != !(n & 1)) return 1; /* never */
    return 0;
}
static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
int gcd_small(unsigned a, unsigned b) {
    if (a > 12 || b > 12 || a == 0) return -1;
    int g = gcd((int)a, (int)b);
    if (g == 0) return 1;            /* never */
    if (g > 12) return 2;            /* never */
    if (b && g > (int)b) return 3;   /* never: 2 */
    return g;
}
static int height(const unsigned char *left, int at, int depth) {
    if (depth == 0 || left[at] == 0) return 0;
    int a = height(left, (2 * at + 1) & 7, depth - 1);
    int b = height(left, (2 * at + 2) & 7, depth - 1);
    return 1 + (a > b ? a : b);
}
int tree(unsigned char bits) {
    unsigned char left[8];
    for (int i = 0; i < 8; i++) left[i] = bits >> i & 1;
    int h = height(left, 0, 3);
    if (h > 3) return 1;             /* never */
    if (h < 0) return 2;             /* never */
    if (h == 3) return 3;            /* trap */
    return 0;
}
static int power(int base, unsigned e) {
    if (e == 0) return 1;
    int half = power(base, e / 2);
    return e & 1 ? half * half * base : half * half;
}
int powers(unsigned e) {
    if (e > 15) return -1;
    int p = power(2, e);
    if (p != 1 << e) return 1;       /* never */
    return 0;
}
static int down(int n, int limit) { return n >= limit ? n : down(n + 3, limit); }
int past(unsigned n) {
    if (n > 9) return -1;
    int end = down((int)n, 10);
    if (end < 10) return 1;          /* never */
    if (end > 12) return 2;          /* never */
    if (end == 12) return 3;         /* trap */
    return end;
}
static int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }
int unbounded(unsigned short n) {
    int levels = deep(n);
    if (levels == 40000) return 1;   /* trap */
    return levels;
}
