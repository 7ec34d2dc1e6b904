// test: gen
// A remainder whose divisor is zero for one input only.
// clew-gen: -f slot
// expect-total: branch 2
// expect-covered: branch 2
// expect-infeasible: branch 0
// expect-finding: division-by-zero 11
int slot(unsigned key, unsigned size) {
    if (key == 0)
        return 0;
    return (int)(key % (size - 16)); //~ division-by-zero
}
