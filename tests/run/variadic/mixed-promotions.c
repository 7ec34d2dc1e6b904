// test: run
// Narrow arguments are promoted before they reach a variadic function; _Bool, enum, bit-field, float.
#include <stdarg.h>
#include <stdio.h>

enum e { SMALL = 3, LARGE = 70000 };

static void show(const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    for (; *f; f++)
        if (*f == 'f') printf("%g ", va_arg(ap, double));
        else if (*f == 'e') printf("%d ", va_arg(ap, enum e));
        else if (*f == 'c') printf("%d ", (char)va_arg(ap, int));
        else if (*f == 'z') printf("%zu ", va_arg(ap, size_t));
        else if (*f == 'P') printf("%d ", *va_arg(ap, int *));
        else if (*f == 'a') printf("%d ", va_arg(ap, int *)[1]);
        else printf("%d ", va_arg(ap, int));
    va_end(ap);
    printf("\n");
}

int main(void) {
    signed char sc = -1;
    unsigned char uc = 255;
    short s = -300;
    unsigned short us = 65535;
    _Bool b = 7;
    float f = 0.25f;
    struct { unsigned x : 3; int y : 3; } bits = {7, -1};
    int arr[2] = {4, 5};
    show("iiiii", sc, uc, s, us, b);
    show("fifif", f, 1, f * 2, 2, (double)f);
    show("eeii", SMALL, LARGE, bits.x, bits.y);
    show("ccza", 'x', '\xff', sizeof arr, arr);
    show("P", &arr[1]);
    printf("%d %d %g %d %d\n", sc, us, f, b, bits.y);
    return 0;
}
