// test: bench
// size: 85000000
// A sieve of Eratosthenes over bits, and twin primes counted from it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 28000000;
    unsigned char *composite = calloc(n / 8 + 1, 1);
    if (!composite)
        return 1;
    for (unsigned i = 2; i * i <= n; i++)
        if (!(composite[i >> 3] >> (i & 7) & 1))
            for (unsigned j = i * i; j <= n; j += i)
                composite[j >> 3] |= (unsigned char)(1 << (j & 7));
    unsigned primes = 0, twins = 0, last = 0;
    for (unsigned i = 2; i <= n; i++)
        if (!(composite[i >> 3] & 1 << (i & 7))) {
            primes++;
            twins += i - last == 2;
            last = i;
        }
    printf("%u %u %u\n", primes, twins, last);
    free(composite);
    return 0;
}
