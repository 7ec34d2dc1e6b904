/* Formats what it is told on its input, by the host's printf: lines of
 *     kind stars first second bits-high bits-low format
 * with the numbers in hexadecimal; answers `length:text` for each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static const char *const texts[] = { "", "a", "hello, world", "0123456789012345678901234567890123456789" };
static const wchar_t *const wide_texts[] = { L"", L"a", L"hello, world", L"0123456789012345678901234567890123456789" };

#define CALL(value) \
    (stars == 0   ? snprintf(out, sizeof out, format, value) \
     : stars == 1 ? snprintf(out, sizeof out, format, first, value) \
                  : snprintf(out, sizeof out, format, first, second, value))

int main(void)
{
    static char line[4096];
    static char out[70000];
    while (fgets(line, sizeof line, stdin) != NULL) {
        char kind;
        int stars;
        int first;
        int second;
        int used;
        unsigned long high;
        unsigned long low;
        int length = -1;
        char *format;
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "%c %d %x %x %lx %lx %n", &kind, &stars, (unsigned *)&first,
                   (unsigned *)&second, &high, &low, &used) != 6)
            return 1;
        format = line + used;
        if (kind == 'i') {
            length = CALL((int)low);
        } else if (kind == 'l') {
            length = CALL((long)low);
        } else if (kind == 'p') {
            length = CALL((void *)low);
        } else if (kind == 'd') {
            double value;
            memcpy(&value, &low, 8);
            length = CALL(value);
        } else if (kind == 'L') {
            long double value = 0;
            memcpy(&value, &low, 8);
            memcpy((char *)&value + 8, &high, 2);
            length = CALL(value);
        } else if (kind == 's') {
            length = CALL(low == 9 ? NULL : texts[low]);
        } else if (kind == 'w') {
            length = CALL(low == 9 ? NULL : wide_texts[low]);
        }
        printf("%d:", length);
        if (length > 0)
            fwrite(out, 1, length, stdout);
        putchar('\n');
    }
    return 0;
}
