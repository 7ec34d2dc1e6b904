// test: gen
// How much of an array is used is said by a constant: there is as much from the start.
// clew-gen: -f classify --max-runs 60000
// expect-total: branch 16
// expect-covered: branch 16
int classify(const unsigned char *frame, const int *limits)
{
    int odd = 0, large = 0;
    for (int i = 0; i < 40; i++) {
        if (frame[i] & 1)
            odd++;
        if (frame[i] > 100)
            large++;
    }
    int k = 0;
    while (k <= 19 && limits[k] == 7)
        k++;
    if (k == 20)
        return 1;
    return odd == 30 && large > 10 ? 2 : 3;
}
