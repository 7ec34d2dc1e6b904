/* Members are told apart, and a copy holds what was copied. */
struct point { int x; int y; };
int record(struct point *p, int v)
{
    struct point q;
    p->x = 3;
    p->y = v;
    q = *p;
    q.y = 9;
    if (q.x != 3)
        return 1;
    return q.y;
}
//@ 10 `q.x != 3 is true` infeasible 6 8 10
