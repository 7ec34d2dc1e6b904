/* String lengths. */
#include "clew_libc.h"

size_t strlen(const char *s)
{
    size_t length = 0;
    while (s[length] != '\0')
        length++;
    return length;
}

size_t strnlen(const char *s, size_t limit)
{
    size_t length = 0;
    while (length < limit && s[length] != '\0')
        length++;
    return length;
}
