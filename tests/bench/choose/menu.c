// A vending machine behind a menu: coins, drinks, a service mode with a code, and stock. What is not
// covered at first needs long sequences of inputs.

int __VERIFIER_nondet_int(void);

enum mode { idle, choosing, brewing, service, locked, broken };

static int credit, cups = 3, beans = 4, milk = 2, sold[4], wrong, code_at, heat, cleaned, alarms;
static enum mode mode;

static const int prices[4] = {50, 80, 120, 150};
static const int code[4] = {7, 3, 3, 1};

static int coin(int value) {
    switch (value) {
    case 5: case 10: case 20: case 50: case 100:
        if (credit + value > 200) return -1;
        credit += value;
        if (mode == idle) mode = choosing;
        return credit;
    case 200:
        return -2;
    default:
        return -3;
    }
}

static int choose(int drink) {
    if (mode != choosing) return -4;
    if (drink < 0 || drink > 3) return -5;
    if (credit < prices[drink]) return -6;
    if (cups == 0) {
        mode = broken;
        return -7;
    }
    switch (drink) {
    case 0:
        break;
    case 1:
        if (beans < 1) return -8;
        beans -= 1;
        break;
    case 2:
        if (beans < 1 || milk < 1) return -9;
        beans -= 1;
        milk -= 1;
        break;
    case 3:
        if (beans < 2) return -10;
        if (milk < 1) return -11;
        beans -= 2;
        milk -= 1;
        break;
    }
    cups--;
    credit -= prices[drink];
    sold[drink]++;
    mode = brewing;
    heat = 0;
    return 0;
}

static int tick(void) {
    if (mode != brewing) return -12;
    heat += 30;
    if (heat >= 90) {
        mode = credit ? choosing : idle;
        if (sold[0] + sold[1] + sold[2] + sold[3] == 3 && !cleaned) mode = locked;
        return 1;
    }
    return 0;
}

static int key(int digit) {
    if (mode == locked && digit != code[0]) return -13;
    if (mode == brewing) return -14;
    if (digit == code[code_at]) {
        if (++code_at == 4) {
            code_at = 0;
            wrong = 0;
            mode = service;
            return 2;
        }
        return 1;
    }
    code_at = 0;
    if (++wrong == 3) {
        alarms++;
        mode = locked;
        return -15;
    }
    return 0;
}

static int serve(int what) {
    if (mode != service) return -16;
    switch (what) {
    case 1:
        if (cups > 5) return -17;
        cups += 3;
        break;
    case 2:
        if (beans > 6) return -18;
        beans += 5;
        break;
    case 3:
        milk += 2;
        if (milk > 5) {
            milk = 5;
            return -19;
        }
        break;
    case 4:
        cleaned = 1;
        break;
    case 5:
        if (!cleaned) return -20;
        mode = idle;
        break;
    case 6:
        if (sold[1] >= 2 && sold[2] >= 1 && alarms == 0) return 99;
        if (alarms >= 2) return 98;
        break;
    default:
        return -21;
    }
    return 3;
}

int main(void) {
    int worst = 0;
    for (int round = 0; round < 40; round++) {
        int result;
        switch (__VERIFIER_nondet_int()) {
        case 0: return worst;
        case 1: result = coin(__VERIFIER_nondet_int()); break;
        case 2: result = choose(__VERIFIER_nondet_int()); break;
        case 3: result = tick(); break;
        case 4: result = key(__VERIFIER_nondet_int()); break;
        case 5: result = serve(__VERIFIER_nondet_int()); break;
        case 6:
            if (mode == broken && credit > 0) {
                credit = 0;
                result = 4;
            } else {
                result = -22;
            }
            break;
        default: return -100;
        }
        if (result < worst) worst = result;
        if (result == 99) return 1;
        if (result == 98) return 2;
        if (mode == broken && cups > 0) return 3;
        if (mode == locked && credit == 135) return 4;
    }
    return worst < -15 ? 5 : 6;
}
