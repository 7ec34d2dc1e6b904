// test: gen
// Function pointers in structs, in arrays of structs' members, and behind constant pointers.
// compilers: all
// expect-total: branch 16
// expect-covered: branch 16
struct operations {
    int (*open)(const char *, int);
    void (*close)(int);
    struct operations *next;
    int (*table[2])(int);
};

int run(struct operations *o, int x) {
    int r;
    if (!o || !o->open)
        return -1;
    r = o->open("x", x);
    if (r < 0)
        return -2;
    if (o->close)
        o->close(r);
    if (o->table[1] && o->table[1](3) == 4)
        return 8;
    return r > 10;
}

const struct operations *const chosen(int x, const struct operations o) {
    static const struct operations none;
    if (x == 3 && o.open)
        return &none;
    return 0;
}
