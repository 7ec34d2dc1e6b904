// test: gen
// Names of its own that the library has, too: the tests still find the library's.
// clew-gen: -f watch -f enter
// expect-total: branch 2
// expect-covered: branch 2
// expect-infeasible: branch 0
static int alarm, exit;

static int write(int value) {
    if (value > 9)
        alarm++;
    return alarm;
}

int watch(int value) {
    exit = write(value);
    if (exit > 3)
        return -1;
    return exit;
}

static int open(int door) {
    return door ? 1 : alarm;
}

int enter(int door) {
    return open(door);
}
