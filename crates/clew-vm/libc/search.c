/* Searching arrays. */
#include "clew_libc.h"

typedef int comparison_of_two(const void *, const void *);

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              comparison_of_two *compare)
{
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order < 0)
            high = middle;
        else if (order > 0)
            low = middle + 1;
        else
            return (void *)element;
    }
    return NULL;
}

void *lfind(const void *key, const void *base, size_t *count, size_t size,
            comparison_of_two *compare)
{
    const char *element = base;
    size_t i;
    for (i = 0; i < *count; i++) {
        if (compare(key, element) == 0)
            return (void *)element;
        element += size;
    }
    return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, comparison_of_two *compare)
{
    void *found = lfind(key, base, count, size, compare);
    if (found == NULL) {
        found = (char *)base + *count * size;
        memcpy(found, key, size);
        *count += 1;
    }
    return found;
}
