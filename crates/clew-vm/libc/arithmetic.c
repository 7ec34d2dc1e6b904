/* Integer arithmetic of stdlib.h and inttypes.h. */
#include "clew_libc.h"

typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
typedef struct { long long quot; long long rem; } lldiv_t;

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

long imaxabs(long value)
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

ldiv_t imaxdiv(long left, long right)
{
    ldiv_t result;
    result.quot = left / right;
    result.rem = left % right;
    return result;
}
