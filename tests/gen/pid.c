// test: gen
// A controller in integers with limits on the integral and on the output.
// clew-gen: -f control
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
static int integral;
static int previous;

int clew_pre_control(int target, int measured) {
    return target >= -1000 && target <= 1000 && measured >= -1000 && measured <= 1000 &&
           integral >= -500 && integral <= 500 && previous >= -2000 && previous <= 2000;
}

int control(int target, int measured) {
    int error = target - measured;
    integral += error;
    if (integral > 500)
        integral = 500;
    else if (integral < -500)
        integral = -500;
    int output = 4 * error + integral / 8 + 2 * (error - previous);
    previous = error;
    if (output > 255)
        return 255;
    if (output < -255)
        return -255;
    return output;
}
