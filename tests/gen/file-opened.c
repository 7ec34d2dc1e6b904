// test: gen
// Files that a program opens: what is in them is an input, and opening or reading may fail. The tests
// define `fopen`.
// clew-gen: --entry main --max-runs 60000
// expect-total: branch 22
// expect-covered: branch 22
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_settings(FILE *in, FILE *out)
{
    char line[40];
    int number = 0;
    while (fgets(line, sizeof line, in)) {
        number++;
        if (line[0] == ';')
            continue;
        char *value = strchr(line, '=');
        if (!value) {
            fprintf(out, "line %d\n", number);
            return -1;
        }
        *value++ = 0;
        if (strcmp(line, "port") == 0 && (atoi(value) < 1 || atoi(value) > 99))
            return -2;
    }
    return ferror(in) ? -3 : number;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 1;
    FILE *in = fopen(argv[1], "r");
    if (!in)
        return 2;
    FILE *out = fopen(argv[2], "w");
    if (!out) {
        fclose(in);
        return 3;
    }
    int found = read_settings(in, out);
    fclose(in);
    fclose(out);
    return found == 2 ? 0 : 4;
}
