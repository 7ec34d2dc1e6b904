// test: gen
// A decision behind a loop with many paths: each condition needs the others to be just so.
// clew-gen: -f f -c mcdc --max-runs 400
// expect-total: mcdc 8
// expect-covered: mcdc 8
// expect-infeasible: mcdc 0
int f(const unsigned char v[12], int key, int low, int high) {
    int sum = 0;
    for (int i = 0; i < 12; i++)
        if (v[i] > 100)
            sum += v[i];
    if ((key == 77 || key == 4242) && low < high && high - low > 1000 && (sum & 7) == 3 &&
        low != 12)
        return sum;
    return 0;
}
