// test: gen
// A read of more than there is room for works or fails by where the buffer is: no test does it.
// clew-gen:
// expect-total: branch 6
// expect-covered: branch 4
// expect-infeasible: branch 0
#include <unistd.h>

int load(unsigned wanted) {
    char buffer[16];
    if (wanted > 0x40000000u)
        wanted = 0x40000000u;
    else if (wanted > sizeof buffer)
        return -1;
    if (read(0, buffer, wanted) < 0)
        return -2;
    return 0;
}
