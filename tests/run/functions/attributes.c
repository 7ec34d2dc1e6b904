// test: run
// Common function attributes do not change meaning: pure, const, noinline, unused, deprecated, nonnull.
#include <stdio.h>

__attribute__((const)) static int square(int x) { return x * x; }
__attribute__((pure, noinline)) static int length(const char *s) { return *s ? 1 + length(s + 1) : 0; }
__attribute__((unused)) static void never(void) {}
__attribute__((nonnull(1), warn_unused_result)) static int first(const int *p) { return *p; }
__attribute__((format(printf, 1, 2))) static int say(const char *f, ...) { return f[0]; }
__attribute__((noreturn)) void leave(void);
__attribute__((hot, flatten)) static int hot(int n) { return square(n) + 1; }
__attribute__((returns_nonnull, malloc)) static char *text(void) { static char t[] = "text"; return t; }

int main(void) {
    printf("%d %d %d %d %d %s\n", square(9), length("abcdef"), first((int[]){4}), say("x %d", 1), hot(3), text());
    int unused __attribute__((unused)), used __attribute__((aligned(16))) = 5;
    printf("%d\n", used);
    switch (used) {
    case 5: printf("five\n"); __attribute__((fallthrough));
    case 6: printf("six\n");
    }
    return 0;
}
