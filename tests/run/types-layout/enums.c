// test: run
// Enumerators: implicit values, explicit, negative, duplicate, computed from others, in scopes.
#include <stdio.h>

enum e { ZERO, ONE, FIVE = 5, SIX, NEG = -3, NEXT, DUP = 5, EXPR = FIVE * SIX - 1, CH = 'a' };
enum flags { F1 = 1 << 0, F2 = 1 << 1, F3 = 1 << 2, ALL = F1 | F2 | F3 };
struct holder {
    enum state { IDLE, BUSY = 10 } state;
    enum e value : 5;
};

static const char *name(enum flags f) {
    switch (f) {
    case F1: return "one";
    case F2: return "two";
    case F3: return "three";
    case ALL: return "all";
    }
    return "mixed";
}

int main(void) {
    printf("%d %d %d %d %d %d %d %d %d\n", ZERO, ONE, FIVE, SIX, NEG, NEXT, DUP, EXPR, CH);
    enum { ONE = 100, TWO } local = TWO;
    printf("%d %d\n", ONE, local);
    {
        enum e { ZERO = 9 };
        printf("%d\n", ZERO);
    }
    printf("%d\n", ZERO);
    printf("%s %s %s\n", name(ALL), name(F2 | F3), name(F3));
    struct holder h = {BUSY, NEG};
    printf("%d %d %d\n", h.state, h.value, IDLE);
    enum flags f = ALL;
    f &= ~F2;
    f++;
    printf("%d\n", f);
    int arr[SIX] = {[FIVE] = 1};
    printf("%zu %d\n", sizeof arr / sizeof arr[0], arr[5]);
    printf("%d\n", (enum flags)-1 > 0);
    printf("%zu\n", sizeof(enum e));
    return 0;
}
