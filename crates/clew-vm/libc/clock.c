/* Clocks. Sleeping takes no time. */
#include "clew_time.h"

/* Native: the time since the epoch, and the processor time used in nanoseconds. */
void __clew_now(long long *seconds, long long *nanoseconds);
unsigned long long __clew_cpu_time(void);

static void read_clock(time_t *seconds, long *nanoseconds)
{
    long long all, rest;
    __clew_now(&all, &rest);
    *seconds = (time_t)all;
    *nanoseconds = (long)rest;
}

long clock(void)
{
    return (long)(__clew_cpu_time() / 1000);
}

double difftime(time_t end, time_t start)
{
    /* The difference may be larger than a time. */
    if (end < start)
        return -(double)((unsigned long)start - (unsigned long)end);
    return (double)((unsigned long)end - (unsigned long)start);
}

int clock_gettime(int which, struct timespec *to)
{
    if (__clew_refuses()) {
        errno = EINVAL;
        return -1;
    }
    if (which == 2 || which == 3) {
        unsigned long long used = __clew_cpu_time();
        to->tv_sec = (time_t)(used / 1000000000);
        to->tv_nsec = (long)(used % 1000000000);
    } else {
        read_clock(&to->tv_sec, &to->tv_nsec);
    }
    return 0;
}

int clock_getres(int which, struct timespec *to)
{
    (void)which;
    if (to != NULL) {
        to->tv_sec = 0;
        to->tv_nsec = 1;
    }
    return 0;
}

int timespec_get(struct timespec *to, int base)
{
    if (base != 1)
        return 0;
    read_clock(&to->tv_sec, &to->tv_nsec);
    return base;
}

int gettimeofday(struct timeval *to, void *zone)
{
    (void)zone;
    if (to != NULL) {
        read_clock(&to->tv_sec, &to->tv_usec);
        to->tv_usec /= 1000;
    }
    return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *rest)
{
    if (!__clew_refuses())
        return 0;
    if (rest != NULL)
        *rest = *duration;
    errno = EINTR;
    return -1;
}

unsigned int sleep(unsigned int seconds)
{
    (void)seconds;
    return 0;
}

int usleep(unsigned int microseconds)
{
    (void)microseconds;
    return 0;
}
