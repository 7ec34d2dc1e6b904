// test: gen
// A jump back over a declaration leaves its scope: the variable is cleaned up.
// (No run of the machine is behind a gate, only proofs are.)
// expect-infeasible: branch 2
static int sum;

static void add(int *p) {
    sum += *p;
}
#define ADDED __attribute__((cleanup(add)))

int in_one_block(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    sum = 0;
    int r = 0;
    {
    again:;
        int x ADDED = ++r;
        if (r < 3)
            goto again;
    }
    if (sum == 6)
        return 1;
    return 0;
}

int out_of_a_block(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    sum = 0;
    int r = 0;
    {
        {
        again:;
        }
        int x ADDED = ++r;
        {
            int y ADDED = 10;
            if (r < 2)
                goto again;
        }
    }
    if (sum == 23)
        return 1;
    return 0;
}
