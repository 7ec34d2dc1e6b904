// test: gen
// A function without a body that fills an array of the caller.
// clew-gen: -f average
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
// expect-no-finding
void read_samples(short *samples, int count);

int average(void) {
    short samples[3] = {0};
    read_samples(samples, 3);
    if (samples[2] == 1234)
        return -1;
    return samples[0] + samples[1] == 99 ? 1 : 0;
}
