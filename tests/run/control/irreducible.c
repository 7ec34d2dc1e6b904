// test: run
// Control flow that is not reducible: loops with two entries, jumps between arms.
#include <stdio.h>

static int two_entries(int n, int start) {
    int a = 0, b = 0;
    if (start)
        goto second;
first:
    a++;
    if (n-- <= 0)
        return a * 100 + b;
second:
    b += 2;
    if (n-- <= 0)
        return a * 100 + b;
    goto first;
}

static int arms(int x) {
    int r = 0;
    if (x > 5) {
        r = 1;
        if (x > 10)
            goto other;
    middle:
        r += 10;
    } else {
    other:
        r += 100;
        if (r < 150 && x > 3)
            goto middle;
    }
    return r;
}

static int nested(int n) {
    int s = 0;
    switch (n) {
    case 0:
        while (s < 20) {
        case 1:
            s += 3;
            if (s % 2) {
            case 2:
                s += 4;
            }
        }
        break;
    case 3:
        do {
            s++;
            if (s == 3)
                goto leave;
        } while (1);
    }
    return s;
leave:
    return -s;
}

int main(void) {
    for (int i = 0; i < 6; i++)
        printf("%d %d\n", two_entries(i, 0), two_entries(i, 1));
    for (int i = 0; i < 14; i += 2)
        printf("%d ", arms(i));
    printf("\n");
    for (int i = 0; i < 5; i++)
        printf("%d ", nested(i));
    printf("\n");
    return 0;
}
