// test: gen
// A descriptor that is an input: what a test can rely on is that a negative one is not open, that
// the standard input holds what the test says, and that the other standard streams take what is
// written. Where a position can be moved depends on what the tests run under, and no test says so.
// clew-gen:
// expect-total: branch 18
// expect-covered: branch 14
// expect-infeasible: branch 0
#include <stdlib.h>
#include <unistd.h>

struct stream {
    int descriptor;
    int mode;
    char *message;
};

int rewind_stream(struct stream *stream) {
    if (stream->mode != 7)
        return -2;
    if (lseek(stream->descriptor, 0, SEEK_SET) == -1)
        return -1;
    free(stream->message);
    stream->message = NULL;
    return 0;
}

int load(int descriptor, char *buffer) {
    long count = read(descriptor, buffer, 4);
    if (count < 0)
        return -1;
    if (count > 0)
        return 1;
    return 0;
}

int load_behind(char *buffer, unsigned int place) {
    if (read(0, buffer + place, 16) < 0)
        return -1;
    return 0;
}

int store(int descriptor) {
    if (write(descriptor, "", 0) < 0)
        return -1;
    return 1;
}

int finish(const struct stream *stream) {
    int status = close(stream->descriptor);
    if (status == -1)
        return stream->mode == 5 ? 3 : 4;
    return 0;
}

int position_of_input(void) {
    if (lseek(0, 0, SEEK_CUR) == -1)
        return -1;
    return 0;
}
