// test: gen
// Pointers to records of which nothing tells how many there are: constants reach far, loops go on.
// compilers: all
// expect-total: branch 26
// expect-covered: branch 26
struct point {
    int x, y;
};

int second(struct point *p) {
    if (p[1].x == 7)
        return 1;
    if (p[2].y > p[0].y)
        return 2;
    return 0;
}

struct header {
    char tag[4];
    int n;
};

int fourth(struct header *h) {
    struct header *e = h + 3;
    if (e->n == 4 && e->tag[2] == 'q')
        return 1;
    return 0;
}

struct row {
    int id;
    int cells[24];
};

int numbered(struct row *r) {
    int n = 0;
    for (int i = 0; i < 12; i++)
        if (r[i].id == i + 1)
            n++;
    if (n == 12)
        return 1;
    return 0;
}

// Moved along by a constant, as often as a record says.
int linked(struct point *p) {
    int n = 0;
    while (p->x == 1) {
        p++;
        n++;
    }
    if (n == 6)
        return 1;
    return 0;
}

int rows(int (*m)[4]) {
    if (m[0][0] == 1 && m[10][3] == 5)
        return 1;
    return 0;
}

int lines(char **line) {
    int n = 0;
    while (line[n])
        n++;
    if (n == 6)
        return 1;
    return 0;
}
