// test: gen
// Short parameters: the product is computed in int.
// clew-gen: -f f
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
int f(short a, unsigned short b) {
    if (a * 2 == -65536)
        return 1;
    if (b == 65535)
        return 2;
    if ((unsigned short)a == b && a < 0)
        return 3;
    return 0;
}
