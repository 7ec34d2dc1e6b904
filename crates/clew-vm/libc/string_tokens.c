/* Cutting strings at separators. */
#include "clew_libc.h"

static int is_separator(char c, const char *separators)
{
    while (*separators != '\0') {
        if (*separators == c)
            return 1;
        separators++;
    }
    return 0;
}

char *strtok_r(char *s, const char *separators, char **rest)
{
    char *token;
    if (s == NULL)
        s = *rest;
    while (*s != '\0' && is_separator(*s, separators))
        s++;
    if (*s == '\0') {
        *rest = s;
        return NULL;
    }
    token = s;
    while (*s != '\0' && !is_separator(*s, separators))
        s++;
    if (*s != '\0') {
        *s = '\0';
        s++;
    }
    *rest = s;
    return token;
}

char *__strtok_r(char *s, const char *separators, char **rest)
{
    return strtok_r(s, separators, rest);
}

char *strtok(char *s, const char *separators)
{
    static char *rest;
    return strtok_r(s, separators, &rest);
}

char *strsep(char **rest, const char *separators)
{
    char *token = *rest;
    char *end = token;
    if (token == NULL)
        return NULL;
    while (*end != '\0' && !is_separator(*end, separators))
        end++;
    if (*end == '\0') {
        *rest = NULL;
    } else {
        *end = '\0';
        *rest = end + 1;
    }
    return token;
}
