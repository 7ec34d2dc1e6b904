// test: run
// The cleanup attribute runs at every exit from scope, in reverse order.
#include <stdio.h>
#include <stdlib.h>

static void done(int *p) { printf("done %d\n", *p); }
static void release(char **p) { printf("free %s\n", *p); free(*p); }
#define AUTO __attribute__((cleanup(done)))

static int early(int n) {
    AUTO int a = n;
    if (n > 1)
        return a * 10;
    AUTO int b = n + 100;
    return b;
}

int main(void) {
    printf("%d\n", early(1));
    printf("%d\n", early(2));
    for (int i = 0; i < 3; i++) {
        AUTO int x = i;
        if (i == 1) continue;
        printf("body %d\n", x);
        if (i == 2) break;
    }
    {
        AUTO int x = 50;
        AUTO int y = 60;
        x++;
        goto out;
    }
out:;
    __attribute__((cleanup(release))) char *s = malloc(4);
    sprintf(s, "abc");
    AUTO int last = 1;
    last = 2;
    printf("end\n");
    return 0;
}
