// test: bench
// size: 40
// Recursion: Fibonacci numbers and Ackermann's function.
#include <stdio.h>
#include <stdlib.h>

static unsigned long calls;

static unsigned fib(unsigned n) {
    calls++;
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static unsigned ackermann(unsigned m, unsigned n) {
    calls++;
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

int main(int argc, char **argv) {
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 38;
    unsigned f = fib(n);
    unsigned a = ackermann(2, n * 20);
    printf("%u %u %lu\n", f, a, calls);
    return 0;
}
