/* Where a stream stands. */
#include "clew_stdio.h"

/* As large as the platform's; only the first member is used. */
typedef struct {
    long offset;
    long unused;
} file_position;

/* Moves in an input. The new position is found step by step: it may depend on inputs. */
static int seek_input(FILE *stream, long offset, int whence)
{
    long position = 0;
    __clew_input_is_sound();
    if (stream->state == STREAM_WRITTEN)
        __clew_unsupported("moving in a stream that is an input and was written to");
    if (whence == 1)
        offset += (long)stream->position - PUSHBACK_ROOM;
    else if (whence == 2) {
        while (stream->can_read && __clew_fill(stream) == 0)
            ;
        offset += (long)stream->end - PUSHBACK_ROOM;
    }
    if (offset < 0 || whence < 0 || whence > 2) {
        errno = EINVAL;
        return -1;
    }
    while (position < offset) {
        if (position == (long)stream->end - PUSHBACK_ROOM
            && (!stream->can_read || __clew_fill(stream) != 0))
            __clew_unsupported("moving behind the end of a stream that is an input");
        position++;
    }
    stream->position = PUSHBACK_ROOM + position;
    stream->at_end = 0;
    return 0;
}

int fseek(FILE *stream, long offset, int whence)
{
    long result;
    if (stream->descriptor == INPUT_STREAM)
        return seek_input(stream, offset, whence);
    if (stream->descriptor < 0) {
        errno = ESPIPE;
        return -1;
    }
    if (stream->state == STREAM_READING && whence == 1)
        offset -= (long)stream->end - (long)stream->position;
    if (__clew_flush(stream) != 0)
        return -1;
    result = __clew_seek(stream->descriptor, offset, whence);
    if (result < 0) {
        errno = (int)-result;
        return -1;
    }
    stream->state = STREAM_IDLE;
    stream->at_end = 0;
    return 0;
}

long ftell(FILE *stream)
{
    long result;
    if (stream->descriptor == INPUT_STREAM && stream->state == STREAM_WRITTEN)
        __clew_unsupported("asking for the position in a stream that is an input and was written to");
    if (stream->descriptor == INPUT_STREAM)
        return (long)stream->position - PUSHBACK_ROOM;
    if (stream->descriptor < 0)
        return stream->state == STREAM_READING ? (long)stream->position - PUSHBACK_ROOM
                                               : (long)stream->position;
    result = __clew_seek(stream->descriptor, 0,
                         stream->is_appending && stream->state == STREAM_WRITING ? 2 : 1);
    if (result < 0) {
        errno = (int)-result;
        return -1;
    }
    if (stream->state == STREAM_READING)
        return result - ((long)stream->end - (long)stream->position);
    if (stream->state == STREAM_WRITING)
        return result + (long)stream->position;
    return result;
}

void rewind(FILE *stream)
{
    fseek(stream, 0, 0);
    stream->has_error = 0;
}

int fseeko(FILE *stream, long offset, int whence)
{
    return fseek(stream, offset, whence);
}

long ftello(FILE *stream)
{
    return ftell(stream);
}

int fseeko64(FILE *stream, __INT64_TYPE__ offset, int whence)
{
    return fseek(stream, (long)offset, whence);
}

__INT64_TYPE__ ftello64(FILE *stream)
{
    return ftell(stream);
}

int fgetpos(FILE *stream, file_position *position)
{
    long offset = ftell(stream);
    if (offset < 0)
        return -1;
    position->offset = offset;
    return 0;
}

int fsetpos(FILE *stream, const file_position *position)
{
    return fseek(stream, position->offset, 0);
}
