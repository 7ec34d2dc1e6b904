/* A counter that stops counting: an invariant of the loop. */
int bounded_run(const char *s, int n)
{
    int run = 0;
    int other = 0;
    for (int i = 0; i < n; i++) {
        if (s[i] == 'a') {
            if (run < 8)
                run++;
        } else {
            run = 0;
            other++;
        }
        if (run > 8)
            return -1;
    }
    return run + other;
}
//@ 14 `run > 8 is true` infeasible 4 8 9 11 14
//@ says run <= 8
