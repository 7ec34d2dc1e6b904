// test: gen
// The type of a member does not say what it leads to; what the code converts it to does. The state
// leads back to its owner.
// clew-gen:
// expect-total: branch 20
// expect-covered: branch 20
// expect-infeasible: branch 0
#include <stddef.h>

struct private_state;

struct stream {
    const unsigned char *next;
    unsigned available;
    struct private_state *state;
    void *user;
};

struct real_state {
    struct stream *owner;
    int mode;
    unsigned held;
};

struct settings {
    int level;
    int is_strict;
};

static int is_wrong(struct stream *stream) {
    struct real_state *state;
    if (stream == NULL)
        return 1;
    state = (struct real_state *)stream->state;
    if (state == NULL || state->owner != stream || state->mode < 7)
        return 1;
    return 0;
}

int feed(struct stream *stream) {
    struct real_state *state;
    if (is_wrong(stream))
        return -2;
    state = (struct real_state *)stream->state;
    if (state->mode == 9)
        return 1;
    if (stream->available == 0)
        return -5;
    state->held++;
    return 0;
}

int level_of(const struct stream *stream) {
    const struct settings *settings = stream->user;
    if (settings == NULL)
        return 6;
    if (settings->is_strict && settings->level > 9)
        return -1;
    return settings->level;
}
