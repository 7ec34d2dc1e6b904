// test: gen
// The bytes of a pointer, read through a union, a copy or a pointer to bytes: what rests on them is
// no proof.
// clew-gen: -f by_union -f by_copy -f by_bytes
// expect-infeasible: branch 0
#include <stdint.h>
#include <string.h>

int by_union(int *p)
{
    union {
        int *pointer;
        unsigned char bytes[8];
    } u;
    u.pointer = p;
    if (u.bytes[4] > 200)
        return 1;
    return 0;
}

int by_copy(int *p)
{
    uintptr_t number;
    memcpy(&number, &p, sizeof number);
    if (number & 3)
        return 1;
    return 0;
}

int by_bytes(int *p)
{
    const unsigned char *bytes = (const unsigned char *)&p;
    if (bytes[5] == 77)
        return 1;
    return 0;
}
