// test: fault
// An error path frees, then falls into the common cleanup.
#include <stdio.h>
#include <stdlib.h>

static int work(int fail) {
    int *p = malloc(16);
    int status = 0;
    if (fail) {
        status = -1;
        free(p);
        goto cleanup;
    }
    *p = 1;
cleanup:
    free(p); //~ double-free
    return status;
}

int main(void) {
    printf("%d\n", work(0));
    printf("%d\n", work(1));
    return 0;
}
