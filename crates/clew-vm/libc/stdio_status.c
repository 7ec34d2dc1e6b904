/* The state of a stream, and its buffering. */
#include "clew_stdio.h"

int feof(FILE *stream)
{
    if (stream->descriptor == INPUT_STREAM)
        __clew_input_is_sound();
    return stream->at_end;
}

int ferror(FILE *stream)
{
    if (stream->descriptor == INPUT_STREAM)
        __clew_input_is_sound();
    return stream->has_error;
}

void clearerr(FILE *stream)
{
    stream->at_end = 0;
    stream->has_error = 0;
}

int feof_unlocked(FILE *stream)
{
    return feof(stream);
}

int ferror_unlocked(FILE *stream)
{
    return ferror(stream);
}

void clearerr_unlocked(FILE *stream)
{
    clearerr(stream);
}

int fileno(FILE *stream)
{
    if (stream->descriptor == INPUT_STREAM)
        __clew_unsupported("the descriptor of a stream that is an input");
    if (stream->descriptor < 0)
        errno = EBADF;
    return stream->descriptor;
}

int fileno_unlocked(FILE *stream)
{
    return fileno(stream);
}

/* The stream keeps its own buffer; only the mode and the size are taken. */
int setvbuf(FILE *stream, char *buffer, int mode, size_t size)
{
    (void)buffer;
    if (mode != BUFFER_FULLY && mode != BUFFER_LINES && mode != BUFFER_NOTHING)
        return EOF;
    /* It holds the whole file, and nobody sees when bytes arrive there. */
    if (stream->descriptor == INPUT_STREAM)
        return 0;
    __clew_flush(stream);
    stream->buffering = (char)mode;
    if (stream->state != STREAM_READING && stream->memory_text == NULL) {
        if (mode == BUFFER_NOTHING && stream->can_read)
            stream->capacity = 1;
        else if (size > 0 && size < BUFFER_SIZE)
            stream->capacity = size;
        else
            stream->capacity = BUFFER_SIZE;
    }
    return 0;
}

void setbuf(FILE *stream, char *buffer)
{
    setvbuf(stream, buffer, buffer == NULL ? BUFFER_NOTHING : BUFFER_FULLY, BUFFER_SIZE);
}

void setbuffer(FILE *stream, char *buffer, size_t size)
{
    setvbuf(stream, buffer, buffer == NULL ? BUFFER_NOTHING : BUFFER_FULLY, size);
}

void setlinebuf(FILE *stream)
{
    setvbuf(stream, NULL, BUFFER_LINES, 0);
}

void flockfile(FILE *stream)
{
    (void)stream;
}

int ftrylockfile(FILE *stream)
{
    (void)stream;
    return 0;
}

void funlockfile(FILE *stream)
{
    (void)stream;
}
