// test: gen
// A tagged union: which of its members a test gives is an input, and where a pointer leads.
// clew-gen: -f weight
// expect-total: branch 20
// expect-covered: branch 20
struct pair;

struct value {
    enum { NUMBER, TEXT, PAIR } kind;
    union {
        long number;
        const char *text;
        struct pair *pair;
    } as;
};

struct pair {
    struct value first, second;
};

int weight(const struct value *v) {
    if (!v)
        return -1;
    switch (v->kind) {
    case NUMBER:
        return v->as.number > 10 ? 2 : 1;
    case TEXT:
        if (!v->as.text)
            return 3;
        return v->as.text[0] == 'x' && v->as.text[1] == 'y' ? 5 : 4;
    case PAIR:
        if (v->as.pair->first.kind == NUMBER && v->as.pair->first.as.number == 77)
            return 6;
        return v->as.pair->second.as.number < -5 ? 7 : 8;
    }
    return 0;
}
