// test: gen
// Objects that only a function declares, and a function without a body that takes a `va_list`.
// clew-gen: -f choose
// expect-total: branch 6
// expect-covered: branch 6
#include <stdarg.h>

int report(const char *format, va_list arguments);

int tell(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = report(format, arguments);
    va_end(arguments);
    return result;
}

int choose(int n) {
    extern int stops[];
    extern int width;
    if (n > 3)
        return width == 5 ? 1 : 2;
    if (n == 1)
        return stops[n];
    return tell("%d", n);
}
