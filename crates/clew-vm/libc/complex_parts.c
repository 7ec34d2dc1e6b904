/* The functions of complex.h that need no series. */
#include "clew_libc.h"

double hypot(double x, double y);
float hypotf(float x, float y);
long double hypotl(long double x, long double y);
double atan2(double y, double x);
float atan2f(float y, float x);
long double atan2l(long double y, long double x);

#define PARTS(type, suffix)                                                   \
    type creal##suffix(_Complex type z) { return __real__ z; }                \
    type cimag##suffix(_Complex type z) { return __imag__ z; }                \
    _Complex type conj##suffix(_Complex type z) { return ~z; }                \
    type cabs##suffix(_Complex type z) { return hypot##suffix(__real__ z, __imag__ z); } \
    type carg##suffix(_Complex type z) { return atan2##suffix(__imag__ z, __real__ z); } \
    _Complex type cproj##suffix(_Complex type z)                              \
    {                                                                         \
        if (__builtin_isinf(__real__ z) || __builtin_isinf(__imag__ z)) {     \
            int is_negative = __builtin_signbit(__imag__ z);                  \
            __real__ z = (type)__builtin_inf();                               \
            __imag__ z = is_negative ? -(type)0 : (type)0;                    \
        }                                                                     \
        return z;                                                             \
    }

PARTS(double, )
PARTS(float, f)
PARTS(long double, l)
