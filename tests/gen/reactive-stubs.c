// test: gen
// A task of a device that never returns: what it asks its drivers ends with the test.
// clew-gen: -f task
// expect-total: branch 6
// expect-covered: branch 6
int sensor_read(void);
void valve_set(int open);

static int level;

void task(void) {
    for (;;) {
        int now = sensor_read();
        if (now > 500 && level > 0)
            valve_set(1);
        level = now == 77 ? 3 : 0;
    }
}
