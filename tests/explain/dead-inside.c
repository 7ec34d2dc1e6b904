/* What stands in code that is never reached is told by what is never taken. */
int dead_inside(int x, int y)
{
    if (x > 10) {
        if (x < 5) {
            if (y > 3)
                return 1;
            return 2;
        }
    }
    return 0;
}
//@ 6 `y > 3 is true` infeasible 4 5
//@ says never reached
