// test: fault
// The fixed twin of returned-array.c.
#include <stdio.h>

static const char *label(int n) {
    static char b[16];
    char *p = b;
    sprintf(p, "#%d", n);
    return p;
}

int main(void) {
    const char *s = label(4);
    puts(s);
    return 0;
}
