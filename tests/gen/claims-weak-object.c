// test: gen
// Another file may have the object that a weak alias stands for.
// expect-infeasible: branch 0
const int standard = 1;
extern const int current __attribute__((weak, alias("standard")));

int reads(void) {
    if (current != 1)
        return 1;
    return 0;
}

int none(int x) {
    if (x > 3)
        return 1;
    return 0;
}
