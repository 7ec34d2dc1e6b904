// test: gen
// A stub writes through a pointer whose array has the length that a parameter tells: what lies
// behind it is no part of the test's object. Where the pointer is null, it writes nothing.
// clew-gen:
// expect-total: branch 6
// expect-covered: branch 6
#include <stddef.h>

struct sample {
    int key;
    char *name;
};

int refresh(struct sample *samples, size_t count);

int total(struct sample *samples, size_t count) {
    int sum = 0;
    if (refresh(samples, count) < 0)
        return -1;
    for (size_t i = 0; i < count; i++)
        if (samples[i].key > 7)
            sum++;
    return sum;
}

char *reserve(struct sample *owner, size_t room);

void first(struct sample *owner, unsigned long number, int room) {
    char *place = reserve(owner, (size_t)room);
    place[0] = (char)number;
    owner->key += room;
}
