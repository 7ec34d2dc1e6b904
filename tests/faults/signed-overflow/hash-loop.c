// test: fault
// flags: --check signed-overflow
// A multiplicative hash in a signed variable.
#include <stdio.h>

int main(void) {
    const char *s = "overflowing";
    int h = 17;
    for (; *s; s++)
        h = h * 31 + *s; //~ signed-overflow
    printf("%d\n", h != 0);
    return 0;
}
