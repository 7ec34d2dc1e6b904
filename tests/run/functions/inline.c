// test: run
// inline, static inline and extern inline functions with static data and recursion.
#include <stdio.h>
#include <stdlib.h>

static inline int square(int x) { return x * x; }
inline int cube(int x) { return x * x * x; }
extern int cube(int x);
static inline int counter(void) { static int n; return ++n; }
static __inline__ __attribute__((always_inline)) int twice(int x) { return 2 * x; }
extern inline __attribute__((gnu_inline, always_inline)) int thrice(int x) { return 3 * x; }
static inline int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
_Noreturn static void stop(int code) { printf("stop %d\n", code); fflush(stdout); _Exit(code); }

int main(void) {
    printf("%d %d %d %d\n", square(5), cube(3), twice(4), thrice(5));
    counter();
    printf("%d %d\n", counter(), gcd(84, 36));
    int (*p)(int) = cube;
    printf("%d\n", p(-2));
    if (p(1) == 1)
        stop(0);
    return 1;
}
