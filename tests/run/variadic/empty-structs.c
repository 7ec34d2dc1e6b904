// test: run
// Structs without members take no room among variadic arguments.
#include <stdarg.h>
#include <stdio.h>

struct none { char x[0]; };
struct one { char x[1]; };
struct three { char x[3]; };

static void show(int n, ...) {
    va_list ap;
    va_start(ap, n);
    struct none none = va_arg(ap, struct none);
    struct one one = va_arg(ap, struct one);
    struct three three = va_arg(ap, struct three);
    int last = va_arg(ap, int);
    printf("%zu %d %d %d\n", sizeof none, one.x[0], three.x[2], last);
    va_end(ap);
}

int main(void) {
    struct none none;
    struct one one = {{5}};
    struct three three = {{1, 2, 3}};
    show(4, none, one, three, 77);
    return 0;
}
