// test: gen
// An index parameter into a local array that is written.
// clew-gen: -f mark
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
// expect-finding: out-of-bounds 12
int mark(int place) {
    char marks[5] = {0};
    if (place > 4)
        return -1;
    marks[place] = 1; //~ out-of-bounds
    return marks[2] ? 1 : 0;
}
