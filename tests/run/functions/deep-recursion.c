// test: run
// sanitizers: skip
// Recursion as deep as eight megabytes of stack allow for small frames.
#include <stdio.h>

static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
static long sum(long n, long total) { return n == 0 ? total : sum(n - 1, total + n); }
static unsigned even(unsigned n);
static unsigned odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static unsigned even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }

int main(void)
{
    printf("%d\n", depth(160000));
    printf("%ld\n", sum(150000, 0));
    printf("%u\n", even(150001));
    return 0;
}
