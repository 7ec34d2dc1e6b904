// test: gen
// A pointer of another caller may lead to a variable of the program, or into the middle of an array.
// expect-covered: branch 34
// expect-infeasible: branch 0
int g;

int equals_variable(int *p) {
    if (p == &g)
        return 1;
    return 0;
}

int writes_variable(int *p) {
    if (!p)
        return -1;
    g = 0;
    *p = 1;
    if (g == 1)
        return 1;
    return 0;
}

int reads_variable(const int *p) {
    if (!p || *p != 0)
        return -1;
    g = 1;
    if (*p == 1)
        return 1;
    return 0;
}

int same_memory(void *d, const void *s) {
    if (d && d == s)
        return 1;
    return 0;
}

int behind_start(int *v, int i) {
    if (!v)
        return -1;
    if (i < 0) {
        if (v[i] == 3)
            return 1;
    }
    return 0;
}

struct pair {
    int first;
    long second;
};

int writes_member(struct pair *s, long *n) {
    if (!s || !n)
        return -1;
    s->second = 1;
    *n = 2;
    if (s->second == 2)
        return 1;
    return 0;
}

int writes_bytes(int *p, char *bytes) {
    if (!p || !bytes)
        return -1;
    *p = 0;
    bytes[0] = 1;
    if (*p == 1)
        return 1;
    return 0;
}
