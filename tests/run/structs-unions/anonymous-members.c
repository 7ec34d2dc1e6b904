// test: run
// Anonymous structs and unions, several levels deep: access, initialisers, offsets.
#include <stddef.h>
#include <stdio.h>

struct value {
    enum { INT, STR, PAIR } kind;
    union {
        long i;
        const char *s;
        struct {
            short first, second;
            union { char c; unsigned char u; };
        };
    };
    int tail;
};

static void show(struct value v) {
    switch (v.kind) {
    case INT: printf("int %ld", v.i); break;
    case STR: printf("str %s", v.s); break;
    case PAIR: printf("pair %d %d %d", v.first, v.second, v.u); break;
    }
    printf(" %d\n", v.tail);
}

int main(void) {
    struct value a = {INT, {42}, 1};
    struct value b = {.kind = STR, .s = "hello", .tail = 2};
    struct value c = {.kind = PAIR, .first = 3, .second = -4, .c = -1, .tail = 5};
    show(a);
    show(b);
    show(c);
    c.second = c.first * 100;
    c.u++;
    show(c);
    struct value *p = &b;
    p->i = 0;
    printf("%d\n", p->s == NULL);
    printf("%zu %zu %zu %zu\n", sizeof(struct value), offsetof(struct value, second), offsetof(struct value, u), offsetof(struct value, tail));
    return 0;
}
