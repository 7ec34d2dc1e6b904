// test: gen
// A stub that is given a buffer as `void *` with its length fills it; one that is given a record
// with pointers, or no length, is not known to write.
// clew-gen: -f next_packet
// expect-total: branch 16
// expect-covered: branch 15
// expect-infeasible: branch 0
#include <stddef.h>

struct link {
    int socket;
    struct link *next;
};

int receive(struct link *from, void *into, size_t count);
void forget(void *link, int size);
int fill(void *, int);
void touch(void *what, int how);

int next_packet(struct link *from) {
    unsigned char kind = 0, body[6] = {0};
    struct { unsigned short length, sum; } header = {0, 0};
    struct link own = {3, 0};
    int mark = 4;
    if (receive(from, &kind, 1) != 1)
        return -1;
    if (kind == 0x30 && receive(from, &header, sizeof header) == 4 && header.sum == 0x1ff)
        return header.length > 4000 ? 2 : 1;
    forget(&own, sizeof own);
    touch(&mark, 4);
    if (fill(body + 2, 3) && body[4] == 9)
        return 3;
    if (mark == 5)
        return 4;
    return 0;
}
