// test: gen
// Pointers that lead back: a list with links in both directions, and a ring.
// clew-gen:
// expect-total: branch 12
// expect-covered: branch 12
// expect-infeasible: branch 0
#include <stddef.h>

struct link {
    int key;
    struct link *before, *after;
};

int is_linked(const struct link *link) {
    if (link == NULL || link->after == NULL)
        return 0;
    if (link->after->before != link)
        return -1;
    return 1;
}

int unlink_after(struct link *link) {
    struct link *gone = link->after;
    if (gone == link)
        return 0;
    link->after = gone->after;
    gone->after->before = link;
    return gone->key;
}

int count(const struct link *ring) {
    const struct link *link = ring;
    int n = 0;
    do {
        n++;
        link = link->after;
    } while (link != ring && n < 3);
    return n;
}
