// Scored by `clew-bench score`: one step of a controller for four valves, in integers.

struct limits {
    int low, high, rate;
};

static const struct limits limits[4] = {
    {-100, 100, 7}, {0, 400, 21}, {-50, 50, 3}, {-1000, 1000, 90},
};

static int clamp(int value, int low, int high) {
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}

int step(int target, int actual, int speed, int load, int valve, int mode) {
    int error = target - actual;
    int sum = 0, out = 0, heat = load, count = 0;
    if (valve < 0 || valve > 3)
        return -1;
    if (mode == 2 && (load > 500 || speed > 900))
        mode = 1;
    if (mode == 0) {
        out = error / 4 + speed / 8;
    } else if (mode == 1) {
        out = error * 3 - speed * 2 + load / 16;
        if (out > 300 && load > 100)
            out = out - load / 2;
    } else {
        out = error * 5 - (speed - load) * 2;
        if (error < 0 && speed < 0 || error > 900)
            out = out / 3;
    }
    for (int i = 0; i < (load & 15); i++) {
        sum = sum + (error >> i) - i * 2;
        heat = heat - sum / 8 + speed % 7;
        if (sum > heat && i > 2)
            count = count + 1;
        else if (heat < -200 || sum < -900)
            heat = heat + 11;
        out = out + (sum - heat) / 32;
    }
    if (count > 3 && heat > 50 && out > 0)
        out = out - count * 5;
    if (heat > 600 || sum < -500 && count == 0)
        out = out / 2 - heat / 64;
    int low = limits[valve].low, high = limits[valve].high, rate = limits[valve].rate;
    int change = out - actual;
    if (change > rate && mode != 0)
        out = actual + rate;
    else if (change < -rate && mode != 0)
        out = actual - rate;
    if (out < low + 2 || out > high - 2)
        count = count - 1;
    if (speed * 2 > high - low && target != actual)
        out = out - (speed - load) / 4;
    heat = heat * 3 - count * 2 + out % 9;
    if (heat - out > 100 && heat + out < 900 || sum == target)
        out = out + heat / 128 - 1;
    int drift = (target - actual) * 2 - (speed + load) / 4;
    if (drift > 40 && drift < 4000 || drift == -1)
        heat = heat + drift / 8 - sum % 5;
    else
        heat = heat - (drift + sum) / 16;
    out = clamp(out, low, high);
    return out * 2 + (count > 2) - (heat < 0);
}
