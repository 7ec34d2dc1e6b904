/* Computes float operations on the machine: records come on stdin, results go to stdout.
   Remainders are exact, so those of long double are right for the others too; they are machine
   instructions on x86, while the library's remainder() can lose the sign of a zero. */
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct record { uint64_t op, mode, a, b, c; };

static float f32(uint64_t bits) { uint32_t low = (uint32_t)bits; float x; memcpy(&x, &low, 4); return x; }
static double f64(uint64_t bits) { double x; memcpy(&x, &bits, 8); return x; }
static uint64_t b32(float x) { uint32_t low; memcpy(&low, &x, 4); return low; }
static uint64_t b64(double x) { uint64_t bits; memcpy(&bits, &x, 8); return bits; }

static const int modes[] = { FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };

static uint64_t single(const struct record *r)
{
    volatile float a = f32(r->a), b = f32(r->b), c = f32(r->c);
    switch (r->op) {
    case 0: return b32(a + b);
    case 1: return b32(a - b);
    case 2: return b32(a * b);
    case 3: return b32(a / b);
    case 4: return b32(sqrtf(a));
    case 5: return b32(fmaf(a, b, c));
    case 6: return b32((float)fmodl(a, b));
    case 7: return b32((float)remainderl(a, b));
    case 8: return b32(rintf(a));
    case 9: return a == b;
    case 10: return a < b;
    case 11: return a <= b;
    case 12: return b64((double)a);
    case 13: return (uint64_t)(int64_t)a;
    case 14: return (uint64_t)a;
    case 15: return (uint64_t)(int64_t)(int32_t)a;
    case 16: return (uint32_t)a;
    case 17: return (uint64_t)(int64_t)(int16_t)a;
    case 18: return (uint8_t)a;
    case 19: return (uint64_t)llrintf(a);
    case 20: return b32((float)(int64_t)r->a);
    case 21: return b32((float)r->a);
    case 22: return b32((float)(int32_t)r->a);
    case 23: return b32((float)(uint32_t)r->a);
    case 24: return b32((float)(int8_t)r->a);
    case 25: return b32(roundf(a));
    case 26: return (uint64_t)(isnan(a) != 0) | (uint64_t)(isinf(a) != 0) << 1 |
                    (uint64_t)(fpclassify(a) == FP_SUBNORMAL) << 2 | (uint64_t)(isnormal(a) != 0) << 3 |
                    (uint64_t)(a == 0) << 4 | (uint64_t)(signbit(a) != 0) << 5;
    }
    return 0;
}

static uint64_t twice(const struct record *r)
{
    volatile double a = f64(r->a), b = f64(r->b), c = f64(r->c);
    switch (r->op) {
    case 0: return b64(a + b);
    case 1: return b64(a - b);
    case 2: return b64(a * b);
    case 3: return b64(a / b);
    case 4: return b64(sqrt(a));
    case 5: return b64(fma(a, b, c));
    case 6: return b64((double)fmodl(a, b));
    case 7: return b64((double)remainderl(a, b));
    case 8: return b64(rint(a));
    case 9: return a == b;
    case 10: return a < b;
    case 11: return a <= b;
    case 12: return b32((float)a);
    case 13: return (uint64_t)(int64_t)a;
    case 14: return (uint64_t)a;
    case 15: return (uint64_t)(int64_t)(int32_t)a;
    case 16: return (uint32_t)a;
    case 17: return (uint64_t)(int64_t)(int16_t)a;
    case 18: return (uint8_t)a;
    case 19: return (uint64_t)llrint(a);
    case 20: return b64((double)(int64_t)r->a);
    case 21: return b64((double)r->a);
    case 22: return b64((double)(int32_t)r->a);
    case 23: return b64((double)(uint32_t)r->a);
    case 24: return b64((double)(int8_t)r->a);
    case 25: return b64(round(a));
    case 26: return (uint64_t)(isnan(a) != 0) | (uint64_t)(isinf(a) != 0) << 1 |
                    (uint64_t)(fpclassify(a) == FP_SUBNORMAL) << 2 | (uint64_t)(isnormal(a) != 0) << 3 |
                    (uint64_t)(a == 0) << 4 | (uint64_t)(signbit(a) != 0) << 5;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static struct record in[4096];
    static uint64_t out[4096];
    size_t count;
    int is_double = argc > 1 && strcmp(argv[1], "double") == 0;
    while ((count = fread(in, sizeof in[0], 4096, stdin)) > 0) {
        for (size_t i = 0; i < count; i++) {
            fesetround(modes[in[i].mode]);
            out[i] = is_double ? twice(&in[i]) : single(&in[i]);
            fesetround(FE_TONEAREST);
        }
        fwrite(out, sizeof out[0], count, stdout);
        fflush(stdout);
    }
    return 0;
}
