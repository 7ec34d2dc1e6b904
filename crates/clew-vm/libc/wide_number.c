/* Numbers from wide text: the part that can belong to a number is made narrow first. */
#include "clew_libc.h"

#define WIDE_NUMBER_ROOM 400

long strtol(const char *text, char **end, int base);
long long strtoll(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);
unsigned long long strtoull(const char *text, char **end, int base);
double strtod(const char *text, char **end);
float strtof(const char *text, char **end);

static void narrow(char *to, const wchar_t *from)
{
    int i = 0;
    while (i < WIDE_NUMBER_ROOM - 1 && from[i] > 0 && from[i] < 0x80) {
        to[i] = (char)from[i];
        i++;
    }
    to[i] = '\0';
}

#define PARSE_WIDE(name, type, narrow_name) \
    type name(const wchar_t *text, wchar_t **end, int base) \
    { \
        char copy[WIDE_NUMBER_ROOM]; \
        char *stop = copy; \
        type value; \
        narrow(copy, text); \
        value = narrow_name(copy, &stop, base); \
        if (end != NULL) \
            *end = (wchar_t *)text + (stop - copy); \
        return value; \
    }

PARSE_WIDE(wcstol, long, strtol)
PARSE_WIDE(wcstoll, long long, strtoll)
PARSE_WIDE(wcstoul, unsigned long, strtoul)
PARSE_WIDE(wcstoull, unsigned long long, strtoull)
PARSE_WIDE(wcstoimax, intmax_t, strtoll)
PARSE_WIDE(wcstoumax, uintmax_t, strtoull)

double wcstod(const wchar_t *text, wchar_t **end)
{
    char copy[WIDE_NUMBER_ROOM];
    char *stop = copy;
    double value;
    narrow(copy, text);
    value = strtod(copy, &stop);
    if (end != NULL)
        *end = (wchar_t *)text + (stop - copy);
    return value;
}

float wcstof(const wchar_t *text, wchar_t **end)
{
    char copy[WIDE_NUMBER_ROOM];
    char *stop = copy;
    float value;
    narrow(copy, text);
    value = strtof(copy, &stop);
    if (end != NULL)
        *end = (wchar_t *)text + (stop - copy);
    return value;
}
