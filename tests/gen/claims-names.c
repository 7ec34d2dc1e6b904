// test: gen
// Two names may mean one object, or none, and numbers may be addresses.
// expect-infeasible: branch 0
extern int wa __attribute__((weak)), wb __attribute__((weak));
extern int xa, xb;
void ea(void);
void eb(void);
int own;

int both_absent(int *p) {
    volatile int v = 0;
    if (v == 77) {
        if (p == &wa) {
            if (p == &wb)
                return 1;
            return 2;
        }
    }
    return 0;
}

int one_function(void (*p)(void)) {
    if (p == ea) {
        if (p == eb)
            return 2;
        return 1;
    }
    return 0;
}

int one_object(void) {
    xa = 1;
    xb = 2;
    if (xa == 2)
        return 1;
    return 0;
}

int one_address(int *p) {
    if (p == &xa) {
        if (p == &xb)
            return 2;
        return 1;
    }
    return 0;
}

int own_register(void) {
    own = 0;
    *(int *)0x10000000 = 1;
    if (own)
        return 1;
    return 0;
}
