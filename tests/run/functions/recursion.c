// test: run
// Direct, mutual and deep recursion; recursion through a function pointer.
#include <stdio.h>

static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
static int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
static int depth(int n) { int pad[4] = {n, 0, 0, n}; return n == 0 ? 0 : depth(n - 1) + pad[3] - pad[0] + 1; }
static void hanoi(int n, char a, char b, char c, int *moves) {
    if (!n) return;
    hanoi(n - 1, a, c, b, moves);
    ++*moves;
    if (n > 3) printf("%d%c%c ", n, a, c);
    hanoi(n - 1, b, a, c, moves);
}
static void permute(char *s, int k, int n) {
    if (k == n) { printf("%s ", s); return; }
    for (int i = k; i < n; i++) {
        char t = s[k]; s[k] = s[i]; s[i] = t;
        permute(s, k + 1, n);
        t = s[k]; s[k] = s[i]; s[i] = t;
    }
}

int main(void) {
    printf("%d %d %d\n", fact(10), is_even(101), is_odd(101));
    printf("%d %d\n", ackermann(2, 3), depth(5000));
    int moves = 0;
    hanoi(5, 'a', 'b', 'c', &moves);
    printf("%d\n", moves);
    char s[] = "abc";
    permute(s, 0, 3);
    printf("\n");
    int (*self)(int) = fact;
    printf("%d\n", self(5));
    return 0;
}
