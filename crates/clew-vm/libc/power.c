/* Powers with whole exponents, as the compiler's own library multiplies them. */
#include "clew_libc.h"

#define POWER(name, type)                                      \
    type name(type base, int exponent)                         \
    {                                                          \
        unsigned rest = exponent < 0 ? -(unsigned)exponent : (unsigned)exponent; \
        type power = rest & 1 ? base : 1;                      \
        while ((rest >>= 1) != 0) {                            \
            base *= base;                                      \
            if (rest & 1)                                      \
                power *= base;                                 \
        }                                                      \
        return exponent < 0 ? 1 / power : power;               \
    }

POWER(__powisf2, float)
POWER(__powidf2, double)
POWER(__powixf2, long double)
