// test: gen
// Run-length decoding between two buffers, each with a length of its own.
// clew-gen: -f decode
// expect-total: branch 14
// expect-covered: branch 14
// expect-infeasible: branch 0
#include <stddef.h>
#include <stdint.h>

int decode(const uint8_t *in, size_t size, uint8_t *out, size_t capacity) {
    size_t at = 0, used = 0;
    while (at < size) {
        uint8_t byte = in[at++];
        if (byte & 0x80) {
            if (at >= size)
                return -1;
            for (uint8_t k = byte & 0x7f; k > 0; k--) {
                if (used >= capacity)
                    return -2;
                out[used++] = in[at];
            }
            at++;
        } else {
            if (used == capacity)
                return -2;
            out[used++] = byte;
        }
    }
    return used == 3 ? 1 : 0;
}
