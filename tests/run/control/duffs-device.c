// test: run
// Duff's device: case labels inside a loop body.
#include <stdio.h>
#include <string.h>

static void copy(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7:      *to++ = *from++;
    case 6:      *to++ = *from++;
    case 5:      *to++ = *from++;
    case 4:      *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}

static int odd_shapes(int x) {
    int r = 0;
    switch (x) {
        for (; r < 50; r += 10) {
        case 1: r += 1;
            if (0) {
            case 2: r += 2;
            } else {
            case 3: r += 3;
            }
        }
    }
    return r;
}

int main(void) {
    const char *text = "the quick brown fox jumps over the lazy dog";
    for (int n = 1; n <= 43; n += 7) {
        char buffer[64];
        memset(buffer, 0, sizeof buffer);
        copy(buffer, text, n);
        printf("%s\n", buffer);
    }
    for (int i = 0; i < 5; i++)
        printf("%d ", odd_shapes(i));
    printf("\n");
    return 0;
}
