// test: fault
// Returns a local buffer that its caller then prints.
#include <stdio.h>

static const char *label(int n) {
    char b[16];
    char *p = b;
    sprintf(p, "#%d", n);
    return p;
}

int main(void) {
    const char *s = label(4);
    puts(s); //~ use-after-free
    return 0;
}
