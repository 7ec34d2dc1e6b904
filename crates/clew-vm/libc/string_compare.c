/* Comparing strings; the results are byte differences, as glibc's are. */
#include "clew_libc.h"

int strcmp(const char *a, const char *b)
{
    if (__clew_is_comparable(a, b, ULONG_MAX, COMPARE_STRINGS))
        return __clew_difference(a, b, ULONG_MAX, COMPARE_STRINGS);
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t limit)
{
    if (__clew_is_comparable(a, b, limit, COMPARE_STRINGS))
        return __clew_difference(a, b, limit, COMPARE_STRINGS);
    while (limit > 0 && *a != '\0' && *a == *b) {
        a++;
        b++;
        limit--;
    }
    if (limit == 0)
        return 0;
    return (unsigned char)*a - (unsigned char)*b;
}

static int lower(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 'a';
    return (unsigned char)c;
}

int strcasecmp(const char *a, const char *b)
{
    if (__clew_is_comparable(a, b, ULONG_MAX, COMPARE_ANY_CASE))
        return __clew_difference(a, b, ULONG_MAX, COMPARE_ANY_CASE);
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return lower(*a) - lower(*b);
}

int strncasecmp(const char *a, const char *b, size_t limit)
{
    if (__clew_is_comparable(a, b, limit, COMPARE_ANY_CASE))
        return __clew_difference(a, b, limit, COMPARE_ANY_CASE);
    while (limit > 0 && *a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
        limit--;
    }
    if (limit == 0)
        return 0;
    return lower(*a) - lower(*b);
}

/* In the C locale collation is byte order. */
int strcoll(const char *a, const char *b)
{
    if (__clew_is_comparable(a, b, ULONG_MAX, COMPARE_STRINGS))
        return __clew_difference(a, b, ULONG_MAX, COMPARE_STRINGS);
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

size_t strxfrm(char *to, const char *from, size_t size)
{
    size_t i = 0;
    while (from[i] != '\0') {
        if (i < size)
            to[i] = from[i];
        i++;
    }
    if (i < size)
        to[i] = '\0';
    return i;
}
