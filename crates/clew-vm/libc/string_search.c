/* Searching strings. */
#include "clew_libc.h"

char *strchr(const char *s, int c)
{
    while (*s != (char)c) {
        if (*s == '\0')
            return NULL;
        s++;
    }
    return (char *)s;
}

char *index(const char *s, int c)
{
    return strchr(s, c);
}

char *strchrnul(const char *s, int c)
{
    while (*s != '\0' && *s != (char)c)
        s++;
    return (char *)s;
}

char *strrchr(const char *s, int c)
{
    const char *found = NULL;
    for (;;) {
        if (*s == (char)c)
            found = s;
        if (*s == '\0')
            return (char *)found;
        s++;
    }
}

char *rindex(const char *s, int c)
{
    return strrchr(s, c);
}

char *strstr(const char *text, const char *word)
{
    for (;;) {
        size_t i = 0;
        while (word[i] != '\0' && text[i] == word[i])
            i++;
        if (word[i] == '\0')
            return (char *)text;
        if (*text == '\0')
            return NULL;
        text++;
    }
}

static int lower_for_search(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 'a';
    return (unsigned char)c;
}

char *strcasestr(const char *text, const char *word)
{
    for (;;) {
        size_t i = 0;
        while (word[i] != '\0' && lower_for_search(text[i]) == lower_for_search(word[i]))
            i++;
        if (word[i] == '\0')
            return (char *)text;
        if (*text == '\0')
            return NULL;
        text++;
    }
}

static int is_among(char c, const char *set)
{
    while (*set != '\0') {
        if (*set == c)
            return 1;
        set++;
    }
    return 0;
}

size_t strspn(const char *s, const char *accept)
{
    size_t length = 0;
    while (s[length] != '\0' && is_among(s[length], accept))
        length++;
    return length;
}

size_t strcspn(const char *s, const char *reject)
{
    size_t length = 0;
    while (s[length] != '\0' && !is_among(s[length], reject))
        length++;
    return length;
}

char *strpbrk(const char *s, const char *accept)
{
    while (*s != '\0') {
        if (is_among(*s, accept))
            return (char *)s;
        s++;
    }
    return NULL;
}
