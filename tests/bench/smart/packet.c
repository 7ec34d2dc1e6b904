/* A parser of messages of N bytes, in the manner of SIP: a method, an address, a version, and headers
   with a name and a value, each in a function of its own that tells where it ends, or -1. */
#ifndef N
#define N 8
#endif

char __VERIFIER_nondet_char(void);

static char packet[N + 1];

/* Where a word that ends with a character ends. */
static int word(int at, char end) {
    while (packet[at] != end) {
        if (packet[at] == 0 || packet[at] == '\n') return -1;
        at++;
    }
    return at + 1;
}

/* Where blanks end. */
static int blanks(int at) {
    while (packet[at] == ' ' || packet[at] == '\t') at++;
    return at;
}

/* Which method begins here. */
static int method(int at) {
    if (packet[at] == 'I') return 1;
    if (packet[at] == 'A') return 2;
    if (packet[at] == 'B') return 3;
    return 0;
}

/* Where a header ends. */
static int header(int at) {
    int value = word(at, ':');
    if (value < 0) return -1;
    value = blanks(value);
    return word(value, '\n');
}

static int message(void) {
    int kind = method(0), at;
    if (kind == 0) return -1;
    at = word(0, ' ');
    if (at < 0) return -2;
    at = blanks(at);
    at = word(at, '\n');
    if (at < 0) return -3;
    at = header(at);
    if (at < 0) return -4;
    if (packet[at] == 0) return kind;
    return -5;
}

int main(void) {
    for (int i = 0; i < N; i++) packet[i] = __VERIFIER_nondet_char();
    packet[N] = 0;
    return message();
}
