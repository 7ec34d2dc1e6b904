/* The names of the scanf family. glibc's headers rename them by language standard. */
#include "clew_scanf.h"

static int scan_stream(FILE *stream, const char *format, va_list arguments)
{
    struct scan_source source = { stream, NULL, 0 };
    return __clew_scan(&source, format, arguments);
}

static int scan_string(const char *text, const char *format, va_list arguments)
{
    struct scan_source source = { NULL, text, 0 };
    return __clew_scan(&source, format, arguments);
}

#define SCAN_FAMILY(prefix) \
    int prefix##vfscanf(FILE *stream, const char *format, va_list arguments) \
    { \
        return scan_stream(stream, format, arguments); \
    } \
    int prefix##vscanf(const char *format, va_list arguments) \
    { \
        return scan_stream(stdin, format, arguments); \
    } \
    int prefix##vsscanf(const char *text, const char *format, va_list arguments) \
    { \
        return scan_string(text, format, arguments); \
    } \
    int prefix##fscanf(FILE *stream, const char *format, ...) \
    { \
        va_list arguments; \
        int stored; \
        va_start(arguments, format); \
        stored = scan_stream(stream, format, arguments); \
        va_end(arguments); \
        return stored; \
    } \
    int prefix##scanf(const char *format, ...) \
    { \
        va_list arguments; \
        int stored; \
        va_start(arguments, format); \
        stored = scan_stream(stdin, format, arguments); \
        va_end(arguments); \
        return stored; \
    } \
    int prefix##sscanf(const char *text, const char *format, ...) \
    { \
        va_list arguments; \
        int stored; \
        va_start(arguments, format); \
        stored = scan_string(text, format, arguments); \
        va_end(arguments); \
        return stored; \
    }

SCAN_FAMILY()
SCAN_FAMILY(__isoc99_)
SCAN_FAMILY(__isoc23_)
