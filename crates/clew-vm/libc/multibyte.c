/* Multibyte characters in the C locale: one byte each, ASCII only. */
#include "clew_libc.h"

int mblen(const char *s, size_t limit)
{
    if (s == NULL || *s == '\0')
        return 0;
    if (limit == 0)
        return -1;
    if ((unsigned char)*s >= 0x80) {
        errno = EILSEQ;
        return -1;
    }
    return 1;
}

int mbtowc(wchar_t *to, const char *s, size_t limit)
{
    int length = mblen(s, limit);
    if (s != NULL && length >= 0 && to != NULL)
        *to = (unsigned char)*s;
    return length;
}

int wctomb(char *s, wchar_t c)
{
    if (s == NULL)
        return 0;
    if (c < 0 || c >= 0x80) {
        errno = EILSEQ;
        return -1;
    }
    *s = (char)c;
    return 1;
}

size_t mbstowcs(wchar_t *to, const char *from, size_t limit)
{
    size_t i = 0;
    while (to == NULL || i < limit) {
        if ((unsigned char)from[i] >= 0x80) {
            errno = EILSEQ;
            return (size_t)-1;
        }
        if (to != NULL)
            to[i] = from[i];
        if (from[i] == '\0')
            return i;
        i++;
    }
    return i;
}

size_t wcstombs(char *to, const wchar_t *from, size_t limit)
{
    size_t i = 0;
    while (to == NULL || i < limit) {
        if (from[i] < 0 || from[i] >= 0x80) {
            errno = EILSEQ;
            return (size_t)-1;
        }
        if (to != NULL)
            to[i] = (char)from[i];
        if (from[i] == 0)
            return i;
        i++;
    }
    return i;
}

wint_t btowc(int c)
{
    return c >= 0 && c < 0x80 ? (wint_t)c : WEOF;
}

int wctob(wint_t c)
{
    return c < 0x80 ? (int)c : EOF;
}

int mbsinit(const void *state)
{
    (void)state;
    return 1;
}

size_t mbrtowc(wchar_t *to, const char *s, size_t limit, void *state)
{
    (void)state;
    if (s == NULL)
        return 0;
    if (limit == 0)
        return (size_t)-2;
    return (size_t)(long)mbtowc(to, s, limit);
}

size_t mbrlen(const char *s, size_t limit, void *state)
{
    return mbrtowc(NULL, s, limit, state);
}

size_t wcrtomb(char *s, wchar_t c, void *state)
{
    (void)state;
    return s == NULL ? 1 : (size_t)(long)wctomb(s, c);
}

size_t mbsrtowcs(wchar_t *to, const char **from, size_t limit, void *state)
{
    size_t length = mbstowcs(to, *from, limit);
    (void)state;
    if (to != NULL && length != (size_t)-1)
        *from = length < limit ? NULL : *from + length;
    return length;
}

size_t wcsrtombs(char *to, const wchar_t **from, size_t limit, void *state)
{
    size_t length = wcstombs(to, *from, limit);
    (void)state;
    if (to != NULL && length != (size_t)-1)
        *from = length < limit ? NULL : *from + length;
    return length;
}
