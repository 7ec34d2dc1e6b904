// test: paths
// Triangle classification over three unrestricted ints: three ways to be no triangle by
// sign, four with no equal sides, two for each single pair of equal sides, one for all equal.
// clew-gen: --entry main --exhaustive
// expect-paths: 14
void klee_make_symbolic(void *, unsigned long, const char *);

enum kind { SCALENE = 1, ISOSCELES, EQUILATERAL, NO_TRIANGLE };

static enum kind tritype(int i, int j, int k) {
    if (i <= 0 || j <= 0 || k <= 0)
        return NO_TRIANGLE;
    int equal = 0;
    if (i == j)
        equal += 1;
    if (i == k)
        equal += 2;
    if (j == k)
        equal += 3;
    if (equal == 0) {
        if (i + j <= k || j + k <= i || i + k <= j)
            return NO_TRIANGLE;
        return SCALENE;
    }
    if (equal > 3)
        return EQUILATERAL;
    if (equal == 1 && i + j > k)
        return ISOSCELES;
    if (equal == 2 && i + k > j)
        return ISOSCELES;
    if (equal == 3 && j + k > i)
        return ISOSCELES;
    return NO_TRIANGLE;
}

int main(void) {
    int i, j, k;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_make_symbolic(&j, sizeof j, "j");
    klee_make_symbolic(&k, sizeof k, "k");
    return (int)tritype(i, j, k);
}
