// test: gen
// Compilers do not agree on the line of a call on several lines, nor on how code is aligned.
// expect-infeasible: branch 0
int line_of_call(int n) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    n &= 1;
    int start = __LINE__, line = __builtin_LINE(
    );
    if (line - start + n == 2)
        return 1;
    return 0;
}

int alignment_of_code(int n) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    n &= 1;
    if (__alignof__(line_of_call) + n == 2)
        return 1;
    return 0;
}
