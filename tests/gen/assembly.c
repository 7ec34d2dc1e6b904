// test: gen
// Assembly with instructions is calls of functions without a body: what comes out of it is an input.
// compilers: all
// expect-total: branch 28
// expect-covered: branch 24
// expect-infeasible: branch 2
#define SPLIT(value, low, high) __asm__ volatile("split %0, %1, %2" \
                                                 : "=r"(low), "=r"(high) \
                                                 : "r"(value))
#define ASM __asm__

static inline void mask(void) {
    __asm__ volatile("cpsid i" : : : "memory");
}

static inline unsigned status(void) {
    unsigned value;
    ASM volatile("mrs %0, primask"
                 : "=r"(value));
    return value;
}

static int counter;

/* The assembly may have written the variable. */
int clobbered(void) {
    counter = 0;
    mask();
    if (counter)
        return 1;
    return 0;
}

int one_output(void) {
    if (status() == 3) /* Nothing but the assembly says that. */
        return 1;
    return 0;
}

int two_outputs(unsigned long value) {
    unsigned low, high;
    SPLIT(value, low, high);
    if (low > high)
        return 1;
    if (low + 1 == high)
        return 2;
    return 3;
}

/* What it reads and writes is both. */
int changed(int x) {
    ASM("rev %0, %0" : "+r"(x));
    if (x == 7)
        return 1;
    return 0;
}

/* Without instructions nothing comes out but what went in. */
int tied(int x) {
    int y;
    ASM("" : "=r"(y) : "0"(x));
    if (y != x)
        return 1; /* never */
    ASM volatile("" : "+r"(y) : : "memory");
    if (y != x)
        return 2; /* never */
    return 0;
}

/* What is in a register that nothing was put into is not known. */
int open_output(void) {
    int y = 5;
    ASM("" : "=r"(y));
    if (y != 5)
        return 1;
    return 0;
}

struct pair {
    int a, b;
};

/* An output may be a whole struct, and a pointer. */
int whole(struct pair *p) {
    struct pair q = {0, 0};
    struct pair *r;
    ASM("load %0, %1, %2" : "=m"(q), "=r"(r) : "r"(p));
    if (q.a > q.b)
        return 1;
    if (r == 0)
        return 2;
    return r->a;
}

/* What is in memory may be changed by what changes memory. */
int memory_input(void) {
    int x = 0;
    ASM volatile("store %0" : : "m"(x) : "memory");
    if (x)
        return 1;
    return 0;
}

int buffer(void) {
    char text[4] = {0};
    ASM volatile("fill %0" : : "r"(text) : "memory");
    if (text[0] == 'a')
        return 1;
    return 0;
}

/* The first one knows where the variable is; so may the second. */
int known_before(void) {
    int x = 0;
    ASM volatile("keep %0" : : "r"(&x) : "memory");
    x = 3;
    mask();
    if (x == 4)
        return 1;
    return x;
}

/* What it only reads stays as it is, but what it gives is anybody's guess. */
int reads(int *p) {
    int sum;
    ASM("sum %0, %1" : "=r"(sum) : "r"(p), "m"(*p));
    if (sum > 100)
        return 1;
    return 0;
}
