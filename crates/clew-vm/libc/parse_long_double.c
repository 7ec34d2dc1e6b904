/* `strtold`, apart: only programs that use `long double` need it. */
#include "clew_libc.h"

void __clew_string_to_float(const char *text, char **end, int kind, void *to);

long double strtold(const char *text, char **end)
{
    long double value = 0;
    __clew_string_to_float(text, end, 2, &value);
    return value;
}
