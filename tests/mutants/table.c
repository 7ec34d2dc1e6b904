// Look-up in a small table by a narrow index.
static const int t[5] = {3, -1, 4, -1, 5};
int f(signed char i, int v) {
    int found = -1;
    if (/*[*/i >= 0/*]*/ && /*[*/i < 5/*]*/) {
        found = t[i] * 2; /*; i v found */
        if (/*[*/t[i] == v/*]*/)
            return i + 10;
        if (/*[*/t[i] - v > 1/*]*/) {
            found = v - t[i]; /*; i v found */
        }
    }
    return found + v;
}
