// test: run
// strerror texts of common errors, and perror's prefix through errno.
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    printf("%s\n", strerror(0));
    printf("%s\n", strerror(ENOENT));
    printf("%s\n", strerror(EDOM));
    printf("%s\n", strerror(ERANGE));
    printf("%s\n", strerror(EINVAL));
    printf("%s\n", strerror(ENOMEM));
    return 0;
}
