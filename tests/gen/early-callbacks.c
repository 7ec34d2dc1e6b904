// test: gen
// Callbacks of types that functions of the program have, too: tests define others.
// expect-total: branch 34
// expect-covered: branch 34
static int twice(int x) {
    return 2 * x;
}

int apply(int (*f)(int), int x) {
    if (!f)
        return -1;
    if (f(x) == 5)
        return 1;
    return 0;
}

int applied(int x) {
    return apply(twice, x);
}

static int by_value(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int order(int *v, int (*compare)(const void *, const void *)) {
    if (!v || !compare)
        return -1;
    if (compare(&v[0], &v[1]) == 77 && v[0] == v[1])
        return 1;
    return 0;
}

int ordered(int *v) {
    return order(v, by_value);
}

struct operations {
    int (*open)(int);
    int (*close)(int);
};

struct operations defaults = {twice, twice};

int run(struct operations *o, int x) {
    int handle;
    if (!o || !o->open || !o->close)
        return -2;
    handle = o->open(x & 3);
    if (handle < 0)
        return -1;
    if (o->close(handle) == 9)
        return 2;
    return 0;
}

typedef int (*operation)(int, int);

static int add(int a, int b) {
    return a + b;
}

static int subtract(int a, int b) {
    return a - b;
}

static const operation table[] = {add, subtract};

int dispatch(operation *others, int k, int a, int b) {
    int r;
    if (!others)
        r = table[k & 1](a, b);
    else
        r = others[k & 3](a, b);
    if (r == 0x1234567 && a == 0 && b == 0)
        return 1;
    return 0;
}

typedef void (*visitor)(int, void *);

static void count(int x, void *into) {
    *(int *)into += x;
}

int walk(const int *v, int n, visitor visit, void *context) {
    if (n > 12) {
        for (int i = 0; i < n; i++)
            visit(v[i], context);
        return 1;
    }
    return 0;
}

int total(const int *v, int n) {
    int sum = 0;
    walk(v, n, count, &sum);
    return sum;
}
