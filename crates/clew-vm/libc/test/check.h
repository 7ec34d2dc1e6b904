/* What the tests of the models share. The models' symbols have the prefix `clew_`. */
#ifndef CHECK_H
#define CHECK_H

#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Declares the model beside a function of the host. */
#define MODEL(name) extern __typeof__(name) clew_##name

#define CHECK(condition, ...) \
    do { \
        if (!(condition) && failures++ < 20) { \
            printf("%s:%d: %s: ", __FILE__, __LINE__, #condition); \
            printf(__VA_ARGS__); \
            printf("\n"); \
        } \
    } while (0)

extern int failures;
extern int *clew___errno_location(void);
#define clew_errno (*clew___errno_location())

unsigned long random_bits(void);
unsigned long random_below(unsigned long limit);
/* A string of at most `limit` characters taken from `alphabet`. */
void random_text(char *to, unsigned long limit, const char *alphabet);

void test(void);

#endif
