// test: gen
// A tagged union with a pointer member: a test gives the union its bytes, and no address.
// clew-gen: -f weight
// expect-total: branch 6
// expect-covered: branch 6
struct value {
    enum { NUMBER, TEXT } kind;
    union {
        int number;
        const char *text;
    } as;
};

int weight(const struct value *v) {
    if (!v)
        return -1;
    if (v->kind == NUMBER)
        return v->as.number > 10 ? 2 : 1;
    return 0;
}
