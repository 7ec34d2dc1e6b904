// test: gen
// What is given to realloc comes from the heap, also when realloc fails.
// clew-gen: -f grow
// expect-total: branch 6
// expect-covered: branch 6
// expect-no-finding
#include <stdlib.h>

struct buffer {
    char *bytes;
    size_t room;
};

int grow(struct buffer *buffer, long more) {
    if (buffer == NULL)
        return -1;
    char *bytes = realloc(buffer->bytes, more < 0 ? (size_t)-1 : 16);
    if (bytes == NULL)
        return 0;
    buffer->bytes = bytes;
    buffer->room = 16;
    return 1;
}
