/* Wide characters through streams, in the C locale: ASCII only. Formats are made narrow and
 * given to the one engine there is. */
#include "clew_stdio.h"

int __clew_format(char *to, size_t size, const char *format, va_list_address arguments);

wint_t fputwc(wchar_t c, FILE *stream)
{
    if (c < 0 || c >= 0x80) {
        errno = EILSEQ;
        stream->has_error = 1;
        return WEOF;
    }
    return fputc(c, stream) == EOF ? WEOF : (wint_t)c;
}

wint_t putwc(wchar_t c, FILE *stream)
{
    return fputwc(c, stream);
}

wint_t putwchar(wchar_t c)
{
    return fputwc(c, stdout);
}

int fputws(const wchar_t *s, FILE *stream)
{
    while (*s != 0) {
        if (fputwc(*s, stream) == WEOF)
            return EOF;
        s++;
    }
    return 1;
}

wint_t fgetwc(FILE *stream)
{
    int c = fgetc(stream);
    if (c >= 0x80) {
        errno = EILSEQ;
        stream->has_error = 1;
        return WEOF;
    }
    return c == EOF ? WEOF : (wint_t)c;
}

wint_t getwc(FILE *stream)
{
    return fgetwc(stream);
}

wint_t getwchar(void)
{
    return fgetwc(stdin);
}

wint_t ungetwc(wint_t c, FILE *stream)
{
    return c == WEOF || ungetc((int)c, stream) == EOF ? WEOF : c;
}

wchar_t *fgetws(wchar_t *to, int size, FILE *stream)
{
    int length = 0;
    while (length < size - 1) {
        wint_t c = fgetwc(stream);
        if (c == WEOF)
            break;
        to[length] = (wchar_t)c;
        length++;
        if (c == '\n')
            break;
    }
    if (length == 0)
        return NULL;
    to[length] = 0;
    return to;
}

int fwide(FILE *stream, int mode)
{
    (void)stream;
    return mode;
}

/* The formatted text on the heap, narrow; its length, or -1. */
static int format_wide(char **text, const wchar_t *format, va_list arguments)
{
    size_t count = 0;
    size_t i;
    int length;
    char *narrow;
    va_list again;
    *text = NULL;
    while (format[count] != 0)
        count++;
    narrow = malloc(count + 1);
    if (narrow == NULL)
        return -1;
    for (i = 0; i <= count; i++) {
        if (format[i] < 0 || format[i] >= 0x80) {
            free(narrow);
            errno = EILSEQ;
            return -1;
        }
        narrow[i] = (char)format[i];
    }
    va_copy(again, arguments);
    length = __clew_format(NULL, 0, narrow, ADDRESS_OF_LIST(arguments));
    if (length < 0)
        errno = -length;
    else
        *text = malloc((size_t)length + 1);
    if (*text != NULL)
        __clew_format(*text, (size_t)length + 1, narrow, ADDRESS_OF_LIST(again));
    va_end(again);
    free(narrow);
    return *text == NULL ? -1 : length;
}

int vfwprintf(FILE *stream, const wchar_t *format, va_list arguments)
{
    char *text;
    int length = format_wide(&text, format, arguments);
    if (length >= 0 && __clew_put(stream, text, length) != (size_t)length)
        length = -1;
    free(text);
    return length;
}

int vwprintf(const wchar_t *format, va_list arguments)
{
    return vfwprintf(stdout, format, arguments);
}

int vswprintf(wchar_t *to, size_t size, const wchar_t *format, va_list arguments)
{
    char *text;
    int length = format_wide(&text, format, arguments);
    if (length >= 0) {
        size_t kept = (size_t)length < size ? (size_t)length : size - 1;
        size_t i;
        if (size > 0) {
            for (i = 0; i < kept; i++)
                to[i] = text[i];
            to[kept] = 0;
        }
        if ((size_t)length >= size)
            length = -1;
    }
    free(text);
    return length;
}

int wprintf(const wchar_t *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vfwprintf(stdout, format, arguments);
    va_end(arguments);
    return length;
}

int fwprintf(FILE *stream, const wchar_t *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vfwprintf(stream, format, arguments);
    va_end(arguments);
    return length;
}

int swprintf(wchar_t *to, size_t size, const wchar_t *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vswprintf(to, size, format, arguments);
    va_end(arguments);
    return length;
}
