/* Searching and comparing bytes (copying and filling are native). */
#include "clew_libc.h"

void *memchr(const void *memory, int c, size_t length)
{
    const unsigned char *bytes = memory;
    size_t i;
    for (i = 0; i < length; i++) {
        if (bytes[i] == (unsigned char)c)
            return (void *)(bytes + i);
    }
    return NULL;
}

void *memrchr(const void *memory, int c, size_t length)
{
    const unsigned char *bytes = memory;
    while (length > 0) {
        length--;
        if (bytes[length] == (unsigned char)c)
            return (void *)(bytes + length);
    }
    return NULL;
}

void *rawmemchr(const void *memory, int c)
{
    const unsigned char *bytes = memory;
    while (*bytes != (unsigned char)c)
        bytes++;
    return (void *)bytes;
}

int memcmp(const void *a, const void *b, size_t length)
{
    const unsigned char *x = a;
    const unsigned char *y = b;
    size_t i;
    if (__clew_is_comparable(a, b, length, COMPARE_MEMORY))
        return __clew_difference(a, b, length, COMPARE_MEMORY);
    for (i = 0; i < length; i++) {
        if (x[i] != y[i])
            return x[i] - y[i];
    }
    return 0;
}

int bcmp(const void *a, const void *b, size_t length)
{
    return memcmp(a, b, length);
}

void *memmem(const void *memory, size_t length, const void *part, size_t part_length)
{
    const unsigned char *bytes = memory;
    const unsigned char *wanted = part;
    size_t start;
    for (start = 0; start + part_length <= length; start++) {
        size_t i = 0;
        while (i < part_length && bytes[start + i] == wanted[i])
            i++;
        if (i == part_length)
            return (void *)(bytes + start);
    }
    return NULL;
}

void *memccpy(void *to, const void *from, int c, size_t length)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    size_t i;
    for (i = 0; i < length; i++) {
        out[i] = in[i];
        if (in[i] == (unsigned char)c)
            return out + i + 1;
    }
    return NULL;
}

void *memfrob(void *memory, size_t length)
{
    unsigned char *bytes = memory;
    size_t i;
    for (i = 0; i < length; i++)
        bytes[i] ^= 42;
    return memory;
}

void swab(const void *from, void *to, ssize_t length)
{
    const unsigned char *in = from;
    unsigned char *out = to;
    ssize_t i;
    for (i = 0; i + 1 < length; i += 2) {
        unsigned char first = in[i];
        out[i] = in[i + 1];
        out[i + 1] = first;
    }
}
