// test: gen
// Paper 3, figure 1: the alarm needs three broken valves;
// the range check in the callee never fails.
// clew-gen: -f checkValves
// expect-total: branch 10
// expect-covered: branch 10
// expect-infeasible: branch 0
#include <stdio.h>
#include <stdlib.h>

#define VALVE_KO(status) ((status) == -1)
#define TOLERANCE 2
#define VALVES 8

int size;
int valvesStatus[VALVES];

int getStatusOfValve(int i) {
    if (i < 0 || i >= size) {
        printf("ERROR");
        exit(EXIT_FAILURE);
    }
    int status = valvesStatus[i];
    return status;
}

int clew_pre_checkValves(int wait1, int wait2) {
    return size <= VALVES && wait1 <= 100 && wait2 <= 100;
}

int checkValves(int wait1, int wait2) {
    int count, i;
    while (wait1 > 0)
        wait1--;
    count = 0, i = 0;
    while (i < size) {
        int status = getStatusOfValve(i);
        if (VALVE_KO(status)) {
            count++;
        }
        i++;
    }
    if (count > TOLERANCE)
        printf("ALARM");
    while (wait2 > 0)
        wait2--;
    return count;
}
