#include <limits.h>
#include "check.h"
#include <time.h>

MODEL(gmtime); MODEL(localtime); MODEL(mktime); MODEL(timegm); MODEL(strftime); MODEL(asctime);
MODEL(ctime); MODEL(difftime); MODEL(time);

static int same(const struct tm *a, const struct tm *b)
{
    return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour
           && a->tm_mday == b->tm_mday && a->tm_mon == b->tm_mon && a->tm_year == b->tm_year
           && a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday && a->tm_isdst == b->tm_isdst;
}

static void test_time(time_t t)
{
    static const char *const formats[] = {
        "%Y-%m-%d %H:%M:%S", "%a %A %b %B %h", "%c|%x|%X", "%C %y %G %g %V %U %W %u %w", "%j %e %k %l %I %p %P",
        "%D %F %T %R %r", "%n%t%% %s", "%-d %_m %05d %^a %10Y", "%E %Oy %Q %", "%Z %z",
    };
    struct tm a = *clew_gmtime(&t);
    struct tm b = *gmtime(&t);
    char x[200];
    char y[200];
    int i;
    CHECK(same(&a, &b), "gmtime of %ld: %d-%d-%d, %d-%d-%d", t, a.tm_year, a.tm_mon, a.tm_mday, b.tm_year,
          b.tm_mon, b.tm_mday);
    for (i = 0; i < 10; i++) {
        size_t size = random_below(4) == 0 ? random_below(40) : sizeof x;
        size_t n = clew_strftime(x, size, formats[i], &b);
        size_t m = strftime(y, size, formats[i], &b);
        CHECK(n == m && (n == 0 || memcmp(x, y, n + 1) == 0), "%s: %.*s %.*s", formats[i], (int)n, x, (int)m, y);
    }
    if (b.tm_year < 8000 && b.tm_year > -900)
        CHECK(strcmp(clew_asctime(&b), asctime(&b)) == 0, "asctime %ld", t);
    a = *clew_localtime(&t);
    b = *localtime(&t);
    CHECK(same(&a, &b), "localtime of %ld", t);
    a.tm_mon += (int)random_below(60) - 30;
    a.tm_mday += (int)random_below(600) - 300;
    a.tm_hour += (int)random_below(600) - 300;
    a.tm_min += (int)random_below(6000) - 3000;
    a.tm_sec += (int)random_below(60000) - 30000;
    b = a;
    CHECK(clew_mktime(&a) == mktime(&b) && same(&a, &b), "mktime near %ld", t);
    b = a;
    CHECK(clew_timegm(&a) == timegm(&b) && same(&a, &b), "timegm near %ld", t);
}

void test(void)
{
    int i;
    setenv("TZ", "UTC", 1);
    for (i = 0; i < 5000; i++) {
        test_time((time_t)random_below(8000000000) - 4000000000);
        test_time((long)random_bits() >> (10 + random_below(50)));
        test_time((time_t)(i - 2500) * 86400);
    }
    CHECK(clew_difftime(LONG_MAX, -1) == difftime(LONG_MAX, -1), "a large difference");
    CHECK(clew_difftime(LONG_MIN, LONG_MAX) == difftime(LONG_MIN, LONG_MAX), "a small one");
    CHECK(clew_difftime(10, 4) == 6.0 && clew_time(NULL) == 1000000000, "clocks");
}
