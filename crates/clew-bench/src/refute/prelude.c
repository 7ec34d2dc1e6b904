#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct inner {
    int x;
    unsigned char c;
    short h;
};

struct rec {
    int a;
    short s;
    struct inner in[3];
    unsigned bits : 5;
    int sign : 4;
    long l;
};

struct pair {
    struct rec first;
    int tail;
    struct rec more[2];
};

union pun {
    unsigned w;
    unsigned char b[4];
    short h[2];
};

int ga, gb;
unsigned gu;
short gs;
unsigned char gc;
long gl;
int garray[16];
char gname[16];
struct rec grec;
struct pair gpairs[2];
union pun gpun;
int *gp, *gq;
int (*hook)(int);

/* Nobody else knows these two: only calls of functions here change them. */
static int hidden;
static unsigned char mode;
/* How many calls of the function by itself are under way. */
static int nested;
/* The address of this one is known to others. */
static int known;
static const int table[8] = {2, 3, 5, 7, 11, 13, 17, 19};
const char *const words[3] = {"one", "two", "three"};

#ifndef AGAIN
#define AGAIN(call) (call)
#endif

int ask(int number);
void give(int *place);
void pass(void *place, int number);
int *find(void);
int compute(int number) __attribute__((const));

int *tell(void) {
    return &known;
}

static int clamp(int x) {
    return (x & 7) + (x & 1);
}

static void bump(int *x) {
    *x = (int)((unsigned)*x + 2u);
}

static int toggle(void) {
    mode ^= 1;
    return mode;
}

static void reset(struct rec *r) {
    r->a = 0;
    r->in[1].x = 1;
}

/* What others replace and change is theirs in an attack: see there. */
#ifdef REPLACED
int weak(int x);
volatile int *port_place(void);
long expose(int *place);
#define port (*port_place())
#else
__attribute__((weak)) int weak(int x) {
    return x & 3;
}
volatile int port;
#define expose(place) ((long)(place))
#endif

