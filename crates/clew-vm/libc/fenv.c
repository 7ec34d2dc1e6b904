/* The floating-point environment: rounding to nearest, and no way to see exceptions. */
#include "clew_libc.h"

int fegetround(void)
{
    return 0;
}

int fesetround(int mode)
{
    if (mode != 0)
        __clew_unsupported("a rounding mode other than to nearest");
    return 0;
}

int feclearexcept(int exceptions)
{
    (void)exceptions;
    return 0;
}

int fetestexcept(int exceptions)
{
    if (exceptions != 0)
        __clew_unsupported("floating-point exception flags");
    return 0;
}

int feraiseexcept(int exceptions)
{
    if (exceptions != 0)
        __clew_unsupported("floating-point exception flags");
    return 0;
}

int fegetenv(void *environment)
{
    memset(environment, 0, 32);
    return 0;
}

int fesetenv(const void *environment)
{
    (void)environment;
    return 0;
}

int feholdexcept(void *environment)
{
    memset(environment, 0, 32);
    return 0;
}

int feupdateenv(const void *environment)
{
    (void)environment;
    return 0;
}
