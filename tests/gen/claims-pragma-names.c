// test: gen
// A pragma makes two names one object, which compilers do not tell in their trees.
// (No run of the machine is behind a gate, only proofs are.)
// expect-infeasible: branch 0
#pragma weak second = first
int first = 1;
extern int second;

int one_object(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    first = 1;
    second = 2;
    if (first == 2)
        return 1;
    return 0;
}
