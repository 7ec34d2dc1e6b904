/* Nested loops, machines, saturation, strings. */
#include <stdint.h>
int nested(int x) {
    int n = 0;
    for (int i = 0; i < 6; i++) for (int j = i; j < 6; j++) n += x > i + j;
    if (n > 21) return 1;       /* never */
    if (n < 0) return 2;        /* never */
    if (n == 20) return 3;      /* trap */
    return n;
}
static int8_t sat_add(int8_t a, int8_t b) {
    int s = a + b;
    return s > 127 ? 127 : s < -128 ? -128 : (int8_t)s;
}
int saturate(int8_t a, int8_t b, int8_t c) {
    int8_t s = sat_add(sat_add(a, b), c);
    if (a > 0 && b > 0 && c > 0 && s < a) return 1;  /* never: 4 */
    if (a == 0 && b == 0 && s != c) return 2;        /* never: 3 */
    return s;
}
int saturate_all(const int8_t *v) {
    int8_t s = 0; int pos = 1;
    for (int i = 0; i < 6; i++) { if (v[i] < 0) pos = 0; s = sat_add(s, v[i]); }
    if (pos && s < 0) return 1;          /* never: 2 */
    if (pos && s < v[5]) return 2;       /* never: 2 */
    return s;
}
enum state { IDLE, ARMED, FIRING, DONE };
int machine(const uint8_t *in) {
    enum state s = IDLE; int fired = 0;
    for (int k = 0; k < 6; k++) {
        switch (s) {
        case IDLE: if (in[k] == 1) s = ARMED; break;
        case ARMED: if (in[k] == 2) s = FIRING; else if (in[k] == 0) s = IDLE; break;
        case FIRING: fired++; s = DONE; break;
        case DONE: if (in[k] == 3) s = IDLE; break;
        }
    }
    if (fired > 2) return 1;             /* never */
    if (s == DONE && fired == 0) return 2; /* never: 2 */
    if (fired == 1) return 3;            /* trap */
    return 0;
}
static int compare(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}
int command(const char *in) {
    char buf[8];
    for (int i = 0; i < 7; i++) buf[i] = in[i];
    buf[7] = 0;
    if (compare(buf, "start") == 0) {
        if (buf[0] != 's') return 1;     /* never */
        if (buf[5]) return 2;            /* never */
        return 3;
    }
    return 0;
}
int digits(unsigned n) {
    char text[5]; int len = 0;
    if (n > 9999) return -1;
    do { text[len++] = (char)('0' + n % 10); n /= 10; } while (n);
    if (len > 4) return 1;               /* never */
    if (text[len - 1] == '0' && len > 1) return 2; /* never: 2 */
    return len;
}
int isqrt(unsigned x) {
    if (x > 1023) return -1;
    unsigned r = 0;
    for (unsigned bit = 16; bit; bit >>= 1) if ((r | bit) * (r | bit) <= x) r |= bit;
    if (r * r > x) return 1;             /* never */
    if ((r + 1) * (r + 1) <= x) return 2; /* never */
    return (int)r;
}
int multiply(uint8_t a, uint8_t b) {
    unsigned p = 0;
    for (int i = 0; i < 8; i++) if (b >> i & 1) p += (unsigned)a << i;
    if (p != (unsigned)a * b) return 1;  /* never */
    return 0;
}
int luhn(const uint8_t d[4]) {
    int s = 0;
    for (int i = 0; i < 4; i++) { if (d[i] > 9) return -1; int x = d[i]; if (i & 1) { x *= 2; if (x > 9) x -= 9; } s += x; }
    if (s > 36) return 1;                /* never */
    if (s % 10 == 0 && d[0] == 1 && d[1] == 0 && d[2] == 0 && d[3] == 0) return 2; /* never: 5 */
    return s;
}
int collatz(unsigned n) {
    int k = 0;
    if (n == 0 || n > 9) return -1;
    while (n != 1) { n = n & 1 ? 3 * n + 1 : n / 2; k++; }
    if (k > 19) return 1;                /* never */
    if (k == 4) return 2;                /* never */
    if (k == 19) return 3;               /* trap */
    return k;
}
int euclid(unsigned a, unsigned b) {
    if (a == 0 || a > 15 || b == 0 || b > 15) return -1;
    unsigned x = a, y = b;
    while (y) { unsigned t = x % y; x = y; y = t; }
    if (a % x) return 1;                 /* never */
    if (b % x) return 2;                 /* never */
    return (int)x;
}
