/* A function of two paths, called N times: 2^N paths. */
#ifndef N
#define N 8
#endif

int __VERIFIER_nondet_int(void);

int is_positive(int x) {
    if (x > 0) return 1;
    return 0;
}

int main(void) {
    int positive[N];
    for (int i = 0; i < N; i++) positive[i] = is_positive(__VERIFIER_nondet_int());
    for (int i = 0; i < N; i++)
        if (!positive[i]) return 0;
    return 1;
}
