// test: gen
// A scanner that pushes back what it has read too far, on a stream in a struct.
// clew-gen: -f next_number
// expect-total: branch 8
// expect-covered: branch 8
#include <ctype.h>
#include <stdio.h>

struct scanner {
    FILE *from;
    int line;
};

int next_number(struct scanner *s)
{
    int c = getc(s->from), value = 0;
    if (c == '\n') {
        s->line++;
        c = getc(s->from);
    }
    if (!isdigit(c))
        return -1;
    while (isdigit(c)) {
        value = value * 10 + (c - '0');
        c = getc(s->from);
    }
    if (c != EOF)
        ungetc(c, s->from);
    return value;
}
