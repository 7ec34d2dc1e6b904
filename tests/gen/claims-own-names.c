// test: gen
// Names that C does not reserve are the program's own where it declares them itself.
// expect-infeasible: branch 0
unsigned short htons(unsigned short);
int ffs(int);
int isascii(int);
int toascii(int);

int order(unsigned short x) {
    if (x == 1) {
        if (htons(x) == 1)
            return 1;
        return 2;
    }
    return 0;
}

int first_bit(int x) {
    if (ffs(x) > 32)
        return 1;
    return 0;
}

int is_plain(int x) {
    if (x < 100 && x > 0) {
        if (!isascii(x))
            return 1;
    }
    return 0;
}
