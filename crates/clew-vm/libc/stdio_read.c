/* Reading characters, lines and blocks. */
#include "clew_stdio.h"

int fgetc(FILE *stream)
{
    int c;
    if (stream->state != STREAM_READING || stream->position == stream->end) {
        if (__clew_fill(stream) != 0)
            return EOF;
    }
    c = stream->buffer[stream->position];
    stream->position++;
    return c;
}

/* An input is what it is: only what was read last can be pushed back. */
static int unread_input(unsigned char c, FILE *stream)
{
    if (stream->state != STREAM_READING || stream->position == PUSHBACK_ROOM
        || stream->buffer[stream->position - 1] != c)
        __clew_unsupported("pushing back another character than the one read");
    stream->position--;
    stream->at_end = 0;
    return c;
}

int ungetc(int c, FILE *stream)
{
    if (c == EOF || !stream->can_read)
        return EOF;
    if (stream->descriptor == INPUT_STREAM)
        return unread_input((unsigned char)c, stream);
    if (stream->state != STREAM_READING) {
        __clew_flush(stream);
        stream->state = STREAM_READING;
        stream->position = PUSHBACK_ROOM;
        stream->end = PUSHBACK_ROOM;
    }
    if (stream->position == 0)
        return EOF;
    stream->position--;
    stream->buffer[stream->position] = (unsigned char)c;
    stream->at_end = 0;
    return (unsigned char)c;
}

char *fgets(char *to, int size, FILE *stream)
{
    int length = 0;
    if (size <= 0)
        return NULL;
    while (length < size - 1) {
        int c = fgetc(stream);
        if (c == EOF) {
            if (length == 0 || stream->has_error)
                return NULL;
            break;
        }
        to[length] = (char)c;
        length++;
        if (c == '\n')
            break;
    }
    to[length] = '\0';
    return to;
}

size_t fread(void *items, size_t size, size_t count, FILE *stream)
{
    unsigned char *to = items;
    size_t length = size * count;
    size_t done = 0;
    if (length == 0)
        return 0;
    while (done < length) {
        size_t part;
        if (stream->state != STREAM_READING || stream->position == stream->end) {
            if (__clew_fill(stream) != 0)
                return done / size;
        }
        part = stream->end - stream->position;
        if (part > length - done)
            part = length - done;
        memcpy(to + done, stream->buffer + stream->position, part);
        stream->position += part;
        done += part;
    }
    return count;
}

int getc(FILE *stream)
{
    return fgetc(stream);
}

int getchar(void)
{
    return fgetc(stdin);
}

int _IO_getc(FILE *stream)
{
    return fgetc(stream);
}

int getc_unlocked(FILE *stream)
{
    return fgetc(stream);
}

int fgetc_unlocked(FILE *stream)
{
    return fgetc(stream);
}

int getchar_unlocked(void)
{
    return fgetc(stdin);
}

char *fgets_unlocked(char *to, int size, FILE *stream)
{
    return fgets(to, size, stream);
}

size_t fread_unlocked(void *items, size_t size, size_t count, FILE *stream)
{
    return fread(items, size, count, stream);
}

int getw(FILE *stream)
{
    int word;
    return fread(&word, sizeof word, 1, stream) == 1 ? word : EOF;
}
