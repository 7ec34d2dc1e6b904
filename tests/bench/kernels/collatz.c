// test: bench
// size: 2300000
// Integer loop: the longest Collatz chain below a bound.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    unsigned long bound = argc > 1 ? strtoul(argv[1], NULL, 10) : 700000;
    unsigned long best = 0, longest = 0, total = 0;
    for (unsigned long start = 1; start < bound; start++) {
        unsigned long n = start, steps = 0;
        while (n != 1) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        total += steps;
        if (steps > longest) {
            longest = steps;
            best = start;
        }
    }
    printf("%lu %lu %lu\n", best, longest, total);
    return 0;
}
