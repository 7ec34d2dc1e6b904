// test: fault
// The fixed twin of false-constant.c.
#include <assert.h>
#include <stdio.h>

static const char *name(int kind) {
    switch (kind) {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    default:
        assert(!"unknown kind");
        return "";
    }
}

int main(void) {
    for (int i = 0; i < 3; i++)
        puts(name(i));
    return 0;
}
