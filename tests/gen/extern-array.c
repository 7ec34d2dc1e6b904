// test: gen
// Arrays that another file defines and whose length nothing tells: inputs, which may be longer.
// clew-gen: -f stops -f find -f far
// expect-total: branch 12
// expect-covered: branch 10
// expect-infeasible: branch 0
extern unsigned short stop_map[];
extern struct command { const char *name; int flags; } commands[];
extern int table[];

int stops(const unsigned char *p) {
    int n = 0;
    if (!p)
        return -1;
    for (; *p; p++)
        if (stop_map[*p] & 4)
            n++;
    return n;
}

int find(int flags) {
    for (int i = 0; commands[i].name; i++)
        if (commands[i].flags == flags)
            return i;
    return -1;
}

/* What is so far behind is in no array here, which proves nothing. */
int far(void) {
    if (table[5000] == 1)
        return 1;
    return 0;
}
