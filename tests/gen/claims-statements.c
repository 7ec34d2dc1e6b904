// test: gen
// Statements in operands are in some order to each other, as calls are, and change locals.
// expect-infeasible: branch 0
static int join(int first, int second) {
    return first * 100 + second;
}

int arguments(int unused) {
    int v = 1;
    int both = join(({ v++; v; }), ({ v++; v; }));
    if (both == 203)
        return 1;
    if (both == 302)
        return 2;
    return unused;
}

int operand(int v) {
    if (v != 1)
        return 0;
    int sum = v + ({ v = 5; 1; });
    if (sum == 6)
        return 1;
    return 0;
}
