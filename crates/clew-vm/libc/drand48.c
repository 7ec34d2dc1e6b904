/* The 48-bit linear congruential generators. */
#include "clew_libc.h"

#define MASK48 0xffffffffffffULL

static unsigned long long state48 = 0;
static unsigned long long multiplier = 0x5deece66dULL;
static unsigned long long increment = 0xb;
static unsigned short previous[3];

static unsigned long long step(unsigned long long value)
{
    return (value * multiplier + increment) & MASK48;
}

static unsigned long long load48(const unsigned short words[3])
{
    return words[0] | (unsigned long long)words[1] << 16 | (unsigned long long)words[2] << 32;
}

static void store48(unsigned short words[3], unsigned long long value)
{
    words[0] = (unsigned short)value;
    words[1] = (unsigned short)(value >> 16);
    words[2] = (unsigned short)(value >> 32);
}

static double fraction(unsigned long long value)
{
    return (double)value / 281474976710656.0;
}

double drand48(void)
{
    state48 = step(state48);
    return fraction(state48);
}

long lrand48(void)
{
    state48 = step(state48);
    return (long)(state48 >> 17);
}

long mrand48(void)
{
    state48 = step(state48);
    return (int)(state48 >> 16);
}

double erand48(unsigned short words[3])
{
    unsigned long long value = step(load48(words));
    store48(words, value);
    return fraction(value);
}

long nrand48(unsigned short words[3])
{
    unsigned long long value = step(load48(words));
    store48(words, value);
    return (long)(value >> 17);
}

long jrand48(unsigned short words[3])
{
    unsigned long long value = step(load48(words));
    store48(words, value);
    return (int)(value >> 16);
}

void srand48(long seed)
{
    state48 = (unsigned long long)(unsigned int)seed << 16 | 0x330e;
    multiplier = 0x5deece66dULL;
    increment = 0xb;
}

unsigned short *seed48(unsigned short words[3])
{
    unsigned long long old = state48;
    state48 = load48(words);
    store48(previous, old);
    multiplier = 0x5deece66dULL;
    increment = 0xb;
    return previous;
}

void lcong48(unsigned short words[7])
{
    state48 = load48(words);
    multiplier = load48(words + 3);
    increment = words[6];
}
