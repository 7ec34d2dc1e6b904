// test: gen
// A pointer far from its array may be where another object is, with which it is in no order: such
// a run ends, and its path says why.
// clew-gen: -f kind
// expect-total: branch 4
// expect-covered: branch 3
// expect-infeasible: branch 0
struct words {
    int used;
    unsigned long first[4];
};

int limits[4], marks[4], others[4];

int kind(const struct words *of, int i) {
    const unsigned long *start = of->first, *end = start + of->used;
    int sum = limits[i & 3] + marks[i & 3] + others[i & 3];
    if ((of->used & 0x70000000) != 0x40000000)
        return sum;
    if (end < start)
        return sum + 1;
    return sum + 2;
}
