/* The scanf engine, over a stream or a string. */
#include "clew_stdio.h"
#include "clew_scanf.h"

/* The longest number that is taken as one; more digits do not change a float's value as long as
 * they fit, and no integer needs them. */
#define NUMBER_ROOM 1100

/* Native: see parse_float.c. */
int __clew_parse_float(const char *text, size_t length, int kind, void *to);
long strtol(const char *text, char **end, int base);
long long strtoll(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);
unsigned long long strtoull(const char *text, char **end, int base);

/* One conversion specification. */
struct conversion {
    int is_skipped;
    int is_allocating;
    /* The field width, or -1. */
    int width;
    /* Bytes of the integer stored, or of the float's kind; 'l' for strings means wide. */
    int size;
    char letter;
    /* The number of its argument, or 0 for the next. */
    int position;
};

static int next_char(struct scan_source *source)
{
    int c;
    if (source->stream != NULL) {
        c = fgetc(source->stream);
    } else if (*source->text == '\0') {
        c = EOF;
    } else {
        c = (unsigned char)*source->text;
        source->text++;
    }
    if (c != EOF)
        source->taken++;
    return c;
}

static void give_back(struct scan_source *source, int c)
{
    if (c == EOF)
        return;
    source->taken--;
    if (source->stream != NULL)
        ungetc(c, source->stream);
    else
        source->text--;
}

static int is_white(int c)
{
    return (c == ' ') | ((unsigned)c - '\t' < 5);
}

/* The first character that is no white space, taken. */
static int next_visible(struct scan_source *source)
{
    int c = next_char(source);
    while (is_white(c))
        c = next_char(source);
    return c;
}

/* Whether `c` is a digit, without a branch for each range. */
static int is_digit_of(int c, int base)
{
    unsigned number = (unsigned)c - '0';
    unsigned letter = ((unsigned)c | 0x20) - 'a';
    if (base <= 10)
        return number < (unsigned)base;
    return (number < 10) | (letter < (unsigned)base - 10);
}

/* Characters of one number, as far as they are taken. */
struct number_text {
    char text[NUMBER_ROOM];
    int length;
    /* How many more characters the width allows. */
    int room;
    /* The character looked at, `EOF` when there is none or the width is used up. */
    int current;
};

/* Takes the current character into the number and looks at the next. */
static void take(struct number_text *number, struct scan_source *source)
{
    if (number->length < NUMBER_ROOM - 1) {
        number->text[number->length] = (char)number->current;
        number->length++;
    }
    number->room--;
    number->current = number->room > 0 ? next_char(source) : EOF;
}

static void start_number(struct number_text *number, int width, int first)
{
    number->length = 0;
    number->room = width < 0 ? INT_MAX : width;
    number->current = first;
}

/* The modifier `l`, which also makes a float a double and characters wide; for integers `long`. */
#define SIZE_LONG 8
/* `ll`, which only integers know as another. */
#define SIZE_LONG_LONG 9

/* The bytes of an integer with this modifier. */
static int integer_size(int size)
{
    return size == SIZE_LONG ? (int)sizeof(long) : size > SIZE_LONG ? (int)sizeof(long long) : size;
}

static void store_integer(void *to, int size, unsigned long long value)
{
    if (size == 1)
        *(unsigned char *)to = (unsigned char)value;
    else if (size == 2)
        *(unsigned short *)to = (unsigned short)value;
    else if (size == 4)
        *(unsigned int *)to = (unsigned int)value;
    else
        *(unsigned long long *)to = value;
}

/* Takes an integer's text; whether there is one. */
static int take_integer(struct scan_source *source, struct number_text *number, int base)
{
    int digits = 0;
    if (number->current == '-' || number->current == '+')
        take(number, source);
    if ((base == 0 || base == 16) && number->current == '0') {
        take(number, source);
        digits = 1;
        if (number->current == 'x' || number->current == 'X') {
            take(number, source);
            base = 16;
            digits = 0;
            if (!is_digit_of(number->current, 16)) {
                /* "0x" alone counts as 0, its x taken. */
                number->length--;
                digits = 1;
            }
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    while (is_digit_of(number->current, base)) {
        take(number, source);
        digits = 1;
    }
    if (number->room > 0)
        give_back(source, number->current);
    number->text[number->length] = '\0';
    return digits;
}

/* Takes `word` (lower case) letter by letter, in any case; whether it was all there. */
static int take_word(struct scan_source *source, struct number_text *number, const char *word)
{
    while (*word != '\0') {
        if (number->current != *word && number->current != *word - 'a' + 'A')
            return 0;
        take(number, source);
        word++;
    }
    return 1;
}

static int take_digits(struct scan_source *source, struct number_text *number, int base)
{
    int digits = 0;
    while (is_digit_of(number->current, base)) {
        take(number, source);
        digits = 1;
    }
    return digits;
}

/* Takes the part of a float behind its sign; whether it is one. */
static int take_unsigned_float(struct scan_source *source, struct number_text *number)
{
    int base = 10;
    int digits = 0;
    int after_zero = 0;
    char exponent = 'e';
    if (number->current == 'n' || number->current == 'N')
        return take_word(source, number, "nan");
    if (number->current == 'i' || number->current == 'I') {
        if (!take_word(source, number, "inf"))
            return 0;
        if (number->current == 'i' || number->current == 'I')
            return take_word(source, number, "inity");
        return 1;
    }
    if (number->current == '0') {
        take(number, source);
        digits = 1;
        if (number->current == 'x' || number->current == 'X') {
            take(number, source);
            after_zero = number->length - 1;
            base = 16;
            exponent = 'p';
            digits = 0;
        }
    }
    digits |= take_digits(source, number, base);
    if (number->current == '.') {
        take(number, source);
        digits |= take_digits(source, number, base);
        /* As in glibc, "0x." counts as 0. */
        if (!digits && base == 16) {
            number->length = after_zero;
            return 1;
        }
    }
    if (!digits)
        return 0;
    if (number->current == exponent || number->current == exponent - 'a' + 'A') {
        int before_exponent = number->length;
        take(number, source);
        if (number->current == '-' || number->current == '+')
            take(number, source);
        /* As in glibc, an exponent without digits is taken and means nothing. */
        if (!take_digits(source, number, 10))
            number->length = before_exponent;
    }
    return 1;
}

static int take_float(struct scan_source *source, struct number_text *number)
{
    int is_float;
    if (number->current == '-' || number->current == '+')
        take(number, source);
    is_float = take_unsigned_float(source, number);
    if (number->room > 0)
        give_back(source, number->current);
    number->text[number->length] = '\0';
    return is_float;
}

/* Whether `c` is in the scanset that starts at `set`, behind its `[` and `^`. */
static int is_in_set(const char *set, const char *end, int c)
{
    const char *s = set;
    while (s < end) {
        unsigned char low = (unsigned char)*s;
        if (s + 2 < end && s[1] == '-' && low <= (unsigned char)s[2]) {
            if (c >= low && c <= (unsigned char)s[2])
                return 1;
            s += 3;
        } else {
            if (c == low)
                return 1;
            s++;
        }
    }
    return 0;
}

/* Where the characters of %s, %c and %[ go. */
struct text_target {
    void *to;
    int is_wide;
    /* For `m`: the buffer grows. */
    char **allocated;
    size_t capacity;
    size_t length;
};

static void put_char(struct text_target *target, int c)
{
    size_t width = target->is_wide ? sizeof(wchar_t) : 1;
    if (target->allocated != NULL && target->length == target->capacity) {
        target->capacity = target->capacity * 2 + 16;
        target->to = realloc(target->to, target->capacity * width);
        *target->allocated = target->to;
    }
    if (target->to != NULL) {
        if (target->is_wide)
            ((wchar_t *)target->to)[target->length] = c;
        else
            ((char *)target->to)[target->length] = (char)c;
    }
    target->length++;
}

/* Takes the text of %s, %c or %[; 1, 0 when nothing matches, or `EOF`. */
static int take_text(struct scan_source *source, const struct conversion *conversion,
                     const char *set, const char *set_end, int is_inverted,
                     struct text_target *target)
{
    int room = conversion->width < 0 ? (conversion->letter == 'c' ? 1 : INT_MAX) : conversion->width;
    int c = conversion->letter == 's' ? next_visible(source) : next_char(source);
    int count = 0;
    if (c == EOF)
        return EOF;
    while (c != EOF) {
        if (conversion->letter == 's' && is_white(c))
            break;
        if (conversion->letter == '[' && is_in_set(set, set_end, c) == is_inverted)
            break;
        put_char(target, c);
        count++;
        room--;
        if (room == 0) {
            c = EOF;
            break;
        }
        c = next_char(source);
    }
    give_back(source, c);
    if (count == 0)
        return 0;
    if (conversion->letter != 'c')
        put_char(target, '\0');
    return 1;
}

/* The number in `%2$d`, or 0. */
static int position_of(const char *format)
{
    int number = 0;
    while (*format >= '0' && *format <= '9')
        number = number * 10 + (*format++ - '0');
    return *format == '$' ? number : 0;
}

/* The argument that a conversion names by its position. Such conversions leave the list alone. */
static void *argument_at(va_list arguments, int position)
{
    va_list list;
    void *argument = NULL;
    va_copy(list, arguments);
    while (position-- > 0)
        argument = va_arg(list, void *);
    va_end(list);
    return argument;
}

/* Reads position, flags, width and length modifier behind a `%`; where the conversion letter is. */
static const char *read_conversion(const char *format, struct conversion *conversion)
{
    conversion->is_skipped = 0;
    conversion->is_allocating = 0;
    conversion->width = -1;
    conversion->size = 4;
    conversion->position = position_of(format);
    if (conversion->position > 0)
        while (*format++ != '$')
            ;
    while (*format == '*' || *format == '\'' || *format == 'I') {
        if (*format == '*')
            conversion->is_skipped = 1;
        format++;
    }
    if (*format >= '0' && *format <= '9') {
        conversion->width = 0;
        while (*format >= '0' && *format <= '9') {
            conversion->width = conversion->width * 10 + (*format - '0');
            format++;
        }
        if (conversion->width == 0)
            conversion->width = -1;
    }
    if (*format == 'm') {
        conversion->is_allocating = 1;
        format++;
    }
    if (*format == 'h') {
        format++;
        conversion->size = 2;
        if (*format == 'h') {
            format++;
            conversion->size = 1;
        }
    } else if (*format == 'q' || *format == 'j' || (*format == 'l' && format[1] == 'l')) {
        conversion->size = SIZE_LONG_LONG;
        format += *format == 'l' ? 2 : 1;
    } else if (*format == 'l' || *format == 'z' || *format == 't') {
        conversion->size = SIZE_LONG;
        format++;
    } else if (*format == 'L') {
        conversion->size = 16;
        format++;
    }
    conversion->letter = *format;
    return format;
}

static int base_of(char letter)
{
    switch (letter) {
    case 'd':
    case 'u':
        return 10;
    case 'o':
        return 8;
    case 'x':
    case 'X':
    case 'p':
        return 16;
    default:
        return 0;
    }
}

static int scan_integer(struct scan_source *source, const struct conversion *conversion, void *to)
{
    struct number_text number;
    int c = next_visible(source);
    int base = base_of(conversion->letter);
    unsigned long long value;
    int is_signed = conversion->letter == 'd' || conversion->letter == 'i';
    int size = conversion->letter == 'p' ? (int)sizeof(void *) : integer_size(conversion->size);
    if (c == EOF)
        return EOF;
    start_number(&number, conversion->width, c);
    if (!take_integer(source, &number, base))
        return 0;
    if (size > (int)sizeof(long))
        value = is_signed ? (unsigned long long)strtoll(number.text, NULL, base)
                          : strtoull(number.text, NULL, base);
    else
        value = is_signed ? (unsigned long long)strtol(number.text, NULL, base)
                          : strtoul(number.text, NULL, base);
    if (to != NULL)
        store_integer(to, size, value);
    return 1;
}

static int scan_float(struct scan_source *source, const struct conversion *conversion, void *to)
{
    struct number_text number;
    int c = next_visible(source);
    int kind = conversion->size == 4 ? 0 : conversion->size <= SIZE_LONG_LONG ? 1 : 2;
    if (c == EOF)
        return EOF;
    start_number(&number, conversion->width, c);
    if (!take_float(source, &number))
        return 0;
    if (to != NULL && __clew_parse_float(number.text, number.length, kind, to))
        errno = ERANGE;
    return 1;
}

static int scan_text(struct scan_source *source, const struct conversion *conversion,
                     const char *set, const char *set_end, int is_inverted, void *to)
{
    struct text_target target;
    int result;
    target.to = to;
    target.is_wide = conversion->size == SIZE_LONG || conversion->size == SIZE_LONG_LONG;
    target.allocated = NULL;
    target.capacity = 0;
    target.length = 0;
    if (conversion->is_allocating && to != NULL) {
        target.allocated = to;
        target.to = NULL;
        *target.allocated = NULL;
    }
    result = take_text(source, conversion, set, set_end, is_inverted, &target);
    if (result != 1 && target.allocated != NULL) {
        free(target.to);
        *target.allocated = NULL;
    }
    return result;
}

/* Scans everything `format` asks for; how many items were stored, or `EOF`. */
int __clew_scan(struct scan_source *source, const char *format, va_list arguments)
{
    int stored = 0;
    while (*format != '\0') {
        struct conversion conversion;
        const char *set = NULL;
        const char *set_end = NULL;
        int is_inverted = 0;
        void *to = NULL;
        int result;
        int c;
        if (is_white(*format)) {
            give_back(source, next_visible(source));
            format++;
            continue;
        }
        if (*format != '%' || format[1] == '%') {
            c = *format == '%' ? next_visible(source) : next_char(source);
            if (c == EOF)
                return stored == 0 ? EOF : stored;
            if (c != (unsigned char)*format) {
                give_back(source, c);
                return stored;
            }
            format += *format == '%' ? 2 : 1;
            continue;
        }
        format = read_conversion(format + 1, &conversion);
        if (conversion.letter == 'C' || conversion.letter == 'S') {
            conversion.letter = conversion.letter == 'C' ? 'c' : 's';
            conversion.size = SIZE_LONG;
        }
        if (conversion.letter == '\0')
            return stored;
        format++;
        if (conversion.letter == '[') {
            if (*format == '^') {
                is_inverted = 1;
                format++;
            }
            set = format;
            if (*format == ']')
                format++;
            while (*format != '\0' && *format != ']')
                format++;
            set_end = format;
            if (*format == ']')
                format++;
        }
        if (!conversion.is_skipped)
            to = conversion.position > 0 ? argument_at(arguments, conversion.position)
                                         : va_arg(arguments, void *);
        switch (conversion.letter) {
        case 'n':
            if (to != NULL)
                store_integer(to, integer_size(conversion.size), source->taken);
            continue;
        case 'd':
        case 'i':
        case 'o':
        case 'u':
        case 'x':
        case 'X':
        case 'p':
            result = scan_integer(source, &conversion, to);
            break;
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
            result = scan_float(source, &conversion, to);
            break;
        case 'c':
        case 's':
        case '[':
            result = scan_text(source, &conversion, set, set_end, is_inverted, to);
            break;
        default:
            return stored;
        }
        if (result == EOF)
            return stored == 0 ? EOF : stored;
        if (result == 0)
            return stored;
        if (!conversion.is_skipped)
            stored++;
    }
    return stored;
}
