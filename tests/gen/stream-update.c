// test: gen
// A stream that is read after it was written to: that is not modelled, and nothing behind it is
// called infeasible.
// clew-gen: -f update
// expect-total: branch 4
// expect-infeasible: branch 0
// expect-complete: false
#include <stdio.h>

int update(FILE *f, int c)
{
    if (fputc(c, f) == EOF)
        return -1;
    rewind(f);
    if (getc(f) == 'x')
        return 1;
    return 0;
}
