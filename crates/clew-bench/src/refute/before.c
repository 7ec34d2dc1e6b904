/* What stands before the function in the attack: counters of its conditions, and a library that fails. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REPLACED
#define LINES 2000

/* How many places unknown code was told of. */
static int told;

/* A call of the function by itself: the places in its locals are forgotten with it. */
#define AGAIN(call)             \
    ({                          \
        int before = told;      \
        int result = (call);    \
        told = before;          \
        result;                 \
    })

static unsigned long hits[LINES][2];
static uint64_t counter;

static int seen(int line, int value) {
    hits[line][value]++;
    return value;
}
#define B(condition) seen(__LINE__, (condition) ? 1 : 0)
#define C seen(__LINE__, 1);

static uint64_t bits(void) {
    uint64_t mixed = counter += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
}

static unsigned below(unsigned end) {
    return (unsigned)(((bits() >> 32) * end) >> 32);
}

static int boundary(void) {
    static const int values[] = {INT_MIN, INT_MIN + 1, -32769, -32768, -257, -256, -129, -128, 11, 12,
                                 15, 16, 17, 31, 32, 63, 64, 99, 100, 101, 127, 128, 200, 254, 255, 256,
                                 1000, 32767, 32768, 65535, 65536, INT_MAX - 1, INT_MAX};
    return values[below(sizeof values / sizeof *values)];
}

static int any(void) {
    switch (below(8)) {
    case 0: return boundary();
    case 1: return (int)bits();
    case 2: return (int)below(256);
    default: return (int)below(16) - 4;
    }
}

/* Memory that was allocated since the outermost call: no two blocks share anything. */
static _Alignas(16) unsigned char heap[1 << 16];
static size_t heap_used;

static void *attack_malloc(size_t size) {
    size_t room = (size + 31) & ~(size_t)15;
    if (below(4) == 0 || size > 4096 || heap_used + room > sizeof heap) {
        errno = ENOMEM;
        return NULL;
    }
    void *block = heap + heap_used;
    for (size_t i = 0; i < size; i++)
        heap[heap_used + i] = (unsigned char)any();
    heap_used += room;
    return block;
}

static void *attack_calloc(size_t count, size_t size) {
    void *block = attack_malloc(count * size);
    return block ? memset(block, 0, count * size) : NULL;
}

static ssize_t attack_transfer(size_t size) {
    if (below(3) == 0) {
        errno = below(2) ? EINTR : EIO;
        return -1;
    }
    return (ssize_t)below((unsigned)size + 1);
}

static ssize_t attack_read(void *buffer, size_t size) {
    ssize_t got = attack_transfer(size);
    for (ssize_t i = 0; i < got; i++)
        ((unsigned char *)buffer)[i] = (unsigned char)any();
    return got;
}

static char *attack_getenv(void) {
    static char text[8];
    for (int i = 0; i < 7; i++)
        text[i] = (char)(below(3) ? 'a' + (int)below(3) : any());
    return below(3) ? text : NULL;
}

#define malloc(size) attack_malloc(size)
#define calloc(count, size) attack_calloc(count, size)
#define free(block) ((void)(block))
#define write(descriptor, buffer, size) attack_transfer(size)
#define read(descriptor, buffer, size) attack_read(buffer, size)
#define getenv(name) attack_getenv()
