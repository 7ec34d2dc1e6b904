/* Copying and appending strings. */
#include "clew_libc.h"

char *strcpy(char *to, const char *from)
{
    size_t i = 0;
    while ((to[i] = from[i]) != '\0')
        i++;
    return to;
}

char *stpcpy(char *to, const char *from)
{
    while ((*to = *from) != '\0') {
        to++;
        from++;
    }
    return to;
}

/* The end of the text in `to`, after which the rest up to `limit` is filled with zeros. */
static char *copy_padded(char *to, const char *from, size_t limit)
{
    size_t i = 0;
    char *end;
    while (i < limit && from[i] != '\0') {
        to[i] = from[i];
        i++;
    }
    end = to + i;
    while (i < limit) {
        to[i] = '\0';
        i++;
    }
    return end;
}

char *strncpy(char *to, const char *from, size_t limit)
{
    copy_padded(to, from, limit);
    return to;
}

char *stpncpy(char *to, const char *from, size_t limit)
{
    return copy_padded(to, from, limit);
}

char *strcat(char *to, const char *from)
{
    char *end = to;
    while (*end != '\0')
        end++;
    while ((*end = *from) != '\0') {
        end++;
        from++;
    }
    return to;
}

char *strncat(char *to, const char *from, size_t limit)
{
    char *end = to;
    while (*end != '\0')
        end++;
    while (limit > 0 && *from != '\0') {
        *end = *from;
        end++;
        from++;
        limit--;
    }
    *end = '\0';
    return to;
}

size_t strlcpy(char *to, const char *from, size_t size)
{
    size_t i = 0;
    if (size > 0) {
        while (i + 1 < size && from[i] != '\0') {
            to[i] = from[i];
            i++;
        }
        to[i] = '\0';
    }
    while (from[i] != '\0')
        i++;
    return i;
}

size_t strlcat(char *to, const char *from, size_t size)
{
    size_t start = 0;
    size_t i = 0;
    while (start < size && to[start] != '\0')
        start++;
    while (from[i] != '\0') {
        if (start + i + 1 < size)
            to[start + i] = from[i];
        i++;
    }
    if (start < size)
        to[start + i < size ? start + i : size - 1] = '\0';
    return start + i;
}
