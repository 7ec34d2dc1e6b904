// test: gen
// Without the library, its names are the program's own.
// clew-gen: --cflags=-ffreestanding
// expect-infeasible: branch 0
void *malloc(unsigned long);
int isdigit(int);
int abs(int);
int state;

int writes(void) {
    state = 0;
    void *p = malloc(4);
    if (state)
        return 1;
    return p != 0;
}

int is_digit(int c) {
    if (c == 'x') {
        if (isdigit(c))
            return 1;
    }
    return 0;
}

int magnitude(int x) {
    if (x == 3) {
        if (abs(x) != x)
            return 1;
    }
    return 0;
}
