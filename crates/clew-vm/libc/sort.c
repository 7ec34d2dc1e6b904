/* `qsort`: a merge sort that compares in the order glibc 2.36 does, so that programs whose
 * comparison is no order, or counts its calls, see the same. */
#include "clew_libc.h"

typedef int comparison(const void *, const void *, void *);
typedef int plain_comparison(const void *, const void *);

static void merge_sort(char *base, size_t count, size_t size, comparison *compare, void *context,
                       char *scratch)
{
    size_t left_count = count / 2;
    size_t right_count = count - left_count;
    char *left = base;
    char *right = base + left_count * size;
    char *out = scratch;
    if (count <= 1)
        return;
    merge_sort(left, left_count, size, compare, context, scratch);
    merge_sort(right, right_count, size, compare, context, scratch);
    while (left_count > 0 && right_count > 0) {
        if (compare(left, right, context) <= 0) {
            memcpy(out, left, size);
            left += size;
            left_count--;
        } else {
            memcpy(out, right, size);
            right += size;
            right_count--;
        }
        out += size;
    }
    /* What is left on the right is in its place already. */
    if (left_count > 0)
        memcpy(out, left, left_count * size);
    memcpy(base, scratch, (count - right_count) * size);
}

static void sort(void *base, size_t count, size_t size, comparison *compare, void *context)
{
    char *scratch;
    if (count <= 1 || size == 0)
        return;
    scratch = malloc(count * size);
    merge_sort(base, count, size, compare, context, scratch);
    free(scratch);
}

static int call_plain(const void *a, const void *b, void *context)
{
    return (*(plain_comparison **)context)(a, b);
}

void qsort(void *base, size_t count, size_t size, plain_comparison *compare)
{
    sort(base, count, size, call_plain, &compare);
}

void qsort_r(void *base, size_t count, size_t size, comparison *compare, void *context)
{
    sort(base, count, size, compare, context);
}
