// test: gen
// The tests decide the time, which is returned and stored alike; the local time is universal time.
// clew-gen: -f greeting --max-runs 300
// expect-total: branch 12
// expect-covered: branch 10
// expect-infeasible: branch 0
#include <stddef.h>
#include <time.h>

int greeting(int guests)
{
    time_t now, then = time(&now);
    if (then != now)
        return -1;
    struct tm *local = localtime(&now);
    if (local == NULL)
        return -2;
    if (local->tm_hour < 6)
        return 1;
    if (local->tm_hour >= 18)
        return 2;
    if (time(NULL) - now > 3600)
        return 3;
    return guests > 4 ? 4 : 5;
}
