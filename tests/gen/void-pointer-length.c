// test: gen
// A void pointer with its length in bytes.
// clew-gen: -f checksum
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
#include <stddef.h>

int checksum(const void *data, size_t length) {
    const unsigned char *bytes = data;
    unsigned sum = 0;
    for (size_t i = 0; i < length; i++)
        sum += bytes[i];
    if (sum == 0x1fe)
        return 1;
    return 0;
}
