/* A state of an unsigned type that can have one value only. */
enum state { IDLE, RUN, DONE };
static enum state next(enum state s, int go)
{
    if (s == IDLE && go)
        return RUN;
    if (s == RUN && !go)
        return DONE;
    return s;
}
int machine(int go)
{
    enum state s = IDLE;
    int log = 0;
    s = next(s, go);
    log += 2;
    if (s == DONE)
        return log;
    s = next(s, !go);
    if (s == IDLE)
        return 7;
    return 1;
}
//@ 17 `s == DONE is true` infeasible 5 6 7 9 15 17
//@ says s is 0
//@ hides s <= 0
