// test: gen
// A machine whose last states want long sequences of inputs: chance finds them.
// clew-gen: --entry main --max-runs 60000
// expect-total: branch 30
// expect-covered: branch 30
extern int __VERIFIER_nondet_int(void);

static int level, mode, tank = 7, alert;

static int step(int input) {
    if (input == 1 && level < 40) {
        level++;
        if (level % 3 == 0)
            tank = (tank * 5 + level) % 11;
        return 1;
    }
    if (input == 2 && level > 0) {
        level -= 2;
        return 2;
    }
    if (input == 3 && tank == 4) {
        mode = (mode + 1) % 4;
        return 3;
    }
    if (input == 4 && mode == 3 && level > 9) {
        alert++;
        return 4;
    }
    if (input == 5 && alert > 1 && tank == 4)
        return 5;
    return 0;
}

int main(void) {
    for (;;) {
        int input = __VERIFIER_nondet_int();
        if (input < 1 || input > 5)
            return step(5) == 5;
        step(input);
    }
}
