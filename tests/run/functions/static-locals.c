// test: run
// Static locals keep their value, one object per function and block, shared by recursive calls.
#include <stdio.h>

static int counter(void) { static int n = 10; return n++; }
static int *address(void) { static int x; return &x; }
static int depth(int n) {
    static int deepest;
    if (n > deepest) deepest = n;
    return n < 5 ? depth(n + 1) : deepest;
}
static int blocks(int which) {
    if (which) { static int n = 100; return n++; }
    { static int n = 200; return n--; }
}
static const char *label(int i) {
    static const char *const names[] = {"zero", "one", "two"};
    static char buffer[20];
    sprintf(buffer, "<%s>", names[i]);
    return buffer;
}

int main(void) {
    counter();
    counter();
    printf("%d\n", counter());
    *address() = 5;
    *address() += 2;
    printf("%d %d\n", *address(), address() == address());
    printf("%d %d\n", depth(1), depth(4));
    printf("%d ", blocks(0));
    printf("%d ", blocks(1));
    printf("%d ", blocks(0));
    printf("%d\n", blocks(1));
    const char *a = label(0), *b = label(2);
    printf("%s %d\n", a, a == b);
    for (int i = 0; i < 3; i++) {
        static int once = 1;
        int each = 1;
        printf("%d%d ", once++, each++);
    }
    printf("\n");
    return 0;
}
