// test: run
// files: common-header-types/shape.c
// The same struct, enum, union and typedef seen by two files through one header; a table of operations.
#include "common-header-types/shape.h"
#include <stdio.h>

int main(void) {
    struct shape list[] = {make_circle(2), make_rect(3, 4), {.kind = RECT, .u.rect = {1, 1}}};
    double total = 0;
    for (int i = 0; i < 3; i++) {
        total += operations[list[i].kind].area(&list[i]);
        printf("%s %g\n", operations[list[i].kind].name, operations[list[i].kind].area(&list[i]));
    }
    printf("%g %d\n", total, shape_calls);
    return 0;
}
