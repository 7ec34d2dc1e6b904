/* Opening and closing streams. */
#include "clew_stdio.h"

/* Native. */
int __clew_remove(const char *path);
int __clew_rename(const char *from, const char *to);
int snprintf(char *to, size_t size, const char *format, ...);

/* Whether a mode string asks for both directions. */
static int has_plus(const char *mode)
{
    while (*mode != '\0') {
        if (*mode == '+')
            return 1;
        mode++;
    }
    return 0;
}

static int is_mode(const char *mode)
{
    return *mode == 'r' || *mode == 'w' || *mode == 'a';
}

static void set_up(FILE *stream, int descriptor, const char *mode)
{
    stream->descriptor = descriptor;
    stream->can_read = *mode == 'r' || has_plus(mode);
    stream->can_write = *mode != 'r' || has_plus(mode);
    stream->is_appending = *mode == 'a';
    stream->at_end = 0;
    stream->has_error = 0;
    stream->state = STREAM_IDLE;
    stream->position = 0;
    stream->end = 0;
    if (stream->is_appending && !stream->can_read)
        __clew_seek(descriptor, 0, 2);
}

/* A stream with a buffer and nothing else. */
static FILE *new_stream(int descriptor, const char *mode)
{
    FILE *stream = malloc(sizeof *stream);
    if (stream == NULL)
        return NULL;
    memset(stream, 0, sizeof *stream);
    stream->buffer = malloc(PUSHBACK_ROOM + BUFFER_SIZE);
    if (stream->buffer == NULL) {
        free(stream);
        return NULL;
    }
    stream->capacity = BUFFER_SIZE;
    set_up(stream, descriptor, mode);
    return stream;
}

/* Under a name that no program has. */
FILE *__clew_open_stream(const char *path, const char *mode)
{
    FILE *stream;
    int descriptor;
    if (!is_mode(mode)) {
        errno = EINVAL;
        return NULL;
    }
    descriptor = __clew_open(path, mode);
    if (descriptor < 0) {
        errno = -descriptor;
        return NULL;
    }
    stream = new_stream(descriptor, mode);
    if (stream == NULL)
        __clew_close(descriptor);
    return stream;
}

FILE *fdopen(int descriptor, const char *mode)
{
    if (!is_mode(mode)) {
        errno = EINVAL;
        return NULL;
    }
    return new_stream(descriptor, mode);
}

static int close_descriptor(FILE *stream)
{
    int status;
    int result = __clew_flush(stream);
    if (stream->descriptor < 0)
        return result;
    status = __clew_close(stream->descriptor);
    if (status < 0) {
        errno = -status;
        return EOF;
    }
    return result;
}

FILE *freopen(const char *path, const char *mode, FILE *stream)
{
    int descriptor;
    close_descriptor(stream);
    if (path == NULL || !is_mode(mode)) {
        errno = EINVAL;
        return NULL;
    }
    descriptor = __clew_open(path, mode);
    if (descriptor < 0) {
        errno = -descriptor;
        return NULL;
    }
    set_up(stream, descriptor, mode);
    return stream;
}

int fclose(FILE *stream)
{
    int result = close_descriptor(stream);
    if (stream->descriptor == INPUT_STREAM)
        __clew_input_is_sound();
    __clew_unlist_stream(stream);
    if (stream != stdin && stream != stdout && stream != stderr) {
        free(stream->buffer);
        free(stream);
    } else {
        stream->can_read = 0;
        stream->can_write = 0;
        stream->state = STREAM_IDLE;
    }
    return result;
}

int fcloseall(void)
{
    __clew_flush_all();
    return 0;
}

int remove(const char *path)
{
    int status = __clew_remove(path);
    if (status < 0) {
        errno = -status;
        return -1;
    }
    return 0;
}

int unlink(const char *path)
{
    return remove(path);
}

int rename(const char *from, const char *to)
{
    int status = __clew_rename(from, to);
    if (status < 0) {
        errno = -status;
        return -1;
    }
    return 0;
}

char *tmpnam(char *to)
{
    static char own[20];
    static unsigned int count;
    if (to == NULL)
        to = own;
    for (;;) {
        int descriptor;
        count++;
        snprintf(to, 20, "/tmp/clew%06u", count);
        descriptor = __clew_open(to, "r");
        if (descriptor < 0)
            return to;
        __clew_close(descriptor);
    }
}

FILE *tmpfile(void)
{
    char path[20];
    int descriptor;
    do {
        tmpnam(path);
        descriptor = __clew_open(path, "w+x");
    } while (descriptor == -17);
    if (descriptor < 0) {
        errno = -descriptor;
        return NULL;
    }
    /* The open file lives on without its name. */
    __clew_remove(path);
    return new_stream(descriptor, "w+");
}

FILE *tmpfile64(void)
{
    return tmpfile();
}
