// test: run
// The type of ?: follows both arms: arithmetic conversion, null pointers, void, structs.
#include <stdio.h>

struct s { int v; };
static void say(const char *t) { printf("%s\n", t); }

int main(void) {
    int yes = 1, no = 0;
    printf("%d\n", (yes ? -1 : 0u) > 0);
    printf("%zu %zu %zu\n", sizeof(yes ? 1 : 1l), sizeof(yes ? 'a' : (char)1), sizeof(yes ? 1 : 1.0f));
    printf("%g\n", yes ? 1 : 2.5);
    printf("%g\n", (yes ? 7 : 2.5) / 2);
    char *p = no ? "text" : NULL;
    printf("%d\n", p == NULL);
    const char *q = yes ? "abc" : 0;
    printf("%s\n", q);
    yes ? say("void arm") : (void)0;
    struct s a = {1}, b = {2};
    printf("%d %d\n", (yes ? a : b).v, (no ? a : b).v);
    (yes ? &a : &b)->v = 50;
    printf("%d\n", a.v);
    printf("%s\n", no ? "a" : yes ? no ? "b" : "c" : "d");
    int r = yes ? no ? 1 : 2 : 3;
    printf("%d\n", r);
    int x = 3;
    x = x > 2 ? x < 4 ? x * 2 : x : 0;
    printf("%d\n", x);
    unsigned char c = 200;
    printf("%d\n", yes ? c : -1);
    void *v = yes ? (void *)&a : &b;
    printf("%d\n", ((struct s *)v)->v);
    int arr[2] = {8, 9};
    printf("%d\n", *(yes ? arr : &arr[1]));
    return 0;
}
