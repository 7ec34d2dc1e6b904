// test: gen
// A program that never ends: its tests leave it when their inputs are used up.
// clew-gen: --entry main
// expect-total: branch 7
// expect-covered: branch 7
extern int __VERIFIER_nondet_int(void);

static int state;

int main(void) {
    for (;;) {
        int event = __VERIFIER_nondet_int();
        switch (state) {
        case 0:
            if (event == 17)
                state = 1;
            break;
        case 1:
            state = event == 99 ? 2 : 0;
            break;
        default:
            state = 0;
            break;
        }
    }
}
