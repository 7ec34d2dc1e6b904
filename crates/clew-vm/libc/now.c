/* The time. Tests decide it, so it stands apart from clocks. */
#include "clew_time.h"

/* Native: the time since the epoch. */
void __clew_now(long long *seconds, long long *nanoseconds);

time_t time(time_t *to)
{
    long long seconds;
    long long nanoseconds;
    __clew_now(&seconds, &nanoseconds);
    if (to != NULL)
        *to = (time_t)seconds;
    return (time_t)seconds;
}
