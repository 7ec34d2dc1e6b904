// test: run
// Function-like macros: stringising, pasting, variadic, recursion stops, rescanning, X-macros.
#include <stdio.h>

#define SQUARE(x) ((x) * (x))
#define PASTE(a, b) a##b
#define XPASTE(a, b) PASTE(a, b)
#define TEXT(...) #__VA_ARGS__
#define COUNT(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1)
#define COUNT_(a, b, c, d, e, n, ...) n
#define EMPTY
#define CALL(f, ...) f(__VA_ARGS__)
#define self self + 1
#define COLOURS(X) X(RED, 3) X(GREEN, 5) X(BLUE, 9)
#define AS_ENUM(n, v) n = v,
#define AS_CASE(n, v) case n: return #n;

enum colour { COLOURS(AS_ENUM) };
static const char *name(enum colour c) {
    switch (c) { COLOURS(AS_CASE) }
    return "?";
}
static int add(int a, int b) { return a + b; }

int main(void) {
    int i = 3;
    printf("%d\n", SQUARE(i + 1));
    int XPASTE(var, 12) = 7;
    printf("%d\n", var12);
    printf("%s|%s\n", TEXT(a,   b "c" , d), TEXT());
    printf("%d %d %d\n", COUNT(x), COUNT(x, y), COUNT(1, 2, 3, 4, 5));
    printf("%d\n", CALL(add, CALL(add, 1, 2), EMPTY 4));
    {
        int
#undef self
            self = 5;
#define self self + 1
        printf("%d\n", self * 2);
    }
    printf("%s %s %d\n", name(GREEN), name(BLUE), RED);
#define f(x) (x + g)
#define g(x) f(x)
    int g = 4;
    printf("%d\n", f(1) * 2);
    printf("%d\n", g(g));
    return 0;
}
