// test: gen
// The order of operands is open; tests keep to that of gcc, which evaluates a variable last where it may
// turn an operator around. Each function returns what only that order gives.
// expect-infeasible: branch 0
// expect-open: branch 4
static int count;
static double sum;

static int next(void) {
    return ++count;
}

static double add(void) {
    return sum += 1;
}

int of_sum(void) {
    count = 0;
    if (count + next() == 2)
        return 1;
    return 0;
}

int of_difference(void) {
    count = 0;
    if (count - next() == -1)
        return 1;
    return 0;
}

int of_comparison(void) {
    count = 0;
    if (count < next())
        return 1;
    return 0;
}

int of_numbers(void) {
    sum = 0;
    if (sum * add() == 1)
        return 1;
    return 0;
}
