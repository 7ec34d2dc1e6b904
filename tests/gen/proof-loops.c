// test: gen
// Loops of any length: what holds at their heads refutes what comes behind, for every path.
// expect-total: branch 88
// expect-infeasible: branch 14
#define MAX 8

/* Run > max after run < max. */
int runs(const char *s, int n) {
    int run = 0, most = 0;
    for (int i = 0; i < n; i++) {
        if (s[i] == 'a') { if (run < MAX) run++; }
        else run = 0;
        if (run > MAX) return -1;      /* infeasible */
        if (run > most) most = run;
    }
    return most;
}

/* Digit above 9. */
int digits(const char *s) {
    int v = 0;
    while (*s >= '0' && *s <= '9') {
        int d = *s - '0';
        if (d > 9) return -1;          /* infeasible */
        if (d < 0) return -2;          /* infeasible */
        v = v * 10 + d;
        s++;
    }
    return v;
}

/* Index beyond the end in a guarded scan. */
int scan(const int *v, int n, int key) {
    int i = 0;
    if (n < 0 || n > 100) return -2;
    while (i < n && v[i] != key) i++;
    if (i > n) return -1;              /* infeasible */
    if (i < 0) return -3;              /* infeasible */
    return i;
}

/* Key differs after search loop ended on equality. */
int find(const int v[16], int key) {
    int i;
    for (i = 0; i < 16; i++)
        if (v[i] == key) break;
    if (i < 16 && v[i] != key) return -1;   /* infeasible */
    return i;
}

/* State machine with a bounded state. */
int machine(const unsigned char *p, int n) {
    int state = 0;
    for (int i = 0; i < n; i++) {
        switch (state) {
        case 0: state = p[i] == 1 ? 1 : 0; break;
        case 1: state = p[i] == 2 ? 2 : 0; break;
        case 2: state = 0; break;
        default: return -1;             /* infeasible */
        }
    }
    if (state > 2) return -2;           /* infeasible */
    return state;
}

/* Two related counters. */
int counters(const int *v, int n) {
    int a = 0, b = 0;
    for (int i = 0; i < n; i++) {
        if (v[i] > 0) { a++; b++; }
    }
    if (a != b) return -1;              /* infeasible */
    return a;
}

/* Ring buffer. */
struct ring { unsigned head, tail; int data[8]; };
int put(struct ring *r, const int *v, int n) {
    if (!r) return -1;
    unsigned h = 0;
    for (int i = 0; i < n; i++) {
        if (h >= 8) return -2;           /* infeasible */
        r->data[h] = v[i];
        h = (h + 1) % 8;
    }
    return (int)h;
}

/* Clamp in a loop. */
int clamp(int n, const int *step) {
    int level = 50;
    while (n-- > 0) {
        level += *step++ % 10;
        if (level < 0) level = 0;
        if (level > 100) level = 100;
    }
    if (level < 0 || level > 100) return -1;  /* both infeasible */
    return level;
}

/* Guard kept over a loop. */
int kept(int x, const char *s) {
    if (x >= 10) return 0;
    int n = 0;
    while (*s++) n++;
    if (x > 20) return -1;               /* infeasible */
    return n;
}

/* List walk: ends on null. */
struct node { struct node *next; int key; };
int walk(struct node *p, int key) {
    while (p && p->key != key) p = p->next;
    if (p && p->key != key) return -1;   /* infeasible */
    return p ? 1 : 0;
}
