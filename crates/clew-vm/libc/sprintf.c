/* Formatting into memory. */
#include "clew_libc.h"

int __clew_format(char *to, size_t size, const char *format, va_list arguments);

int vsnprintf(char *to, size_t size, const char *format, va_list arguments)
{
    int length = __clew_format(to, size, format, arguments);
    if (length < 0) {
        errno = -length;
        return -1;
    }
    return length;
}

int snprintf(char *to, size_t size, const char *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vsnprintf(to, size, format, arguments);
    va_end(arguments);
    return length;
}

int vsprintf(char *to, const char *format, va_list arguments)
{
    return vsnprintf(to, (size_t)LONG_MAX, format, arguments);
}

int sprintf(char *to, const char *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vsnprintf(to, (size_t)LONG_MAX, format, arguments);
    va_end(arguments);
    return length;
}

int vasprintf(char **to, const char *format, va_list arguments)
{
    va_list again;
    int length;
    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, arguments);
    if (length >= 0) {
        *to = malloc((size_t)length + 1);
        if (*to == NULL)
            length = -1;
        else
            vsnprintf(*to, (size_t)length + 1, format, again);
    }
    va_end(again);
    return length;
}

int asprintf(char **to, const char *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vasprintf(to, format, arguments);
    va_end(arguments);
    return length;
}

/* The fortified variants: `room` is what the compiler knows of the destination. Writing past it
 * is found by the machine. */

int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format,
                    va_list arguments)
{
    (void)flag;
    (void)room;
    return vsnprintf(to, size, format, arguments);
}

int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...)
{
    va_list arguments;
    int length;
    (void)flag;
    (void)room;
    va_start(arguments, format);
    length = vsnprintf(to, size, format, arguments);
    va_end(arguments);
    return length;
}

int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list arguments)
{
    (void)flag;
    (void)room;
    return vsprintf(to, format, arguments);
}

int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...)
{
    va_list arguments;
    int length;
    (void)flag;
    (void)room;
    va_start(arguments, format);
    length = vsprintf(to, format, arguments);
    va_end(arguments);
    return length;
}

int __vasprintf_chk(char **to, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return vasprintf(to, format, arguments);
}

int __asprintf_chk(char **to, int flag, const char *format, ...)
{
    va_list arguments;
    int length;
    (void)flag;
    va_start(arguments, format);
    length = vasprintf(to, format, arguments);
    va_end(arguments);
    return length;
}
