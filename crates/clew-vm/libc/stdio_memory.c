/* Streams over memory. */
#include "clew_stdio.h"

static FILE *new_memory_stream(size_t capacity)
{
    FILE *stream = malloc(sizeof *stream);
    if (stream == NULL)
        return NULL;
    memset(stream, 0, sizeof *stream);
    stream->descriptor = -1;
    stream->capacity = capacity;
    stream->buffer = malloc(PUSHBACK_ROOM + capacity);
    if (stream->buffer == NULL) {
        free(stream);
        return NULL;
    }
    return stream;
}

FILE *open_memstream(char **text, size_t *size)
{
    FILE *stream = new_memory_stream(64);
    if (stream == NULL)
        return NULL;
    *text = NULL;
    *size = 0;
    stream->can_write = 1;
    stream->memory_text = text;
    stream->memory_size = size;
    stream->state = STREAM_WRITING;
    __clew_list_stream(stream);
    __clew_flush(stream);
    return stream;
}

FILE *fmemopen(void *memory, size_t size, const char *mode)
{
    FILE *stream;
    if (mode[0] != 'r' || mode[1] == '+')
        __clew_unsupported("writing through fmemopen");
    stream = new_memory_stream(size);
    if (stream == NULL)
        return NULL;
    stream->can_read = 1;
    stream->state = STREAM_READING;
    stream->position = PUSHBACK_ROOM;
    stream->end = PUSHBACK_ROOM + size;
    memcpy(stream->buffer + PUSHBACK_ROOM, memory, size);
    return stream;
}
