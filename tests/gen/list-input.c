// test: gen
// A `va_list` is no input: no test hands a null one to the library, which may look at it also where
// the format asks for nothing.
// clew-gen:
// expect-total: branch 8
// expect-covered: branch 2
// expect-infeasible: branch 0
#include <stdarg.h>
#include <stdio.h>

int describe(char *text, int level, const char *format, va_list arguments) {
    if (level < 3)
        return -1;
    if (vsnprintf(text, 1, format, arguments) == 0)
        return 0;
    return 1;
}

int say(int level, va_list arguments) {
    if (level > 9)
        return -1;
    if (vprintf("", arguments) < 0)
        return 0;
    return 1;
}
