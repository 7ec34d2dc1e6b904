// test: gen
// A pointer to a struct with a nested struct, an array and a pointer.
// clew-gen: -f check
// expect-total: branch 10
// expect-covered: branch 10
// expect-infeasible: branch 0
struct limits {
    short low, high;
};

struct sensor {
    struct limits limits;
    int samples[4];
    const int *offset;
};

int check(const struct sensor *sensor) {
    if (!sensor || !sensor->offset)
        return -1;
    for (int i = 0; i < 4; i++) {
        int value = sensor->samples[i] + *sensor->offset;
        if (value < sensor->limits.low)
            return 1;
        if (value > sensor->limits.high)
            return 2;
    }
    return 0;
}
