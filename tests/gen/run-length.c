// test: gen
// Run-length encoding into a buffer that may be too small.
// clew-gen: -f encode
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
int encode(const unsigned char in[5], unsigned char out[6]) {
    int used = 0;
    for (int i = 0; i < 5;) {
        int run = 1;
        while (i + run < 5 && in[i + run] == in[i])
            run++;
        if (used + 2 > 6)
            return -1;
        out[used++] = (unsigned char)run;
        out[used++] = in[i];
        i += run;
    }
    return used;
}
