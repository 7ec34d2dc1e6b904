/* Copies of strings on the heap. */
#include "clew_libc.h"

static char *duplicate(const char *s, size_t length)
{
    char *copy = malloc(length + 1);
    size_t i;
    if (copy == NULL)
        return NULL;
    for (i = 0; i < length; i++)
        copy[i] = s[i];
    copy[length] = '\0';
    return copy;
}

char *strdup(const char *s)
{
    size_t length = strlen(s);
    if (__clew_refuses()) {
        errno = ENOMEM;
        return NULL;
    }
    return duplicate(s, length);
}

char *__strdup(const char *s)
{
    return duplicate(s, strlen(s));
}

char *strndup(const char *s, size_t limit)
{
    size_t length = 0;
    while (length < limit && s[length] != '\0')
        length++;
    if (__clew_refuses()) {
        errno = ENOMEM;
        return NULL;
    }
    return duplicate(s, length);
}

char *__strndup(const char *s, size_t limit)
{
    return strndup(s, limit);
}
