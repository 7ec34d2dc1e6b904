// test: fault
// Copies a struct from a null pointer with memcpy.
#include <stdio.h>
#include <string.h>

struct config { int a, b; };
static const struct config *find(int id) {
    static const struct config known = {1, 2};
    return id == 1 ? &known : NULL;
}

int main(void) {
    struct config c = {0, 0};
    memcpy(&c, find(2), sizeof c); //~ null-dereference
    printf("%d\n", c.a);
    return 0;
}
