// test: gen
// A product of two parameters: factors of a number.
// clew-gen: -f f
// expect-total: branch 2
// expect-covered: branch 2
// expect-infeasible: branch 0
int f(unsigned short a, unsigned short b) {
    unsigned product = (unsigned)a * b;
    if (product == 1022117u)
        return 1;
    return 0;
}
