// test: run
// errno is an lvalue that library functions set and do not clear.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static int fails(void) { errno = EAGAIN; return -1; }

int main(void) {
    printf("%d\n", errno);
    errno = 5;
    printf("%d\n", errno);
    strtol("12", NULL, 10);
    printf("%d\n", errno);
    strtol("99999999999999999999", NULL, 10);
    printf("%d\n", errno == ERANGE);
    int *p = &errno;
    *p = 0;
    printf("%d\n", errno);
    if (fails() < 0 && errno == EAGAIN)
        printf("again\n");
    errno++;
    printf("%d\n", errno == EAGAIN + 1);
    errno = 0;
    if (!fopen("missing-file", "r"))
        printf("%d\n", errno == ENOENT);
    return 0;
}
