// test: gen
// A file that is read by characters: its content is an input, null and failing streams are too.
// clew-gen: -f count_lines
// expect-total: branch 10
// expect-covered: branch 10
// expect-finding: null-dereference 12
#include <stdio.h>

int count_lines(FILE *in)
{
    int c, lines = 0;
    while ((c = getc(in)) != EOF) { //~ null-dereference
        if (c == '\n')
            lines++;
        if (lines > 2)
            return -2;
        if (c == '#')
            lines += 10;
    }
    if (ferror(in))
        return -1;
    return lines;
}
