/* Writing characters, strings and blocks. */
#include "clew_stdio.h"

/* Flushes after a write as the stream's buffering asks; 0, or `EOF`. */
static int settle(FILE *stream, int saw_newline)
{
    if (stream->buffering == BUFFER_FULLY)
        return 0;
    if (stream->buffering == BUFFER_LINES && !saw_newline)
        return 0;
    return __clew_flush(stream);
}

int fputc(int c, FILE *stream)
{
    if (__clew_prepare_writing(stream) != 0)
        return EOF;
    stream->buffer[stream->position] = (unsigned char)c;
    stream->position++;
    if (stream->buffering != BUFFER_FULLY && settle(stream, c == '\n') != 0)
        return EOF;
    return (unsigned char)c;
}

/* Writes a block; how many bytes were taken. */
size_t __clew_put(FILE *stream, const void *bytes, size_t length)
{
    const unsigned char *from = bytes;
    size_t done = 0;
    int saw_newline = 0;
    while (done < length) {
        size_t part;
        if (__clew_prepare_writing(stream) != 0)
            return done;
        part = stream->capacity - stream->position;
        if (part > length - done)
            part = length - done;
        memcpy(stream->buffer + stream->position, from + done, part);
        stream->position += part;
        done += part;
    }
    if (stream->buffering == BUFFER_LINES) {
        size_t i;
        for (i = 0; i < length; i++) {
            if (from[i] == '\n')
                saw_newline = 1;
        }
    }
    if (length > 0 && settle(stream, saw_newline) != 0)
        return 0;
    return done;
}

size_t fwrite(const void *items, size_t size, size_t count, FILE *stream)
{
    size_t length = size * count;
    size_t done;
    if (length == 0)
        return 0;
    done = __clew_put(stream, items, length);
    return done == length ? count : done / size;
}

int fputs(const char *s, FILE *stream)
{
    size_t length = strlen(s);
    return __clew_put(stream, s, length) == length ? 1 : EOF;
}

int puts(const char *s)
{
    size_t length = strlen(s);
    if (__clew_put(stdout, s, length) != length || fputc('\n', stdout) == EOF)
        return EOF;
    return length + 1 > INT_MAX ? INT_MAX : (int)(length + 1);
}

int putc(int c, FILE *stream)
{
    return fputc(c, stream);
}

int putchar(int c)
{
    return fputc(c, stdout);
}

int _IO_putc(int c, FILE *stream)
{
    return fputc(c, stream);
}

int putc_unlocked(int c, FILE *stream)
{
    return fputc(c, stream);
}

int fputc_unlocked(int c, FILE *stream)
{
    return fputc(c, stream);
}

int putchar_unlocked(int c)
{
    return fputc(c, stdout);
}

int fputs_unlocked(const char *s, FILE *stream)
{
    return fputs(s, stream);
}

size_t fwrite_unlocked(const void *items, size_t size, size_t count, FILE *stream)
{
    return fwrite(items, size, count, stream);
}

int putw(int word, FILE *stream)
{
    return __clew_put(stream, &word, sizeof word) == sizeof word ? 0 : EOF;
}
