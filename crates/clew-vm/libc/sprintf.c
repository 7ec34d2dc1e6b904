/* Formatting into memory. */
#include "clew_libc.h"

int __clew_format(char *to, size_t size, const char *format, va_list_address arguments);
/* Native: whether what the arguments say is to be written character by character. */
int __clew_is_text_open(char *to, size_t size, const char *format, va_list_address arguments);

/* The text so far: what does not fit is only counted. */
struct made_text {
    char *to;
    size_t size;
    size_t length;
};

/* A conversion as far as it is made here. */
struct made_conversion {
    int is_left;
    int is_zero;
    int width;
    /* 0 for int, 1 for long, 2 for long long, -1 for short, -2 for char. */
    int size;
    char kind;
};

static void put_made(struct made_text *text, char c)
{
    if (text->length + 1 < text->size)
        text->to[text->length] = c;
    text->length++;
}

static void pad_made(struct made_text *text, int count, char c)
{
    while (count-- > 0)
        put_made(text, c);
}

/* Reads the conversion behind a percent sign; NULL where it is made by the native engine. */
static const char *read_made(const char *format, struct made_conversion *found)
{
    found->is_left = found->is_zero = found->width = found->size = 0;
    for (; *format == '-' || *format == '0'; format++) {
        found->is_left |= *format == '-';
        found->is_zero |= *format == '0';
    }
    while (*format >= '0' && *format <= '9' && found->width < 100)
        found->width = 10 * found->width + (*format++ - '0');
    if (*format == 'h')
        found->size = *++format == 'h' ? (format++, -2) : -1;
    else if (*format == 'l' && format[1] == 'l')
        found->size = (format += 2, 2);
    else if (*format == 'l' || *format == 'z' || *format == 't')
        found->size = (format++, 1);
    else if (*format == 'j')
        found->size = (format++, 2);
    found->kind = *format++;
    switch (found->kind) {
    case 'd': case 'i': case 'u': case 'x': case 'X':
        return format;
    case 'c': case 's':
        return found->size == 0 && !found->is_zero ? format : NULL;
    case '%':
        return found->width == 0 && !found->is_left && !found->is_zero ? format : NULL;
    default:
        return NULL;
    }
}

/* Whether every conversion of a format is made here. */
static int is_made_here(const char *format)
{
    struct made_conversion ignored;
    while (*format != '\0') {
        if (*format++ == '%') {
            format = read_made(format, &ignored);
            if (format == NULL)
                return 0;
        }
    }
    return 1;
}

static void put_made_padded(struct made_text *text, const char *from, int length, const char *sign,
                       const struct made_conversion *wanted)
{
    int missing = wanted->width - length - (*sign != '\0');
    if (!wanted->is_left && !wanted->is_zero)
        pad_made(text, missing, ' ');
    if (*sign != '\0')
        put_made(text, *sign);
    if (!wanted->is_left && wanted->is_zero)
        pad_made(text, missing, '0');
    while (length-- > 0)
        put_made(text, *from++);
    if (wanted->is_left)
        pad_made(text, missing, ' ');
}

/* The digits of a number. How many there are is asked by comparisons, and each digit is a quotient of
 * the number itself: both are easier to solve than one quotient after the other. */
static void put_made_digits(struct made_text *text, uintmax_t number, const char *sign,
                       const struct made_conversion *wanted)
{
    char digits[24];
    unsigned int base = wanted->kind == 'x' || wanted->kind == 'X' ? 16 : 10;
    int letter = (wanted->kind == 'X' ? 'A' : 'a') - '0' - 10;
    int is_wide = wanted->size > (sizeof(long) == sizeof(int));
    uintmax_t power = 1;
    int length = 1;
    int i;
    while (power <= (uintmax_t)-1 / base && number >= power * base) {
        power *= base;
        length++;
    }
    for (i = 0; i < length; i++, power /= base) {
        /* Narrow where it can be, for the same reason. */
        int digit = is_wide ? (int)(number / power % base)
                            : (int)((unsigned int)number / (unsigned int)power % base);
        digits[i] = (char)(digit + '0' + (digit > 9) * letter);
    }
    put_made_padded(text, digits, length, sign, wanted);
}

static void put_made_signed(struct made_text *text, intmax_t value, const struct made_conversion *wanted)
{
    if (value < 0)
        put_made_digits(text, -(uintmax_t)value, "-", wanted);
    else
        put_made_digits(text, (uintmax_t)value, "", wanted);
}

static void put_made_string(struct made_text *text, const char *from, const struct made_conversion *wanted)
{
    int length = 0;
    if (from == NULL)
        from = "(null)";
    while (from[length] != '\0')
        length++;
    put_made_padded(text, from, length, "", wanted);
}

static intmax_t signed_made(int size, va_list_address arguments)
{
    if (size > 0)
        return size == 1 ? va_arg(LIST_AT(arguments), long) : va_arg(LIST_AT(arguments), long long);
    int value = va_arg(LIST_AT(arguments), int);
    return size == 0 ? value : size == -1 ? (short)value : (signed char)value;
}

static uintmax_t unsigned_made(int size, va_list_address arguments)
{
    if (size > 0)
        return size == 1 ? va_arg(LIST_AT(arguments), unsigned long)
                         : va_arg(LIST_AT(arguments), unsigned long long);
    unsigned int value = va_arg(LIST_AT(arguments), unsigned int);
    return size == 0 ? value : size == -1 ? (unsigned short)value : (unsigned char)value;
}

/* The text of a format that is made here. */
static int make_text(char *to, size_t size, const char *format, va_list arguments)
{
    struct made_text text = {to, size, 0};
    struct made_conversion wanted;
    char c;
    while (*format != '\0') {
        if (*format != '%') {
            put_made(&text, *format++);
            continue;
        }
        format = read_made(format + 1, &wanted);
        switch (wanted.kind) {
        case 'd':
        case 'i':
            put_made_signed(&text, signed_made(wanted.size, ADDRESS_OF_LIST(arguments)), &wanted);
            break;
        case 'c':
            c = (char)va_arg(arguments, int);
            put_made_padded(&text, &c, 1, "", &wanted);
            break;
        case 's':
            put_made_string(&text, va_arg(arguments, const char *), &wanted);
            break;
        case '%':
            put_made(&text, '%');
            break;
        default:
            put_made_digits(&text, unsigned_made(wanted.size, ADDRESS_OF_LIST(arguments)), "", &wanted);
        }
    }
    if (size > 0)
        to[text.length < size ? text.length : size - 1] = '\0';
    return (int)text.length;
}

int vsnprintf(char *to, size_t size, const char *format, va_list arguments)
{
    int length;
    if (__clew_is_text_open(to, size, format, ADDRESS_OF_LIST(arguments)) && is_made_here(format))
        return make_text(to, size, format, arguments);
    length = __clew_format(to, size, format, ADDRESS_OF_LIST(arguments));
    if (length < 0) {
        errno = -length;
        return -1;
    }
    return length;
}

int snprintf(char *to, size_t size, const char *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vsnprintf(to, size, format, arguments);
    va_end(arguments);
    return length;
}

int vsprintf(char *to, const char *format, va_list arguments)
{
    return vsnprintf(to, (size_t)LONG_MAX, format, arguments);
}

int sprintf(char *to, const char *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vsnprintf(to, (size_t)LONG_MAX, format, arguments);
    va_end(arguments);
    return length;
}

int vasprintf(char **to, const char *format, va_list arguments)
{
    va_list again;
    int length;
    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, arguments);
    if (length >= 0) {
        *to = malloc((size_t)length + 1);
        if (*to == NULL)
            length = -1;
        else
            vsnprintf(*to, (size_t)length + 1, format, again);
    }
    va_end(again);
    return length;
}

int asprintf(char **to, const char *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vasprintf(to, format, arguments);
    va_end(arguments);
    return length;
}

/* The fortified variants: `room` is what the compiler knows of the destination. Writing past it
 * is found by the machine. */

int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format,
                    va_list arguments)
{
    (void)flag;
    (void)room;
    return vsnprintf(to, size, format, arguments);
}

int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...)
{
    va_list arguments;
    int length;
    (void)flag;
    (void)room;
    va_start(arguments, format);
    length = vsnprintf(to, size, format, arguments);
    va_end(arguments);
    return length;
}

int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list arguments)
{
    (void)flag;
    (void)room;
    return vsprintf(to, format, arguments);
}

int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...)
{
    va_list arguments;
    int length;
    (void)flag;
    (void)room;
    va_start(arguments, format);
    length = vsprintf(to, format, arguments);
    va_end(arguments);
    return length;
}

int __vasprintf_chk(char **to, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return vasprintf(to, format, arguments);
}

int __asprintf_chk(char **to, int flag, const char *format, ...)
{
    va_list arguments;
    int length;
    (void)flag;
    va_start(arguments, format);
    length = vasprintf(to, format, arguments);
    va_end(arguments);
    return length;
}
