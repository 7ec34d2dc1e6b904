/* Finding bits. */
#include "clew_libc.h"

int ffsll(long long value)
{
    int position = 1;
    if (value == 0)
        return 0;
    while ((value & 1) == 0) {
        value >>= 1;
        position++;
    }
    return position;
}

int ffsl(long value)
{
    return ffsll(value);
}

int ffs(int value)
{
    return ffsll(value);
}
