// test: gen
// Who runs the program is decided by the tests; the number of the process is not: nothing that
// depends on it is claimed.
// clew-gen: -f may
// expect-total: branch 8
// expect-covered: branch 7
// expect-infeasible: branch 0
#include <sys/types.h>
#include <unistd.h>

int may(int owner)
{
    if (getuid() == 0)
        return 1;
    if (geteuid() != getuid())
        return 2;
    if (getgid() == (gid_t)owner)
        return 3;
    return getpid() == 1 ? 4 : 5;
}
