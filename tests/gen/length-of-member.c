// test: gen
// The length tells how long the bytes are. The record is one: an index of its member is none of the
// record, and no length is too short for it.
// clew-gen: -f parse
// expect-total: branch 10
// expect-covered: branch 10
// expect-no-finding
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct record {
    uint8_t kind;
    char name[9];
};

int parse(const uint8_t *bytes, size_t len, struct record *out) {
    if (bytes == NULL || out == NULL)
        return -1;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < len; i++) {
        size_t rest = bytes[i];
        if (rest > 8 || rest > len)
            return -2;
        out->name[rest] = 'x';
    }
    return 0;
}
