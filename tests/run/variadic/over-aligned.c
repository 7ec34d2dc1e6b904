// test: run
// Structs with a larger alignment than the stack's slots as variadic arguments.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

struct wide { _Alignas(32) int v[3]; };
struct wider { _Alignas(64) char c; };
typedef struct { int a; } raised __attribute__((aligned(16)));

static void show(const char *kinds, ...)
{
    va_list list;
    va_start(list, kinds);
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'i': printf("%d ", va_arg(list, int)); break;
        case 'w': {
            struct wide w = va_arg(list, struct wide);
            printf("%d/%d ", w.v[0], w.v[2]);
            break;
        }
        case 'x': printf("%c ", va_arg(list, struct wider).c); break;
        case 'r': printf("%d ", va_arg(list, raised).a); break;
        case 'l': printf("%Lg ", va_arg(list, long double)); break;
        }
    va_end(list);
    printf("\n");
}

int main(void)
{
    struct wide w = {{1, 2, 3}};
    struct wider x = {'x'};
    raised r = {7};
    show("w", w);
    show("iwi", 4, w, 5);
    show("iiwxriw", 1, 2, w, x, r, 3, w);
    show("xlxri", x, 2.5L, x, r, 9);
    show("rrrrrrrri", r, r, r, r, r, r, r, r, 6);
    return 0;
}
