/* `rand` and `random`: the additive feedback generator x[i] = x[i-3] + x[i-31], whose state is
 * seeded by a multiplicative one, as glibc documents it. */
#include "clew_libc.h"

#define DEGREE 31
#define SEPARATION 3

static int state[DEGREE];
static int front = SEPARATION;
static int rear = 0;
static int is_seeded = 0;

static int next_random(void)
{
    unsigned int sum = (unsigned int)state[front] + (unsigned int)state[rear];
    state[front] = (int)sum;
    front = front + 1 < DEGREE ? front + 1 : 0;
    rear = rear + 1 < DEGREE ? rear + 1 : 0;
    return (int)(sum >> 1);
}

static void seed_random(unsigned int seed)
{
    int i;
    int word;
    if (seed == 0)
        seed = 1;
    word = (int)seed;
    state[0] = word;
    for (i = 1; i < DEGREE; i++) {
        /* 16807 * word mod 2^31 - 1 without overflow (Schrage). */
        long high = word / 127773;
        long low = word % 127773;
        word = (int)(16807 * low - 2836 * high);
        if (word < 0)
            word += 2147483647;
        state[i] = word;
    }
    front = SEPARATION;
    rear = 0;
    is_seeded = 1;
    for (i = 0; i < 10 * DEGREE; i++)
        next_random();
}

long random(void)
{
    if (!is_seeded)
        seed_random(1);
    return next_random();
}

void srandom(unsigned int seed)
{
    seed_random(seed);
}

void srand(unsigned int seed)
{
    seed_random(seed);
}

int rand(void)
{
    if (!is_seeded)
        seed_random(1);
    return next_random();
}
