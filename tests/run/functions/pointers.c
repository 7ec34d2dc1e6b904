// test: run
// Function pointers: tables, typedefs, parameters, results, comparison, in structs, casts.
#include <stdio.h>

typedef int (*binary)(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static binary pick(char c) { return c == '+' ? add : c == '-' ? &sub : *mul; }
static int (*raw(int which))(int, int) { return which ? add : sub; }
static int fold(binary f, const int *v, int n) {
    int r = v[0];
    for (int i = 1; i < n; i++)
        r = f(r, v[i]);
    return r;
}

struct op { char symbol; binary run; };
struct object { int value; int (*get)(struct object *); void (*set)(struct object *, int); };
static int get(struct object *o) { return o->value; }
static void set(struct object *o, int v) { o->value = v * 2; }

int main(void) {
    struct op ops[] = {{'+', add}, {'-', sub}, {'*', mul}};
    for (int i = 0; i < 3; i++)
        printf("%c %d\n", ops[i].symbol, ops[i].run(7, 3));
    int v[] = {1, 2, 3, 4};
    printf("%d %d\n", fold(pick('*'), v, 4), fold(pick('-'), v, 4));
    printf("%d %d\n", raw(1)(5, 6), (*raw(0))(5, 6));
    printf("%d %d\n", pick('+') == add, pick('-') == add);
    struct object o = {1, get, set};
    o.set(&o, 21);
    printf("%d\n", o.get(&o));
    binary grid[2][2] = {{add, sub}, {mul, 0}};
    printf("%d %d\n", grid[1][0](6, 7), grid[1][1] == NULL);
    void (*generic)(void) = (void (*)(void))mul;
    printf("%d\n", ((binary)generic)(8, 9));
    binary *pp = &grid[0][1];
    printf("%d %d\n", (*pp)(1, 2), (**pp)(3, 1));
    printf("%d\n", (v[0] ? add : sub)(10, 1));
    return 0;
}
