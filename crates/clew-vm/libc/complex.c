/* Complex numbers: what the compiler's own library has of them, and the simple half of complex.h. */
#include "clew_libc.h"

#define IS_NAN(x) __builtin_isnan(x)
#define IS_INF(x) __builtin_isinf(x)
#define IS_FINITE(x) __builtin_isfinite(x)

/* One or zero, by whether a part is infinite, with the part's sign. */
#define BOXED(type, x) (type)__builtin_copysign(IS_INF(x) ? 1.0 : 0.0, (double)(x))
/* Zero with the sign of what is not a number, anything else as it is. */
#define UNNAMED(type, x) (IS_NAN(x) ? (type)__builtin_copysign(0.0, (double)(x)) : (x))

/* Products: where both parts are no numbers although the product is infinite (annex G of the standard),
 * they are computed again from the directions of the operands. */
#define PRODUCT(name, type)                                                              \
    _Complex type name(type a, type b, type c, type d)                                   \
    {                                                                                    \
        _Complex type product;                                                           \
        type ac = a * c, bd = b * d, ad = a * d, bc = b * c;                             \
        type real = ac - bd, imaginary = ad + bc;                                        \
        if (IS_NAN(real) && IS_NAN(imaginary)) {                                         \
            int again = 0;                                                               \
            if (IS_INF(a) || IS_INF(b)) {                                                \
                a = BOXED(type, a);                                                      \
                b = BOXED(type, b);                                                      \
                c = UNNAMED(type, c);                                                    \
                d = UNNAMED(type, d);                                                    \
                again = 1;                                                               \
            }                                                                            \
            if (IS_INF(c) || IS_INF(d)) {                                                \
                c = BOXED(type, c);                                                      \
                d = BOXED(type, d);                                                      \
                a = UNNAMED(type, a);                                                    \
                b = UNNAMED(type, b);                                                    \
                again = 1;                                                               \
            }                                                                            \
            if (!again && (IS_INF(ac) || IS_INF(bd) || IS_INF(ad) || IS_INF(bc))) {      \
                a = UNNAMED(type, a);                                                    \
                b = UNNAMED(type, b);                                                    \
                c = UNNAMED(type, c);                                                    \
                d = UNNAMED(type, d);                                                    \
                again = 1;                                                               \
            }                                                                            \
            if (again) {                                                                 \
                real = (type)__builtin_inf() * (a * c - b * d);                          \
                imaginary = (type)__builtin_inf() * (a * d + b * c);                     \
            }                                                                            \
        }                                                                                \
        __real__ product = real;                                                         \
        __imag__ product = imaginary;                                                    \
        return product;                                                                  \
    }

PRODUCT(__mulsc3, float)
PRODUCT(__muldc3, double)
PRODUCT(__mulxc3, long double)

/* What annex G asks of quotients that came out as no numbers. */
#define MEND_QUOTIENT(type)                                                              \
    if (IS_NAN(real) && IS_NAN(imaginary)) {                                             \
        type infinity = (type)__builtin_inf();                                           \
        if (c == 0 && d == 0 && (!IS_NAN(a) || !IS_NAN(b))) {                            \
            infinity = __builtin_signbit(c) ? -infinity : infinity;                      \
            real = infinity * a;                                                         \
            imaginary = infinity * b;                                                    \
        } else if ((IS_INF(a) || IS_INF(b)) && IS_FINITE(c) && IS_FINITE(d)) {           \
            a = BOXED(type, a);                                                          \
            b = BOXED(type, b);                                                          \
            real = infinity * (a * c + b * d);                                           \
            imaginary = infinity * (b * c - a * d);                                      \
        } else if ((IS_INF(c) || IS_INF(d)) && IS_FINITE(a) && IS_FINITE(b)) {           \
            c = BOXED(type, c);                                                          \
            d = BOXED(type, d);                                                          \
            real = 0 * (a * c + b * d);                                                  \
            imaginary = 0 * (b * c - a * d);                                             \
        }                                                                                \
    }                                                                                    \
    __real__ quotient = real;                                                            \
    __imag__ quotient = imaginary;                                                       \
    return quotient

/* In a type with room for the squares of all floats nothing can overflow. */
_Complex float __divsc3(float a, float b, float c, float d)
{
    _Complex float quotient;
    double wide_a = a, wide_b = b, wide_c = c, wide_d = d;
    double norm = wide_c * wide_c + wide_d * wide_d;
    float real = (float)((wide_a * wide_c + wide_b * wide_d) / norm);
    float imaginary = (float)((wide_b * wide_c - wide_a * wide_d) / norm);
    MEND_QUOTIENT(float);
}

#define MAGNITUDE(x) ((x) < 0 ? -(x) : (x))

/* Smith's method, as improved by Baudin and Smith: the divisor's smaller part is divided by the larger one;
 * operands that could overflow or underflow on the way are scaled first. `large` and `small` are the parts
 * of the divisor, `first` and `second` those of the dividend that meet them. */
#define SCALE(factor) (a *= (factor), b *= (factor), c *= (factor), d *= (factor))
#define QUOTIENT(name, type, largest, smallest, epsilon)                                 \
    _Complex type name(type a, type b, type c, type d)                                   \
    {                                                                                    \
        _Complex type quotient;                                                          \
        const type half = (largest) / 2, tiny = (epsilon), up = 1 / (epsilon);           \
        const type bound = half * tiny;                                                  \
        int is_steep = MAGNITUDE(c) < MAGNITUDE(d);                                      \
        type large = is_steep ? d : c;                                                   \
        type ratio, norm, real, imaginary;                                               \
        if (MAGNITUDE(large) >= half) {                                                  \
            SCALE((type)0.5);                                                            \
            large = is_steep ? d : c;                                                    \
        }                                                                                \
        if (MAGNITUDE(large) < tiny) {                                                   \
            SCALE(up);                                                                   \
        } else if ((MAGNITUDE(a) < (smallest) && MAGNITUDE(b) < bound && MAGNITUDE(large) < bound) \
                   || (MAGNITUDE(b) < (smallest) && MAGNITUDE(a) < bound && MAGNITUDE(large) < bound)) { \
            SCALE(up);                                                                   \
        }                                                                                \
        if (is_steep) {                                                                  \
            ratio = c / d;                                                               \
            norm = c * ratio + d;                                                        \
            if (MAGNITUDE(ratio) > (smallest)) {                                         \
                real = (a * ratio + b) / norm;                                           \
                imaginary = (b * ratio - a) / norm;                                      \
            } else {                                                                     \
                real = (c * (a / d) + b) / norm;                                         \
                imaginary = (c * (b / d) - a) / norm;                                    \
            }                                                                            \
        } else {                                                                         \
            ratio = d / c;                                                               \
            norm = d * ratio + c;                                                        \
            if (MAGNITUDE(ratio) > (smallest)) {                                         \
                real = (b * ratio + a) / norm;                                           \
                imaginary = (b - a * ratio) / norm;                                      \
            } else {                                                                     \
                real = (d * (b / c) + a) / norm;                                         \
                imaginary = (b - d * (a / c)) / norm;                                    \
            }                                                                            \
        }                                                                                \
        MEND_QUOTIENT(type);                                                             \
    }

QUOTIENT(__divdc3, double, __DBL_MAX__, __DBL_MIN__, __DBL_EPSILON__)
QUOTIENT(__divxc3, long double, __LDBL_MAX__, __LDBL_MIN__, __LDBL_EPSILON__)

/* Integers, by the same method, whose ratio is then a whole number: that is what gcc computes. */
_Complex __INT64_TYPE__ __clew_div_complex_int(__INT64_TYPE__ a, __INT64_TYPE__ b, __INT64_TYPE__ c, __INT64_TYPE__ d)
{
    _Complex __INT64_TYPE__ quotient;
    if (MAGNITUDE(c) < MAGNITUDE(d)) {
        __INT64_TYPE__ ratio = c / d, norm = c * ratio + d;
        __real__ quotient = (a * ratio + b) / norm;
        __imag__ quotient = (b * ratio - a) / norm;
    } else {
        __INT64_TYPE__ ratio = d / c, norm = d * ratio + c;
        __real__ quotient = (b * ratio + a) / norm;
        __imag__ quotient = (b - a * ratio) / norm;
    }
    return quotient;
}
