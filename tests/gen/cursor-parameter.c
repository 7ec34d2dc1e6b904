// test: gen
// A pointer that a function moves through the array of which the next parameter is the end.
// clew-gen: -f read_number
// expect-total: branch 10
// expect-covered: branch 10
// expect-infeasible: branch 0
#include <stddef.h>

static int read_tag(const unsigned char **at, const unsigned char *end, int tag, size_t *length) {
    if (end - *at < 2)
        return -1;
    if (**at != tag)
        return -2;
    *length = (*at)[1];
    *at += 2;
    return *length > (size_t)(end - *at) ? -3 : 0;
}

int read_number(const unsigned char **at, const unsigned char *end, int *number) {
    size_t length;
    int error = read_tag(at, end, 2, &length);
    if (error != 0)
        return error;
    if (length == 0 || length > 4)
        return -4;
    *number = 0;
    while (length > 0) {
        *number = *number << 8 | *(*at)++;
        length--;
    }
    if (*number == 0x102)
        return 1;
    return 0;
}
