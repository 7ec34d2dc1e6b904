/* Integer arithmetic of stdlib.h and inttypes.h. */
#include "clew_libc.h"

typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
typedef struct { long long quot; long long rem; } lldiv_t;
typedef struct { intmax_t quot; intmax_t rem; } imaxdiv_t;

int abs(int value)
{
    return value < 0 ? -value : value;
}

long labs(long value)
{
    return value < 0 ? -value : value;
}

long long llabs(long long value)
{
    return value < 0 ? -value : value;
}

intmax_t imaxabs(intmax_t value)
{
    return value < 0 ? -value : value;
}

div_t div(int left, int right)
{
    div_t result;
    result.quot = left / right;
    result.rem = left % right;
    return result;
}

ldiv_t ldiv(long left, long right)
{
    ldiv_t result;
    result.quot = left / right;
    result.rem = left % right;
    return result;
}

lldiv_t lldiv(long long left, long long right)
{
    lldiv_t result;
    result.quot = left / right;
    result.rem = left % right;
    return result;
}

imaxdiv_t imaxdiv(intmax_t left, intmax_t right)
{
    imaxdiv_t result;
    result.quot = left / right;
    result.rem = left % right;
    return result;
}
