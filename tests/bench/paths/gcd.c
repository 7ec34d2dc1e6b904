// test: paths
// Greatest common divisor by subtraction over 1..20: one path for each coprime pair,
// because the sequence of subtractions is the pair's place in the Stern-Brocot tree.
// clew-gen: --entry main --exhaustive
// expect-paths: 255
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);

static int gcd(int a, int b) {
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    return a;
}

int main(void) {
    int a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    klee_assume((a >= 1) & (a <= 20) & (b >= 1) & (b <= 20));
    return gcd(a, b);
}
