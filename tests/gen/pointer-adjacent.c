// test: gen
// Whether the end of one object is the start of another is the compiler's choice: no test depends
// on it, and neither outcome is infeasible.
// clew-gen:
// expect-total: branch 6
// expect-covered: branch 3
// expect-infeasible: branch 0
struct dictionary {
    const char *text;
    unsigned long size;
    char *out;
};

int adjacent(struct dictionary *d) {
    if (d->text + d->size == d->out)
        return 1;
    if (d->size > 1000)
        return 2;
    return 0;
}

static char first[4], second[4];

int neighbours(void) {
    return first + 4 == second ? 1 : 0;
}
