/* The first character c in a string of N characters and a 0, and a caller that looks at the next. */
#ifndef N
#define N 8
#endif

char __VERIFIER_nondet_char(void);

int locate(char *s, int c) {
    int i = 0;
    while (s[i] != c) {
        if (s[i] == 0) return -1;
        i++;
    }
    return i;
}

int top(char *input) {
    int z = locate(input, 'a');
    if (z == -1) return -1;
    if (input[z + 1] != ':') return 1;
    return 0;
}

int main(void) {
    char input[N + 1];
    for (int i = 0; i < N; i++) input[i] = __VERIFIER_nondet_char();
    input[N] = 0;
    return top(input);
}
