// test: gen
// Paper 3, figure 1: both sides of the range check are reachable when the callee is tested alone.
// clew-gen: -f getStatusOfValve
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
#include <stdlib.h>

#define VALVES 8

int size;
int valvesStatus[VALVES];

int clew_pre_getStatusOfValve(int i) {
    (void)i;
    return size <= VALVES;
}

int getStatusOfValve(int i) {
    if (i < 0 || i >= size)
        exit(EXIT_FAILURE);
    int status = valvesStatus[i];
    return status;
}
