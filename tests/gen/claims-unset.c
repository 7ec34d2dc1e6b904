// test: gen
// Ten ways to read what was never set and go on. Compiled code takes either arm behind each of them, with
// some contents of the stack or the heap: none of these branches is infeasible.
// expect-infeasible: branch 0
#include <stdlib.h>
#include <string.h>

struct pair {
    int set, unset;
};

// A member beside one that is set.
int member(int x) {
    struct pair p;
    p.set = x;
    if (p.unset == 5)
        return 1;
    return p.set;
}

// The heap, as the last owner left it.
int allocated(int x) {
    int *memory = malloc(2 * sizeof *memory);
    int found = 0;
    if (!memory)
        return -1;
    memory[0] = x;
    if (memory[1] > x)
        found = 1;
    free(memory);
    return found;
}

// The larger member of a union.
int wider(unsigned char c) {
    union {
        unsigned char byte;
        unsigned word;
    } u;
    u.byte = c;
    if (u.word > 255)
        return 1;
    return 0;
}

// An array that is filled in part.
int partly(unsigned n) {
    int v[8], sum = 0;
    for (unsigned i = 0; i < (n & 7); i++)
        v[i] = 1;
    for (int i = 0; i < 8; i++)
        if (v[i] == 1)
            sum++;
    if (sum > 7)
        return 1;
    return 0;
}

// An array whose length is known late.
int variable(unsigned n) {
    char v[1 + (n & 15)];
    v[0] = 'a';
    if (v[n & 15] == 'b')
        return 1;
    return 0;
}

static void maybe(int x, int *out) {
    if (x > 3)
        *out = x;
}

// A result that the callee does not always give.
int result(int x) {
    int out;
    maybe(x, &out);
    if (out <= 3)
        return 1;
    return 0;
}

// A copy of bytes that were never set.
int copied(void) {
    int from, to = 0;
    memcpy(&to, &from, 2);
    if (to == 7)
        return 1;
    return 0;
}

// An initialiser that a jump leaves out.
int jumped(int x) {
    if (x)
        goto behind;
    {
        int y = 4;
    behind:
        if (y == 6)
            return 1;
    }
    return 0;
}

// A choice by it.
int chosen(int x) {
    int way;
    if (x == 1)
        way = 1;
    switch (way) {
    case 1:
        return 1;
    case 2:
        return 2;
    default:
        return 0;
    }
}

// A bit-field beside one that is set, and a pointer that is compared only.
int bits(int *p) {
    struct {
        unsigned low : 3, high : 5;
    } b;
    int *q;
    b.low = 1;
    if (b.high == 9)
        return 1;
    if (q == p)
        return 2;
    return 0;
}
