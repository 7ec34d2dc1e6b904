/* The printf family. The text is made by a native function; here it goes where it belongs. */
#include "clew_stdio.h"

/* Native: formats, stores what fits in `size` with its terminator; the length of it all, or a
 * negative errno value. */
int __clew_format(char *to, size_t size, const char *format, va_list_address arguments);

/* Text up to this length needs no heap. */
#define SHORT_TEXT 512

static int formatted(char *to, size_t size, const char *format, va_list arguments)
{
    int length = __clew_format(to, size, format, ADDRESS_OF_LIST(arguments));
    if (length < 0) {
        errno = -length;
        return -1;
    }
    return length;
}

int vfprintf(FILE *stream, const char *format, va_list arguments)
{
    char text[SHORT_TEXT];
    va_list again;
    int length;
    va_copy(again, arguments);
    length = formatted(text, SHORT_TEXT, format, arguments);
    if (length >= SHORT_TEXT) {
        char *longer = malloc((size_t)length + 1);
        if (longer == NULL)
            return -1;
        formatted(longer, (size_t)length + 1, format, again);
        if (__clew_put(stream, longer, length) != (size_t)length)
            length = -1;
        free(longer);
    } else if (length >= 0) {
        if (__clew_put(stream, text, length) != (size_t)length)
            length = -1;
    }
    va_end(again);
    return length;
}

int vprintf(const char *format, va_list arguments)
{
    return vfprintf(stdout, format, arguments);
}

int printf(const char *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vfprintf(stdout, format, arguments);
    va_end(arguments);
    return length;
}

int fprintf(FILE *stream, const char *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vfprintf(stream, format, arguments);
    va_end(arguments);
    return length;
}

int vdprintf(int descriptor, const char *format, va_list arguments)
{
    unsigned char buffer[PUSHBACK_ROOM + BUFFER_SIZE];
    FILE stream = { .descriptor = descriptor, .can_write = 1, .state = STREAM_WRITING,
                    .buffer = buffer, .capacity = BUFFER_SIZE };
    int length = vfprintf(&stream, format, arguments);
    return __clew_flush(&stream) == 0 ? length : -1;
}

int dprintf(int descriptor, const char *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vdprintf(descriptor, format, arguments);
    va_end(arguments);
    return length;
}

/* The fortified variants take a flag more, which changes nothing here. */

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return vfprintf(stream, format, arguments);
}

int __vprintf_chk(int flag, const char *format, va_list arguments)
{
    (void)flag;
    return vfprintf(stdout, format, arguments);
}

int __printf_chk(int flag, const char *format, ...)
{
    va_list arguments;
    int length;
    (void)flag;
    va_start(arguments, format);
    length = vfprintf(stdout, format, arguments);
    va_end(arguments);
    return length;
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...)
{
    va_list arguments;
    int length;
    (void)flag;
    va_start(arguments, format);
    length = vfprintf(stream, format, arguments);
    va_end(arguments);
    return length;
}
