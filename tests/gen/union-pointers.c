// test: gen
// A union of pointers alone, without a name, and a member that is a struct with a pointer.
// clew-gen: -f depth
// expect-total: branch 18
// expect-covered: branch 18
struct loop {
    int count;
};

struct test {
    const char *word;
    int negated;
};

struct command {
    int kind;
    union {
        struct loop *loop;
        struct test *test;
        struct {
            struct command *left;
            long flags;
        } list;
    };
};

static struct command current;

int depth(const struct command *c) {
    switch (c->kind) {
    case 1:
        return c->loop->count > 3 ? 1 : 2;
    case 2:
        if (c->test->negated == 9)
            return 3;
        return c->test->word[0] == 'w' ? 4 : 5;
    case 3:
        if (c->list.flags == 12 && c->list.left->kind == 40)
            return 6;
        return 7;
    }
    return current.kind == 5 && current.test->negated == 8 ? 8 : 0;
}
