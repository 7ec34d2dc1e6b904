// test: run
// Structs of different classes as variadic arguments.
#include <stdarg.h>
#include <stdio.h>

struct small { int a; };
struct pair { long a; double d; };
struct floats { float x, y; };
struct large { int v[10]; };
union u { long l; double d; };

static void show(const char *kinds, ...) {
    va_list ap;
    va_start(ap, kinds);
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 's': printf("%d ", va_arg(ap, struct small).a); break;
        case 'p': { struct pair p = va_arg(ap, struct pair); printf("%ld/%g ", p.a, p.d); break; }
        case 'f': { struct floats f = va_arg(ap, struct floats); printf("%g/%g ", f.x, f.y); break; }
        case 'l': printf("%d ", va_arg(ap, struct large).v[9]); break;
        case 'u': printf("%ld ", va_arg(ap, union u).l); break;
        case 'i': printf("%d ", va_arg(ap, int)); break;
        }
    va_end(ap);
    printf("\n");
}

int main(void) {
    struct small s = {1};
    struct pair p = {2, 2.5};
    struct floats f = {3.5f, -3.5f};
    struct large l = {.v[9] = 9};
    union u u = {.l = -8};
    show("spflui", s, p, f, l, u, 5);
    show("iiiiispspl", 1, 2, 3, 4, 5, s, p, s, p, l);
    show("pppppppp", p, p, p, p, p, p, p, p);
    show("fffffffffff", f, f, f, f, f, f, f, f, f, f, f);
    return 0;
}
