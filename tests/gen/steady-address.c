// test: gen
// Addresses are others in every process: no test may depend on one, and no branch that does is
// infeasible.
// clew-gen:
// expect-total: branch 10
// expect-covered: branch 5
// expect-infeasible: branch 0
#include <stdint.h>
#include <stddef.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Input objects are aligned to 16 bytes, in the machine and in the tests. */
int misaligned(const char *text) {
    if ((uintptr_t)text & 7)
        return 1;
    return 2;
}

/* The oracle cannot say what is returned. */
unsigned hash_of(void *key) {
    unsigned low = (unsigned)(uintptr_t)key;
    return low * 31u + 7u;
}

/* Bytes of a pointer among bytes that are not. */
void pack(unsigned char *out, void *item, unsigned char tag) {
    memcpy(out, &item, sizeof item);
    out[8] = tag;
}

/* The distance from nowhere is an address. */
size_t reach(char *end, char *start) {
    size_t room = (size_t)(end - start);
    if (room > 4)
        return room;
    return 0;
}

struct pair {
    int left, right;
};

/* The second member is copied without ever having a value. */
void half(struct pair *to, int left) {
    struct pair local;
    local.left = left;
    *to = local;
}

/* What depends on the clock is left open. */
int on_time(int n) {
    clock_t now = clock();
    if (now % 2)
        return n;
    return n > 3;
}

/* What does not, is not. */
int any_time(int n) {
    clock_t now = clock();
    if (n > 3)
        return now >= 0;
    return 0;
}

/* Whether a file can be made is not for a test to say. */
int can_save(const char *name) {
    int file = creat("saved", 0600);
    if (file < 0)
        return 0;
    close(file);
    return name != NULL;
}
