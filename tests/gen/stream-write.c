// test: gen
// A stream that is only written to: what refuses is tried, and what printing returns is looked at.
// clew-gen: -f save
// expect-total: branch 12
// expect-covered: branch 10
// expect-infeasible: branch 0
#include <stdio.h>

int save(FILE *out, const int *values, int n)
{
    int i;
    if (out == NULL || n < 0)
        return -1;
    if (fputs("values:", out) == EOF)
        return -2;
    for (i = 0; i < n; i++)
        fprintf(out, " %d", values[i]);
    if (ferror(out))
        return -3;
    return fclose(out) == 0 ? n : -4;
}
