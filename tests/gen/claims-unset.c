// test: gen
// What a function leaves unset may be another value at each read, and so may what is computed from it: compilers
// do not keep what nobody has stored.
// expect-infeasible: branch 1
#include <stdlib.h>

struct pair {
    int a, b;
};

int other(int);

int twice(void) {
    int x;
    int *p = &x;
    if (*p != *p)
        return 1;
    return 0;
}

int behind_a_loop(int n) {
    int x;
    while (n > 0)
        n -= other(n);
    if (x != x)
        return 1;
    return 0;
}

int on_one_way(int n) {
    int x;
    if (n > 3)
        x = n;
    if (x > 5)
        if (x < 3)
            return 1;
    return 0;
}

int element(int n) {
    int t[4];
    t[0] = n;
    if (t[1] > 5)
        if (t[1] < 3)
            return 1;
    return 0;
}

int elements(int n) {
    int t[4];
    for (int i = 0; i < n && i < 4; i++)
        t[i] = i;
    if (t[1] > 5)
        if (t[1] < 3)
            return 1;
    return 0;
}

int copied_record(int n) {
    struct pair s;
    s.a = n;
    struct pair t = s;
    if (t.b > 5)
        if (t.b < 3)
            return 1;
    return 0;
}

int copied(void) {
    int x;
    int *p = &x;
    int y = *p;
    if (y != y)
        return 1;
    return 0;
}

int copied_before_a_loop(int n) {
    int x;
    int y = x;
    while (n > 0)
        n -= other(n);
    if (y > 5)
        if (y < 3)
            return 1;
    return 0;
}

int allocated(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    if (*p != *p)
        return 1;
    free(p);
    return 2;
}

static int parse(int k, int *result) {
    if (k < 0)
        return -1;
    *result = k;
    return 0;
}

int unchecked(int n) {
    int v;
    parse(n, &v);
    if (v > 5)
        if (v < 3)
            return 1;
    return 0;
}

/* Here it has a value wherever it is read. */
int checked(int n) {
    int v;
    if (parse(n, &v))
        return -1;
    if (v > 5)
        if (v < 3)
            return 1;
    return 0;
}

void somewhere(void);

/* Of a local's address nobody is told, and who is called cannot set it. */
int nobody_is_told(void) {
    int x;
    int *p = &x;
    somewhere();
    if (*p != *p)
        return 1;
    return 0;
}

int beside_another_array(int n) {
    if (n < 1 || n > 8)
        return 0;
    int a[n];
    {
        int b[n];
        b[0] = 1;
        n += b[0];
    }
    if (a[0] != a[0])
        return 1;
    return n;
}
