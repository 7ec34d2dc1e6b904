// test: gen
// The header of a file: blocks are read, a wrong one is told from a short one, and the size of
// the file is asked for by its end.
// clew-gen: -f read_header
// expect-total: branch 12
// expect-covered: branch 10
// expect-infeasible: branch 0
#include <stdio.h>
#include <string.h>

struct header {
    char magic[4];
    unsigned char version;
    unsigned char length;
};

int read_header(FILE *f)
{
    struct header h;
    long size;
    if (f == NULL)
        return -1;
    if (fseek(f, 0, SEEK_END) != 0 || (size = ftell(f)) < 6)
        return -2;
    rewind(f);
    if (fread(&h, sizeof h, 1, f) != 1)
        return -3;
    if (memcmp(h.magic, "CLEW", 4) != 0)
        return -4;
    if (h.version > 3)
        return -5;
    return size == 6 + (long)h.length;
}
