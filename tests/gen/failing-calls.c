// test: gen
// Library functions that can fail do so in tests, where something is open that needs it.
// clew-gen: -f writes -f sleeps -f duplicate -f both -f now
// compilers: all
// expect-total: branch 14
// expect-covered: branch 14
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int writes(void) {
    char bytes[4] = {0};
    if (write(1, bytes, 4) < 0)
        return 1;
    return 0;
}

int sleeps(long n) {
    struct timespec wanted = {0, n}, rest;
    if (nanosleep(&wanted, &rest) == -1)
        return 1;
    return 0;
}

char *duplicate(const char *s) {
    char *p;
    if (s == NULL)
        return NULL;
    p = malloc(strlen(s) + 1);
    if (!p)
        return NULL;
    strcpy(p, s);
    return p;
}

/* The second allocation fails where the first does not. */
int both(unsigned char n) {
    char *first = calloc(n, 1), *second;
    if (first == NULL)
        return -1;
    second = strdup("text");
    if (second == NULL) {
        free(first);
        return -2;
    }
    free(second);
    free(first);
    return 0;
}

int now(void) {
    struct timespec time;
    return clock_gettime(CLOCK_REALTIME, &time) != 0 ? 1 : 0;
}
