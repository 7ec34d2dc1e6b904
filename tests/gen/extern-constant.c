// test: gen
// Constants that another file defines are inputs, too: tables, records, numbers and names.
// clew-gen: -f classify -f allowed -f starts
// expect-total: branch 19
// expect-covered: branch 19
// expect-infeasible: branch 0
extern const unsigned char classes[256];
extern const struct limits { int low, high; const char *name; } limits;
extern const int steps[];
extern const char *const words[];

static int classify(unsigned char c) {
    switch (classes[c]) {
    case 3: return 1;
    case 200: return 2;
    default: return classes[c] == classes[c ^ 1] ? 4 : 5;
    }
}

int allowed(int value) {
    if (value < limits.low || value > limits.high)
        return 0;
    return steps[value & 7] == 11 && limits.name && limits.name[0] == 'x';
}

int starts(const char *text) {
    if (!text || !words[2])
        return -1;
    return words[2][0] == text[0];
}
