// test: gen
// Bytes compared by the library with a fixed header.
// clew-gen: -f is_png
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
#include <string.h>

int is_png(const unsigned char header[8]) {
    static const unsigned char magic[4] = {0x89, 'P', 'N', 'G'};
    if (memcmp(header, magic, 4) != 0)
        return 0;
    if (header[4] == '\r' && header[5] == '\n')
        return 1;
    return 2;
}
