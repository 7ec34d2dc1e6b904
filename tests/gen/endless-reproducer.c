// test: gen
// Reproducers of endless loops come to an end, and the suite passes.
// compilers: all
// expect-finding: step-limit 8
int spin(int x) {
    volatile int steps = 0;
    if (x == 7)
        for (;;) //~ step-limit
            steps++;
    return x == 12;
}
