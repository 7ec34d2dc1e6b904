/* Two guards contradict each other; what stands between does not matter. */
int guards(int x, int y)
{
    int r = 0;
    if (x < 5) {
        r = y * 3;
        if (x > 7)
            r = 1;
    }
    return r;
}
//@ 7 `x > 7 is true` infeasible 5 7
//@ says `x > 7` contradicts `x < 5` at line 5
//@ 7 `x > 7 is false` covered 5 7
