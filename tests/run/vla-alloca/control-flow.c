// test: run
// Entering and leaving the scope of a variable length array by break, continue, goto and return.
#include <stdio.h>

static int find(int n) {
    for (int i = 1; i < n; i++) {
        int v[i];
        for (int j = 0; j < i; j++)
            v[j] = j * i;
        if (i % 3 == 0)
            continue;
        if (v[i - 1] > 50)
            return v[i - 1];
    }
    return -1;
}

int main(void) {
    int tries = 0;
again:;
    {
        int v[tries + 1];
        v[tries] = tries * tries;
        if (tries < 5) {
            tries++;
            goto again;
        }
        printf("%d\n", v[tries]);
    }
    printf("%d %d\n", find(5), find(20));
    int total = 0;
    for (int k = 0; k < 1000; k++) {
        char big[1000 + k];
        big[k] = (char)k;
        if (k == 900)
            break;
        total += big[k];
    }
    printf("%d\n", total);
    switch (tries) {
    case 5: {
        short s[tries];
        s[4] = 12;
        printf("%d\n", s[4]);
        break;
    }
    default:
        printf("no\n");
    }
    return 0;
}
