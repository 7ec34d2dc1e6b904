/* Dates as text. */
#include "clew_time.h"

int snprintf(char *to, size_t size, const char *format, ...);
struct tm *localtime(const time_t *time);

static const char *day_name(int day)
{
    switch (day) {
    case 0: return "Sunday";
    case 1: return "Monday";
    case 2: return "Tuesday";
    case 3: return "Wednesday";
    case 4: return "Thursday";
    case 5: return "Friday";
    case 6: return "Saturday";
    default: return "?";
    }
}

static const char *month_name(int month)
{
    switch (month) {
    case 0: return "January";
    case 1: return "February";
    case 2: return "March";
    case 3: return "April";
    case 4: return "May";
    case 5: return "June";
    case 6: return "July";
    case 7: return "August";
    case 8: return "September";
    case 9: return "October";
    case 10: return "November";
    case 11: return "December";
    default: return "?";
    }
}

static int is_leap_year(long long year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* The ISO 8601 week, and by `*year` the year it belongs to. */
static int iso_week(const struct tm *tm, long long *year)
{
    int week;
    long long day = tm->tm_yday - (tm->tm_wday + 6) % 7 + 3;
    *year = 1900LL + tm->tm_year;
    if (day < 0) {
        *year -= 1;
        day += is_leap_year(*year) ? 366 : 365;
    } else if (day >= (is_leap_year(*year) ? 366 : 365)) {
        day -= is_leap_year(*year) ? 366 : 365;
        *year += 1;
    }
    week = (int)(day / 7) + 1;
    return week;
}

/* How a number is padded: 0 as its letter says, else `_`, `-` or `0`; and the least width the
 * user wrote, or 0. */
struct field_style {
    char padding;
    int width;
    int is_upper;
};

static int put_number(char *to, const struct field_style *style, int width, char padding,
                      long long value)
{
    if (style->padding != 0)
        padding = style->padding;
    if (style->width > width)
        width = style->width;
    if (padding == '-')
        return snprintf(to, 40, "%ld", value);
    if (padding == '_')
        return snprintf(to, 40, "%*ld", width, value);
    return snprintf(to, 40, "%0*ld", width, value);
}

static long long hour12(int hour)
{
    return hour % 12 == 0 ? 12 : hour % 12;
}

time_t __clew_timegm(struct tm *from);

/* The number of a numeric conversion, formatted; -1 when `letter` is none. */
static int number_field(char *to, char letter, const struct field_style *style,
                        const struct tm *tm)
{
    long long year = 1900LL + tm->tm_year;
    long long iso_year;
    int week;
    struct tm copy;
    switch (letter) {
    case 'd': return put_number(to, style, 2, '0', tm->tm_mday);
    case 'e': return put_number(to, style, 2, '_', tm->tm_mday);
    case 'H': return put_number(to, style, 2, '0', tm->tm_hour);
    case 'k': return put_number(to, style, 2, '_', tm->tm_hour);
    case 'I': return put_number(to, style, 2, '0', hour12(tm->tm_hour));
    case 'l': return put_number(to, style, 2, '_', hour12(tm->tm_hour));
    case 'j': return put_number(to, style, 3, '0', tm->tm_yday + 1);
    case 'm': return put_number(to, style, 2, '0', tm->tm_mon + 1);
    case 'M': return put_number(to, style, 2, '0', tm->tm_min);
    case 'S': return put_number(to, style, 2, '0', tm->tm_sec);
    case 'u': return put_number(to, style, 1, '0', tm->tm_wday == 0 ? 7 : tm->tm_wday);
    case 'w': return put_number(to, style, 1, '0', tm->tm_wday);
    case 'U': return put_number(to, style, 2, '0', (tm->tm_yday - tm->tm_wday + 7) / 7);
    case 'W':
        return put_number(to, style, 2, '0', (tm->tm_yday - (tm->tm_wday + 6) % 7 + 7) / 7);
    case 'y': return put_number(to, style, 2, '0', (year % 100 + 100) % 100);
    case 'C': return put_number(to, style, 1, '0', year / 100 - (year % 100 < 0));
    case 'Y': return put_number(to, style, 1, '0', year);
    case 'V':
        week = iso_week(tm, &iso_year);
        return put_number(to, style, 2, '0', week);
    case 'G':
        iso_week(tm, &iso_year);
        return put_number(to, style, 1, '0', iso_year);
    case 'g':
        iso_week(tm, &iso_year);
        return put_number(to, style, 2, '0', (iso_year % 100 + 100) % 100);
    case 's':
        copy = *tm;
        return put_number(to, style, 1, '0', __clew_timegm(&copy));
    default: return -1;
    }
}

/* What a conversion stands for, or null. */
static const char *composite(char letter)
{
    switch (letter) {
    case 'c': return "%a %b %e %H:%M:%S %Y";
    case 'D':
    case 'x': return "%m/%d/%y";
    case 'F': return "%Y-%m-%d";
    case 'r': return "%I:%M:%S %p";
    case 'R': return "%H:%M";
    case 'T':
    case 'X': return "%H:%M:%S";
    default: return NULL;
    }
}

/* The text of a conversion, of which `*length` bytes count, or null. */
static const char *text_field(char letter, const struct tm *tm, size_t *length)
{
    const char *text;
    switch (letter) {
    case 'a':
        *length = 3;
        text = day_name(tm->tm_wday);
        break;
    case 'A': text = day_name(tm->tm_wday); break;
    case 'b':
    case 'h':
        *length = 3;
        text = month_name(tm->tm_mon);
        break;
    case 'B': text = month_name(tm->tm_mon); break;
    case 'p': text = tm->tm_hour >= 12 ? "PM" : "AM"; break;
    case 'P': text = tm->tm_hour >= 12 ? "pm" : "am"; break;
    case 'n': text = "\n"; break;
    case 't': text = "\t"; break;
    case '%': text = "%"; break;
    case 'z': text = "+0000"; break;
    case 'Z': text = tm->tm_zone != NULL ? tm->tm_zone : ""; break;
    default: return NULL;
    }
    if (strlen(text) < *length)
        *length = strlen(text);
    return text;
}

size_t strftime(char *to, size_t size, const char *format, const struct tm *tm)
{
    size_t done = 0;
    while (*format != '\0') {
        struct field_style style = { 0, 0, 0 };
        char number[40];
        const char *text = number;
        size_t length = (size_t)-1;
        int digits;
        const char *start = format;
        if (*format != '%') {
            if (done + 1 >= size)
                return 0;
            to[done] = *format;
            done++;
            format++;
            continue;
        }
        format++;
        while (*format == '_' || *format == '-' || *format == '0' || *format == '^'
               || *format == '#') {
            if (*format == '^')
                style.is_upper = 1;
            else if (*format != '#')
                style.padding = *format;
            format++;
        }
        while (*format >= '0' && *format <= '9') {
            style.width = style.width * 10 + (*format - '0');
            format++;
        }
        if (style.width > 39)
            style.width = 39;
        if (*format == 'E' || *format == 'O')
            format++;
        if (composite(*format) != NULL) {
            size_t part = strftime(to + done, size - done, composite(*format), tm);
            if (part == 0)
                return 0;
            done += part;
            format++;
            continue;
        }
        digits = number_field(number, *format, &style, tm);
        if (digits >= 0) {
            length = (size_t)digits;
        } else {
            text = text_field(*format, tm, &length);
            if (text == NULL) {
                /* What is no conversion is copied as it stands. */
                text = start;
                length = (size_t)(format - start) + (*format != '\0');
            }
        }
        if (*format != '\0')
            format++;
        if (done + length >= size)
            return 0;
        while (length > 0) {
            char c = *text;
            if (style.is_upper && c >= 'a' && c <= 'z')
                c = (char)(c - 'a' + 'A');
            to[done] = c;
            done++;
            text++;
            length--;
        }
    }
    if (done >= size)
        return 0;
    to[done] = '\0';
    return done;
}

static char *put_date(const struct tm *tm, char *to)
{
    snprintf(to, 26, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day_name(tm->tm_wday),
             month_name(tm->tm_mon), tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec,
             1900 + tm->tm_year);
    return to;
}

char *asctime_r(const struct tm *tm, char *to)
{
    return put_date(tm, to);
}

char *asctime(const struct tm *tm)
{
    static char text[64];
    return put_date(tm, text);
}

char *ctime(const time_t *time)
{
    return asctime(localtime(time));
}

char *ctime_r(const time_t *time, char *to)
{
    return put_date(localtime(time), to);
}
