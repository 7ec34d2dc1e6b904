// test: gen
// A union with the address of a function, behind a pointer and as a parameter.
// clew-gen: -f apply -f choose
// compilers: all
typedef int (*operation)(int);

int up(int x) {
    return x + 1;
}

int down(int x) {
    return x - 1;
}

union cell {
    long number;
    operation call;
};

struct entry {
    int kind;
    union cell cell;
};

int apply(struct entry *e, int x) {
    if (!e)
        return -1;
    if (e->kind == 1) {
        if (e->cell.call == up)
            return 5;
        return e->cell.number == 3;
    }
    if (e->kind == 2)
        return x > 2;
    return 0;
}

int choose(union cell c, int x) {
    if (c.call == down)
        return 1;
    if (c.number == 3)
        return 2;
    return x > 3;
}
