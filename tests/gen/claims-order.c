// test: gen
// What an expression gives that runs code in two operands: C leaves their order open.
// (No run of the machine is behind a gate, only proofs are: its order is not that of gcc everywhere.)
// expect-infeasible: branch 0
#include <errno.h>

static int count;
static int other;

static int next(void) {
    return ++count;
}

static int set_other(void) {
    other = 10;
    return 1;
}

static int difference(int x, int y) {
    return x - y;
}

int of_arguments(void) {
    count = 0;
    int r = difference(next(), next());
    if (r < 0)
        return 1;
    return 0;
}

int of_a_read(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    other = 0;
    int r = other + set_other();
    if (r == 11)
        return 1;
    if (r == 1)
        return 2;
    return 0;
}

struct pair {
    int a, b;
};
static struct pair *current;
static struct pair one, two;

static int turn(void) {
    current = &two;
    return 7;
}

int of_a_place(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    one.a = two.a = 0;
    current = &one;
    current->a = turn();
    if (two.a == 7)
        return 1;
    if (one.a == 7)
        return 2;
    return 0;
}

static int numbers[4];

int of_an_index(void) {
    count = 0;
    numbers[1] = numbers[2] = 0;
    numbers[next()] = next();
    if (numbers[2] == 1)
        return 1;
    return 0;
}

int of_a_list(void) {
    count = 0;
    int v[2] = {next(), next()};
    if (v[0] > v[1])
        return 1;
    return 0;
}

int of_a_sum(void) {
    count = 5;
    count += next();
    if (count == 11)
        return 1;
    return 0;
}

static int bump(int *p) {
    return ++*p;
}

int of_a_local(void) {
    int n = 0;
    int r = n + bump(&n);
    if (r == 2)
        return 1;
    return 0;
}

static int (*callback)(void) = next;

int of_a_pointer(void) {
    count = 0;
    int r = count + callback();
    if (r == 2)
        return 1;
    return 0;
}

int of_statements(void) {
    count = 0;
    int r = next() - ({ int k = count; k; });
    if (r == 1)
        return 1;
    return 0;
}

/* The first use of a builtin in a file: clang declares it only behind this function. */
int of_a_root(double x) {
    int *e = &errno;
    *e = 0;
    if ((*e != 0) & (__builtin_sqrt(x) != 3))
        return 1;
    return 0;
}

int of_a_fused_sum(double x, int *e) {
    if (!e)
        return -1;
    *e = 0;
    if ((*e != 0) & (__builtin_fma(x, x, x) != 3))
        return 1;
    return 0;
}

int of_a_builtin_power(double x, int *e) {
    if (!e)
        return -1;
    *e = 0;
    if ((*e != 0) & (__builtin_pow(x, x) != 3))
        return 1;
    return 0;
}
