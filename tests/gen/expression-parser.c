// test: gen
// A calculator by recursive descent over digits, `+`, `*` and parentheses.
// clew-gen: -f evaluate
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
struct reader {
    const char *at;
    int failed;
};

static int sum(struct reader *in, int depth);

static int factor(struct reader *in, int depth) {
    if (*in->at == '(' && depth < 2) {
        in->at++;
        int value = sum(in, depth + 1);
        if (*in->at != ')') {
            in->failed = 1;
            return 0;
        }
        in->at++;
        return value;
    }
    if (*in->at >= '0' && *in->at <= '9')
        return *in->at++ - '0';
    in->failed = 1;
    return 0;
}

static int product(struct reader *in, int depth) {
    int value = factor(in, depth);
    while (!in->failed && *in->at == '*') {
        in->at++;
        value *= factor(in, depth);
    }
    return value;
}

static int sum(struct reader *in, int depth) {
    int value = product(in, depth);
    while (!in->failed && *in->at == '+') {
        in->at++;
        value += product(in, depth);
    }
    return value;
}

int evaluate(const char *text) {
    struct reader in = {text, 0};
    int value = sum(&in, 0);
    if (in.failed || *in.at != '\0')
        return -1;
    if (value == 42)
        return 1000;
    return value;
}
