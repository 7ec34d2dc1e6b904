// test: run
// std: may-be-unsupported memory-streams
// sanitizers: skip
// fmemopen and open_memstream (POSIX), getline.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char text[] = "alpha\nbeta gamma\n";
    FILE *f = fmemopen(text, sizeof text - 1, "r");
    char *line = NULL;
    size_t cap = 0;
    long n;
    while ((n = getline(&line, &cap, f)) > 0)
        printf("%ld %s", n, line);
    fclose(f);
    free(line);
    char *out;
    size_t size;
    f = open_memstream(&out, &size);
    fprintf(f, "%d-%s", 5, "five");
    fclose(f);
    printf("%zu %s\n", size, out);
    free(out);
    return 0;
}
