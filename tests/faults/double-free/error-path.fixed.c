// test: fault
// The fixed twin of error-path.c.
#include <stdio.h>
#include <stdlib.h>

static int work(int fail) {
    int *p = malloc(16);
    int status = 0;
    if (fail) {
        status = -1;
        goto cleanup;
    }
    *p = 1;
cleanup:
    free(p);
    return status;
}

int main(void) {
    printf("%d\n", work(0));
    printf("%d\n", work(1));
    return 0;
}
