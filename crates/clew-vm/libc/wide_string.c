/* Wide strings. */
#include "clew_libc.h"

size_t wcslen(const wchar_t *s)
{
    size_t length = 0;
    while (s[length] != 0)
        length++;
    return length;
}

size_t wcsnlen(const wchar_t *s, size_t limit)
{
    size_t length = 0;
    while (length < limit && s[length] != 0)
        length++;
    return length;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from)
{
    size_t i = 0;
    while ((to[i] = from[i]) != 0)
        i++;
    return to;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t limit)
{
    size_t i = 0;
    while (i < limit && from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    while (i < limit) {
        to[i] = 0;
        i++;
    }
    return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from)
{
    wcscpy(to + wcslen(to), from);
    return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t limit)
{
    size_t start = wcslen(to);
    size_t i = 0;
    while (i < limit && from[i] != 0) {
        to[start + i] = from[i];
        i++;
    }
    to[start + i] = 0;
    return to;
}

int wcscmp(const wchar_t *a, const wchar_t *b)
{
    while (*a != 0 && *a == *b) {
        a++;
        b++;
    }
    return *a < *b ? -1 : *a > *b;
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t limit)
{
    while (limit > 0 && *a != 0 && *a == *b) {
        a++;
        b++;
        limit--;
    }
    if (limit == 0)
        return 0;
    return *a < *b ? -1 : *a > *b;
}

int wcscoll(const wchar_t *a, const wchar_t *b)
{
    return wcscmp(a, b);
}

wchar_t *wcschr(const wchar_t *s, wchar_t c)
{
    while (*s != c) {
        if (*s == 0)
            return NULL;
        s++;
    }
    return (wchar_t *)s;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c)
{
    const wchar_t *found = NULL;
    for (;;) {
        if (*s == c)
            found = s;
        if (*s == 0)
            return (wchar_t *)found;
        s++;
    }
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *word)
{
    for (;;) {
        size_t i = 0;
        while (word[i] != 0 && text[i] == word[i])
            i++;
        if (word[i] == 0)
            return (wchar_t *)text;
        if (*text == 0)
            return NULL;
        text++;
    }
}

static int is_wide_among(wchar_t c, const wchar_t *set)
{
    while (*set != 0) {
        if (*set == c)
            return 1;
        set++;
    }
    return 0;
}

size_t wcsspn(const wchar_t *s, const wchar_t *accept)
{
    size_t length = 0;
    while (s[length] != 0 && is_wide_among(s[length], accept))
        length++;
    return length;
}

size_t wcscspn(const wchar_t *s, const wchar_t *reject)
{
    size_t length = 0;
    while (s[length] != 0 && !is_wide_among(s[length], reject))
        length++;
    return length;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *accept)
{
    while (*s != 0) {
        if (is_wide_among(*s, accept))
            return (wchar_t *)s;
        s++;
    }
    return NULL;
}

wchar_t *wcstok(wchar_t *s, const wchar_t *separators, wchar_t **rest)
{
    wchar_t *token;
    if (s == NULL)
        s = *rest;
    if (s == NULL)
        return NULL;
    while (*s != 0 && is_wide_among(*s, separators))
        s++;
    if (*s == 0) {
        *rest = NULL;
        return NULL;
    }
    token = s;
    while (*s != 0 && !is_wide_among(*s, separators))
        s++;
    if (*s == 0) {
        *rest = NULL;
    } else {
        *s = 0;
        *rest = s + 1;
    }
    return token;
}

wchar_t *wcsdup(const wchar_t *s)
{
    size_t size = (wcslen(s) + 1) * sizeof(wchar_t);
    wchar_t *copy = malloc(size);
    if (copy != NULL)
        memcpy(copy, s, size);
    return copy;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t length)
{
    size_t i;
    for (i = 0; i < length; i++) {
        if (s[i] == c)
            return (wchar_t *)(s + i);
    }
    return NULL;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t length)
{
    size_t i;
    for (i = 0; i < length; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    }
    return 0;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t length)
{
    return memcpy(to, from, length * sizeof(wchar_t));
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t length)
{
    return memmove(to, from, length * sizeof(wchar_t));
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t length)
{
    size_t i;
    for (i = 0; i < length; i++)
        to[i] = c;
    return to;
}

size_t wcsxfrm(wchar_t *to, const wchar_t *from, size_t size)
{
    size_t i = 0;
    while (from[i] != 0) {
        if (i < size)
            to[i] = from[i];
        i++;
    }
    if (i < size)
        to[i] = 0;
    return i;
}

static wchar_t lower_wide(wchar_t c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b)
{
    while (*a != 0 && lower_wide(*a) == lower_wide(*b)) {
        a++;
        b++;
    }
    return lower_wide(*a) - lower_wide(*b);
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t limit)
{
    while (limit > 0 && *a != 0 && lower_wide(*a) == lower_wide(*b)) {
        a++;
        b++;
        limit--;
    }
    return limit == 0 ? 0 : lower_wide(*a) - lower_wide(*b);
}
