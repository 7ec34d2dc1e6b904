// test: gen
// The order of arguments is open; tests keep to that of the compiler that counts what they cover.
// clew-gen: -f main
// expect-total: branch 12
// expect-covered: branch 12
// expect-infeasible: branch 0
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int last;

static int command(unsigned number, int value, int flag) {
    if (number == 0x80045301)
        last = value;
    if (number == 0x40045302 && value > 1000)
        return flag == 3 ? last : 0;
    return -1;
}

int main(void) {
    int table[4] = {0};
    for (int i = 0; i < 3; i++)
        if (command(__VERIFIER_nondet_uint(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()) == 77)
            return 1;
    table[__VERIFIER_nondet_uint() % 4] = __VERIFIER_nondet_int();
    return table[2] == -9;
}
