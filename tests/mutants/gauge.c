// A value is followed with a limit on each step; what is left over is remembered.
static int rest;
int f(int value, int target, unsigned char limit) {
    int step = target - value; /*; value target limit step rest */
    rest = 0; /*; value target limit step rest */
    if (/*[*/limit == 0/*]*/)
        return value;
    if (/*[*/step > limit/*]*/) {
        rest = step - limit; /*; value target limit step rest */
        step = limit; /*; value target limit step rest */
    } else if (/*[*/step < -limit/*]*/) {
        rest = step + limit; /*; value target limit step rest */
        step = -limit; /*; value target limit step rest */
    }
    value = value + step; /*; value target limit step rest */
    return value - rest / 2;
}
