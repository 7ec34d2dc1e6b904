// test: run
// va_copy: two walks over the same arguments; a list passed on to another function by pointer.
#include <stdarg.h>
#include <stdio.h>

static int total(int n, va_list ap) {
    int t = 0;
    while (n--)
        t += va_arg(ap, int);
    return t;
}

static void take(va_list *ap, int n) {
    while (n--)
        printf("%d ", va_arg(*ap, int));
}

static void twice(int n, ...) {
    va_list a, b;
    va_start(a, n);
    va_copy(b, a);
    int first = va_arg(a, int);
    printf("%d %d\n", first, total(n, b));
    va_end(b);
    va_copy(b, a);
    printf("%d %d\n", va_arg(a, int), va_arg(b, int));
    take(&a, 2);
    printf("then %d\n", va_arg(a, int));
    va_end(a);
    va_end(b);
    va_start(a, n);
    printf("again %d\n", total(n, a));
    va_end(a);
}

int main(void) {
    twice(7, 10, 20, 30, 40, 50, 60, 70);
    return 0;
}
