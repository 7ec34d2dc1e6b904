// test: gen
// A function without a body, called in a loop: each call gives a fresh value.
// clew-gen: -f poll_sensor
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
int read_sensor(void);

int poll_sensor(void) {
    int first = read_sensor();
    for (int i = 0; i < 3; i++) {
        int value = read_sensor();
        if (value == first + 7)
            return i;
        if (value < 0)
            return -1;
    }
    return 3;
}
