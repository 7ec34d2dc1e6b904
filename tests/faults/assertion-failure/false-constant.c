// test: fault
// A branch thought impossible.
#include <assert.h>
#include <stdio.h>

static const char *name(int kind) {
    switch (kind) {
    case 0: return "zero";
    case 1: return "one";
    default:
        assert(!"unknown kind"); //~ assertion-failure
        return "";
    }
}

int main(void) {
    for (int i = 0; i < 3; i++)
        puts(name(i));
    return 0;
}
