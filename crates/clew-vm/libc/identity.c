/* Who runs the program. Tests decide this, so it stands apart. */
#include "clew_libc.h"

unsigned int getuid(void)
{
    return 1000;
}

unsigned int geteuid(void)
{
    return 1000;
}

unsigned int getgid(void)
{
    return 1000;
}

unsigned int getegid(void)
{
    return 1000;
}
