// test: run
// Calendar arithmetic on fixed times: gmtime, mktime normalisation, difftime, strftime, asctime.
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>

static void show(const struct tm *t) {
    printf("%04d-%02d-%02d %02d:%02d:%02d wday %d yday %d\n", t->tm_year + 1900, t->tm_mon + 1, t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec, t->tm_wday, t->tm_yday);
}

int main(void) {
    time_t ts[] = {0, 86399, 951782400, 1078012800, 1700000000, -1, 4102444800};
    for (int i = 0; i < 7; i++) {
        struct tm t = *gmtime(&ts[i]);
        show(&t);
        printf("%ld\n", (long)timegm(&t));
    }
    struct tm n = {.tm_year = 123, .tm_mon = 13, .tm_mday = 32, .tm_hour = -1, .tm_min = 75, .tm_sec = 61};
    time_t r = timegm(&n);
    printf("%ld\n", (long)r);
    show(&n);
    printf("%g\n", difftime(100, 40));
    struct tm u;
    gmtime_r(&ts[4], &u);
    char buf[64];
    printf("%zu %s\n", strftime(buf, sizeof buf, "%Y-%m-%d %H:%M:%S %a %b %j %%", &u), buf);
    printf("%zu\n", strftime(buf, 3, "%Y", &u));
    printf("%s", asctime(&u));
    time_t now = time(NULL), same;
    printf("%d\n", now > 1600000000 && time(&same) >= now && same >= now);
    clock_t c = clock();
    printf("%d\n", c >= 0);
    return 0;
}
