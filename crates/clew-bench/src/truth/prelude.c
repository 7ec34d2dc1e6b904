#define ADD(x, y) ((int)((unsigned)(x) + (unsigned)(y)))
#define SUB(x, y) ((int)((unsigned)(x) - (unsigned)(y)))
#define MUL(x, y) ((int)((unsigned)(x) * (unsigned)(y)))
#define AND(x, y) ((x) & (y))
#define OR(x, y) ((x) | (y))
#define XOR(x, y) ((x) ^ (y))
#define SHL(x, y) ((int)((unsigned)(x) << ((y) & 31)))
#define SHR(x, y) ((x) >> ((y) & 7))
#define DIV(x, y) ((unsigned)(x) / (((unsigned)(y) & 255) | 1))
#define MOD(x, y) ((unsigned)(x) % (((unsigned)(y) & 255) | 2))

static const unsigned char table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

struct rec {
    int p;
    unsigned char q;
    union {
        unsigned w;
        unsigned char b[4];
    } u;
    unsigned bits : 5;
    int sign : 3;
};

static int to_int(double f) {
    return f > 1e6 ? 1000000 : f < -1e6 ? -1000000 : (int)f;
}

static unsigned steps;
static int state = 7;
static unsigned char level = 200;
