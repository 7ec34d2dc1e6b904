/* Integers from text: the strto* and ato* families, with glibc's exact end pointers and errno. */
#include "clew_libc.h"

/* What the text holds, before it is cut to a type. */
struct integer_text {
    unsigned long magnitude;
    int is_negative;
    int is_too_large;
    /* Whether the digits are so few that every type of 64 bits holds the number. */
    int is_small;
};

/* Whether `c` is white space. Like the two below it does not branch. */
static int is_white_space(char c)
{
    return (c == ' ') | ((unsigned)c - '\t' < 5);
}

static int is_digit_in(char c, int base)
{
    unsigned number = (unsigned)c - '0';
    unsigned letter = ((unsigned)c | 0x20) - 'a';
    if (base <= 10)
        return number < (unsigned)base;
    return (number < 10) | (letter < (unsigned)base - 10);
}

/* The value of a digit. */
static int digit_value(char c, int base)
{
    int is_letter;
    if (base <= 10)
        return c - '0';
    is_letter = c > '9';
    return (c & (0x0f | is_letter << 4)) + 9 * is_letter;
}

/* Reads an integer; 0 when the base is invalid. Without digits, `*end` is `text`. */
static int read_integer(const char *text, char **end, int base, struct integer_text *result)
{
    const char *s = text;
    const char *digits;
    result->magnitude = 0;
    result->is_negative = 0;
    result->is_too_large = 0;
    result->is_small = 1;
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return 0;
    }
    while (is_white_space(*s))
        s++;
    if (*s == '-') {
        result->is_negative = 1;
        s++;
    } else if (*s == '+') {
        s++;
    }
    if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
        if (is_digit_in(s[2], 16)) {
            s += 2;
            base = 16;
        }
    }
    if (base == 0)
        base = *s == '0' ? 8 : 10;
    digits = s;
    while (is_digit_in(*s, base)) {
        unsigned long digit = digit_value(*s, base);
        /* So many digits always fit. */
        int fits = s - digits < (base <= 10 ? 19 : 12);
        /* The largest number that has room for the digit: a division of what depends on it would be
         * hard to solve. */
        unsigned long most = ULONG_MAX / base - (digit > ULONG_MAX % base);
        if (!fits && result->magnitude > most)
            result->is_too_large = 1;
        else
            result->magnitude = result->magnitude * base + digit;
        s++;
    }
    result->is_small = s - digits <= (base <= 10 ? 18 : 11);
    if (end != NULL)
        *end = (char *)(s == digits ? text : s);
    return 1;
}

long strtol(const char *text, char **end, int base)
{
    struct integer_text parsed;
    if (!read_integer(text, end, base, &parsed))
        return 0;
    if (parsed.is_small)
        return parsed.is_negative ? -(long)parsed.magnitude : (long)parsed.magnitude;
    if (parsed.is_negative) {
        if (parsed.is_too_large || parsed.magnitude > (unsigned long)LONG_MAX + 1) {
            errno = ERANGE;
            return LONG_MIN;
        }
        if (parsed.magnitude == (unsigned long)LONG_MAX + 1)
            return LONG_MIN;
        return -(long)parsed.magnitude;
    }
    if (parsed.is_too_large || parsed.magnitude > (unsigned long)LONG_MAX) {
        errno = ERANGE;
        return LONG_MAX;
    }
    return (long)parsed.magnitude;
}

unsigned long strtoul(const char *text, char **end, int base)
{
    struct integer_text parsed;
    if (!read_integer(text, end, base, &parsed))
        return 0;
    if (parsed.is_too_large) {
        errno = ERANGE;
        return ULONG_MAX;
    }
    return parsed.is_negative ? 0 - parsed.magnitude : parsed.magnitude;
}

#define SIGNED_ALIAS(name) \
    long name(const char *text, char **end, int base) { return strtol(text, end, base); }
#define UNSIGNED_ALIAS(name) \
    unsigned long name(const char *text, char **end, int base) { return strtoul(text, end, base); }

SIGNED_ALIAS(strtoll)
SIGNED_ALIAS(strtoq)
SIGNED_ALIAS(strtoimax)
SIGNED_ALIAS(__isoc23_strtol)
SIGNED_ALIAS(__isoc23_strtoll)
SIGNED_ALIAS(__isoc23_strtoimax)
UNSIGNED_ALIAS(strtoull)
UNSIGNED_ALIAS(strtouq)
UNSIGNED_ALIAS(strtoumax)
UNSIGNED_ALIAS(__isoc23_strtoul)
UNSIGNED_ALIAS(__isoc23_strtoull)
UNSIGNED_ALIAS(__isoc23_strtoumax)

long atol(const char *text)
{
    return strtol(text, NULL, 10);
}

long long atoll(const char *text)
{
    return strtol(text, NULL, 10);
}

int atoi(const char *text)
{
    return (int)strtol(text, NULL, 10);
}
