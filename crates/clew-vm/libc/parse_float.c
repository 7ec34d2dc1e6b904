/* Floating-point numbers from text: the syntax is scanned here, the value is native. */
#include "clew_libc.h"

/* Native: the value of a number's text (sign included), stored as float (0), double (1) or long
 * double (2); whether it over- or underflowed. */
int __clew_parse_float(const char *text, size_t length, int kind, void *to);

static int is_decimal(char c)
{
    return c >= '0' && c <= '9';
}

static int is_hexadecimal(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Whether `s` starts with the lower-case `word`, in any case. */
static int starts_with(const char *s, const char *word)
{
    while (*word != '\0') {
        if (*s != *word && *s != *word - 'a' + 'A')
            return 0;
        s++;
        word++;
    }
    return 1;
}

/* The end of `e+12` at `s`, or `s` when there is no exponent. */
static const char *exponent_end(const char *s, char letter)
{
    const char *digits;
    if (*s != letter && *s != letter - 'a' + 'A')
        return s;
    digits = s + 1;
    if (*digits == '+' || *digits == '-')
        digits++;
    if (!is_decimal(*digits))
        return s;
    while (is_decimal(*digits))
        digits++;
    return digits;
}

/* The end of the number without its sign, or `s` when there is none. */
static const char *number_end(const char *s)
{
    const char *start = s;
    int digits = 0;
    if (starts_with(s, "infinity"))
        return s + 8;
    if (starts_with(s, "inf"))
        return s + 3;
    if (starts_with(s, "nan")) {
        const char *inner = s + 3;
        if (*inner != '(')
            return inner;
        inner++;
        while (*inner == '_' || is_decimal(*inner) || (*inner >= 'a' && *inner <= 'z')
               || (*inner >= 'A' && *inner <= 'Z'))
            inner++;
        return *inner == ')' ? inner + 1 : s + 3;
    }
    if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X')
        && (is_hexadecimal(s[2]) || (s[2] == '.' && is_hexadecimal(s[3])))) {
        s += 2;
        while (is_hexadecimal(*s))
            s++;
        if (*s == '.') {
            s++;
            while (is_hexadecimal(*s))
                s++;
        }
        return exponent_end(s, 'p');
    }
    while (is_decimal(*s)) {
        s++;
        digits = 1;
    }
    if (*s == '.' && (digits || is_decimal(s[1]))) {
        s++;
        while (is_decimal(*s)) {
            s++;
            digits = 1;
        }
    }
    if (!digits)
        return start;
    return exponent_end(s, 'e');
}

/* Parses a number of the kind that `__clew_parse_float` knows; `*to` is left alone without one. */
void __clew_string_to_float(const char *text, char **end, int kind, void *to)
{
    const char *s = text;
    const char *sign;
    const char *stop;
    while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
        s++;
    sign = s;
    if (*s == '-' || *s == '+')
        s++;
    stop = number_end(s);
    if (stop == s) {
        if (end != NULL)
            *end = (char *)text;
        return;
    }
    if (__clew_parse_float(sign, stop - sign, kind, to))
        errno = ERANGE;
    if (end != NULL)
        *end = (char *)stop;
}

double strtod(const char *text, char **end)
{
    double value = 0;
    __clew_string_to_float(text, end, 1, &value);
    return value;
}

float strtof(const char *text, char **end)
{
    float value = 0;
    __clew_string_to_float(text, end, 0, &value);
    return value;
}

double atof(const char *text)
{
    return strtod(text, NULL);
}
