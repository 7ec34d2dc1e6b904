// test: run
// String literals as initialisers: exact, shorter and one character too long, in braces, in structs.
#include <stdio.h>

struct s { char a[4]; char b[4]; int n; };
static char global[10] = "glob";
static char exact[3] = "xyz";

int main(void) {
    char a[] = "hello", b[10] = "hi", c[5] = {"four"}, d[5] = "exact";
    printf("%zu %zu %s %s\n", sizeof a, sizeof b, b, c);
    for (int i = 0; i < 10; i++)
        printf("%d ", b[i]);
    printf("\n%.5s %.3s\n", d, exact);
    for (int i = 0; i < 10; i++)
        printf("%d ", global[i]);
    printf("\n");
    struct s s = {"ab", "full", 9};
    printf("%s %.4s %d\n", s.a, s.b, s.n);
    struct s t[2] = {{"x", "y", 1}, {.b = "z"}};
    printf("%s %s %d|%s %s %d\n", t[0].a, t[0].b, t[0].n, t[1].a, t[1].b, t[1].n);
    char m[3][6] = {"one", "three", {"x"}};
    printf("%s %.6s %s %zu\n", m[0], m[1], m[2], sizeof m);
    char e[] = {'a', 'b', 0, 'c'};
    printf("%s %zu\n", e, sizeof e);
    char empty[4] = "";
    printf("%d%d%d%d\n", empty[0], empty[1], empty[2], empty[3]);
    unsigned char u[] = "\xff\x80";
    printf("%d %d %zu\n", u[0], u[1], sizeof u);
    a[0] = 'J';
    printf("%s\n", a);
    return 0;
}
