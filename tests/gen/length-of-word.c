// test: gen
// A parameter that looks like the length of a string, and is that of its first word.
// clew-gen: -f directive
// expect-total: branch 12
// expect-covered: branch 12
#include <stddef.h>
#include <string.h>

int directive(const char *line, size_t len) {
    if (len != 3 || strncmp(line, "def", 3) != 0)
        return -1;
    line += len;
    while (*line == ' ')
        line++;
    if (*line == '\0')
        return 0;
    for (size_t i = 0; i < len; i++)
        if (line[i] == '=')
            return 2;
    return 1;
}
