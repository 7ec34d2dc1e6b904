// test: gen
// What the functions that print return depends on what they print, and elsewhere they may fail: no
// branch on it is infeasible. Nothing is written to a null stream.
// clew-gen:
// expect-total: branch 14
// expect-covered: branch 13
// expect-infeasible: branch 0
// expect-finding: null-dereference 34
// expect-finding: null-dereference 41
#include <stdio.h>

int long_number(int number) {
    if (printf("%d", number) > 5)
        return 1;
    return 0;
}

int is_x(int character) {
    if (putchar(character) == 'x')
        return 1;
    return 0;
}

int all_written(const char *text, unsigned int length) {
    if (length > 3)
        return 3;
    if (fwrite(text, 1, length, stdout) == length)
        return 1;
    return 0;
}

int level_of(FILE *stream, int level) {
    if (level > 3)
        fprintf(stream, "%d", level);
    return level;
}

int save(FILE *stream, const char *text, unsigned int length) {
    if (length > 1)
        return 1;
    if (fwrite(text, 1, length, stream) == length)
        return 0;
    return 2;
}

int only_says(int number) {
    printf("%d", number);
    return number == 77;
}
