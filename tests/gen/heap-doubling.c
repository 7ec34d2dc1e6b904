// test: gen
// A buffer that grows until the text fits: some inputs ask for gigabytes, which a run does not get.
// clew-gen: -f append
// expect-total: branch 10
// expect-covered: branch 9
#include <stdlib.h>
#include <string.h>

char *buffer;
int size;
int used;

int append(const char *text) {
    int len = (int)strlen(text);
    if (!buffer || size < 16 || used < 0)
        return -1;
    while (used + len >= size - 10) {
        if (size > 0x3fffffff)
            size += size / 8;
        else
            size *= 2;
        buffer = realloc(buffer, (size_t)size);
    }
    memcpy(&buffer[used], text, (size_t)len + 1);
    return used += len;
}
