// test: run
// Attributes in unusual places: on typedefs, parameters, labels, enumerators, statements.
#include <stdio.h>

typedef int counter __attribute__((may_alias, aligned(4)));
enum e { OLD __attribute__((deprecated)) = 1, NEW };
struct __attribute__((packed)) p { char c; counter n; };
static int f(int a __attribute__((unused)), __attribute__((unused)) int b) { return 5; }
extern int g(void) __attribute__((visibility("default"), section(".text.corpus")));
int g(void) { return 6; }
static int data __attribute__((section(".data.corpus"), used)) = 7;

int main(void) {
    goto end;
end: __attribute__((unused));
    float x = 1.0f;
    counter *c = (counter *)&x;
    printf("%x %zu %d %d %d %d\n", (unsigned)*c, sizeof(struct p), f(1, 2), g(), data, NEW);
    return 0;
}
