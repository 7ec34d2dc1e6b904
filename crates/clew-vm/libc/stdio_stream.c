/* The three standard streams, and how bytes pass between buffers and descriptors. */
#include "clew_stdio.h"

extern void (*__clew_flush_hook)(void);

static unsigned char stdin_buffer[PUSHBACK_ROOM + BUFFER_SIZE];
static unsigned char stdout_buffer[PUSHBACK_ROOM + BUFFER_SIZE];
static unsigned char stderr_buffer[PUSHBACK_ROOM + BUFFER_SIZE];

static FILE stdin_stream = {
    .descriptor = 0, .can_read = 1, .buffer = stdin_buffer, .capacity = BUFFER_SIZE,
};
static FILE stdout_stream = {
    .descriptor = 1, .can_write = 1, .buffer = stdout_buffer, .capacity = BUFFER_SIZE,
};
static FILE stderr_stream = {
    .descriptor = 2, .can_write = 1, .buffering = BUFFER_NOTHING, .buffer = stderr_buffer,
    .capacity = BUFFER_SIZE,
};

FILE *stdin = &stdin_stream;
FILE *stdout = &stdout_stream;
FILE *stderr = &stderr_stream;

static FILE *streams;

FILE *__clew_first_stream(void)
{
    return streams;
}

void __clew_list_stream(FILE *stream)
{
    if (stream->is_listed)
        return;
    stream->is_listed = 1;
    stream->next = streams;
    streams = stream;
    __clew_flush_hook = __clew_flush_all;
}

void __clew_unlist_stream(FILE *stream)
{
    FILE **link = &streams;
    if (!stream->is_listed)
        return;
    while (*link != stream)
        link = &(*link)->next;
    *link = stream->next;
    stream->is_listed = 0;
}

/* Shows the caller of `open_memstream` what there is so far. */
static int publish_memory(FILE *stream)
{
    size_t length = stream->position;
    char *text = realloc(*stream->memory_text, length + 1);
    if (text == NULL)
        return EOF;
    memcpy(text, stream->buffer, length);
    text[length] = '\0';
    *stream->memory_text = text;
    *stream->memory_size = length;
    return 0;
}

/* Writes the bytes that wait; those of a reading stream are left alone. */
int __clew_flush(FILE *stream)
{
    size_t done = 0;
    int result = 0;
    if (stream->state != STREAM_WRITING)
        return 0;
    if (stream->memory_text != NULL)
        return publish_memory(stream);
    while (done < stream->position) {
        long written = __clew_write(stream->descriptor, stream->buffer + done,
                                    stream->position - done);
        if (written < 0) {
            errno = (int)-written;
            stream->has_error = 1;
            result = EOF;
            break;
        }
        done += written;
    }
    stream->position = 0;
    return result;
}

void __clew_flush_all(void)
{
    FILE *stream;
    for (stream = streams; stream != NULL; stream = stream->next)
        __clew_flush(stream);
}

/* Makes room for at least one byte to be written; 0, or `EOF`. */
int __clew_prepare_writing(FILE *stream)
{
    if (stream->state == STREAM_WRITING) {
        if (stream->position < stream->capacity)
            return 0;
        if (stream->memory_text != NULL) {
            unsigned char *larger = realloc(stream->buffer, stream->capacity * 2);
            if (larger == NULL)
                return EOF;
            stream->buffer = larger;
            stream->capacity *= 2;
            return 0;
        }
        return __clew_flush(stream);
    }
    if (!stream->can_write) {
        errno = EBADF;
        stream->has_error = 1;
        return EOF;
    }
    if (stream->descriptor == INPUT_STREAM)
        __clew_unsupported("writing in this way to a stream that is an input");
    /* What was read ahead is given back. */
    if (stream->state == STREAM_READING && stream->position < stream->end)
        __clew_seek(stream->descriptor, (long)stream->position - (long)stream->end, 1);
    if (!stream->is_listed) {
        __clew_list_stream(stream);
        if (stream->buffering == BUFFER_FULLY && __clew_is_terminal(stream->descriptor))
            stream->buffering = BUFFER_LINES;
    }
    stream->state = STREAM_WRITING;
    stream->position = 0;
    return 0;
}

/* Reads one more byte of an input: whether there is one is an input too. */
static int read_input(FILE *stream)
{
    if (stream->state == STREAM_WRITTEN)
        __clew_unsupported("reading from a stream that is an input and was written to");
    if (__clew_read(INPUT_STREAM, stream->buffer + stream->end, 1) <= 0) {
        stream->at_end = 1;
        return EOF;
    }
    stream->end++;
    return 0;
}

/* Reads ahead; 0, or `EOF` at the end or on an error. */
int __clew_fill(FILE *stream)
{
    long length;
    if (!stream->can_read) {
        errno = EBADF;
        stream->has_error = 1;
        return EOF;
    }
    if (stream->descriptor == INPUT_STREAM)
        return read_input(stream);
    if (stream->state == STREAM_WRITING)
        __clew_flush(stream);
    stream->state = STREAM_READING;
    stream->position = PUSHBACK_ROOM;
    stream->end = PUSHBACK_ROOM;
    if (stream->descriptor < 0) {
        stream->at_end = 1;
        return EOF;
    }
    /* A prompt is shown before its answer is waited for. */
    if (stdout->buffering == BUFFER_LINES && stream == stdin)
        __clew_flush(stdout);
    length = __clew_read(stream->descriptor, stream->buffer + PUSHBACK_ROOM, stream->capacity);
    if (length < 0) {
        errno = (int)-length;
        stream->has_error = 1;
        return EOF;
    }
    if (length == 0) {
        stream->at_end = 1;
        return EOF;
    }
    stream->end = PUSHBACK_ROOM + length;
    return 0;
}

int fflush(FILE *stream)
{
    if (stream == NULL) {
        __clew_flush_all();
        return 0;
    }
    return __clew_flush(stream);
}

int fflush_unlocked(FILE *stream)
{
    return fflush(stream);
}
