// test: gen
// A function whose parameter is not understood may change a table.
// expect-infeasible: branch 0
static int table[2] = {1, 2};

void tweak(__typeof__(1 + 2) x) {
    table[1] = 9;
}

int reads(void) {
    if (table[1] == 9)
        return 1;
    return 0;
}
