// test: gen
// Pointers lead to members and elements of variables and of each other's objects.
// expect-covered: branch 39
// expect-infeasible: branch 0
// expect-no-finding:
struct point {
    int x, y;
};

struct box {
    struct point low, high;
    char name[8];
};

struct box boxes[3];
static int leaked;

int *leak(void) {
    return &leaked;
}

int in_variable(int *p) {
    if (!p)
        return -1;
    boxes[1].high.x = 3;
    *p = 7;
    if (boxes[1].high.x == 7)
        return 1;
    return 0;
}

int to_private_variable(unsigned *p) {
    if (!p)
        return -1;
    leaked = 3;
    *p = 7;
    if (leaked == 7)
        return 1;
    return 0;
}

int nested_member(struct point *p, struct box *b) {
    if (!b || !p)
        return -1;
    b->high.y = 1;
    p->y = 2;
    if (b->high.y == 2)
        return 1;
    return 0;
}

int text_in_record(char *text, struct box *b) {
    if (!b || !text)
        return -1;
    b->name[0] = 'a';
    text[0] = 'b';
    if (b->name[0] == 'b')
        return 1;
    return 0;
}

int arrays_overlap(int *a, int *b) {
    if (!a || !b)
        return -1;
    a[1] = 0;
    b[0] = 1;
    if (a[1] == 1)
        return 1;
    return 0;
}

int *find(int key);

int found_variable(int key) {
    int *p = find(key);
    if (!p)
        return -1;
    leaked = 1;
    *p = 2;
    if (leaked == 2)
        return 1;
    return 0;
}

// What only a wrong caller could do is no finding, and one branch stays open.
int too_small(int *p) {
    if (!p)
        return -1;
    leaked = 0;
    p[2] = 1;
    if (p == &leaked)
        return 1;
    return 0;
}

struct list {
    struct list *next;
    int value;
};

struct list *head;

int into_list(struct list *item) {
    if (!head || !item)
        return -1;
    head->value = 1;
    item->value = 2;
    if (head->value == 2)
        return 1;
    return 0;
}
