/* Dates. The local time is universal time. */
#include "clew_time.h"

char *__tzname[2] = { "UTC", "UTC" };
char *tzname[2] = { "UTC", "UTC" };
long timezone;
int daylight;

static struct tm shared_tm;

static int is_leap(long long year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_in_month(int month, long long year)
{
    if (month == 1)
        return is_leap(year) ? 29 : 28;
    return month == 3 || month == 5 || month == 8 || month == 10 ? 30 : 31;
}

/* Days from 1970-01-01 to the first of January of `year`. */
static long long days_before_year(long long year)
{
    long long y = year - 1;
    long long leaps;
    /* Rounded down, for years before 1 too. */
    leaps = (y >= 0 ? y / 4 : -((3 - y) / 4)) - (y >= 0 ? y / 100 : -((99 - y) / 100))
            + (y >= 0 ? y / 400 : -((399 - y) / 400));
    return 365 * (year - 1970) + leaps - 477;
}

static struct tm *split_time(time_t time, struct tm *to, const char *zone)
{
    long long days = time / 86400;
    long long seconds = time % 86400;
    long long year;
    int month = 0;
    if (seconds < 0) {
        seconds += 86400;
        days--;
    }
    year = 1970 + days / 366;
    if (days < 0)
        year = 1970 + (days - 365) / 365 - 1;
    if (year > 2147483647LL + 1900 || year < -2147483648LL + 1900) {
        errno = EOVERFLOW;
        return NULL;
    }
    while (days_before_year(year + 1) <= days) {
        /* Whole years at once while far away. */
        long long far = (days - days_before_year(year + 1)) / 366;
        year += far > 1 ? far : 1;
    }
    while (days_before_year(year) > days)
        year--;
    to->tm_year = (int)(year - 1900);
    to->tm_yday = (int)(days - days_before_year(year));
    to->tm_wday = (int)((days % 7 + 11) % 7);
    days = to->tm_yday;
    while (days >= days_in_month(month, year)) {
        days -= days_in_month(month, year);
        month++;
    }
    to->tm_mon = month;
    to->tm_mday = (int)days + 1;
    to->tm_hour = (int)(seconds / 3600);
    to->tm_min = (int)(seconds / 60 % 60);
    to->tm_sec = (int)(seconds % 60);
    to->tm_isdst = 0;
    to->tm_gmtoff = 0;
    to->tm_zone = zone;
    return to;
}

struct tm *gmtime_r(const time_t *time, struct tm *to)
{
    return split_time(*time, to, "GMT");
}

struct tm *gmtime(const time_t *time)
{
    return split_time(*time, &shared_tm, "GMT");
}

struct tm *localtime_r(const time_t *time, struct tm *to)
{
    return split_time(*time, to, "UTC");
}

struct tm *localtime(const time_t *time)
{
    return split_time(*time, &shared_tm, "UTC");
}

static time_t join_time(struct tm *from, const char *zone)
{
    long long month = from->tm_mon % 12;
    long long year = 1900LL + from->tm_year + from->tm_mon / 12;
    long long days;
    int m;
    long long time;
    if (month < 0) {
        month += 12;
        year--;
    }
    days = days_before_year(year) + from->tm_mday - 1;
    for (m = 0; m < month; m++)
        days += days_in_month(m, year);
    time = days * 86400 + from->tm_hour * 3600LL + from->tm_min * 60LL + from->tm_sec;
    if (time != (time_t)time) {
        errno = EOVERFLOW;
        return -1;
    }
    if (split_time((time_t)time, from, zone) == NULL)
        return -1;
    return (time_t)time;
}

time_t mktime(struct tm *from)
{
    return join_time(from, "UTC");
}

time_t timelocal(struct tm *from)
{
    return join_time(from, "UTC");
}

time_t timegm(struct tm *from)
{
    return join_time(from, "GMT");
}

/* For `strftime`, under a name that no program has. */
time_t __clew_timegm(struct tm *from)
{
    return join_time(from, "GMT");
}

void tzset(void)
{
}
