// test: gen
// A buffer of so many bytes that is looked at as a record with a flexible array: the length counts
// bytes, not records.
// clew-gen: -f packet_check --no-null
// expect-total: branch 8
// expect-covered: branch 8
#include <stddef.h>

struct packet {
    unsigned char version;
    unsigned char length;
    unsigned char body[];
};

int packet_check(const void *buffer, size_t size)
{
    const struct packet *p = buffer;
    unsigned char sum = 0;
    if (size < sizeof *p)
        return -1;
    if (p->version != 1)
        return -2;
    if (size < sizeof *p + p->length)
        return -3;
    for (size_t i = 0; i < p->length; i++)
        sum ^= p->body[i];
    return sum == 0;
}
