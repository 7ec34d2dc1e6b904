// test: gen
// Two functions of the library may be one: `strtol` and `strtoll`, `memcmp` and `bcmp` are with glibc. Functions of the
// program are two.
// expect-infeasible: branch 1
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int reads_numbers(void) {
    if ((void *)strtol == (void *)strtoll)
        return 1;
    return 0;
}

int compares(void) {
    if ((void *)memcmp == (void *)bcmp)
        return 1;
    return 0;
}

int finds(char *(*find)(const char *, int)) {
    if (find == index && find == strchr)
        return 1;
    return 0;
}

int orders(void) {
    if (htonl == ntohl)
        return 1;
    return 0;
}

extern int elsewhere(const void *, const void *, size_t);

int under_another_name(void) {
    if (memcmp == elsewhere)
        return 1;
    return 0;
}

int own(void) {
    if ((void *)own == (void *)orders)
        return 1;
    return 0;
}
