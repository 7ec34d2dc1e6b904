/* A generator whose state the caller keeps. */
#include "clew_libc.h"

int rand_r(unsigned int *seed)
{
    unsigned int next = *seed;
    unsigned int result;
    next = next * 1103515245u + 12345u;
    result = (next >> 16) % 2048u;
    next = next * 1103515245u + 12345u;
    result = (result << 10) ^ ((next >> 16) % 1024u);
    next = next * 1103515245u + 12345u;
    result = (result << 10) ^ ((next >> 16) % 1024u);
    *seed = next;
    return (int)result;
}
