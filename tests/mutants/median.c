// The middle of three numbers.
int f(int x, int y, int z) {
    int m = z; /*; x y z m */
    if (/*[*/y < z/*]*/) {
        if (/*[*/x < y/*]*/) {
            m = y; /*; x y z m */
        } else if (/*[*/x < z/*]*/) {
            m = x; /*; x y z m */
        }
    } else if (/*[*/x > y/*]*/) {
        m = y; /*; x y z m */
    } else if (/*[*/x > z/*]*/) {
        m = x; /*; x y z m */
    }
    return m;
}
