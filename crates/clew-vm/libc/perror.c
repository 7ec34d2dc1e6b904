/* Messages about errors: stdio's, err.h's and error.h's. */
#include "clew_stdio.h"

void __clew_program_name(char *to, size_t size);
int fprintf(FILE *stream, const char *format, ...);
int vfprintf(FILE *stream, const char *format, va_list arguments);
char *strerror(int number);
void exit(int status) __attribute__((noreturn));

void perror(const char *prefix)
{
    int number = errno;
    if (prefix == NULL || *prefix == '\0')
        fprintf(stderr, "%s\n", strerror(number));
    else
        fprintf(stderr, "%s: %s\n", prefix, strerror(number));
}

/* `program: text: error`, the last part when `number` is not negative. */
static void message(int number, const char *format, va_list arguments)
{
    char program[64];
    __clew_program_name(program, sizeof program);
    fprintf(stderr, "%s: ", program);
    if (format != NULL)
        vfprintf(stderr, format, arguments);
    if (number >= 0)
        fprintf(stderr, "%s%s", format != NULL ? ": " : "", strerror(number));
    fprintf(stderr, "\n");
}

void vwarn(const char *format, va_list arguments)
{
    message(errno, format, arguments);
}

void vwarnx(const char *format, va_list arguments)
{
    message(-1, format, arguments);
}

void warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message(errno, format, arguments);
    va_end(arguments);
}

void warnx(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message(-1, format, arguments);
    va_end(arguments);
}

void verr(int status, const char *format, va_list arguments)
{
    message(errno, format, arguments);
    exit(status);
}

void verrx(int status, const char *format, va_list arguments)
{
    message(-1, format, arguments);
    exit(status);
}

void err(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message(errno, format, arguments);
    va_end(arguments);
    exit(status);
}

void errx(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message(-1, format, arguments);
    va_end(arguments);
    exit(status);
}

void error(int status, int number, const char *format, ...)
{
    va_list arguments;
    __clew_flush(stdout);
    va_start(arguments, format);
    message(number == 0 ? -1 : number, format, arguments);
    va_end(arguments);
    if (status != 0)
        exit(status);
}
