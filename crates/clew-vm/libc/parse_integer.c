/* Integers from text: the strto* and ato* families, with glibc's exact end pointers and errno. */
#include "clew_libc.h"

/* What the text holds, before it is cut to a type. */
struct integer_text {
    uintmax_t magnitude;
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
        uintmax_t digit = digit_value(*s, base);
        /* So many digits always fit. */
        int fits = s - digits < (base <= 10 ? 19 : 12);
        /* The largest number that has room for the digit: a division of what depends on it would be
         * hard to solve. */
        uintmax_t most = (uintmax_t)-1 / base - (digit > (uintmax_t)-1 % base);
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

/* A number that is cut to a signed type whose largest value is `most`. */
static intmax_t signed_integer(const char *text, char **end, int base, uintmax_t most)
{
    struct integer_text parsed;
    if (!read_integer(text, end, base, &parsed))
        return 0;
    if (parsed.is_small && most == (uintmax_t)-1 / 2)
        return parsed.is_negative ? -(intmax_t)parsed.magnitude : (intmax_t)parsed.magnitude;
    if (parsed.is_negative) {
        if (parsed.is_too_large || parsed.magnitude > most + 1) {
            errno = ERANGE;
            return -(intmax_t)most - 1;
        }
        if (parsed.magnitude == most + 1)
            return -(intmax_t)most - 1;
        return -(intmax_t)parsed.magnitude;
    }
    if (parsed.is_too_large || parsed.magnitude > most) {
        errno = ERANGE;
        return (intmax_t)most;
    }
    return (intmax_t)parsed.magnitude;
}

/* The same, of an unsigned type. */
static uintmax_t unsigned_integer(const char *text, char **end, int base, uintmax_t most)
{
    struct integer_text parsed;
    if (!read_integer(text, end, base, &parsed))
        return 0;
    if (parsed.is_too_large || parsed.magnitude > most) {
        errno = ERANGE;
        return most;
    }
    return parsed.is_negative ? 0 - parsed.magnitude : parsed.magnitude;
}

#define PARSE_SIGNED(name, type) \
    type name(const char *text, char **end, int base) \
    { \
        return signed_integer(text, end, base, (unsigned type)-1 / 2); \
    }
#define PARSE_UNSIGNED(name, type) \
    type name(const char *text, char **end, int base) \
    { \
        return unsigned_integer(text, end, base, (type)-1); \
    }

PARSE_SIGNED(strtol, long)
PARSE_SIGNED(strtoll, long long)
PARSE_SIGNED(strtoq, long long)
PARSE_SIGNED(__isoc23_strtol, long)
PARSE_SIGNED(__isoc23_strtoll, long long)
PARSE_UNSIGNED(strtoul, unsigned long)
PARSE_UNSIGNED(strtoull, unsigned long long)
PARSE_UNSIGNED(strtouq, unsigned long long)
PARSE_UNSIGNED(strtoumax, uintmax_t)
PARSE_UNSIGNED(__isoc23_strtoul, unsigned long)
PARSE_UNSIGNED(__isoc23_strtoull, unsigned long long)
PARSE_UNSIGNED(__isoc23_strtoumax, uintmax_t)

intmax_t strtoimax(const char *text, char **end, int base)
{
    return strtoll(text, end, base);
}

intmax_t __isoc23_strtoimax(const char *text, char **end, int base)
{
    return strtoll(text, end, base);
}

long atol(const char *text)
{
    return strtol(text, NULL, 10);
}

long long atoll(const char *text)
{
    return strtoll(text, NULL, 10);
}

int atoi(const char *text)
{
    return (int)strtol(text, NULL, 10);
}
