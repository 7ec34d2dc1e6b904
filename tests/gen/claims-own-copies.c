// test: gen
// Without the library, compilers call the program's own memset for initialisers and loops.
// clew-gen: --cflags=-ffreestanding
// expect-infeasible: branch 0
static int filled;

void *memset(void *to, int value, unsigned long length) {
    char *at = to;
    filled = 1;
    while (length-- > 0)
        *at++ = (char)value;
    return to;
}

struct table { int entries[100]; };

int set_up(int i) {
    filled = 0;
    struct table table = {0};
    if (filled)
        return 1;
    return table.entries[i & 63];
}
